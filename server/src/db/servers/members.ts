// The open connections of a process by their server, so that those to a server that is left can be dropped.
import type { Target } from './address.ts';

/**
 * An open connection. `target` is an object of its URL alone: other URLs may lead elsewhere under the same
 * host and port, as the databases of a PgBouncer do. `timeline` and `started`: those of its server when it
 * connected.
 */
type Member = { target: Target; timeline: number | null; started: string | null; drop(): void };

/** Opens the list of a process. */
export function openMembers() {
  const members = new Set<Member>();
  return {
    /** Adds a connection; returns a function that removes it. */
    join(member: Member): () => void {
      members.add(member);
      return () => void members.delete(member);
    },
    /** Drops the connections for which this is true. */
    drop(isStale: (member: Member) => boolean): void {
      for (const member of members) {
        if (!isStale(member)) continue;
        members.delete(member);
        member.drop();
      }
    },
  };
}
