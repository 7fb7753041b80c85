// SQL of the processes of the service: each has a row that it keeps fresh. Names of connections would not do:
// a pooler keeps connections of processes that ended long ago.
import type { ClientBase, Pool } from 'pg';
import { fragment } from './sql.ts';

/**
 * SQL that a row of `processes` is of one that lives. Versions before the heartbeat report every 15 s: three
 * reports missed.
 */
export const ALIVE = fragment`seen_at > now() - interval '45 seconds'`;

/**
 * A process. `migration` is the last one that its version has, `mark` that of the secret that it seals with.
 */
export type ProcessRow = {
  id: string;
  host: string;
  version: string;
  roles: string[];
  startedAt: Date;
  migration: number;
  mark: string;
};

/** Says that a process lives, and forgets those that ended an hour ago. */
export async function beat(pool: Pool, process: ProcessRow): Promise<void> {
  const { id, host, version, roles, startedAt, migration, mark } = process;
  await pool.query(
    `with old as (delete from processes where seen_at < now() - interval '1 hour')
     insert into processes (id, host, version, roles, started_at, migration, secret_mark, accepted_rate, refused_rate)
     values ($1, $2, $3, $4, $5, $6, $7, 0, 0) on conflict (id) do update set seen_at = now()`,
    [id, host, version, roles, startedAt, migration, mark],
  );
}

/** Forgets a process that ends in order. */
export async function deleteProcess(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from processes where id = $1', [id]);
}

/** How many processes that live seal with another secret than the one of this mark. */
export async function countOtherMarks(pool: Pool, mark: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from processes where ${ALIVE} and secret_mark is distinct from $1`,
    [mark],
  );
  return rows[0]!.count;
}

/** How many processes live, by role. */
export async function countRoles(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ role: string; count: number }>(
    `select role, count(*)::integer as count from processes, unnest(roles) as role where ${ALIVE} group by 1`,
  );
  return new Map(rows.map(({ role, count }) => [role, count]));
}

/**
 * Whether a process of the service runs on a database, or one of a version that lacks migration `below`. A
 * database of a version that did not keep that yet has no such column.
 */
export async function isServed(client: ClientBase | Pool, below = 2 ** 31 - 1): Promise<boolean> {
  const known = await client.query(`select to_regclass('processes') is not null as is_kept`);
  if (!known.rows[0].is_kept) return false;
  const { rowCount } = await client.query(
    `select from processes p where ${ALIVE} and coalesce((to_jsonb(p) ->> 'migration')::integer, 0) < $1`,
    [below],
  );
  return rowCount !== 0;
}
