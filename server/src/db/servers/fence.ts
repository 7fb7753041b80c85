// Keeps a process from servers that lack what it has stored: an old primary that returns after a failover, or
// a server of another database.
import type { Logger } from 'pino';
import type { Target } from './address.ts';
import type { Identity } from './identity.ts';
import { openMembers } from './members.ts';

/** A server that must not be used. Its SQLSTATE 08004 means that no work was begun. */
export class RefusedServerError extends Error {
  override readonly name = 'RefusedServerError';
  readonly code = '08004';
}

/** How often the log repeats that a server is refused. */
const REMIND_MS = 60_000;

type FenceLog = Pick<Logger, 'error' | 'warn' | 'info'>;
type Seen = { system: string; timeline: number };

/**
 * The memory of a process: the system identifier and the newest timeline of the servers it has worked with.
 * All pools of a process to one database share it, also those over PgBouncer.
 */
export type Fence = ReturnType<typeof openFence>;

/** Opens the memory of a process that has not connected yet. */
export function openFence(log?: FenceLog) {
  let seen: Seen | null = null;
  const members = openMembers();
  const refusals = openRefusals(log);

  return {
    members,
    /** The names of the servers that are refused. */
    refused: refusals.names,
    /** The remembered server, to compare others with; another object after each failover. */
    memory: (): Seen | null => seen,
    /** Records that a server does not take writes: connections to it are dropped. */
    noteStandby(at: Target): void {
      refusals.note(at, null);
      members.drop(({ target }) => target === at);
    },
    /**
     * Takes a server, and remembers it. Connections to servers on an older timeline are dropped, and those to
     * a server that this one has replaced.
     * @throws RefusedServerError if it lacks what this process has stored
     */
    admit(identity: Identity, at: Target): void {
      const { system, timeline, started } = identity;
      const why = seen && whyRefused(identity, at.name, seen);
      refusals.note(at, why);
      if (why !== null) {
        // Also those that met another server here: a PgBouncer runs their next statement on this one.
        members.drop(({ target }) => target === at);
        throw new RefusedServerError(why);
      }
      // Another machine under the same name and timeline. The old one may hang, its connections with it.
      if (started !== null)
        members.drop(
          (member) => member.target === at && member.started !== null && member.started !== started,
        );
      if (system === null || timeline === null) return;
      const before = seen?.timeline ?? timeline;
      if (seen?.timeline !== timeline) seen = { system, timeline };
      if (before === timeline) return;
      log?.warn({ server: at.name, timeline }, 'The database failed over to another server');
      members.drop((member) => member.timeline !== null && member.timeline < timeline);
    },
  };
}

/** Why a server that takes writes must not be used, as a sentence; null if it may be. */
function whyRefused({ system, timeline }: Identity, name: string, seen: Seen): string | null {
  if (system === null || timeline === null) return null;
  if (system !== seen.system)
    return `The server ${name} is not used: it belongs to another database cluster (system identifier ${system}, not ${seen.system}). Correct DATABASE_URL, or restart all processes of Godwit if you restored a backup or ran pg_upgrade there`;
  if (timeline < seen.timeline)
    return `The server ${name} is not used: it is an old primary on timeline ${timeline}, and Godwit has stored on timeline ${seen.timeline}. Stop it and let it follow the new primary (pg_rewind, or a new base backup)`;
  return null;
}

/** The servers that are refused, and the lines about them in the log. */
function openRefusals(log: FenceLog | undefined) {
  const loggedMs = new Map<Target, number>();
  return {
    /** Notes why a server is refused; null if it is not. */
    note(target: Target, why: string | null): void {
      const { name } = target;
      if (why === null) {
        if (loggedMs.delete(target))
          log?.info({ server: name }, 'The server of the database is no longer refused');
        return;
      }
      const last = loggedMs.get(target) ?? -Infinity;
      if (performance.now() - last < REMIND_MS) return;
      loggedMs.set(target, performance.now());
      log?.error({ server: name }, why);
    },
    names: (): string[] => [...new Set([...loggedMs.keys()].map(({ name }) => name))].sort(),
  };
}
