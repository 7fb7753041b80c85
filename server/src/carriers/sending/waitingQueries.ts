// SQL of the waiting messages for operators, by link group and team.
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import { FREE } from '../../jobs/claim.ts';
import type { Database } from '../../services.ts';

/** A count of a full queue that takes longer would disturb sending. */
const STATEMENT_MS = 15_000;

/**
 * Messages of a team in a link group. `due`: may be sent now. `later`: planned or postponed. `held`: until
 * staff release the destination. `in_flight`: leased. `in_doubt`: written without an answer. `links`: those
 * that running processes have for the group.
 */
export type Waiting = {
  link_group: string;
  links: string[];
  team_id: string;
  team: string;
  paused: boolean;
  due: number;
  later: number;
  held: number;
  in_flight: number;
  in_doubt: number;
  oldest_seconds: number | null;
  total: number;
};

/** The waiting messages, the oldest due first, at most `limit` rows. Each row has the `total` of rows. */
export async function selectWaiting(db: Database, limit: number): Promise<Waiting[]> {
  const free = sql.raw(`${FREE}`);
  const { rows } = await transaction(db, async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(trx);
    return sql<Waiting>`
      with counted as (
        select link_group, team_id,
          (count(*) filter (where ${free} and due_at <= now()))::integer as due,
          (count(*) filter (where ${free} and due_at > now() and held_for is null))::integer as later,
          (count(*) filter (where held_for is not null))::integer as held,
          (count(*) filter (where lease_until is not null))::integer as in_flight,
          (count(*) filter (where doubt_until is not null))::integer as in_doubt,
          extract(epoch from now() - min(due_at) filter (where ${free} and due_at <= now()))::integer as oldest_seconds
        from send_queue group by link_group, team_id
      ), shown as (
        select *, (count(*) over ())::integer as total from counted
        order by oldest_seconds desc nulls last, link_group, team_id limit ${limit}
      )
      select s.link_group, s.team_id, t.name as team, t.paused_at is not null as paused, s.due, s.later, s.held,
        s.in_flight, s.in_doubt, s.oldest_seconds, s.total,
        array(select distinct l.link_id from link_reports l where s.link_group = any(l.groups)
          and l.seen_at > now() - interval '10 seconds' order by 1) as links
      from shown s join teams t on t.id = s.team_id
      order by s.oldest_seconds desc nulls last, s.link_group, s.team_id`.execute(trx);
  });
  return rows;
}
