// SQL of message counts: adding them up. A figure is always the sum
// of message_counts and of the deltas that are not rolled up yet, both read by one statement.

import type { Direction, FailureCode, Mode, PublicStatus } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { FENCE } from '../db/fences.ts';
import { idFloor } from '../ids.ts';
import type { Grain, Piece } from './grains.ts';
import type { Stretch } from './periods.ts';

/** The counts of a project in one mode. */
export type Scope = { teamId: string; projectId: string; mode: Mode };

/** Which of a scope's counts; null is all. */
export type CountFilter = {
  status: PublicStatus | null;
  direction: Direction | null;
  failures: readonly FailureCode[] | null;
};

/**
 * The outcome of messages: waiting ones may still get any other outcome. A cancelled message has not failed.
 */
export type Outcome = 'DELIVERED' | 'FAILED' | 'WAITING' | 'CANCELLED';

const OUTCOME = "case when status in ('DELIVERED', 'FAILED') then status::text else 'WAITING' end";

export type BucketSum = { bucket: number; outcome: Outcome; count: number; costMicros: bigint };

/** A piece of a bucket, named by its number. */
type BucketPiece = Piece & { bucket: number };

const PIECE = `unnest($4::integer[], $5::count_grain[], $6::timestamptz[], $7::timestamptz[])
  as piece (bucket, grain, starts, ends)`;
// The fence keeps the planner to one look into the index for each piece. A plan for any project is made
// without knowing how many counts one has, and might read all of them for each piece.
const COUNTS_OF_PIECE = `lateral (
    select starts_at, grain, direction, status, count, cost_micros from message_counts
    where team_id = $1 and project_id = $2 and mode = $3 and grain = piece.grain
      and starts_at >= piece.starts and starts_at < piece.ends
    ${FENCE}
  ) as c on true`;

/**
 * Deltas of the scope, gathered once: they are few, but lie among many that have been rolled up and are not
 * yet cleared away.
 */
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
    ${FENCE}
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

/**
 * Adds up the outgoing messages of each bucket by what became of them; what comes to nothing is left out.
 * Counts by status have cancelled messages among the failed ones; those by reason tell how many they are.
 * Their cost went back, so they have none.
 */
export async function sumBuckets(
  pool: Pool,
  scope: Scope,
  pieces: readonly BucketPiece[],
): Promise<BucketSum[]> {
  const { rows } = await pool.query({
    name: 'sum-buckets',
    text: `with ${RECENT}, recently_cancelled as materialized (
        select quarter, sum(count)::bigint as count from message_count_deltas
        where team_id = $1 and project_id = $2 and mode = $3 and direction = 'OUTGOING' and failure = 'CANCELLED' group by 1
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
      ) as counted group by 1, 2`,
    values: pieceParameters(scope, pieces),
  });
  return rows;
}

/** How many messages failed for one reason on their way to one destination. */
export type FailureSum = { failure: FailureCode; destination: string; count: number };

/**
 * Adds up the outgoing messages of a stretch that failed, by reason and destination. A cancelled message has
 * not failed.
 */
export async function sumFailures(pool: Pool, scope: Scope, pieces: readonly Piece[]): Promise<FailureSum[]> {
  const { rows } = await pool.query({
    name: 'sum-failures',
    text: `with ${RECENT_FAILURES}
      select failure, destination, sum(count)::double precision as count
      from (
        select c.failure, c.destination, c.count from ${PIECE} join ${FAILURES_OF_PIECE}
          and c.direction = 'OUTGOING' and c.failure <> 'CANCELLED'
        union all
        select d.failure, d.destination, d.count from ${PIECE} join ${RECENT_OF_PIECE}
          and d.direction = 'OUTGOING' and d.failure <> 'CANCELLED'
      ) as counted group by 1, 2 having sum(count) > 0`,
    values: pieceParameters(scope, inOneBucket(pieces)),
  });
  return rows;
}

/**
 * How long delivered messages took, of so many that were looked at; the median is null where none of these
 * was delivered.
 */
export type DeliveryTimes = { medianSeconds: number | null; delivered: number };

/**
 * The median time from when messages were due (accepted, or their scheduled time) to their delivery, among
 * the newest `most` of a stretch. Nothing counts times, so they are read from the messages themselves. The
 * project comes as a query and the start is asked for last, so that the planner, which may know nothing of a
 * new project, takes it for one of average size and reads the index of the log from its end instead of
 * sorting all of it.
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

/**
 * The total that the projects of a team spent on some of their days, and the first of these days with
 * spending.
 */
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
        where d.team_id = p.team_id and d.project_id = p.id and d.day between $2 and $3 and d.spent_micros > 0 ${FENCE}
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
  { status, direction, failures }: CountFilter,
  pieces: readonly Piece[],
): Promise<Slot[]> {
  const { rows } = await pool.query({
    name: failures ? 'select-slots-of-failures' : 'select-slots',
    text: `with ${failures ? RECENT_FAILURES : RECENT}
      select starts_at as "startsAt", grain, sum(count)::double precision as count
      from (
        select c.starts_at, c.grain, c.count from ${PIECE} join ${failures ? FAILURES_OF_PIECE : COUNTS_OF_PIECE}
          and ($8::message_status is null or c.status = $8) and ($9::message_direction is null or c.direction = $9)${failures ? ' and c.failure = any($10)' : ''}
        union all
        select case piece.grain when 'DAY' then date_bin('1 day', d.quarter, '2000-01-01Z') else d.quarter end,
          piece.grain, d.count
        from ${PIECE} join ${RECENT_OF_PIECE}
          and ($8::message_status is null or d.status = $8) and ($9::message_direction is null or d.direction = $9)${failures ? ' and d.failure = any($10)' : ''}
      ) as counted group by 1, 2 having sum(count) > 0 order by 1`,
    values: [
      ...pieceParameters(scope, inOneBucket(pieces)),
      status,
      direction,
      ...(failures ? [failures] : []),
    ],
  });
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

/**
 * Adds up the messages of all projects of a team in a stretch that is given in pieces, by direction and type.
 */
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
          ${FENCE}
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
