// SQL of the guard: what it knows about a prefix, and what it blocks.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { GuardMode } from '@godwit/contract/projects';
import type { Pool, PoolClient } from 'pg';
import { fragment, prepared, raw } from '../db/sql.ts';

/** A prefix of a team: the country code of numbers, and that with four digits. */
export type OfPrefix = { teamId: string; mode: Mode; country: string; prefix: string };

// By the primary key of the project. A listed prefix with more digits says more.
const SETTINGS = prepared<Settings>('read-guard-settings')`
  select code_guard as mode,
      exists (select from unnest(codes_allowed) as of (listed) where ${'digits'} like listed || '%') as "isAllowed",
      (select listed from unnest(codes_refused) as of (listed) where ${'digits'} like listed || '%' order by length(listed) desc limit 1) as refused
    from projects where team_id = ${'teamId'} and id = ${'projectId'}`;

/**
 * The settings of a project that apply to a number. `refused`: the prefix of the number to which the project
 * sends no codes; null if it has none.
 */
export type Settings = { mode: GuardMode; isAllowed: boolean; refused: string | null };

/** Reads the settings of a project as they are now, so a change counts at once in all processes. */
export async function readSettings(
  client: PoolClient,
  { teamId, projectId, recipient }: { teamId: string; projectId: string; recipient: string },
): Promise<Settings> {
  return (await SETTINGS.run(client, { teamId, projectId, digits: recipient.slice(1) })).rows[0]!;
}

const TODAY = fragment`(now() at time zone 'UTC')::date`;

const COUNT = prepared('count-verification-start')`
  insert into verify_days as d (team_id, mode, day, country, prefix, starts)
    values (${'teamId'}, ${'mode'}, ${TODAY}, ${'country'}, ${'prefix'}, ${'starts'})
    on conflict (team_id, mode, country, day, prefix) do update set starts = d.starts + excluded.starts`;

/**
 * Counts a start, or none for a repetition. Later starts and repetitions with the prefix wait until this
 * transaction ends.
 */
export async function countByPrefix(
  client: PoolClient,
  { teamId, mode, country, prefix }: OfPrefix,
  starts: 0 | 1,
): Promise<void> {
  await COUNT.run(client, { teamId, mode, country, prefix, starts });
}

/** Codes to a prefix: how many were started, sent with their repetitions, and typed in. */
type Codes = { started: number; sent: number; approved: number };

/** Facts about a prefix and its country. */
export type Known = {
  /** For how many seconds they are blocked; null if they are not. */
  blockedForS: number | null;
  /** They were blocked within the last day. */
  wasBlocked: boolean;
  /** The last codes in the window, including the customer's own, and since a block was lifted. */
  recent: Codes;
  /** The same of the last days. */
  past: Codes;
  /** The last block of the prefix in these days that ended by itself; null if there is none. */
  lastBlock: {
    /** How often in a row it was blocked. */
    times: number;
    /** How long before the end the last start was refused, in seconds; null if none was. */
    refusedBeforeEndS: number | null;
    /** Codes after the end. */
    since: Codes;
  } | null;
  /** Verifications that were approved in a quarter of an hour, on average over the last week. */
  normal: number;
  /** Nobody there had a verification approved before today. */
  isNewCountry: boolean;
  /** Of today, or since a person has lifted a block of the country today. */
  countryStarts: number;
  countryApproved: number;
};

// `times` is 0 after a person has lifted a block: codes from before count no longer.
const LIFTED = fragment`from verify_blocks where team_id = ${'teamId'} and mode = ${'mode'} and times = 0 and until <= now()`;
const SINCE = fragment`greatest(now() - make_interval(days => ${'days'}::integer),
    coalesce((select max(until) ${LIFTED} and prefix in (${'prefix'}, ${'country'})), '-infinity'))`;
