// Opens the basis of every command (settings, database, secrets, log), and closes it in reverse order.
import type pg from 'pg';
import { openCountryRules } from './countryRules.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { openKysely } from './db/kysely.ts';
import {
  assertPooled,
  assertSafeDatabase,
  assertUnpooled,
  type DatabaseConfig,
  openPool,
  type PoolLimits,
  UnreachableDatabaseError,
} from './db/pool.ts';
import { SERVICE_ROLE } from './db/schema/grants.ts';
import { type DatabaseServers, openDatabaseServers } from './db/servers/database.ts';
import { keepNames } from './db/statementNames.ts';
import { createLog } from './log.ts';
import { openReads } from './reads.ts';
import { loadSecrets } from './secrets.ts';
import { type Connections, onePool, type Purpose, type Services } from './services.ts';
import type { Settings } from './settings.ts';

export type Runtime = Services & {
  /** The embedded database as its owner, which alone migrates it; null if DATABASE_URL names the user. */
  owner: DatabaseConfig | null;
  /** For listeners: one session of it stays with each. */
  sessions: pg.Pool;
  /** The servers of the database, of which one takes writes. */
  servers: DatabaseServers;
  /** Whether it took over a cluster left by a killed process. */
  adopted: boolean;
  close(): Promise<void>;
  /** Releases the embedded database at once, even if something here still uses it. */
  abandon(): Promise<void>;
};

/**
 * The connections of a service: 31. Three services and a command with three more use 96 of the 97 that
 * PostgreSQL allows ordinary users by default.
 * A statement that exceeds its pool's timeout would be too late anyway.
 */
export const SERVICE_POOLS: Readonly<Record<Purpose, PoolLimits>> = {
  // One is reserved for signals.
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
 * The pools that go through PgBouncer if there is one: all short work. Long work keeps tables and cancels
 * statements of its session.
 */
export const POOLED: readonly Purpose[] = ['urgent', 'people', 'jobs'];

/**
 * Starts or finds the database and opens it, with a pool for each purpose or one of `pools` connections for
 * all.
 * Throws an error for the operator if it is not usable. `signal` ends the wait for an embedded one.
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
  // The owner, who has all rights, creates and repairs the database; the service uses another role.
  const isService = typeof pools !== 'number';
  const servers = openDatabaseServers(isService ? log : undefined);
  const at = (url: string): DatabaseConfig => ({ connectionString: url, servers: servers.at(url) });
  const config = embedded
    ? { ...embedded.config, ...(isService && { user: SERVICE_ROLE }) }
    : at(settings.databaseSessionUrl ?? settings.databaseUrl!);
  const pooledAt = (purpose: Purpose) => at(settings.databaseUrl!.replaceAll('{purpose}', purpose));
  const isPooled = settings.databaseSessionUrl !== null;
  const opening = { config, pooledAt: isPooled ? pooledAt : null };
  const { connections, end } = openPools(opening, `godwit ${name}`, pools);
  const readUrl = isService ? settings.databaseReadUrl : null;
  const reading = openReads(readUrl, connections.pools, {
    name: `godwit ${name}`,
    limits: SERVICE_POOLS,
    log,
  });
  const close = async () => {
    await Promise.all([end(), reading.end()]);
    await embedded?.stop();
  };
  const abandon = async () => await embedded?.stop(0);
  try {
    const direct = connections.pools.long.pool;
    await assertSafeDatabase(direct);
    if (!embedded)
      await assertUnpooled(direct, settings.databaseSessionUrl ? 'DATABASE_SESSION_URL' : 'DATABASE_URL');
    for (const purpose of isService && isPooled ? POOLED : []) {
      const limits = (pools as Record<Purpose, PoolLimits>)[purpose];
      await assertPooled(connections.pools[purpose].pool, direct, { purpose, limits });
      await keepNames(connections.pools[purpose].pool);
    }
  } catch (error) {
    await close();
    throw UnreachableDatabaseError.explain(error, settings.databaseUrl);
  }
  const owner = embedded?.config ?? null;
  return {
    settings,
    secrets,
    ...connections,
    reads: reading.reads,
    owner,
    servers,
    log,
    countryRules: openCountryRules(settings, log),
    adopted: embedded?.adopted ?? false,
    close,
    abandon,
  };
}

/** `pooledAt`: the PgBouncer of a purpose; null without one. */
function openPools(
  { config, pooledAt }: { config: DatabaseConfig; pooledAt: ((purpose: Purpose) => DatabaseConfig) | null },
  applicationName: string,
  pools: Readonly<Record<Purpose, PoolLimits>> | number,
): { connections: Connections & Pick<Runtime, 'pools' | 'sessions'>; end(): Promise<void> } {
  const open = (limits: PoolLimits, purpose?: Purpose): Connections => {
    const at = purpose !== undefined && POOLED.includes(purpose) ? pooledAt?.(purpose) : undefined;
    const pool = openPool(at ?? config, { ...limits, applicationName, pooled: at !== undefined });
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
  const sessions = pooledAt ? open({ max: 1 }).pool : all.urgent.pool;
  return {
    connections: { ...all.people, pools: all, sessions },
    async end() {
      await Promise.all(Object.values(all).map(({ pool }) => pool.end()));
      if (sessions !== all.urgent.pool) await sessions.end();
    },
  };
}
