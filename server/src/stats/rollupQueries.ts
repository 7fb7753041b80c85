// SQL that maintains message counts: rolls up new deltas, and compares the counts with the messages.
import type { ClientBase, Pool } from 'pg';
import { fragment, prepared, unprepared } from '../db/sql.ts';

const LOCK_ROLLUP = unprepared<{ locked: boolean }>('lock-rollup')`
  select pg_try_advisory_xact_lock(hashtext('godwit rollup')) as locked`;

/** Locks the rollup until the transaction ends. Returns false at once if another process has the lock. */
export async function lockRollup(client: ClientBase): Promise<boolean> {
  const { rows } = await LOCK_ROLLUP.run(client);
  return rows[0]!.locked;
}

const GRAINS_OF_QUARTER = fragment`lateral (values ('QUARTER', quarter), ('HOUR', date_bin('1 hour', quarter, '2000-01-01Z')),
          ('DAY', date_bin('1 day', quarter, '2000-01-01Z'))) as at (grain, starts_at)`;
const KEY = fragment`team_id, project_id, mode, grain, starts_at, direction, api_type, status`;
const FAILURE_KEY = fragment`team_id, project_id, mode, grain, starts_at, direction, failure, destination`;

/** The deltas of these teams only, or of all other teams. */
export type RollupTeams = { only: readonly string[] } | { allBut: readonly string[] };

const ROLL_UP_DELTAS = prepared<{ taken: number; empty: object[] }>('roll-up-deltas')`
  with taken as (
      delete from message_count_deltas where ctid = any(array(
        select ctid from message_count_deltas where (team_id = any(${'ids'}::uuid[])) = ${'isOnly'} limit ${'limit'}
      )) returning *
    ), summed as (
      insert into message_counts as c (${KEY}, count, segments, cost_micros)
      select team_id, project_id, mode, at.grain::count_grain, at.starts_at, direction, api_type, status,
        sum(count), sum(segments), sum(cost_micros)
      from taken cross join ${GRAINS_OF_QUARTER}
      group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (${KEY}) do update set count = c.count + excluded.count, segments = c.segments + excluded.segments,
        cost_micros = c.cost_micros + excluded.cost_micros
      returning ${KEY}, c.count
    ), failures as (
      insert into failure_counts as c (${FAILURE_KEY}, count)
      select team_id, project_id, mode, at.grain::count_grain, at.starts_at, direction, failure, destination, sum(count)
      from taken cross join ${GRAINS_OF_QUARTER} where failure <> ''
      group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (${FAILURE_KEY}) do update set count = c.count + excluded.count
    )
    select (select count(*) from taken)::integer as taken,
      (select coalesce(jsonb_agg(summed), '[]') from summed where count = 0) as empty`;

/** Moves up to `limit` deltas into the counts of every grain. Returns how many it moved. */
export async function rollUpDeltas(client: ClientBase, limit: number, teams: RollupTeams): Promise<number> {
  const [isOnly, ids] = 'only' in teams ? [true, teams.only] : [false, teams.allBut];
  const { rows } = await ROLL_UP_DELTAS.run(client, { limit, ids, isOnly });
  const { taken, empty } = rows[0]!;
  if (empty.length > 0) await deleteEmpty(client, empty);
  return taken;
}

const TEAMS_TO_ROLL_UP = unprepared<{ id: string }>('teams-to-roll-up')`
  select distinct team_id as id from message_count_deltas`;

/** The teams that have deltas. */
export async function selectTeamsToRollUp(pool: Pool): Promise<string[]> {
  const { rows } = await TEAMS_TO_ROLL_UP.run(pool);
  return rows.map(({ id }) => id);
}

const DELETE_EMPTY = prepared('delete-empty-counts')`
  delete from message_counts c using jsonb_to_recordset(${'empty'}::jsonb) as e (team_id uuid, project_id uuid,
      mode message_mode, grain count_grain, starts_at timestamptz, direction message_direction, api_type message_api_type,
      status message_status)
    where (c.team_id, c.project_id, c.mode, c.grain, c.starts_at, c.direction, c.api_type, c.status) =
      (e.team_id, e.project_id, e.mode, e.grain, e.starts_at, e.direction, e.api_type, e.status)
      and c.count = 0 and c.segments = 0 and c.cost_micros = 0`;

/** No count changes between the rollup and this: both are under the same lock. */
async function deleteEmpty(client: ClientBase, empty: object[]): Promise<void> {
  await DELETE_EMPTY.run(client, { empty: JSON.stringify(empty) });
}

/** A count that differs from the messages: its project, and the kind of messages it counts. */
export type WrongCount = { team: string; project: string; problem: string; found: string; expected: string };