const BLOCKS = fragment`from verify_blocks where team_id = ${'teamId'} and mode = ${'mode'} and prefix in (${'prefix'}, ${'country'})`;
const OF_COUNTRY = fragment`from verify_days where team_id = ${'teamId'} and mode = ${'mode'} and country = ${'country'}`;
const codesSince = (since: string) => {
  const counted = raw(`filter (where at >= ${since})`);
  const approved = raw(`filter (where at >= ${since} and "isApproved")`);
  return fragment`json_build_object('started', count(*) ${counted}, 'sent', coalesce(sum(sends) ${counted}, 0), 'approved', count(*) ${approved})`;
};
// By the index on the prefix, at most `sample` rows of each table, however many an attack has added.
const READ = prepared<Known>('read-guard')`
  select
    (select extract(epoch from max(until) - now())::float8 ${BLOCKS} and until > now()) as "blockedForS",
    exists (select ${BLOCKS} and until > now() - interval '1 day') as "wasBlocked",
    codes.*,
    (select coalesce(sum(d.approved), 0)::float8 / 672 from verify_days d
      where team_id = ${'teamId'} and mode = ${'mode'} and prefix = ${'prefix'} and day >= ${TODAY} - 7 and day < ${TODAY}) as normal,
    not exists (select ${OF_COUNTRY} and verify_days.approved > 0 and day < ${TODAY}) as "isNewCountry",
    case when lifted.at is null then country.started else since.started end as "countryStarts",
    case when lifted.at is null then country.approved else since.approved end as "countryApproved"
  from (
    select ${codesSince('quarter')} as recent, ${codesSince("'-infinity'")} as past,
        case when max(until) is null then null else json_build_object('times', max(times), 'since', ${codesSince('until')},
          'refusedBeforeEndS', extract(epoch from max(until) - max(refused_at))) end as "lastBlock"
      from (values (now() - make_interval(mins => ${'minutes'}::integer))) as begun (quarter) left join (
        select until, times, refused_at from verify_blocks where team_id = ${'teamId'} and mode = ${'mode'} and prefix = ${'prefix'}
          and times > 0 and until <= now() and until > now() - make_interval(days => ${'days'}::integer)
      ) as ended on true left join (
        (select sends, state = 'APPROVED' as "isApproved", started_at as at from verifications
          where team_id = ${'teamId'} and mode = ${'mode'} and prefix = ${'prefix'}
            and started_at > ${SINCE}
          order by started_at desc limit ${'sample'})
        union all
        (select 1, outcome = 'CONFIRMED', sent_at from message_feedback
          where team_id = ${'teamId'} and mode = ${'mode'} and prefix = ${'prefix'}
            and sent_at > ${SINCE}
          order by sent_at desc limit ${'sample'})
        order by at desc limit ${'sample'}) as last on true
  ) as codes, (
    select coalesce(sum(starts), 0)::integer as started, coalesce(sum(verify_days.approved), 0)::integer as approved
      ${OF_COUNTRY} and day = ${TODAY}
  ) as country, (
    select max(until) as at ${LIFTED} and prefix = ${'country'} and until >= ${TODAY}::timestamp at time zone 'UTC'
  ) as lifted, lateral (
    select count(*)::integer as started, count(*) filter (where state = 'APPROVED')::integer as approved from (
      select state from verifications where lifted.at is not null and team_id = ${'teamId'} and mode = ${'mode'}
        and prefix > ${'country'} and prefix <= ${'country'} || '9999' and started_at > lifted.at limit 1000) as last
  ) as since`;

/** Reads what the guard knows: at most `sample` codes of the last `days`, and of the last `minutes`. */
export async function readGuard(
  client: PoolClient,
  { teamId, mode, country, prefix }: OfPrefix,
  window: { minutes: number; days: number; sample: number },
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
  pool: Pool | PoolClient,
  block: { teamId: string; mode: Mode; blocked: string; first: number; longest: number },
): Promise<number | null> {
  return (await BLOCK.run(pool, block)).rows[0]?.forS ?? null;
}

// During an attack, the row of a block is written once in ten seconds.
const COUNT_BLOCKED = prepared('count-verification-blocked')`
  with noted as (
    update verify_blocks set refused_at = now()
      where team_id = ${'teamId'} and mode = ${'mode'} and prefix = ${'prefix'} and until > now()
        and (refused_at is null or refused_at < now() - interval '10 s')
  )
  insert into verify_days as d (team_id, mode, day, country, prefix, blocked)
    values (${'teamId'}, ${'mode'}, ${TODAY}, ${'country'}, ${'prefix'}, 1)
    on conflict (team_id, mode, country, day, prefix) do update set blocked = d.blocked + 1`;

/** Counts a code that the guard refused, and notes it in the block of the prefix that runs. */
export async function countBlocked(pool: Pool, { teamId, mode, country, prefix }: OfPrefix): Promise<void> {
  await COUNT_BLOCKED.run(pool, { teamId, mode, country, prefix });
}

const COUNT_WATCHED = prepared('count-verification-watched')`
  update verify_days set watched = watched + 1
    where team_id = ${'teamId'} and mode = ${'mode'} and country = ${'country'} and day = ${TODAY} and prefix = ${'prefix'}`;

/** Counts a code that the guard would have refused, after countByPrefix. */
export async function countWatched(
  client: PoolClient,
  { teamId, mode, country, prefix }: OfPrefix,
): Promise<void> {
  await COUNT_WATCHED.run(client, { teamId, mode, country, prefix });
}
