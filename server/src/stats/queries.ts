// SQL that adds up message counts. A figure is always the sum of message_counts and of the deltas that are
// not rolled up yet; one statement reads both.

import type { FailureCode } from '@godwit/contract/messages/failures';
import type { Direction, Mode, PublicStatus } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { listsOf } from '../db/columns.ts';
import { FENCE } from '../db/fences.ts';
import { fragment, prepared } from '../db/sql.ts';
import { idFloor } from '../ids.ts';
import type { Grain, Piece } from './grains.ts';
import type { Stretch } from './periods.ts';

/** The counts of a project in one mode. */
export type Scope = { teamId: string; projectId: string; mode: Mode };

/** The counts of a scope to read; null is all. */
export type CountFilter = {
  status: PublicStatus | null;
  direction: Direction | null;
  failures: readonly FailureCode[] | null;
};

/** The outcome of messages. A waiting one may still get any other. A cancelled message has not failed. */
export type Outcome = 'DELIVERED' | 'FAILED' | 'WAITING' | 'CANCELLED';

const OUTCOME = fragment`case when status in ('DELIVERED', 'FAILED') then status::text else 'WAITING' end`;

export type BucketSum = { bucket: number; outcome: Outcome; count: number; costMicros: bigint };

/** A piece of a bucket, named by its number. */
type BucketPiece = Piece & { bucket: number };

const PIECE = fragment`unnest(${'bucket'}::integer[], ${'grain'}::count_grain[], ${'from'}::timestamptz[], ${'before'}::timestamptz[])
  as piece (bucket, grain, starts, ends)`;
const IN_SCOPE = fragment`team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'}`;
// The fence keeps the planner to one index lookup for each piece. A plan for any project is made without
// knowing how many counts one has, and might read all of them for each piece.
const COUNTS_OF_PIECE = fragment`lateral (
    select starts_at, grain, direction, status, count, cost_micros from message_counts
    where ${IN_SCOPE} and grain = piece.grain
      and starts_at >= piece.starts and starts_at < piece.ends
    ${FENCE}
  ) as c on true`;

/**
 * The deltas of the scope, read once. They are few, but lie among many that are rolled up and not yet
 * vacuumed.
 */
const RECENT = fragment`recent as materialized (
    select quarter, direction, status, sum(count)::bigint as count, sum(cost_micros)::bigint as cost_micros
    from message_count_deltas where ${IN_SCOPE} group by 1, 2, 3
  )`;
const RECENT_OF_PIECE = fragment`recent d on d.quarter >= piece.starts and d.quarter < piece.ends`;

// The same of failed messages, by reason and destination.
const FAILURES_OF_PIECE = fragment`lateral (
    select starts_at, grain, direction, 'FAILED'::message_status as status, failure, destination, count from failure_counts
    where ${IN_SCOPE} and grain = piece.grain
      and starts_at >= piece.starts and starts_at < piece.ends
    ${FENCE}
  ) as c on true`;
const RECENT_FAILURES = fragment`recent as materialized (
    select quarter, direction, 'FAILED'::message_status as status, failure, destination, sum(count)::bigint as count
    from message_count_deltas where ${IN_SCOPE} and failure <> '' group by 1, 2, 4, 5
  )`;

function pieceValues({ teamId, projectId, mode }: Scope, pieces: readonly BucketPiece[]) {
  return { teamId, projectId, mode, ...listsOf(pieces, 'bucket', 'grain', 'from', 'before') };
}

const inOneBucket = (pieces: readonly Piece[]): BucketPiece[] =>
  pieces.map((piece) => ({ ...piece, bucket: 0 }));

// Counts by status have cancelled messages among the failed ones; counts by reason say how many these are.
// Their cost was refunded, so they have none.
const SUM_BUCKETS = prepared<BucketSum>('sum-buckets')`
  with ${RECENT}, recently_cancelled as materialized (
      select quarter, sum(count)::bigint as count from message_count_deltas
      where ${IN_SCOPE} and direction = 'OUTGOING' and failure = 'CANCELLED' group by 1
    ), cancelled as (
      select piece.bucket, c.count from ${PIECE} join ${FAILURES_OF_PIECE}
        and c.direction = 'OUTGOING' and c.failure = 'CANCELLED'
      union all
      select piece.bucket, d.count from ${PIECE}
        join recently_cancelled d on d.quarter >= piece.starts and d.quarter < piece.ends
    )
    select bucket, outcome, sum(count)::double precision as count, sum(cost_micros)::bigint as "costMicros"
    from (
      select piece.bucket, ${OUTCOME} as outcome, c.count, c.cost_micros from ${PIECE} join ${COUNTS_OF_PIECE}
        and c.direction = 'OUTGOING'
      union all
      select piece.bucket, ${OUTCOME}, d.count, d.cost_micros from ${PIECE} join ${RECENT_OF_PIECE}
        and d.direction = 'OUTGOING'
      union all
      select bucket, moved.outcome, sign * count, 0 from cancelled
        cross join (values ('FAILED', -1), ('CANCELLED', 1)) as moved (outcome, sign)
    ) as counted group by 1, 2`;

