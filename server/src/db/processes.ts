// SQL of the service's processes. Each process keeps a row fresh. Names of connections would not work,
// because a pooler keeps connections of processes that ended long ago.
import type { ClientBase, Pool } from 'pg';
import { fragment, unprepared } from './sql.ts';

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

// By the primary key, in a table of a few rows.
const BEAT = unprepared('beat')`
  with old as (delete from processes where seen_at < now() - interval '1 hour')
    insert into processes (id, host, version, roles, started_at, migration, secret_mark, accepted_rate, refused_rate)
    values (${'id'}, ${'host'}, ${'version'}, ${'roles'}, ${'startedAt'}, ${'migration'}, ${'mark'}, 0, 0)
    on conflict (id) do update set seen_at = now()`;

/** Records that a process is running, and removes processes that ended more than an hour ago. */
export async function beat(pool: Pool, process: ProcessRow): Promise<void> {
  await BEAT.run(pool, process);
}

// By the primary key.
const DELETE_PROCESS = unprepared('delete-process')`
  delete from processes where id = ${'id'}`;

/** Removes a process that stops. */
export async function deleteProcess(pool: Pool, id: string): Promise<void> {
  await DELETE_PROCESS.run(pool, { id });
}

// Reads a small table as a whole.
const COUNT_OTHER_MARKS = unprepared<{ count: number }>('count-other-marks')`
  select count(*)::integer as count from processes where ${ALIVE} and secret_mark is distinct from ${'mark'}`;

/** The number of running processes that seal with another secret than this mark's. */
export async function countOtherMarks(pool: Pool, mark: string): Promise<number> {
  const { rows } = await COUNT_OTHER_MARKS.run(pool, { mark });
  return rows[0]!.count;
}

// Reads a small table as a whole.
const COUNT_ROLES = unprepared<{ role: string; count: number }>('count-roles')`
  select role, count(*)::integer as count from processes, unnest(roles) as role where ${ALIVE} group by 1`;

/** The number of running processes by role. */
export async function countRoles(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await COUNT_ROLES.run(pool);
  return new Map(rows.map(({ role, count }) => [role, count]));
}

const HAS_PROCESSES = unprepared<{ is_kept: boolean }>('has-processes')`
  select to_regclass('processes') is not null as is_kept`;

// Reads a small table as a whole. Databases of older versions lack the column, so it is read from the row.
const SELECT_SERVING = unprepared('select-serving')`
  select from processes p where ${ALIVE} and coalesce((to_jsonb(p) ->> 'migration')::integer, 0) < ${'below'}`;

/**
 * Whether a process of the service runs on a database; with `below`, one whose version lacks that migration.
 */
export async function isServed(client: ClientBase | Pool, below = 2 ** 31 - 1): Promise<boolean> {
  const { rows } = await HAS_PROCESSES.run(client);
  if (!rows[0]!.is_kept) return false;
  const { rowCount } = await SELECT_SERVING.run(client, { below });
  return rowCount !== 0;
}
