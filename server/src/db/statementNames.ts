// Names of statements over PgBouncer: only some of its versions know whose they are.
import type pg from 'pg';

/** Pools over a PgBouncer that knows the statements of its clients. */
const named = new WeakSet<pg.Pool>();

const PROBE = 'godwit_names';
const PROBE_TEXT = `select name from pg_prepared_statements where statement like '%${PROBE}%' order by prepare_time desc limit 1`;

/**
 * Lets the statements of a pool over PgBouncer keep their names if PgBouncer gives them names of its own, as
 * it does from version 1.21 on with `max_prepared_statements`; any other pooler hands the name on to
 * whichever session comes. Returns whether it does.
 */
export async function keepNames(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    named.add(pool);
    const { rows } = await client.query<{ name: string }>({ name: PROBE, text: PROBE_TEXT });
    if (!rows[0]?.name.startsWith('PGBOUNCER_')) named.delete(pool);
  } catch {
    // Another client's statement of that name is in the session.
    named.delete(pool);
  } finally {
    client.release(!named.has(pool));
  }
  return named.has(pool);
}

/** Has a connection send each statement as one without a name, unless names are kept. */
export function forgetNames(client: pg.PoolClient, pool: pg.Pool): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const nameless = (given: unknown) =>
    !named.has(pool) && typeof given === 'object' && given !== null && 'text' in given && !('submit' in given)
      ? { ...given, name: undefined }
      : given;
  Object.assign(client, { query: (given: unknown, ...rest: unknown[]) => query(nameless(given), ...rest) });
}
