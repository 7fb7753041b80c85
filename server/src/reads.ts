// The readers of a process: standbys of DATABASE_READ_URL, or the primary.
import type { Client, Pool } from 'pg';
import type { Logger } from 'pino';
import { openKysely } from './db/kysely.ts';
import { openPool, type PoolLimits } from './db/pool.ts';
import { openReader } from './db/reads.ts';
import { targetsOf } from './db/servers/address.ts';
import type { Reads, Services } from './services.ts';

const PURPOSES = ['people', 'long'] as const satisfies readonly (keyof Reads)[];

/** A standby that takes no connection within this time is not waited for, in ms. */
const CONNECT_WITHIN_MS = 1_000;

type Options = {
  /** The name of the connections, for the operator. */
  name: string;
  limits: Readonly<Record<keyof Reads, PoolLimits>>;
  log: Pick<Logger, 'warn' | 'info'>;
};

/** Opens the readers over the standbys of a URL, in its order; null: over the primary alone. */
export function openReads(
  url: string | null,
  pools: Services['pools'],
  { name, limits, log }: Options,
): { reads: Reads; end(): Promise<void> } {
  const servers = (url === null ? [] : targetsOf(url)).map((target) => ({
    target,
    health: { trouble: null, restsUntilMs: 0, changed: logOf(target.name, log) },
  }));
  const open = (purpose: keyof Reads) =>
    servers.map(({ target, health }) => {
      const pool = openPool(
        { connectionString: target.url },
        { ...limits[purpose], acquireMs: CONNECT_WITHIN_MS, applicationName: name, isStandby: true },
      );
      return { connections: { pool, kysely: openKysely(pool) }, health, drop: dropOf(pool) };
    });
  const standbys = { people: open('people'), long: open('long') };
  return {
    reads: {
      people: openReader(pools.people, standbys.people),
      long: openReader(pools.long, standbys.long),
    },
    async end() {
      const all = PURPOSES.flatMap((purpose) => standbys[purpose]);
      await Promise.all(all.map(({ connections }) => connections.pool.end()));
    },
  };
}

/** Returns a function that ends all connections of a pool at once, also those in use. */
function dropOf(pool: Pool): () => void {
  const open = new Set<Client>();
  pool.on('connect', (client) => open.add(client as Client));
  pool.on('remove', (client) => open.delete(client as Client));
  return () => {
    for (const client of open) client.connection.stream.destroy();
  };
}

/** Logs when a standby is no longer used, why, and when it is again. */
function logOf(standby: string, log: Options['log']): (trouble: string | null) => void {
  return (trouble) => {
    if (trouble === null) log.info({ standby }, 'Standby is used for reads again');
    else log.warn({ standby, reason: trouble }, 'Standby is not used for reads');
  };
}
