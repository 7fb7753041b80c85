// The form of a disruption, and everything that it can reach.
import type { Disk } from '../../../server/test/disk.ts';
import type { Random } from '../random.ts';
import type { Cluster } from './cluster.ts';
import type { Supervised } from './processes.ts';
import type { LinkProxy } from './proxy.ts';

export type World = {
  dataDir: string;
  server: Supervised;
  second: Supervised;
  carrier: Supervised;
  httpCarrier: Supervised;
  sink: Supervised;
  proxies: ReadonlyMap<string, LinkProxy>;
  disk: Disk;
  /** Null: the embedded database. */
  cluster: Cluster | null;
  /** The number of messages sent so far; it does not grow while no process serves. */
  sends(): number;
  /** Shifts the second process's clock from its next start on. */
  setClock(offsetMs: number): void;
};

/**
 * `isEmbedded`: it breaks the embedded database, or its disk. `prepare`: returns once it can begin.
 */
export type Kind = {
  what: string;
  isEmbedded?: boolean;
  prepare?: () => Promise<void>;
  run(world: World, random: Random): Promise<void>;
};
