// Limits unbound connections by network and in total. One more evicts the oldest, which had the most time to
// bind.
import type net from 'node:net';

/** The slot of one connection that is not bound. */
export type UnboundSlot = {
  /** Its bind is being decided, so it cannot be evicted. */
  keep(): void;
  /** It is bound or gone. May be called more than once. */
  release(): void;
};

type UnboundLimits = {
  /** Slots of one network, and of all networks in one share; unlimited if undefined. */
  perNetwork: number | undefined;
  perShare: number;
  networkOf(address: string): string;
  /** Whether the address uses a share of its own, which others cannot fill and one network may use up. */
  isListed(address: string): boolean;
};

type Entry = { socket: net.Socket; network: string; isListed: boolean; isKept: boolean };

/** Keeps connections in the order they came. `admit` returns a slot, or null if no other can be evicted. */
export function openUnbound({ perNetwork, perShare, networkOf, isListed }: UnboundLimits) {
  const entries = new Set<Entry>();

  function evictFor(next: Entry): boolean {
    if (perNetwork === undefined) return true;
    const share = [...entries].filter((one) => one.isListed === next.isListed);
    const own = share.filter((one) => one.network === next.network);
    if (own.length >= (next.isListed ? perShare : perNetwork)) return dropOldest(own);
    return share.length < perShare || dropOldest(largestNetwork(share));
  }

  function dropOldest(of: readonly Entry[]): boolean {
    const oldest = of.find(({ isKept }) => !isKept);
    if (!oldest) return false;
    entries.delete(oldest);
    oldest.socket.destroy();
    return true;
  }

  return {
    admit(socket: net.Socket): UnboundSlot | null {
      const address = socket.remoteAddress ?? '';
      const entry = { socket, network: networkOf(address), isListed: isListed(address), isKept: false };
      if (!evictFor(entry)) return null;
      entries.add(entry);
      return {
        keep: () => {
          entry.isKept = true;
        },
        release: () => void entries.delete(entry),
      };
    },
  };
}

/** The evictable connections of the network that has the most of them. */
function largestNetwork(share: readonly Entry[]): Entry[] {
  const networks = [
    ...Map.groupBy(
      share.filter(({ isKept }) => !isKept),
      ({ network }) => network,
    ).values(),
  ];
  return networks.sort((one, other) => other.length - one.length)[0] ?? [];
}
