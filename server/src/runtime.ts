// What every command stands on: settings, database, secrets, log; opened in one order and closed in the reverse one.
import type pg from 'pg';
import { startEmbedded } from './db/embedded.ts';
import { SERVICE_ROLE } from './db/grants.ts';
import { serviceName } from './db/migrate.ts';
import {
  assertPooled,
  assertSafeDatabase,
  assertUnpooled,
  type DatabaseConfig,
  openKysely,
  openPool,
  type PoolLimits,
  UnreachableDatabaseError,
} from './db/pool.ts';
import { connectionName } from './db/sealed.ts';
import { createLog } from './log.ts';
import { loadSecrets, markOf } from './secrets.ts';
import { type Connections, onePool, type Purpose, type Services } from './services.ts';
import type { Settings } from './settings.ts';

export type Runtime = Services & {
  /** The embedded database as its owner, who alone migrates it; null where DATABASE_URL says who we are. */
  owner: DatabaseConfig | null;
  /** For what listens: one session of it stays with who asked. */
  sessions: pg.Pool;
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
 * What goes over PgBouncer where there is one: all that is short. What is asked for and takes its time keeps tables and cancels statements of
 * its session.
 */
export const POOLED: readonly Purpose[] = ['urgent', 'people', 'jobs'];

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
  const called = name === 'start' ? await serviceName() : name;
  const embedded = settings.databaseUrl
    ? null
    : await startEmbedded({ dataDir: settings.dataDir, log: (line) => log.info(line), signal });
  // Who can do anything to the database makes and mends it; the service is another role.
  const isService = typeof pools !== 'number';
  const config = (embedded && { ...embedded.config, ...(isService && { user: SERVICE_ROLE }) }) ?? {
    connectionString: settings.databaseSessionUrl ?? settings.databaseUrl!,
  };
  const { connections, end } = openPools(config, connectionName(called, markOf(secrets)), pools, settings);
  const close = async () => {
    await end();
    await embedded?.stop();
  };
  const abandon = async () => await embedded?.stop(0);
  try {
    const direct = connections.pools.long.pool;
    await assertSafeDatabase(direct);
    if (!embedded)
      await assertUnpooled(direct, settings.databaseSessionUrl ? 'DATABASE_SESSION_URL' : 'DATABASE_URL');
    for (const purpose of isService && settings.databaseSessionUrl ? POOLED : []) {
      const limits = (pools as Record<Purpose, PoolLimits>)[purpose];
      await assertPooled(connections.pools[purpose].pool, direct, { purpose, limits });
    }
  } catch (error) {
    await close();
    throw settings.databaseUrl
      ? (UnreachableDatabaseError.from(error, settings.databaseUrl) ?? error)
      : error;
  }
  const owner = embedded?.config ?? null;
  return {
    settings,
    secrets,
    ...connections,
    owner,
    log,
    adopted: embedded?.adopted ?? false,
    close,
    abandon,
  };
}

function openPools(
  config: DatabaseConfig,
  applicationName: string,
  pools: Readonly<Record<Purpose, PoolLimits>> | number,
  { databaseUrl, databaseSessionUrl }: Settings,
): { connections: Connections & Pick<Runtime, 'pools' | 'sessions'>; end(): Promise<void> } {
  const open = (limits: PoolLimits, purpose?: Purpose): Connections => {
    const pooled = databaseSessionUrl !== null && purpose !== undefined && POOLED.includes(purpose);
    const at = pooled ? { connectionString: databaseUrl!.replaceAll('{purpose}', purpose) } : config;
    const pool = openPool(at, { ...limits, applicationName, pooled });
    return { pool, kysely: openKysely(pool) };
  };
  if (typeof pools === 'number') {
    const only = open({ max: pools });
    return { connections: { ...onePool(only), sessions: only.pool }, end: () => only.pool.end() };
  }
  const all = {
    urgent: open(pools.urgent, 'urgent'),
    people: open(pools.people, 'people'),
    long: open(pools.long, 'long'),
    jobs: open(pools.jobs, 'jobs'),
  };
  const sessions = databaseSessionUrl ? open({ max: 1 }).pool : all.urgent.pool;
  return {
    connections: { ...all.people, pools: all, sessions },
    async end() {
      await Promise.all(Object.values(all).map(({ pool }) => pool.end()));
      if (sessions !== all.urgent.pool) await sessions.end();
    },
  };
}
