// All SQL of the audit log. Rows are only ever added.
import { type Insertable, sql } from 'kysely';
import type { AuditLog } from '../db/types.ts';
import type { Database } from '../services.ts';

export async function insertAudit(db: Database, row: Insertable<AuditLog>): Promise<void> {
  await db.insertInto('audit_log').values(row).execute();
}

export type AuditFilter = {
  /** A pattern of LIKE; null for all. */
  like: string | null;
  action: string | null;
  teamId: string | null;
  /** Rows older than this one only. */
  before: string | null;
  limit: number;
};

/**
 * The entries of a slip's first reader stay hidden until it is decided: the second reader must not know them.
 * A subject is cast inside a CASE, because the planner may run the conditions of an AND in any order and
 * other subjects are no ids.
 */
const detail = sql<unknown>`case when exists (select from payments p
    where p.id = case when a.action = 'SLIP_ASKED' then a.subject::uuid end and p.status = 'PENDING')
  then a.detail - array['total', 'amount', 'reference'] else a.detail end`;

/** Rows with the names of their teams, the newest first. */
export function selectAudit(db: Database, { like, action, teamId, before, limit }: AuditFilter) {
  return db
    .selectFrom('audit_log as a')
    .leftJoin('teams as t', 't.id', 'a.team_id')
    .select(['a.id', 'a.at', 'a.staff_email', 'a.action', 'a.team_id', 't.name as team_name'])
    .select(['a.subject', 'a.ip'])
    .select(detail.as('detail'))
    .$if(action !== null, (query) => query.where('a.action', '=', action as string))
    .$if(teamId !== null, (query) => query.where('a.team_id', '=', teamId as string))
    .$if(before !== null, (query) => query.where('a.id', '<', before as string))
    .$if(like !== null, (query) =>
      query.where(
        sql<boolean>`concat_ws(' ', a.staff_email, a.action, a.subject, ${detail}::text, t.name) ilike ${like}`,
      ),
    )
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
}

/** Every action in the log; hops from one to the next through the index. */
export async function selectActions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known (action) as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > known.action order by a.action limit 1)
      from known where known.action is not null
    )
    select action from known where action is not null`.execute(db);
  return rows.map((row) => row.action);
}