/** Adds up the outgoing messages of each bucket by outcome. Buckets without messages are left out. */
export async function sumBuckets(
  pool: Pool,
  scope: Scope,
  pieces: readonly BucketPiece[],
): Promise<BucketSum[]> {
  const { rows } = await SUM_BUCKETS.run(pool, pieceValues(scope, pieces));
  return rows;
}

/** How many messages failed for one reason on their way to one destination. */
export type FailureSum = { failure: FailureCode; destination: string; count: number };

const SUM_FAILURES = prepared<FailureSum>('sum-failures')`
  with ${RECENT_FAILURES}
    select failure, destination, sum(count)::double precision as count
    from (
      select c.failure, c.destination, c.count from ${PIECE} join ${FAILURES_OF_PIECE}
        and c.direction = 'OUTGOING' and c.failure <> 'CANCELLED'
      union all
      select d.failure, d.destination, d.count from ${PIECE} join ${RECENT_OF_PIECE}
        and d.direction = 'OUTGOING' and d.failure <> 'CANCELLED'
    ) as counted group by 1, 2 having sum(count) > 0`;

/**
 * Adds up the outgoing messages of a stretch that failed, by reason and destination. A cancelled message has
 * not failed.
 */
export async function sumFailures(pool: Pool, scope: Scope, pieces: readonly Piece[]): Promise<FailureSum[]> {
  const { rows } = await SUM_FAILURES.run(pool, pieceValues(scope, inOneBucket(pieces)));
  return rows;
}

/**
 * How long delivered messages took. `delivered` is their number among the messages read; the median is null
 * if there are none.
 */
export type DeliveryTimes = { medianSeconds: number | null; delivered: number };

// The planner may know nothing of a new project. The project is a subquery, and the start is compared last,
// so the planner assumes a project of average size and reads the index of the log from its end.
const SELECT_DELIVERY_TIMES = prepared<DeliveryTimes>('select-delivery-times')`
  select count(*)::integer as delivered,
      percentile_cont(0.5) within group (order by greatest(0, extract(epoch from
        newest.delivered_at - greatest(newest.accepted_at, newest.send_at)))) as "medianSeconds"
    from (
      select m.id, m.state, m.direction, m.accepted_at, m.send_at, m.delivered_at from messages m
      where m.project_id = (select ${'projectId'}::uuid) and m.mode = (select ${'mode'}::message_mode) and m.id < (select ${'before'}::uuid)
      order by m.id desc limit ${'most'}
    ) as newest
    where newest.id >= ${'from'} and newest.state = 'delivered' and newest.direction = 'OUTGOING'`;

/**
 * The median time from when messages were due (accepted, or their scheduled time) to their delivery, among
 * the newest `most` of a stretch. Nothing counts times, so they are read from the messages themselves.
 */
export async function selectDeliveryTimes(
  pool: Pool,
  { projectId, mode }: Scope,
  { from, before }: Stretch,
  most: number,
): Promise<DeliveryTimes> {
  const stretch = { from: idFloor(from), before: idFloor(before) };
  const { rows } = await SELECT_DELIVERY_TIMES.run(pool, { projectId, mode, ...stretch, most });
  return rows[0]!;
}

/** The total that the projects of a team spent on some days, and the first of these days with spending. */
export type Pace = { spentMicros: bigint; firstDay: string | null };

const SELECT_PACE = prepared<Pace>('select-pace')`
  select coalesce(sum(spent.spent_micros), 0)::bigint as "spentMicros", min(spent.day)::text as "firstDay"
    from projects p cross join lateral (
      select day, spent_micros from project_days d
      where d.team_id = p.team_id and d.project_id = p.id and d.day between ${'from'} and ${'to'} and d.spent_micros > 0 ${FENCE}
    ) as spent
    where p.team_id = ${'teamId'}`;

/** LIVE only, as TEST spends nothing. Both days are included. */
export async function selectPace(
  pool: Pool,
  teamId: string,
  { from, to }: { from: string; to: string },
): Promise<Pace> {
  const { rows } = await SELECT_PACE.run(pool, { teamId, from, to });
  return rows[0]!;
}

/** The outgoing LIVE messages of a team that were accepted on a day of UTC. */
export type DaySum = { date: string; total: number; delivered: number; failed: number };

// Counts and deltas have an index by project, so the projects of the team are looked up one by one.
const SUM_TEAM_DAYS = prepared<DaySum>('sum-team-days')`
  select day::date::text as date, sum(count)::double precision as total,
      coalesce(sum(count) filter (where status = 'DELIVERED'), 0)::double precision as delivered,
      coalesce(sum(count) filter (where status = 'FAILED'), 0)::double precision as failed
    from (
      select c.starts_at at time zone 'UTC' as day, c.status, c.count from projects p cross join lateral (
        select starts_at, status, count from message_counts
        where team_id = p.team_id and project_id = p.id and mode = 'LIVE' and grain = 'DAY'
          and starts_at >= ${'from'} and direction = 'OUTGOING' ${FENCE}
      ) as c where p.team_id = ${'teamId'}
      union all
      select d.quarter at time zone 'UTC', d.status, d.count from projects p cross join lateral (
        select quarter, status, count from message_count_deltas
        where project_id = p.id and mode = 'LIVE' and quarter >= ${'from'} and direction = 'OUTGOING' ${FENCE}
      ) as d where p.team_id = ${'teamId'}
    ) as counted group by 1`;

