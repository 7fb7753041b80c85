// SQL of what the guard counted, for the page about one-time codes.
import type { Pool } from 'pg';
import { fragment, prepared } from '../db/sql.ts';

const SINCE = fragment`(now() at time zone 'UTC')::date - ${'days'}::integer + 1`;
const SUMS = fragment`sum(d.starts)::integer as started, sum(d.approved)::integer as approved, sum(d.blocked)::integer as blocked,
    sum(d.watched)::integer as watched`;

export type Counts = { started: number; approved: number; blocked: number; watched: number };
export type DayCounts = Counts & { date: string };
export type CountryCounts = Counts & { country: string };

// Sums first, so that the rows of the team are read once.
const DAYS = prepared<DayCounts>('read-code-days')`
  with counted as materialized (
      select d.day, ${SUMS} from verify_days d where d.team_id = ${'teamId'} and d.mode = 'LIVE' and d.day >= ${SINCE} group by 1
    )
    select to_char(of.day, 'YYYY-MM-DD') as date, coalesce(c.started, 0) as started, coalesce(c.approved, 0) as approved,
      coalesce(c.blocked, 0) as blocked, coalesce(c.watched, 0) as watched
    from generate_series(${SINCE}, (now() at time zone 'UTC')::date, '1 day') as of (day)
    left join counted c on c.day = of.day::date order by 1`;

/** The codes of each of the last `days` days, the oldest first. */
export const codesByDay = async (pool: Pool, asked: { teamId: string; days: number }) =>
  (await DAYS.run(pool, asked)).rows;

const COUNTRIES = prepared<CountryCounts>('read-code-countries')`
  select d.country, ${SUMS} from verify_days d where d.team_id = ${'teamId'} and d.mode = 'LIVE' and d.day >= ${SINCE}
    group by 1 order by sum(d.starts + d.blocked) desc, 1`;

/** The same by the country code of numbers, the one with most codes first. */
export const codesByCountry = async (pool: Pool, asked: { teamId: string; days: number }) =>
  (await COUNTRIES.run(pool, asked)).rows;

const BLOCKS = prepared<{ prefix: string; until: Date }>('read-code-blocks')`
  select prefix, until from verify_blocks where team_id = ${'teamId'} and mode = 'LIVE' and until > now()
    order by until desc, prefix limit ${'limit'}`;

/** The prefixes that are blocked now. */
export const blocksNow = async (pool: Pool, asked: { teamId: string; limit: number }) =>
  (await BLOCKS.run(pool, asked)).rows;

// Walks the newest rows of one team by the primary keys.
const PRICE = prepared<{ micros: number | null }>('read-code-price')`
  select avg(m.cost_micros)::float8 * coalesce((
      select avg(sends)::float8 from (
        select mode, sends from verifications where team_id = ${'teamId'} order by id desc limit ${'sample'}
      ) as begun where mode = 'LIVE'
    ), 1) as micros from (
      select message_id from code_messages where team_id = ${'teamId'} order by message_id desc limit ${'sample'}
    ) as last
    join messages m on m.team_id = ${'teamId'} and m.id = last.message_id and m.mode = 'LIVE'`;

/**
 * The average price of the last `sample` messages with a code, times how often the last `sample` codes were
 * sent on average, in micro-units; null without any in LIVE.
 */
export const codePrice = async (pool: Pool, asked: { teamId: string; sample: number }) =>
  (await PRICE.run(pool, asked)).rows[0]!.micros;

const UNBLOCK = prepared('unblock-prefix')`
  update verify_blocks set until = now(), times = 0 where team_id = ${'teamId'} and mode = 'LIVE' and prefix = ${'prefix'} and until > now()`;

/**
 * Lifts a block: codes from before count no longer. The guard remembers it for a day, so it blocks the prefix
 * again after fewer codes.
 */
export const endBlock = async (pool: Pool, asked: { teamId: string; prefix: string }) =>
  (await UNBLOCK.run(pool, asked)).rowCount === 1;
