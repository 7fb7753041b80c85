// The servers of a database for its pools: where to connect, and what to do if a server falls silent or hands
// over to another one.
import type { Target } from './address.ts';
import { type Fence, openFence } from './fence.ts';
import type { Identity } from './identity.ts';
import { NoPrimaryError, openSearch } from './search.ts';

/** Every so many looks go to all servers, although the present one answers: an old primary may be back. */
const ALL_EVERY_LOOKS = 5;
/**
 * After this many looks in a row in which no statement was answered and no server took writes, connections
 * are dropped, so that callers get an answer. A look at a silent server takes `REACH_WITHIN_MS`.
 */
const SILENT_LOOKS = 4;

/** The servers of one DATABASE_URL. */
export type Servers = ReturnType<typeof openServers>;

/**
 * Opens the servers of a DATABASE_URL. One address can lead to several servers too, through a proxy or a name
 * that moves.
 */
export function openServers(url: string, fence: Fence = openFence()) {
  const { targets, present, forget, find } = openSearch(url, fence);
  let isAnswered = false;
  let looks = 0;
  let silentLooks = 0;

  return {
    /** Whether there are others to try if one does not answer. */
    hasOthers: targets.length > 1,
    /** The server to connect to: the present one, or the one that takes writes now. */
    place: async (): Promise<Target> => present() ?? (await find()),
    /** Takes a new connection, or throws if its server must not be used. Returns what ends its membership. */
    enter(identity: Identity, target: Target, drop: () => void): () => void {
      if (!identity.isWritable)
        throw new NoPrimaryError(`The database takes no writes: ${target.name} is a standby or read-only`);
      fence.admit(identity, target);
      return fence.members.join({ drop, target, timeline: identity.timeline });
    },
    /** Records an answer of the present server. */
    noteAnswer(): void {
      isAnswered = true;
    },
    /** Records that a server could not be connected to: the next connection looks for another one. */
    noteLost(target: Target): void {
      if (present()?.name === target.name) forget();
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
      silentLooks = hasAnswered || isAnswered || isFound ? 0 : silentLooks + 1;
      if (silentLooks < SILENT_LOOKS) return;
      silentLooks = 0;
      const names = new Set(targets.map(({ name }) => name));
      fence.members.drop(({ target }) => names.has(target.name));
    },
  };
}