/** Adds up a team's days of UTC, the first of which starts at `from`. Days without messages are left out. */
export async function sumTeamDays(pool: Pool, wanted: { teamId: string; from: Date }): Promise<DaySum[]> {
  const { rows } = await SUM_TEAM_DAYS.run(pool, wanted);
  return rows;
}

/** How many messages were accepted from `startsAt` on, for the length of the grain. */
export type Slot = { startsAt: Date; grain: Grain; count: number };

const COUNTED = fragment`(${'status'}::message_status is null or c.status = ${'status'}) and (${'direction'}::message_direction is null or c.direction = ${'direction'})`;
const COUNTED_RECENTLY = fragment`(${'status'}::message_status is null or d.status = ${'status'}) and (${'direction'}::message_direction is null or d.direction = ${'direction'})`;
/** The slot of a recent quarter of an hour, and its count. */
const RECENT_SLOT = fragment`case piece.grain when 'DAY' then date_bin('1 day', d.quarter, '2000-01-01Z') else d.quarter end,
        piece.grain, d.count`;

const SELECT_SLOTS = prepared<Slot>('select-slots')`
  with ${RECENT}
    select starts_at as "startsAt", grain, sum(count)::double precision as count
    from (
      select c.starts_at, c.grain, c.count from ${PIECE} join ${COUNTS_OF_PIECE}
        and ${COUNTED}
      union all
      select ${RECENT_SLOT}
      from ${PIECE} join ${RECENT_OF_PIECE}
        and ${COUNTED_RECENTLY}
    ) as counted group by 1, 2 having sum(count) > 0 order by 1`;
const SELECT_SLOTS_OF_FAILURES = prepared<Slot>('select-slots-of-failures')`
  with ${RECENT_FAILURES}
    select starts_at as "startsAt", grain, sum(count)::double precision as count
    from (
      select c.starts_at, c.grain, c.count from ${PIECE} join ${FAILURES_OF_PIECE}
        and ${COUNTED} and c.failure = any(${'failures'})
      union all
      select ${RECENT_SLOT}
      from ${PIECE} join ${RECENT_OF_PIECE}
        and ${COUNTED_RECENTLY} and d.failure = any(${'failures'})
    ) as counted group by 1, 2 having sum(count) > 0 order by 1`;

/** The counts of pieces one by one, in order of time. Empty ones are left out. */
export async function selectSlots(
  pool: Pool,
  scope: Scope,
  { status, direction, failures }: CountFilter,
  pieces: readonly Piece[],
): Promise<Slot[]> {
  const values = { ...pieceValues(scope, inOneBucket(pieces)), status, direction };
  const { rows } = failures
    ? await SELECT_SLOTS_OF_FAILURES.run(pool, { ...values, failures })
    : await SELECT_SLOTS.run(pool, values);
  return rows;
}

/** The messages that a project has sent through one channel. */
export type ProjectSum = {
  id: string;
  name: string;
  direction: Direction;
  apiType: 'MESSAGING' | 'CAMPAIGN';
  count: number;
  costMicros: bigint;
};

const SUM_PROJECTS = prepared<ProjectSum>('sum-projects')`
  select p.id, p.name, c.direction, c.api_type as "apiType", sum(c.count)::double precision as count,
      sum(c.cost_micros)::bigint as "costMicros"
    from projects p cross join lateral (
      select kept.direction, kept.api_type, kept.count, kept.cost_micros
      from unnest(${'grain'}::count_grain[], ${'from'}::timestamptz[], ${'before'}::timestamptz[]) as piece (grain, starts, ends)
      cross join lateral (
        select direction, api_type, count, cost_micros from message_counts
        where team_id = ${'teamId'} and project_id = p.id and mode = ${'mode'} and grain = piece.grain
          and starts_at >= piece.starts and starts_at < piece.ends
        ${FENCE}
      ) as kept
      union all
      select direction, api_type, count, cost_micros from message_count_deltas
      where project_id = p.id and mode = ${'mode'} and team_id = ${'teamId'} and quarter >= ${'start'} and quarter < ${'end'}
    ) as c
    where p.team_id = ${'teamId'}
    group by p.id, p.name, c.direction, c.api_type having sum(c.count) > 0 order by lower(p.name), p.id`;

/** Adds up the messages of all projects of a team, by direction and type. The pieces cover the stretch. */
export async function sumProjects(
  pool: Pool,
  { teamId, mode }: Pick<Scope, 'teamId' | 'mode'>,
  pieces: readonly Piece[],
  stretch: { from: Date; before: Date },
): Promise<ProjectSum[]> {
  const { rows } = await SUM_PROJECTS.run(pool, {
    ...{ teamId, mode, start: stretch.from, end: stretch.before },
    ...listsOf(pieces, 'grain', 'from', 'before'),
  });
  return rows;
}
