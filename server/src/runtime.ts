// What every command stands on: settings, database, secrets, log; opened in one order and closed in the reverse one.
import { startEmbedded } from './db/embedded.ts';
import {
  assertSafeDatabase,
  type DatabaseConfig,
  openKysely,
  openPool,
  type PoolLimits,
  UnreachableDatabaseError,
} from './db/pool.ts';
import { createLog } from './log.ts';
import { loadSecrets } from './secrets.ts';
import { type Connections, onePool, type Purpose, type Services } from './services.ts';
import type { Settings } from './settings.ts';

export type Runtime = Services & {
  /** Whether a cluster left by a killed process was taken over. */
  adopted: boolean;
  close(): Promise<void>;
  /** Releases the embedded database at once, also while something here still uses it. */
  abandon(): Promise<void>;
};

/**
 * The connections of a service: 31. Three whole ones and a command beside them, which has three, are 96 of the 97 that PostgreSQL
 * allows by default to users that are no superuser.
 * A statement that takes longer than its pool allows would come too late anyway.
 */
export const SERVICE_POOLS: Readonly<Record<Purpose, PoolLimits>> = {
  // One is kept for signals.
  urgent: { max: 12, lookUps: true, acquireMs: 5_000, statementMs: 15_000, idleInTransactionMs: 10_000 },
  people: {
    max: 8,
    lookUps: true,
    perTeam: 3,
    acquireMs: 5_000,
    statementMs: 15_000,
    lockMs: 3_000,
    idleInTransactionMs: 30_000,
  },
  long: { max: 6, plansAnew: true, acquireMs: 15_000, statementMs: 600_000, idleInTransactionMs: 60_000 },
  // The recipients of a large campaign are one statement.
  jobs: { max: 5, lookUps: true, acquireMs: 15_000, statementMs: 600_000, idleInTransactionMs: 60_000 },
};

/**
 * Starts or finds the database and opens it, with a pool for each purpose or one of `pools` connections for all. Throws with a sentence
 * for the operator where it is not fit for use; `signal` ends the wait for an embedded one.
 */
export async function openRuntime(
  settings: Settings,
  name: string,
  pools: Readonly<Record<Purpose, PoolLimits>> | number,
  signal?: AbortSignal,
): Promise<Runtime> {
  const log = createLog(settings);
  const secrets = loadSecrets(settings);
  const embedded = settings.databaseUrl
    ? null
    : await startEmbedded({ dataDir: settings.dataDir, log: (line) => log.info(line), signal });
  const config = embedded?.config ?? { connectionString: settings.databaseUrl! };
  const { connections, end } = openPools(config, `godwit ${name}`, pools);
  const close = async () => {
    await end();
    await embedded?.stop();
  };
  const abandon = async () => await embedded?.stop(0);
  try {
    await assertSafeDatabase(connections.pool);
  } catch (error) {
    await close();
    throw settings.databaseUrl
      ? (UnreachableDatabaseError.from(error, settings.databaseUrl) ?? error)
      : error;
  }
  return { settings, secrets, ...connections, log, adopted: embedded?.adopted ?? false, close, abandon };
}

function openPools(
  config: DatabaseConfig,
  applicationName: string,
  pools: Readonly<Record<Purpose, PoolLimits>> | number,
): { connections: Connections & Pick<Services, 'pools'>; end(): Promise<void> } {
  const open = (limits: PoolLimits): Connections => {
    const pool = openPool(config, { ...limits, applicationName });
    return { pool, kysely: openKysely(pool) };
  };
  if (typeof pools === 'number') {
    const only = open({ max: pools });
    return { connections: onePool(only), end: () => only.pool.end() };
  }
  const people = open(pools.people);
  const all = { urgent: open(pools.urgent), people, long: open(pools.long), jobs: open(pools.jobs) };
  return {
    connections: { ...people, pools: all },
    async end() {
      await Promise.all(Object.values(all).map(({ pool }) => pool.end()));
    },
  };
}
