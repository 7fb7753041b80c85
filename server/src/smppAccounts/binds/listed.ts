// Caches the addresses that SMPP accounts list, to recognize a connection before it binds.
import { BlockList } from 'node:net';
import { SETTINGS_TOPIC, type Signals } from '../../db/signals.ts';
import { isIn, networksOf } from '../../http/networks.ts';
import { startLoop } from '../../jobs/loop.ts';
import type { Services } from '../../services.ts';
import { selectNetworks } from '../queries.ts';

export type Listed = {
  /** Whether any account lists this address. */
  has(address: string): boolean;
  /** Whether this account lists this address. */
  names(systemId: string, address: string): boolean;
  stop(): Promise<void>;
};

const EVERY_MS = 5_000;

/** Loads the addresses, and reloads them periodically and when settings change. */
export async function openListed(
  { kysely, log }: Pick<Services, 'kysely' | 'log'>,
  signals: Pick<Signals, 'on'>,
): Promise<Listed> {
  let all = new BlockList();
  let byAccount = new Map<string, BlockList>();
  const read = Promise.withResolvers<void>();
  const loop = startLoop({
    name: 'reading the addresses of SMPP accounts',
    log,
    everyMs: EVERY_MS,
    wakeOn: { signals, topic: SETTINGS_TOPIC },
    async round() {
      const rows = await selectNetworks(kysely);
      all = networksOf(rows.flatMap(({ networks }) => networks));
      byAccount = new Map(rows.map(({ system_id, networks }) => [system_id, networksOf(networks)]));
      read.resolve();
      return undefined;
    },
  });
  await read.promise;
  return {
    has: (address) => isIn(all, address),
    names: (systemId, address) => isIn(byAccount.get(systemId), address),
    stop: () => loop.stop(),
  };
}
