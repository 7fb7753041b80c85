// Runs transactions over a pool or Kysely, and statements that stop when their request is aborted.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely } from 'kysely';
import pg from 'pg';
import { connectionOf, kyselyWithin } from './kysely.ts';
import type { DB } from './types.ts';

/** Set for code that runs inside a transaction, until the transaction ends. */
const held = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the work of a transaction so that it cannot wait for a second connection. */
async function holding<T>(work: () => Promise<T>): Promise<T> {
  const state = { isOpen: true };
  try {
    return await held.run(state, work);
  } finally {
    // Anything that the work started without awaiting it, such as a timer, is no longer part of the
    // transaction.
    state.isOpen = false;
  }
}

/**
 * Transactions that wait for a second connection wait for ever once all of them do. So the request fails at
 * once, also in tests and with free connections.
 */
export function refuseSecondConnections(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  return Object.assign(pool, {
    connect(...args: unknown[]) {
      if (!held.getStore()?.isOpen) return connect(...args);
      const error = new Error('A transaction asks for a second connection: use the one that it has');
      // Supports pg's callback form too, because query() uses it.
      const [callback] = args;
      if (typeof callback !== 'function') return Promise.reject(error);
      process.nextTick(callback, error);
    },
  });
}

/**
 * Runs `work` in one transaction on one connection: committed when it returns, rolled back when it throws.
 * Given a pool, the work gets the connection; given Kysely, it gets Kysely on that connection. Given the
 * Kysely of a transaction, the work joins that transaction. If the connection is lost during the commit, this
 * throws although the transaction may be committed: see `isOutcomeUnknown`.
 */
export function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
export function transaction<T>(kysely: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<T>): Promise<T>;
export function transaction<T>(on: pg.Pool | Kysely<DB>, work: (within: never) => Promise<T>): Promise<T> {
  const within = work as (on: pg.PoolClient | Kysely<DB>) => Promise<T>;
  if (!(on instanceof Kysely)) return onConnection(on, within);
  const connection = connectionOf(on);
  if (!(connection instanceof pg.Pool)) return within(on);
  return onConnection(connection, (client) => within(kyselyWithin(client)));
}

async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    afterCommits.set(client, []);
    await client.query('BEGIN');
    const result = await holding(() => work(client));
    await client.query('COMMIT');
    for (const notify of afterCommits.get(client) ?? []) notify();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    afterCommits.delete(client);
    client.release(broken);
  }
}

const afterCommits = new WeakMap<pg.ClientBase, (() => void)[]>();

/**
 * Calls `notify`, which must not throw, once the `transaction` on this connection is committed; never if it
 * is rolled back.
 */
export function afterCommit(client: pg.ClientBase, notify: () => void): void {
  afterCommits.get(client)?.push(notify);
}

/** Runs a query and returns its rows; if `signal` aborts during it, the database stops the query. */
export async function abortableQuery<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  signal: AbortSignal,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = await pool.connect();
  if (signal.aborted) client.release();
  signal.throwIfAborted();
  // Drops the connection too, so a late cancel hits no other statement. Closing it alone would not stop the
  // query: a server with nothing to write does not notice that its client is gone.
  const abort = () => {
    client.release(true);
    void cancelOn(pool, client);
  };
  signal.addEventListener('abort', abort);
  try {
    // Does not use the promise of client.query, which keeps the rows alive until the next full collection:
    // 150 MB for a long report.
    return await new Promise((resolve, reject) => {
      client.query<Row>(text, values, (error, result) => (error ? reject(error) : resolve(result.rows)));
    });
  } finally {
    signal.removeEventListener('abort', abort);
    if (!signal.aborted) client.release();
  }
}

/**
 * Cancels the statement on a dropped connection. If the database cannot be reached, the statement ends with
 * its timeout. Uses a new connection, because statements to be cancelled may fill the pool.
 */
async function cancelOn(pool: pg.Pool, given: pg.PoolClient): Promise<void> {
  const { processID } = given as pg.PoolClient & { processID: number };
  const client = new pg.Client(pool.options);
  // The same server, if the database has several.
  const { host, port } = given as pg.PoolClient & { host: string; port: number };
  Object.assign(client, { host, port });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1::integer)', [processID]);
  } catch {
    // The statement ends with its timeout, as described above.
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Like `transaction`; if `signal` aborts during it, the running statement is cancelled and the transaction is
 * rolled back.
 */
export async function abortableTransaction<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let abort = () => {};
  try {
    return await transaction(pool, (client) => {
      signal.throwIfAborted();
      // As in abortableQuery, drops the connection, so a late cancel hits no other statement.
      abort = () => {
        (client as pg.PoolClient & { end(): Promise<void> }).end().catch(() => {});
        void cancelOn(pool, client);
      };
      signal.addEventListener('abort', abort);
      return work(client);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