const WRONG_COUNTS = unprepared<WrongCount>('wrong-counts')`
  with delta as (
      select team_id, project_id, mode, at.grain::count_grain as grain, at.starts_at, direction, api_type, status,
        count, segments, cost_micros
      from message_count_deltas cross join ${GRAINS_OF_QUARTER}
    ), counted as (
      select ${KEY}, sum(count) as count, sum(segments) as segments, sum(cost_micros) as cost_micros
      from (select ${KEY}, count, segments, cost_micros from message_counts
            union all select ${KEY}, count, segments, cost_micros from delta) as kept
      where starts_at >= (select messages_kept_from()) group by ${KEY} having sum(count) <> 0 or sum(segments) <> 0 or sum(cost_micros) <> 0
    ), quarters as (
      select team_id, project_id, mode, quarter_of(accepted_at) as quarter, direction, api_type,
        (case when state in ('sent', 'delivered', 'failed') then upper(state::text) else 'ACCEPTED' end)::message_status
          as status,
        count(*) as count, sum(segments) as segments,
        sum(case when failure::text = any(${'refunded'}::text[]) then 0 else cost_micros end) as cost_micros
      from messages where accepted_at >= (select messages_kept_from()) group by 1, 2, 3, 4, 5, 6, 7
    ), actual as (
      select team_id, project_id, mode, at.grain::count_grain as grain, at.starts_at, direction, api_type, status,
        sum(count) as count, sum(segments) as segments, sum(cost_micros) as cost_micros
      from quarters cross join ${GRAINS_OF_QUARTER}
      group by 1, 2, 3, 4, 5, 6, 7, 8
    )
    select team_id::text as team, project_id::text as project,
      concat_ws(' ', 'messages / segments / cost counted as', mode, status, api_type, direction, grain,
        to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')) as problem,
      concat_ws(' / ', coalesce(c.count, 0), coalesce(c.segments, 0), coalesce(c.cost_micros, 0)) as found,
      concat_ws(' / ', coalesce(a.count, 0), coalesce(a.segments, 0), coalesce(a.cost_micros, 0)) as expected
    from counted c full join actual a using (${KEY})
    where (c.count, c.segments, c.cost_micros) is distinct from (a.count, a.segments, a.cost_micros)
    order by team_id, project_id, mode, grain, starts_at, direction, api_type, status`;

/**
 * Counts of every grain that differ from the messages, in the caller's snapshot. `refunded` are the failures
 * whose cost is refunded.
 */
export async function selectWrongCounts(
  client: ClientBase,
  refunded: readonly string[],
): Promise<WrongCount[]> {
  const { rows } = await WRONG_COUNTS.run(client, { refunded });
  return rows;
}

const WRONG_FAILURES = unprepared<WrongCount>('wrong-failure-counts')`
  with counted as (
      select ${FAILURE_KEY}, sum(count) as count from (
        select ${FAILURE_KEY}, count from failure_counts
        union all
        select team_id, project_id, mode, at.grain::count_grain, at.starts_at, direction, failure, destination, count
        from message_count_deltas cross join ${GRAINS_OF_QUARTER} where failure <> ''
      ) as kept where starts_at >= (select messages_kept_from()) group by ${FAILURE_KEY}
    ), actual as (
      select team_id, project_id, mode, at.grain::count_grain as grain, at.starts_at, direction, failure, destination,
        count(*) as count
      from (
        select team_id, project_id, mode, quarter_of(accepted_at) as quarter, direction, failure::text as failure,
          destination_of(recipient) as destination
        from messages where failure is not null and accepted_at >= (select messages_kept_from())
      ) as failed cross join ${GRAINS_OF_QUARTER}
      group by 1, 2, 3, 4, 5, 6, 7, 8
    )
    select team_id::text as team, project_id::text as project,
      concat_ws(' ', 'messages counted as', mode, 'FAILED', failure, 'to', destination, direction, grain,
        to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')) as problem,
      coalesce(c.count, 0)::text as found, coalesce(a.count, 0)::text as expected
    from counted c full join actual a using (${FAILURE_KEY})
    where c.count is distinct from a.count order by ${FAILURE_KEY}`;

/** The same for the counts of failed messages by reason and destination. */
export async function selectWrongFailures(client: ClientBase): Promise<WrongCount[]> {
  const { rows } = await WRONG_FAILURES.run(client);
  return rows;
}

const WRONG_SPEND = unprepared<WrongCount>('wrong-spend')`
  with counted as (
      select project_id, sum(cost_micros) as micros from (
        select project_id, cost_micros from message_counts where mode = 'LIVE' and grain = 'QUARTER'
        union all
        select project_id, cost_micros from message_count_deltas where mode = 'LIVE'
      ) as kept group by 1
    ), posted as (
      select project_id, -sum(amount_micros) as micros from ledger_entries where project_id is not null group by 1
    )
    select p.team_id::text as team, p.id::text as project, 'spend counted in LIVE' as problem,
      coalesce(c.micros, 0)::text as found, coalesce(l.micros, 0)::text as expected
    from projects p left join counted c on c.project_id = p.id left join posted l on l.project_id = p.id
    where coalesce(c.micros, 0) <> coalesce(l.micros, 0) order by p.team_id, p.id`;

/**
 * Projects whose LIVE counts add up to another spend, in micro-units, than the charges and refunds of the
 * ledger, in the caller's snapshot.
 */
export async function selectWrongSpend(client: ClientBase): Promise<WrongCount[]> {
  const { rows } = await WRONG_SPEND.run(client);
  return rows;
}
