// Kysely over the service's connections: the pool of a purpose, or the connection of a transaction.
import { Kysely, PostgresDialect, type TransactionBuilder } from 'kysely';
import type pg from 'pg';
import type { DB } from './types.ts';

/** The pool or connection under each Kysely. */
const connections = new WeakMap<object, pg.Pool | pg.ClientBase>();

class OwnKysely extends Kysely<DB> {
  /** Kysely's own transactions know neither `afterCommit` nor the check for second connections. */
  override transaction(): TransactionBuilder<DB> {
    throw new Error('Use transaction() of db/transaction.ts');
  }
}

/** Opens Kysely over a pool. */
export function openKysely(pool: pg.Pool): Kysely<DB> {
  const kysely = new OwnKysely({ dialect: new PostgresDialect({ pool }) });
  connections.set(kysely, pool);
  return kysely;
}

/** Kysely on the connection of a `transaction`: its statements are part of that transaction. */
export function kyselyWithin(client: pg.ClientBase): Kysely<DB> {
  const connection = { query: client.query.bind(client), release() {} } as unknown as pg.PoolClient;
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  const kysely = new OwnKysely({ dialect: new PostgresDialect({ pool }) });
  connections.set(kysely, client);
  return kysely;
}

/** The pool or connection under a Kysely of this file; anything else is returned as it is. */
export function connectionOf<On extends pg.Pool | pg.ClientBase | Kysely<DB>>(on: On) {
  return (connections.get(on) ?? on) as Exclude<On, Kysely<DB>> | pg.Pool | pg.ClientBase;
}
