// What one process has to work with, made once at start and handed down.
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { DB } from './db/types.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** What queries run on: the database, or a transaction on it. */
export type Database = Kysely<DB>;

/** `kysely` works over `pool`: whoever made the pool ends it, after everything that uses it has stopped. */
export type Services = {
  settings: Settings;
  secrets: Secrets;
  pool: pg.Pool;
  kysely: Database;
  log: Logger;
};
