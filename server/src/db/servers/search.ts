// Searches the servers of a database for the one that takes writes.
import pg from 'pg';
import { isDatabaseAway } from '../commit/batchCommit.ts';
import { type Target, targetsOf } from './address.ts';
import { type Fence, RefusedServerError } from './fence.ts';
import type { Identity } from './identity.ts';
import { probe } from './probe.ts';

/** How long a server may take to accept a connection if there are others to try. */
export const REACH_WITHIN_MS = 2_000;

/** No server takes writes. Its SQLSTATE 08001 means that no connection was made, so no work was begun. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  readonly code = '08001';
}

type Found = { target: Target } & ({ identity: Identity } | { error: Error });

/** Opens the search over the servers of a DATABASE_URL. */
export function openSearch(url: string, fence: Fence) {
  const targets = targetsOf(url);
  const isOnly = targets.length === 1;
  let present: Target | null = isOnly ? targets[0]! : null;
  let searching: Promise<Target> | null = null;

  function judgeAll(found: readonly Found[]): Target {
    present = judge(found, fence, present);
    // Statements there would wait for an answer that may never come. An error of PostgreSQL is an answer.
    const silent = new Set(found.filter(isSilent).map(({ target }) => target.name));
    fence.members.drop(({ target }) => silent.has(target.name));
    return present;
  }

  /** A server that can be used at once, as it is at least as new as what this process remembers. */
  async function usable(probing: Promise<Found>): Promise<Target> {
    const found = await probing;
    if (!('identity' in found) || !found.identity.isWritable) throw noPrimary([found]);
    fence.admit(found.identity, found.target);
    return found.target;
  }

  async function search(): Promise<Target> {
    const probes = targets.map(ask);
    const all = Promise.all(probes);
    // Without a memory, all have to answer: the first one could be an old primary.
    const early = fence.remembers() ? await Promise.any(probes.map(usable)).catch(() => null) : null;
    if (!early) return judgeAll(await all);
    present = early;
    void all.then(judgeAll).catch(() => {});
    return early;
  }

  const forget = () => {
    if (!isOnly) present = null;
  };

  return {
    targets,
    /** The server that takes writes, as far as it is known. */
    present: () => present,
    /** Forgets the present server, if there are others. */
    forget,
    /** Searches all servers; callers share a search that runs. */
    find(): Promise<Target> {
      searching ??= search()
        .catch((error) => {
          forget();
          throw error;
        })
        .finally(() => {
          searching = null;
        });
      return searching;
    },
  };
}

async function ask(target: Target): Promise<Found> {
  try {
    return { target, identity: await probe(target, REACH_WITHIN_MS) };
  } catch (error) {
    return { target, error: error as Error };
  }
}

const isSilent = (one: Found): boolean => 'error' in one && !(one.error instanceof pg.DatabaseError);

/** Judges the answers of all servers. @throws if none can be used */
function judge(found: readonly Found[], fence: Fence, present: Target | null): Target {
  const open = found.filter((one) => 'identity' in one);
  for (const one of found) if ('error' in one) fence.noteAway(one.target);
  for (const { target, identity } of open) if (!identity.isWritable) fence.noteStandby(target);
  const writable = open.filter(({ identity }) => identity.isWritable);
  if (!fence.remembers()) refuseMixture(writable);
  // The newest one first: it decides which others are old.
  writable.sort((one, other) => (other.identity.timeline ?? 0) - (one.identity.timeline ?? 0));
  const usable: Target[] = [];
  let refusal: unknown;
  for (const { target, identity } of writable) {
    try {
      fence.admit(identity, target);
      usable.push(target);
    } catch (error) {
      refusal = error;
    }
  }
  const chosen = usable.find(({ name }) => name === present?.name) ?? usable[0];
  if (chosen) return chosen;
  // A refused password or a missing database is for the operator to correct.
  const wrong = found.find((one) => 'error' in one && !isDatabaseAway(one.error));
  throw refusal ?? (wrong && 'error' in wrong ? wrong.error : noPrimary(found));
}

/** Without a memory, nothing tells which of several databases is meant. */
function refuseMixture(writable: readonly { target: Target; identity: Identity }[]): void {
  if (new Set(writable.map(({ identity }) => identity.system)).size < 2) return;
  const names = writable.map(({ target }) => target.name).join(', ');
  throw new RefusedServerError(
    `The servers of DATABASE_URL belong to different databases (${names}): name a primary and its standbys`,
  );
}

function noPrimary(found: readonly Found[]): NoPrimaryError {
  const reasons = found.map((one) => {
    if (!('error' in one)) return `${one.target.name}: it is a standby or read-only`;
    const { message, code } = one.error as NodeJS.ErrnoException;
    return `${one.target.name}: ${message || code}`;
  });
  return new NoPrimaryError(`No server of the database takes writes (${reasons.join('; ')})`);
}
