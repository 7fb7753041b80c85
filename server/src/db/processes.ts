// SQL of the service's processes. Each process keeps a row fresh. Names of connections would not work,
// because a pooler keeps connections of processes that ended long ago.
import type { ClientBase, Pool } from 'pg';
import { fragment } from './sql.ts';

/**
 * SQL condition: the process of this row is running. Versions before the heartbeat report every 15 s, so this
 * allows three missed reports.
 */
export const ALIVE = fragment`seen_at > now() - interval '45 seconds'`;

/** A process. `migration`: the last one of its version; `mark`: identifies the secret that it seals with. */
export type ProcessRow = {
  id: string;
  host: string;
  version: string;
  roles: string[];
  startedAt: Date;
  migration: number;
  mark: string;
};

/** Records that a process is running, and removes processes that ended more than an hour ago. */
export async function beat(pool: Pool, process: ProcessRow): Promise<void> {
  const { id, host, version, roles, startedAt, migration, mark } = process;
  await pool.query(
    `with old as (delete from processes where seen_at < now() - interval '1 hour')
     insert into processes (id, host, version, roles, started_at, migration, secret_mark, accepted_rate, refused_rate)
     values ($1, $2, $3, $4, $5, $6, $7, 0, 0) on conflict (id) do update set seen_at = now()`,
    [id, host, version, roles, startedAt, migration, mark],
  );
}

/** Removes a process that stops. */
export async function deleteProcess(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from processes where id = $1', [id]);
}

/** The number of running processes that seal with another secret than this mark's. */
export async function countOtherMarks(pool: Pool, mark: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from processes where ${ALIVE} and secret_mark is distinct from $1`,
    [mark],
  );
  return rows[0]!.count;
}

/** The number of running processes by role. */
export async function countRoles(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ role: string; count: number }>(
    `select role, count(*)::integer as count from processes, unnest(roles) as role where ${ALIVE} group by 1`,
  );
  return new Map(rows.map(({ role, count }) => [role, count]));
}

/**
 * Whether a process of the service runs on a database; with `below`, one whose version lacks that migration.
 * Databases of older versions have no column for it.
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
