// The shared services of one process, created at start and passed down.
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { CountryRules } from './countryRules.ts';
import { openReader, type Reader } from './db/reads.ts';
import type { DB } from './db/types.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The target of queries: the database, or a transaction on it. */
export type Database = Kysely<DB>;

/** A pool and kysely over it. The code that opened the pool ends it, after all its users have stopped. */
export type Connections = { pool: pg.Pool; kysely: Database };

/**
 * Purposes of connections, so that none waits for another: `urgent` for work that must not wait (accept,
 * dispatch, submit results, receipts, recovery), `people` for requests that a person waits for, `long` for
 * long requests (reports, previews, imports, exports, bulk changes of contacts), `jobs` for background work
 * (campaigns, callbacks, mails, rollups, housekeeping).
 */
export type Purpose = 'urgent' | 'people' | 'long' | 'jobs';

/** Readers of what is only shown: requests that a person waits for, and long ones. */
export type Reads = Record<'people' | 'long', Reader<Connections>>;

/** `pool` and `kysely` are those for people, unless `servicesFor` replaced them. */
export type Services = Connections & {
  settings: Settings;
  secrets: Secrets;
  log: Logger;
  countryRules: CountryRules;
  pools: Record<Purpose, Connections>;
  reads: Reads;
};

/** The same services over the connections for another purpose. */
export function servicesFor<Given extends Pick<Services, 'pools'>>(
  services: Given,
  purpose: Purpose,
): Given & Connections {
  return { ...services, ...services.pools[purpose] };
}

/** The same connections for all purposes, if none has to wait for another. */
export function onePool(connections: Connections): Connections & Pick<Services, 'pools' | 'reads'> {
  const read = openReader(connections, []);
  return {
    ...connections,
    reads: { people: read, long: read },
    pools: { urgent: connections, people: connections, long: connections, jobs: connections },
  };
}
