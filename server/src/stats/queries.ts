// SQL of message counts: adding them up, rolling up what came since, and holding them against the messages. A figure is always the sum
// of message_counts and of the deltas that are not rolled up yet, both read by one statement.
import type { Direction, FailureCode, Mode, PublicStatus } from '@godwit/contract/statuses';
import type { ClientBase, Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { idFloor } from '../ids.ts';
import type { Grain, Piece } from './grains.ts';
import type { Stretch } from './periods.ts';

/** The counts of a project in one mode. */
export type Scope = { teamId: string; projectId: string; mode: Mode };

/** Which of a scope's counts; null is all. */
export type CountFilter = {
  status: PublicStatus | null;
  direction: Direction | null;
  failure: FailureCode | null;
};

/** What has become of messages: those that wait may still become either. */
export type Outcome = 'DELIVERED' | 'FAILED' | 'WAITING';

export type BucketSum = { bucket: number; outcome: Outcome; count: number; costMicros: bigint };

/** A piece of a bucket, named by its number. */
type BucketPiece = Piece & { bucket: number };

const PIECE = `unnest($4::integer[], $5::count_grain[], $6::timestamptz[], $7::timestamptz[])
  as piece (bucket, grain, starts, ends)`;
// `offset 0` keeps the planner to one look into the index for each piece. A plan for any project is made without knowing how many
// counts one has, and might read all of them for each piece.
const COUNTS_OF_PIECE = `lateral (
    select starts_at, grain, direction, status, count, cost_micros from message_counts
    where team_id = $1 and project_id = $2 and mode = $3 and grain = piece.grain
      and starts_at >= piece.starts and starts_at < piece.ends
    offset 0
  ) as c on true`;

/** Deltas of the scope, gathered once: they are few, but lie among many that have been rolled up and are not yet cleared away. */
const RECENT = `recent as materialized (
    select quarter, direction, status, sum(count)::bigint as count, sum(cost_micros)::bigint as cost_micros
    from message_count_deltas where team_id = $1 and project_id = $2 and mode = $3 group by 1, 2, 3
  )`;
const RECENT_OF_PIECE = 'recent d on d.quarter >= piece.starts and d.quarter < piece.ends';

// The same of what failed, by reason and destination.
const FAILURES_OF_PIECE = `lateral (
    select starts_at, grain, direction, 'FAILED'::message_status as status, failure, destination, count from failure_counts
    where team_id = $1 and project_id = $2 and mode = $3 and grain = piece.grain
      and starts_at >= piece.starts and starts_at < piece.ends
    offset 0
  ) as c on true`;
const RECENT_FAILURES = `recent as materialized (
    select quarter, direction, 'FAILED'::message_status as status, failure, destination, sum(count)::bigint as count
    from message_count_deltas where team_id = $1 and project_id = $2 and mode = $3 and failure <> '' group by 1, 2, 4, 5
  )`;

function pieceParameters({ teamId, projectId, mode }: Scope, pieces: readonly BucketPiece[]) {
  return [teamId, projectId, mode, ...columnsOf(pieces, 'bucket', 'grain', 'from', 'before')];
}

const inOneBucket = (pieces: readonly Piece[]): BucketPiece[] =>
  pieces.map((piece) => ({ ...piece, bucket: 0 }));

/** Adds up the outgoing messages of each bucket by what became of them; what comes to nothing is left out. */
export async function sumBuckets(
  pool: Pool,
  scope: Scope,
  pieces: readonly BucketPiece[],
): Promise<BucketSum[]> {
  const { rows } = await pool.query({
    name: 'sum-buckets',
    text: `with ${RECENT}
      select bucket, case when status in ('DELIVERED', 'FAILED') then status::text else 'WAITING' end as outcome,
        sum(count)::double precision as count,
        sum(cost_micros)::bigint as "costMicros"
      from (
        select piece.bucket, c.status, c.count, c.cost_micros from ${PIECE} join ${COUNTS_OF_PIECE}
          and c.direction = 'OUTGOING'
        union all
        select piece.bucket, d.status, d.count, d.cost_micros from ${PIECE} join ${RECENT_OF_PIECE}
          and d.direction = 'OUTGOING'
      ) as counted group by 1, 2`,
    values: pieceParameters(scope, pieces),
  });
  return rows;
}

/** How many messages failed for one reason on their way to one destination. */
export type FailureSum = { failure: FailureCode; destination: string; count: number };

/** Adds up the outgoing messages of a stretch that failed, by reason and destination. */
export async function sumFailures(pool: Pool, scope: Scope, pieces: readonly Piece[]): Promise<FailureSum[]> {
  const { rows } = await pool.query({
    name: 'sum-failures',
    text: `with ${RECENT_FAILURES}
      select failure, destination, sum(count)::double precision as count
      from (
        select c.failure, c.destination, c.count from ${PIECE} join ${FAILURES_OF_PIECE}
          and c.direction = 'OUTGOING'
        union all
        select d.failure, d.destination, d.count from ${PIECE} join ${RECENT_OF_PIECE}
          and d.direction = 'OUTGOING'
      ) as counted group by 1, 2 having sum(count) > 0`,
    values: pieceParameters(scope, inOneBucket(pieces)),
  });
  return rows;
}

/** How long delivered messages took, of so many that were looked at; the median is null where none of these was delivered. */
export type DeliveryTimes = { medianSeconds: number | null; delivered: number };

/**
 * The median time from when messages were due (accepted, or their scheduled time) to their delivery, among the newest `most` of a stretch.
 * Nothing counts times, so they are read from the messages themselves. The project comes as a query and the start is asked for last, so
 * that the planner, which may know nothing of a new project, takes it for one of average size and reads the index of the log from its end
 * instead of sorting all of it.
 */
export async function selectDeliveryTimes(
  pool: Pool,
  { projectId, mode }: Scope,
  { from, before }: Stretch,
  most: number,
): Promise<DeliveryTimes> {
  const { rows } = await pool.query({
    name: 'select-delivery-times',
    text: `select count(*)::integer as delivered,
        percentile_cont(0.5) within group (order by greatest(0, extract(epoch from
          newest.delivered_at - greatest(newest.accepted_at, newest.send_at)))) as "medianSeconds"
      from (
        select m.id, m.state, m.direction, m.accepted_at, m.send_at, m.delivered_at from messages m
        where m.project_id = (select $1::uuid) and m.mode = (select $2::message_mode) and m.id < (select $4::uuid)
        order by m.id desc limit $5
      ) as newest
      where newest.id >= $3 and newest.state = 'delivered' and newest.direction = 'OUTGOING'`,
    values: [projectId, mode, idFloor(from), idFloor(before), most],
  });
  return rows[0]!;
}

/** What the projects of a team spent together on some of their days, and the first of these on which they did. */
export type Pace = { spentMicros: bigint; firstDay: string | null };

/** LIVE only, as TEST spends nothing. Both days are included. */
export async function selectPace(
  pool: Pool,
  teamId: string,
  { from, to }: { from: string; to: string },
): Promise<Pace> {
  const { rows } = await pool.query({
    name: 'select-pace',
    text: `select coalesce(sum(spent.spent_micros), 0)::bigint as "spentMicros", min(spent.day)::text as "firstDay"
      from projects p cross join lateral (
        select day, spent_micros from project_days d
        where d.team_id = p.team_id and d.project_id = p.id and d.day between $2 and $3 and d.spent_micros > 0 offset 0
      ) as spent
      where p.team_id = $1`,
    values: [teamId, from, to],
  });
  return rows[0]!;
}

/** How many messages were accepted from `startsAt` on, for as long as the grain asked for there. */
export type Slot = { startsAt: Date; grain: Grain; count: number };

/** The counts of pieces one by one, in order of time; empty ones are left out. */
export async function selectSlots(
  pool: Pool,
  scope: Scope,
  { status, direction, failure }: CountFilter,
  pieces: readonly Piece[],
): Promise<Slot[]> {
  const { rows } = await pool.query({
    name: failure ? 'select-slots-of-failure' : 'select-slots',
    text: `with ${failure ? RECENT_FAILURES : RECENT}
      select starts_at as "startsAt", grain, sum(count)::double precision as count
      from (
        select c.starts_at, c.grain, c.count from ${PIECE} join ${failure ? FAILURES_OF_PIECE : COUNTS_OF_PIECE}
          and ($8::message_status is null or c.status = $8) and ($9::message_direction is null or c.direction = $9)${failure ? ' and c.failure = $10' : ''}
        union all
        select case piece.grain when 'DAY' then date_bin('1 day', d.quarter, '2000-01-01Z') else d.quarter end,
          piece.grain, d.count
        from ${PIECE} join ${RECENT_OF_PIECE}
          and ($8::message_status is null or d.status = $8) and ($9::message_direction is null or d.direction = $9)${failure ? ' and d.failure = $10' : ''}
      ) as counted group by 1, 2 having sum(count) > 0 order by 1`,
    values: [
      ...pieceParameters(scope, inOneBucket(pieces)),
      status,
      direction,
      ...(failure ? [failure] : []),
    ],
  });
  return rows;
}

const ROLLUP_LOCK = "hashtext('godwit rollup')";

/** Without waiting: false where another process rolls up now. Held until the transaction ends. */
export async function lockRollup(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as locked`);
  return rows[0].locked;
}

const GRAINS_OF_QUARTER = `lateral (values ('QUARTER', quarter), ('HOUR', date_bin('1 hour', quarter, '2000-01-01Z')),
          ('DAY', date_bin('1 day', quarter, '2000-01-01Z'))) as at (grain, starts_at)`;
const KEY = 'team_id, project_id, mode, grain, starts_at, direction, api_type, status';
const FAILURE_KEY = 'team_id, project_id, mode, grain, starts_at, direction, failure, destination';

/** The deltas of these teams only, or of all other teams. */
export type RollupTeams = { only: readonly string[] } | { allBut: readonly string[] };

/** Moves up to `limit` deltas into the counts of every grain; returns how many there were. */
export async function rollUpDeltas(client: ClientBase, limit: number, teams: RollupTeams): Promise<number> {
  const [isOnly, ids] = 'only' in teams ? [true, teams.only] : [false, teams.allBut];
  const { rows } = await client.query({
    name: 'roll-up-deltas',
    text: `with taken as (
        delete from message_count_deltas where ctid = any(array(
          select ctid from message_count_deltas where (team_id = any($2::uuid[])) = $3 limit $1
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
        (select coalesce(jsonb_agg(summed), '[]') from summed where count = 0) as empty`,
    values: [limit, ids, isOnly],
  });
  const { taken, empty } = rows[0];
  if (empty.length > 0) await deleteEmpty(client, empty);
  return taken;
}

/** The teams that have deltas. */
export async function selectTeamsToRollUp(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query('select distinct team_id as id from message_count_deltas');
  return rows.map(({ id }) => id);
}

/** No count changes between the rollup and this: both are under the same lock. */
async function deleteEmpty(client: ClientBase, empty: object[]): Promise<void> {
  await client.query({
    name: 'delete-empty-counts',
    text: `delete from message_counts c using jsonb_to_recordset($1::jsonb) as e (team_id uuid, project_id uuid,
        mode message_mode, grain count_grain, starts_at timestamptz, direction message_direction, api_type message_api_type,
        status message_status)
      where (c.team_id, c.project_id, c.mode, c.grain, c.starts_at, c.direction, c.api_type, c.status) =
        (e.team_id, e.project_id, e.mode, e.grain, e.starts_at, e.direction, e.api_type, e.status)
        and c.count = 0 and c.segments = 0 and c.cost_micros = 0`,
    values: [JSON.stringify(empty)],
  });
}

/** A count that is not what the messages come to: of which project, and how many messages of which kind. */
export type WrongCount = { team: string; project: string; problem: string; found: string; expected: string };

/** Counts of every grain that the messages do not come to; in the caller's snapshot. `refunded`: the failures whose cost goes back. */
export async function selectWrongCounts(
  client: ClientBase,
  refunded: readonly string[],
): Promise<WrongCount[]> {
  const { rows } = await client.query(
    `with delta as (
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
        sum(case when failure::text = any($1::text[]) then 0 else cost_micros end) as cost_micros
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
    order by team_id, project_id, mode, grain, starts_at, direction, api_type, status`,
    [refunded],
  );
  return rows;
}

/** The same of the counts of what failed, by reason and destination. */
export async function selectWrongFailures(client: ClientBase): Promise<WrongCount[]> {
  const { rows } = await client.query(`
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
    where c.count is distinct from a.count order by ${FAILURE_KEY}`);
  return rows;
}

/** Projects whose LIVE counts come to another spend than the charges and refunds of the ledger, in micro-units; in the caller's snapshot. */
export async function selectWrongSpend(client: ClientBase): Promise<WrongCount[]> {
  const { rows } = await client.query(`
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
    where coalesce(c.micros, 0) <> coalesce(l.micros, 0) order by p.team_id, p.id`);
  return rows;
}

/** What a project has sent in one way. */
export type ProjectSum = {
  id: string;
  name: string;
  direction: Direction;
  apiType: 'MESSAGING' | 'CAMPAIGN';
  count: number;
  costMicros: bigint;
};

/** Adds up the messages of all projects of a team in a stretch that is given in pieces, by direction and type. */
export async function sumProjects(
  pool: Pool,
  { teamId, mode }: Pick<Scope, 'teamId' | 'mode'>,
  pieces: readonly Piece[],
  { from, before }: { from: Date; before: Date },
): Promise<ProjectSum[]> {
  const { rows } = await pool.query({
    name: 'sum-projects',
    text: `select p.id, p.name, c.direction, c.api_type as "apiType", sum(c.count)::double precision as count,
        sum(c.cost_micros)::bigint as "costMicros"
      from projects p cross join lateral (
        select kept.direction, kept.api_type, kept.count, kept.cost_micros
        from unnest($3::count_grain[], $4::timestamptz[], $5::timestamptz[]) as piece (grain, starts, ends)
        cross join lateral (
          select direction, api_type, count, cost_micros from message_counts
          where team_id = $1 and project_id = p.id and mode = $2 and grain = piece.grain
            and starts_at >= piece.starts and starts_at < piece.ends
          offset 0
        ) as kept
        union all
        select direction, api_type, count, cost_micros from message_count_deltas
        where project_id = p.id and mode = $2 and team_id = $1 and quarter >= $6 and quarter < $7
      ) as c
      where p.team_id = $1
      group by p.id, p.name, c.direction, c.api_type having sum(c.count) > 0 order by lower(p.name), p.id`,
    values: [teamId, mode, ...columnsOf(pieces, 'grain', 'from', 'before'), from, before],
  });
  return rows;
}
