// Applies the current version of the network in this process: within a second of its approval, and without a
// change to links that stay as they are.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Signals } from '../../db/signals.ts';
import type { Secrets } from '../../secrets.ts';
import { type Applied, followVersions } from '../../versions/follow.ts';
import type { Network } from '../links/config.ts';
import { NetworkError, networkOf, openSecrets } from './document.ts';
import { noteInUse, selectStored } from './queries.ts';
import { NETWORK } from './versions.ts';

/** The network of the current version. */
export type Numbered = { number: number; network: Network };

/**
 * Reads the current version; null if there is none. Throws a NetworkError, which names it, if this process
 * cannot use it.
 */
export async function readCurrentNetwork(pool: Pool, secrets: Secrets): Promise<Numbered | null> {
  const stored = await selectStored(pool);
  if (!stored) return null;
  const { number, body, sealed } = stored;
  try {
    return { number, network: networkOf({ body, secrets: opened(secrets, sealed) }) };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    throw new NetworkError(`Version ${number} of the network cannot be used here. ${error.message}`);
  }
}

function opened(secrets: Secrets, sealed: Buffer) {
  try {
    return openSecrets(secrets, sealed);
  } catch {
    throw new NetworkError('Its secrets are sealed with another SECRET_KEY');
  }
}

type Parts = {
  pool: Pool;
  secrets: Secrets;
  signals: Pick<Signals, 'on'>;
  log: Logger;
  /** The row of this process among those that run. */
  processId: string;
  /** The number of the version that this process started with; null for none. */
  started: number | null;
  /** The interval at which it looks without a signal. */
  everyMs?: number;
  /** Switches to a network. */
  use(network: Network): Promise<void>;
};

/**
 * Follows the current version until it is stopped. `request` looks at once, and also tries a version again
 * that could not be used. If a version cannot be used, the running links stay as they are.
 */
export function startFollowing({ pool, secrets, signals, log, processId, started, everyMs, use }: Parts) {
  async function apply(): Promise<Applied> {
    let read: Numbered | null;
    try {
      read = await readCurrentNetwork(pool, secrets);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      log.error({ err: error }, `the links stay as they are: ${error.message}`);
      return { trouble: error.message };
    }
    if (!read) return { trouble: null };
    await use(read.network);
    const names = {
      links: read.network.links.map(({ id }) => id),
      rules: read.network.rules.map(({ name }) => name),
    };
    log.info({ version: read.number, ...names }, 'these links and rules are now in use');
    return { inUse: read.number, trouble: null };
  }

  return followVersions({
    ...{ pool, signals, log, everyMs, apply },
    name: 'following the network',
    document: NETWORK,
    started: { inUse: started, tried: started, trouble: null },
    note: (inUse) => noteInUse(pool, processId, inUse),
  });
}
