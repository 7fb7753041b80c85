// The servers of a database for its pools: where to connect, and what to do if a server falls silent or hands
// over to another one.
import type { Target } from './address.ts';
import type { Ask } from './answers.ts';
import { type Fence, openFence } from './fence.ts';
import type { Identity } from './identity.ts';
import { NoPrimaryError } from './judge.ts';
import { openSearch } from './search.ts';

/** Every so many looks go to all servers, although the present one answers: an old primary may be back. */
const ALL_EVERY_LOOKS = 5;
/**
 * After this many looks in a row without an answered statement and without a server that takes writes, of
 * which one was silent, connections to the silent ones are dropped, so that callers get an answer. A look at
 * a silent server takes `REACH_WITHIN_MS`.
 */
const SILENT_LOOKS = 4;

/** The servers of one DATABASE_URL. */
export type Servers = ReturnType<typeof openServers>;

/**
 * Opens the servers of a DATABASE_URL. One address can lead to several servers too, through a proxy or a name
 * that moves.
 */
export function openServers(url: string, fence: Fence = openFence(), ask?: Ask) {
  const { hasOthers, canServe, present, forget, find, hasSilent, dropSilent } = openSearch(url, fence, ask);
  let isAnswered = false;
  let looks = 0;
  let silentLooks = 0;

  return {
    /** Whether there are others to try if one does not answer. */
    hasOthers,
    /** The server to connect to: the present one, or the one that takes writes now. */
    place: async (): Promise<Target> => present() ?? (await find()),
    /** Takes a new connection, or throws if its server must not be used. Returns what ends its membership. */
    enter(identity: Identity, target: Target, drop: () => void): () => void {
      if (!canServe(identity))
        throw new NoPrimaryError(`The database takes no writes: ${target.name} is a standby or read-only`);
      fence.admit(identity, target);
      const { timeline, started } = identity;
      return fence.members.join({ drop, target, timeline, started });
    },
    /** Records an answer of the present server. */
    noteAnswer(): void {
      isAnswered = true;
    },
    /** Records that a server could not be connected to: the next connection looks for another one. */
    noteLost(target: Target): void {
      if (present() === target) forget();
    },
    /** Looks at once for the server that takes writes. */
    async suspect(): Promise<void> {
      forget();
      await find().catch(() => {});
    },
    /**
     * Looks whether the present server still answers and is the one that takes writes. To be called every
     * second: while statements are answered, it connects once in five calls.
     */
    async look(): Promise<void> {
      const hasAnswered = isAnswered;
      isAnswered = false;
      if (hasAnswered) {
        silentLooks = 0;
        if (++looks % ALL_EVERY_LOOKS !== 0) return;
      }
      const isFound = await find().then(
        () => true,
        () => false,
      );
      // A refused login or a standby is an answer, and no reason to drop connections that work.
      const isSilent = !hasAnswered && !isAnswered && !isFound && hasSilent();
      silentLooks = isSilent ? silentLooks + 1 : 0;
      if (silentLooks < SILENT_LOOKS) return;
      silentLooks = 0;
      dropSilent();
    },
  };
}
