// SQL of the guard: what it knows about a prefix, and what it blocks.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool, PoolClient } from 'pg';
import { fragment, prepared } from '../db/sql.ts';

/** A prefix of a team: the country code of numbers, and that with four digits. */
export type OfPrefix = { teamId: string; mode: Mode; country: string; prefix: string };

const TODAY = fragment`(now() at time zone 'UTC')::date`;

const COUNT_START = prepared('count-verification-start')`
  insert into verify_days as d (team_id, mode, day, country, prefix, starts)
    values (${'teamId'}, ${'mode'}, ${TODAY}, ${'country'}, ${'prefix'}, 1)
    on conflict (team_id, mode, country, day, prefix) do update set starts = d.starts + 1`;

/** Counts a start. Later starts with the prefix wait until this transaction ends. */
export async function countStart(
  client: PoolClient,
  { teamId, mode, country, prefix }: OfPrefix,
): Promise<void> {
  await COUNT_START.run(client, { teamId, mode, country, prefix });
}

/** Facts about a prefix and its country. */
export type Known = {
  /** For how many seconds they are blocked; null if they are not. */
  blockedForS: number | null;
  /** They were blocked within the last day. */
  wasBlocked: boolean;
  /** Of the last starts in the window: codes sent, and verifications approved. */
  sent: number;
  approved: number;
  /** Verifications that were approved in a quarter of an hour, on average over the last week. */
  normal: number;
  /** Nobody there had a verification approved before today. */
  isNewCountry: boolean;
  countryStarts: number;
  countryApproved: number;
};

const BLOCKS = fragment`from verify_blocks where team_id = ${'teamId'} and mode = ${'mode'} and prefix in (${'prefix'}, ${'country'})`;
const OF_COUNTRY = fragment`from verify_days where team_id = ${'teamId'} and mode = ${'mode'} and country = ${'country'}`;
const READ = prepared<Known>('read-guard')`
  select
    (select extract(epoch from max(until) - now())::float8 ${BLOCKS} and until > now()) as "blockedForS",
    exists (select ${BLOCKS} and until > now() - interval '1 day') as "wasBlocked",
    recent.*,
    (select coalesce(sum(d.approved), 0)::float8 / 672 from verify_days d
      where team_id = ${'teamId'} and mode = ${'mode'} and prefix = ${'prefix'} and day >= ${TODAY} - 7 and day < ${TODAY}) as normal,
    not exists (select ${OF_COUNTRY} and verify_days.approved > 0 and day < ${TODAY}) as "isNewCountry",
    country.*
  from (
    select coalesce(sum(sends), 0)::integer as sent, count(*) filter (where state = 'APPROVED')::integer as approved from (
      select sends, state from verifications
        where team_id = ${'teamId'} and mode = ${'mode'} and prefix = ${'prefix'}
          and started_at > now() - make_interval(mins => ${'windowMinutes'}::integer)
        order by started_at desc limit ${'sample'}) as last
  ) as recent, (
    select coalesce(sum(starts), 0)::integer as "countryStarts", coalesce(sum(verify_days.approved), 0)::integer as "countryApproved"
      ${OF_COUNTRY} and day = ${TODAY}
  ) as country`;

/** Reads what the guard knows, at most `sample` verifications of the last `windowMinutes`. */
export async function readGuard(
  client: PoolClient,
  { teamId, mode, country, prefix }: OfPrefix,
  window: { windowMinutes: number; sample: number },
): Promise<Known> {
  return (await READ.run(client, { teamId, mode, country, prefix, ...window })).rows[0]!;
}

// A block that runs is not made longer by the starts that waited for the one that caused it.
const BLOCK = prepared<{ forS: number }>('block-prefix')`
  insert into verify_blocks as b (team_id, mode, prefix, until, times)
    values (${'teamId'}, ${'mode'}, ${'blocked'}, now() + make_interval(mins => ${'first'}::integer), 1)
    on conflict (team_id, mode, prefix) do update set
      times = case when b.until > now() - interval '1 day' then least(b.times + 1, 20) else 1 end,
      until = now() + make_interval(mins => least(${'longest'}::integer,
        ${'first'}::integer * case when b.until > now() - interval '1 day' then 2 ^ least(b.times, 19) else 1 end)::integer)
      where b.until <= now()
    returning extract(epoch from until - now())::float8 as "forS"`;

/**
 * Blocks a prefix or a country for `first` minutes, or twice as long as the last time, up to `longest`.
 * Returns for how many seconds; null if it is blocked already.
 */
export async function blockPrefix(
  pool: Pool,
  block: { teamId: string; mode: Mode; blocked: string; first: number; longest: number },
): Promise<number | null> {
  return (await BLOCK.run(pool, block)).rows[0]?.forS ?? null;
}

const COUNT_BLOCKED = prepared('count-verification-blocked')`
  insert into verify_days as d (team_id, mode, day, country, prefix, blocked)
    values (${'teamId'}, ${'mode'}, ${TODAY}, ${'country'}, ${'prefix'}, 1)
    on conflict (team_id, mode, country, day, prefix) do update set blocked = d.blocked + 1`;

/** Counts a start that the guard refused. */
export async function countBlocked(pool: Pool, { teamId, mode, country, prefix }: OfPrefix): Promise<void> {
  await COUNT_BLOCKED.run(pool, { teamId, mode, country, prefix });
}
