// The readers of a process: standbys of DATABASE_READ_URL, or the primary.
import type { Logger } from 'pino';
import { openKysely } from './db/kysely.ts';
import { openPool, type PoolLimits } from './db/pool.ts';
import { openReader } from './db/reads.ts';
import { targetsOf } from './db/servers/address.ts';
import type { Reads, Services } from './services.ts';

const PURPOSES = ['people', 'long'] as const satisfies readonly (keyof Reads)[];

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
    note: noteFor(target.name, log),
  }));
  const open = (purpose: keyof Reads) =>
    servers.map(({ target, note }) => {
      const pool = openPool(
        { connectionString: target.url },
        { ...limits[purpose], applicationName: name, isStandby: true },
      );
      return { connections: { pool, kysely: openKysely(pool) }, restsUntilMs: 0, note };
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

/** Logs when a standby is no longer used, and when it is again. */
function noteFor(standby: string, log: Options['log']): (trouble: string | null) => void {
  let last: string | null = null;
  return (trouble) => {
    if (trouble === last) return;
    if (trouble === null) log.info({ standby }, 'Reads go to the standby again');
    else log.warn({ standby, reason: trouble }, 'Reads go to the primary: the standby cannot be used');
    last = trouble;
  };
}
