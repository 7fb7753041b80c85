// Caches the addresses that SMPP accounts list, to recognize a connection before it binds.
import { BlockList, isIP } from 'node:net';
import { SETTINGS_TOPIC, type Signals } from '../../db/signals.ts';
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
      all = listOf(rows.flatMap(({ networks }) => networks));
      byAccount = new Map(rows.map(({ system_id, networks }) => [system_id, listOf(networks)]));
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

/** Whether an address is in one of these networks. An empty list allows every address. */
export function isAllowed(networks: readonly string[], address: string): boolean {
  return networks.length === 0 || isIn(listOf(networks), address);
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return list;
}

function isIn(list: BlockList | undefined, address: string): boolean {
  return list?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ?? false;
}
