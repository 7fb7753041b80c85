// What one process has to work with, made once at start and handed down.
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { DB } from './db/types.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** What queries run on: the database, or a transaction on it. */
export type Database = Kysely<DB>;

/** A pool and kysely over it: the code that opened the pool ends it, after everything that uses it has stopped. */
export type Connections = { pool: pg.Pool; kysely: Database };

/**
 * What connections are for, so that none of these waits for another: `urgent` what must not wait (accept, dispatch, answers, receipts,
 * recovery), `people` what a person looks at and waits for, `long` what is asked for and takes its time (reports, previews, imports, exports,
 * changes of many contacts), `jobs` what the service does by itself (campaigns, callbacks, mails, rollups, housekeeping).
 */
export type Purpose = 'urgent' | 'people' | 'long' | 'jobs';

/** `pool` and `kysely` are those for people, unless they were handed on by `servicesFor`. */
export type Services = Connections & {
  settings: Settings;
  secrets: Secrets;
  log: Logger;
  pools: Record<Purpose, Connections>;
};

/** The same services over the connections for another purpose. */
export function servicesFor<Given extends Pick<Services, 'pools'>>(
  services: Given,
  purpose: Purpose,
): Given & Connections {
  return { ...services, ...services.pools[purpose] };
}

/** The same connections for all purposes, where none has to wait for another. */
export function onePool(connections: Connections): Connections & Pick<Services, 'pools'> {
  return {
    ...connections,
    pools: { urgent: connections, people: connections, long: connections, jobs: connections },
  };
}
