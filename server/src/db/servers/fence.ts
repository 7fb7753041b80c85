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
    /** Whether it remembers a server, so that another one can be compared. */
    remembers: () => seen !== null,
    /** Records that a server does not take writes: connections to it are dropped. */
    noteStandby({ name }: Target): void {
      refusals.note(name, null);
      members.drop(({ target }) => target.name === name);
    },
    /** Records that a server cannot be reached: it is no danger any more. */
    noteAway({ name }: Target): void {
      refusals.note(name, null);
    },
    /**
     * Takes a server that takes writes, and remembers it. Connections to servers on an older timeline are
     * dropped.
     * @throws RefusedServerError if it lacks what this process has stored
     */
    admit(identity: Identity, { name }: Target): void {
      const { system, timeline } = identity;
      const why = seen && whyRefused(identity, name, seen);
      refusals.note(name, why);
      if (why !== null) {
        members.drop((member) => member.target.name === name && member.timeline === timeline);
        throw new RefusedServerError(why);
      }
      if (system === null || timeline === null) return;
      const before = seen?.timeline ?? timeline;
      seen = { system, timeline };
      if (before === timeline) return;
      log?.warn({ server: name, timeline }, 'The database failed over to another server');
      members.drop((member) => member.timeline !== null && member.timeline < timeline);
    },
  };
}

/** Why a server that takes writes must not be used, as a sentence; null if it may be. */
function whyRefused({ system, timeline }: Identity, name: string, seen: Seen): string | null {
  if (system === null || timeline === null) return null;
  if (system !== seen.system)
    return `The server ${name} is not used: it belongs to another database cluster (system identifier ${system}, not ${seen.system}). Correct DATABASE_URL, or restart Godwit if you restored a backup there`;
  if (timeline < seen.timeline)
    return `The server ${name} is not used: it is an old primary on timeline ${timeline}, and Godwit has stored on timeline ${seen.timeline}. Stop it and let it follow the new primary (pg_rewind, or a new base backup)`;
  return null;
}

/** The servers that are refused, and the lines about them in the log. */
function openRefusals(log: FenceLog | undefined) {
  const loggedMs = new Map<string, number>();
  return {
    /** Notes why a server is refused; null if it is not. */
    note(name: string, why: string | null): void {
      if (why === null) {
        if (loggedMs.delete(name))
          log?.info({ server: name }, 'The server of the database is no longer refused');
        return;
      }
      const last = loggedMs.get(name) ?? -Infinity;
      if (performance.now() - last < REMIND_MS) return;
      loggedMs.set(name, performance.now());
      log?.error({ server: name }, why);
    },
    names: (): string[] => [...loggedMs.keys()].sort(),
  };
}
