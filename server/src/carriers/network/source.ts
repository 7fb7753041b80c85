// The source of this process's network: CARRIERS_FILE, else the current version in the database, else the
// built-in simulator.
import { statSync } from 'node:fs';
import type { Pool } from 'pg';
import type { Signals } from '../../db/signals.ts';
import { isPracticeMachine } from '../../http/address.ts';
import type { Services } from '../../services.ts';
import { type Network, readNetworkFile, simulatorLinks } from '../links/config.ts';
import { openReload } from '../links/reload.ts';
import { readCurrentNetwork, startFollowing } from './follow.ts';

type Parts = Pick<Services, 'settings' | 'secrets' | 'log'> & {
  pool: Pool;
  simulatorPort: number;
  /** The row of this process among those that run. */
  processId: string;
};

type Following = { signals: Pick<Signals, 'on'>; use(network: Network): Promise<void> };

/** `isPractice`: LIVE has the simulator, because nothing is configured on a practice machine. */
export type NetworkSource = {
  network: Network;
  isPractice: boolean;
  /** Applies changes from now on. `request` reads the network again. */
  follow(following: Following): { request(): void; stop(): Promise<void> };
};

const NOTHING: Network = { links: [], rules: [] };

/** Reads the network. Throws if this process cannot use it. TEST always has the simulator. */
export async function openNetwork(parts: Parts): Promise<NetworkSource> {
  const { settings, simulatorPort, pool, secrets, log } = parts;
  const { carriersFile } = settings;
  const withSimulator = (live: Network, isPractice = false): Network => {
    const simulated = simulatorLinks(simulatorPort, isPractice ? ['TEST', 'LIVE'] : ['TEST']);
    return { ...live, links: [...simulated, ...live.links] };
  };
  if (carriersFile !== null) {
    const read = () => withSimulator(readNetworkFile(carriersFile));
    const modified = () => statSync(carriersFile, { throwIfNoEntry: false })?.mtimeMs;
    const readAt = modified();
    return {
      network: read(),
      isPractice: false,
      follow({ use }) {
        const reload = openReload({ log, read, use });
        // A change during the start.
        if (modified() !== readAt) reload.request();
        return reload;
      },
    };
  }
  const current = await readCurrentNetwork(pool, secrets);
  const isPractice = !current && settings.databaseUrl === null && isPracticeMachine(settings);
  return {
    network: withSimulator(current?.network ?? NOTHING, isPractice),
    isPractice,
    follow: ({ signals, use }) =>
      startFollowing({
        ...parts,
        signals,
        started: current?.number ?? null,
        use: (network) => use(withSimulator(network)),
      }),
  };
}
