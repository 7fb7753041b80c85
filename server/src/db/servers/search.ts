// Searches the servers of a database for the one that takes writes.
import { type Target, targetsOf } from './address.ts';
import { type Ask, type Found, openAnswers } from './answers.ts';
import type { Fence } from './fence.ts';
import type { Identity } from './identity.ts';
import { judge, noPrimary } from './judge.ts';
import { probe } from './probe.ts';

/** Opens the search over the servers of a DATABASE_URL. */
export function openSearch(url: string, fence: Fence, ask: Ask = probe) {
  const targets = targetsOf(url);
  const isOnly = targets.length === 1;
  let present: Target | null = isOnly ? targets[0]! : null;
  const answers = openAnswers(targets, ask);

  /** Whether work can be sent to a server. Pages need the only one also while writes are turned off there. */
  const canServe = ({ isWritable, isStandby }: Identity) => isWritable || (isOnly && !isStandby);

  function judgeAll(): Target {
    present = judge(answers.newest(), fence, { present, canServe });
    // Statements there would wait for an answer that may never come.
    dropSilent();
    return present;
  }

  function dropSilent(): void {
    const silent = answers.silent();
    fence.members.drop(({ target }) => silent.includes(target));
  }

  async function search(): Promise<Target> {
    const probes = answers.askAll();
    const all = Promise.all(probes);
    const memory = followMemory(fence);
    const before = present;

    /** A server that can be used at once, as it is at least as new as what this process remembers. */
    async function usable(probing: Promise<Found>): Promise<Target> {
      const found = await probing;
      if (!('identity' in found) || !canServe(found.identity)) throw noPrimary([found]);
      memory.admit(found.identity, found.target);
      return found.target;
    }

    // Without a memory, all have to answer: the first one could be an old primary.
    const early = memory.isEmpty ? null : await Promise.any(probes.map(usable)).catch(() => null);
    if (!early) return all.then(judgeAll);
    // Of two on one timeline the present one is kept, although it may answer later.
    if (present === null || present !== before || memory.hasMoved()) present = early;
    // A failover that this search has not seen makes its answers old.
    void all.then(() => memory.isCurrent() && judgeAll()).catch(() => {});
    return early;
  }

  const forget = () => {
    if (!isOnly) present = null;
  };

  return {
    hasOthers: !isOnly,
    canServe,
    /** The server that takes writes, as far as it is known. */
    present: () => present,
    /** Forgets the present server, if there are others. */
    forget,
    /** Whether a server of the last search to all gave no answer. */
    hasSilent: () => answers.silent().length > 0,
    /** Drops the connections to those that gave no answer. */
    dropSilent,
    /** Searches all servers; callers share a search that runs. */
    find: shared(() =>
      search().catch((error) => {
        forget();
        throw error;
      }),
    ),
  };
}

/** Work that callers share while it runs. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Follows the memory of a process through one search, as others may change it at the same time. */
function followMemory(fence: Fence) {
  const first = fence.memory();
  let last = first;
  const isCurrent = () => fence.memory() === last;
  return {
    isEmpty: first === null,
    admit(identity: Identity, target: Target): void {
      const wasCurrent = isCurrent();
      fence.admit(identity, target);
      if (wasCurrent) last = fence.memory();
    },
    /** Whether this search met a failover. */
    hasMoved: () => last !== first,
    /** Whether nobody else did. */
    isCurrent,
  };
}
