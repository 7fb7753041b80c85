// Names of prepared statements over PgBouncer, of which only some versions keep apart the names of different
// clients.
import type pg from 'pg';

/** Pools over a PgBouncer that keeps track of its clients' statements. */
const named = new WeakSet<pg.Pool>();

const PROBE = 'godwit_names';
const PROBE_TEXT = `select name from pg_prepared_statements where statement like '%${PROBE}%' order by prepare_time desc limit 1`;

/**
 * Lets the statements of a pool over PgBouncer keep their names if PgBouncer renames them, as it does from
 * version 1.21 on with `max_prepared_statements`. Any other pooler passes the name on to an arbitrary
 * session. Returns whether the names are kept.
 */
export async function keepNames(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    named.add(pool);
    const { rows } = await client.query<{ name: string }>({ name: PROBE, text: PROBE_TEXT });
    if (!rows[0]?.name.startsWith('PGBOUNCER_')) named.delete(pool);
  } catch {
    // The session has another client's statement of that name.
    named.delete(pool);
  } finally {
    client.release(!named.has(pool));
  }
  return named.has(pool);
}

/** Makes a connection send each statement without its name, unless names are kept. */
export function forgetNames(client: pg.PoolClient, pool: pg.Pool): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const nameless = (given: unknown) =>
    !named.has(pool) && typeof given === 'object' && given !== null && 'text' in given && !('submit' in given)
      ? { ...given, name: undefined }
      : given;
  Object.assign(client, { query: (given: unknown, ...rest: unknown[]) => query(nameless(given), ...rest) });
}
