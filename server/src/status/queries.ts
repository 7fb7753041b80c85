// SQL of the status page: queues, links, processes, and the checks of the ledger.
import type { StatusAnswer, StatusFigures } from '@godwit/contract/staff/status';
import type { ClientBase, Pool } from 'pg';
import { ALIVE } from '../db/processes.ts';
import { fragment, unprepared } from '../db/sql.ts';
import { FREE } from '../jobs/claim.ts';

/** How many link groups and teams the figures name: those with the oldest due messages. */
const WORST = 10;
/** A figure that takes longer is not worth its cost. */
const STATEMENT_MS = 5_000;

const OLDEST = fragment`coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0)::float8`;
/** Messages of paused teams are not due; a closed team is paused, too. */
const DUE = fragment`${FREE} and due_at <= now() and t.paused_at is null`;

const MAY_TAKE_FIGURES = unprepared<{ may: boolean }>('may-take-figures')`
  select pg_try_advisory_xact_lock(hashtext('godwit status figures'))
      and not exists (select from status_figures where at > now() - make_interval(secs => ${'seconds'})) as may`;

/**
 * Lets one process at a time take figures, until its transaction ends. Returns false, without waiting, if
 * another process takes them or has taken them in the last `seconds`.
 */
export async function mayTakeFigures(client: ClientBase, seconds: number): Promise<boolean> {
  const { rows } = await MAY_TAKE_FIGURES.run(client, { seconds });
  return rows[0]!.may;
}

const SELECT_CLOCK = unprepared<{ ms: number }>('select-clock')`
  select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;

/** The database's clock, in milliseconds since 1970. */
export async function selectClock(pool: Pool): Promise<number> {
  const { rows } = await SELECT_CLOCK.run(pool);
  return rows[0]!.ms;
}

type Process = Omit<StatusFigures['processes'][number], 'started_at' | 'seen_at'> & {
  started_at: Date;
  seen_at: Date;
};

const SELECT_PROCESSES = unprepared<Process>('figures-processes')`
  select host, version, roles, started_at, seen_at, ${ALIVE} as alive
    from processes where seen_at > now() - interval '10 minutes' order by host, started_at`;

const SELECT_ACCEPT = unprepared<StatusFigures['accept']>('figures-accept')`
  select coalesce(sum(accepted_rate), 0)::float8 as rate, coalesce(sum(refused_rate), 0)::float8 as refused_rate,
      max(accept_ms) as p95_ms from processes where ${ALIVE}`;

const SELECT_LANES = unprepared<StatusFigures['lanes'][number]>('figures-lanes')`
  select mode::text, lane, count(message_id)::integer as waiting,
      (count(*) filter (where ${DUE}))::integer as due,
      coalesce(extract(epoch from now() - min(due_at) filter (where ${DUE})), 0)::float8 as oldest_seconds
    from (values ('TEST'), ('LIVE')) as m (mode) cross join (values (-1, 'API'), (0, 'API'), (1, 'CAMPAIGN')) as l (priority, lane)
    left join send_queue q on q.priority = l.priority and split_part(q.link_group, ':', 1) = m.mode
    left join teams t on t.id = q.team_id
    group by 1, 2 order by 1, 2`;

const SELECT_GROUPS = unprepared<StatusFigures['groups'][number]>('figures-groups')`
  select link_group as "group", count(*)::integer as due, ${OLDEST} as oldest_seconds
    from send_queue q join teams t on t.id = q.team_id where ${DUE} group by 1 order by 3 desc`;

const SELECT_TEAMS = unprepared<StatusFigures['teams'][number]>('figures-teams')`
  select q.team_id::text as team, t.name, count(*)::integer as due, ${OLDEST} as oldest_seconds
    from send_queue q join teams t on t.id = q.team_id where ${DUE} group by 1, 2 order by 4 desc limit ${'most'}`;

// Reports older than 10 seconds are of processes that ended: their links count as OPEN without sessions. A
// link outside its carrier's hours counts as OPEN, because nobody has to act.
const SELECT_LINKS = unprepared<StatusFigures['links'][number]>('figures-links')`
  with failed as (
      select link_id, count(*)::integer as failed from submit_attempts where at > now() - interval '1 minute' group by 1
    )
    select l.link_id as link, min(l.mode)::text as mode, bool_or(p.link_id is not null) as paused,
      coalesce(max(health) filter (where is_fresh and not out_of_hours), 'OPEN')::text as health,
      sum(case when is_fresh then sessions else 0 end)::integer as sessions,
      sum(case when is_fresh then bound_sessions else 0 end)::integer as bound_sessions,
      sum(case when is_fresh then send_window else 0 end)::integer as "window",
      sum(case when is_fresh then in_flight else 0 end)::integer as in_flight,
      sum(case when is_fresh then rate else 0 end)::float8 as rate, coalesce(max(f.failed), 0) as failed
    from (select *, seen_at > now() - interval '10 seconds' as is_fresh from link_reports) as l
    left join paused_links p on p.link_id = l.link_id left join failed f on f.link_id = l.link_id
    group by l.link_id order by 1`;

type LinkFigures = StatusFigures['links'][number];
type LinkDetails = Required<
  Pick<LinkFigures, 'link' | 'delivery_share' | 'delivery_low' | 'balance' | 'balance_low'>
> & { groups: string[] };

// `groups`: the link groups that a running process sends over the link. TEST links deliver what their numbers
// say.
const SELECT_LINK_DETAILS = unprepared<LinkDetails>('figures-link-details')`
  select l.link_id as link, l.groups, d.delivered::float8 / nullif(d.ended, 0) as delivery_share,
      coalesce(d.is_low and l.mode = 'LIVE', false) as delivery_low, b.amount::float8 as balance, coalesce(b.amount < b.below, false) as balance_low
    from (
      select link_id, min(mode)::text as mode, coalesce(array_agg(distinct g.name) filter (where g.name is not null), '{}') as groups
      from link_reports left join lateral unnest(groups) as g (name) on seen_at > now() - interval '10 seconds' group by 1
    ) as l left join link_delivery() d on d.link_id = l.link_id left join link_balances b on b.link_id = l.link_id`;

const SELECT_RECEIPTS = unprepared<StatusFigures['receipts']>('figures-receipts')`
  select (count(*) filter (where failure is null and recipient is null and due_at <= now()))::integer as due,
      coalesce(extract(epoch from now() - min(received_at) filter (where failure is null and recipient is null)), 0)::float8
        as oldest_seconds,
      (count(*) filter (where failure is null and recipient is not null))::integer as unmatched,
      (count(*) filter (where failure is not null))::integer as set_aside,
      (select coalesce(sum(receipts), 0) from dropped_receipts)::double precision as dropped
    from receipt_inbox`;

// Calls of webhook endpoints, too, and events from which they follow.
const SELECT_CALLBACKS = unprepared<StatusFigures['callbacks']>('figures-callbacks')`
  select count(*)::integer as waiting, (count(*) filter (where due_at <= now()))::integer as due,
      coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float8 as oldest_seconds
    from (
      select due_at from callback_outbox union all select due_at from webhook_outbox
      union all select happened_at from event_inbox
    ) as call`;

// A mail that was refused for good is due at 'infinity'.
const SELECT_MAILS = unprepared<StatusFigures['mails']>('figures-mails')`
  select count(*)::integer as waiting, (count(*) filter (where attempts > 0))::integer as retried,
      (count(*) filter (where due_at <= now()))::integer as due,
      coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float8 as oldest_seconds
    from mails where sent_at is null and due_at < 'infinity'`;

const SELECT_HOLDS = unprepared<StatusFigures['holds']>('figures-holds')`
  select count(*)::integer as destinations,
      coalesce(extract(epoch from now() - min(held_at)), 0)::float8 as oldest_seconds
    from team_destinations d join teams t on t.id = d.team_id
    where held_at is not null and released_at is null and t.paused_at is null
      and exists (select from send_queue q where q.team_id = d.team_id and q.held_for = d.destination)`;

// Without the role pg_monitor one sees how many standbys there are, but not how far behind they are.
const SELECT_STANDBYS = unprepared<NonNullable<StatusFigures['standbys']>>('figures-standbys')`
  select count(*)::integer as connected, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 as lag_bytes
    from pg_stat_replication`;

/** Reads all figures as they are now, in a transaction. Each statement has five seconds. */
export async function readFigures(client: ClientBase): Promise<StatusFigures> {
  await client.query(`set local statement_timeout = ${STATEMENT_MS}`);
  await client.query('set local enable_seqscan = on');
  await client.query('set local enable_hashjoin = on');
  const processes = (await SELECT_PROCESSES.run(client)).rows;
  const groups = (await SELECT_GROUPS.run(client)).rows;
  return {
    accept: (await SELECT_ACCEPT.run(client)).rows[0]!,
    processes: processes.map(({ started_at, seen_at, ...one }) => {
      return { ...one, started_at: started_at.toISOString(), seen_at: seen_at.toISOString() };
    }),
    lanes: (await SELECT_LANES.run(client)).rows,
    groups: groups.slice(0, WORST),
    teams: (await SELECT_TEAMS.run(client, { most: WORST })).rows,
    links: withDetails(
      (await SELECT_LINKS.run(client)).rows,
      (await SELECT_LINK_DETAILS.run(client)).rows,
      groups,
    ),
    receipts: (await SELECT_RECEIPTS.run(client)).rows[0]!,
    callbacks: (await SELECT_CALLBACKS.run(client)).rows[0]!,
    mails: (await SELECT_MAILS.run(client)).rows[0]!,
    holds: (await SELECT_HOLDS.run(client)).rows[0]!,
    standbys: (await SELECT_STANDBYS.run(client)).rows[0]!,
  };
}

/** Adds the queue, the delivery and the balance of each link. */
function withDetails(
  links: readonly LinkFigures[],
  details: readonly LinkDetails[],
  waiting: StatusFigures['groups'],
): LinkFigures[] {
  const byLink = new Map(details.map(({ link, ...rest }) => [link, rest]));
  return links.map((link) => {
    const { groups = [], ...rest } = byLink.get(link.link) ?? {};
    const some = waiting.filter(({ group }) => groups.includes(group));
    return {
      ...link,
      due: some.reduce((sum, { due }) => sum + due, 0),
      oldest_seconds: Math.max(0, ...some.map(({ oldest_seconds }) => oldest_seconds)),
      ...rest,
    };
  });
}

const STORE_REPORT = unprepared('store-accept-report')`
  update processes set accepted_rate = ${'accepted'}, refused_rate = ${'refused'}, accept_ms = ${'acceptMs'} where id = ${'processId'}`;

/**
 * Stores the messages that a process accepts and refuses per second, and its 95th percentile of accept time.
 */
export async function storeReport(
  pool: Pool,
  processId: string,
  report: { accepted: number; refused: number; acceptMs: number | null },
): Promise<void> {
  await STORE_REPORT.run(pool, { ...report, processId });
}

const INSERT_FIGURES = unprepared('insert-figures')`
  insert into status_figures (figures) values (${'figures'})`;

const DELETE_OLD_FIGURES = unprepared('delete-old-figures')`
  delete from status_figures where at < now() - interval '1 day'`;

/** Stores figures, and deletes those older than a day. */
export async function storeFigures(client: ClientBase, figures: StatusFigures): Promise<void> {
  await INSERT_FIGURES.run(client, { figures: JSON.stringify(figures) });
  await DELETE_OLD_FIGURES.run(client);
}

type Newest = {
  at: Date | null;
  figures: StatusFigures | null;
  ledgerAt: Date | null;
  differences: number | null;
};

const SELECT_NEWEST = unprepared<Newest>('select-newest-figures')`
  select f.at, f.figures, l.at as "ledgerAt", l.differences from (values (1)) as one
    left join (select at, figures from status_figures order by at desc limit 1) as f on true
    left join (select at, differences from ledger_checks order by at desc limit 1) as l on true`;

/** The newest figures and the newest check of the ledger, in one cheap read. */
export async function selectNewest(pool: Pool): Promise<Newest> {
  const { rows } = await SELECT_NEWEST.run(pool);
  return rows[0]!;
}

type HistoryRow = Omit<StatusAnswer['history'][number], 'at'> & { at: Date };
const SELECT_HISTORY = unprepared<HistoryRow>('select-figures-history')`
  select date_bin('5 minutes', at, '2000-01-01Z') as at, coalesce(max((figures->'accept'->>'rate')::float8), 0) as accept_rate,
      coalesce(max((figures->'accept'->>'p95_ms')::float8), 0) as accept_ms, max(s.due)::integer as due, max(s.oldest)::float8 as oldest_seconds,
      max(s.rate)::float8 as rate, max(s.failed)::integer as failed,
      max((figures->'callbacks'->>'oldest_seconds')::float8) as callbacks_seconds,
      max((figures->'mails'->>'waiting')::integer) as mails
    from status_figures cross join lateral (
      select (select sum((lane->>'due')::integer) from jsonb_array_elements(figures->'lanes') as lane) as due,
        (select max((lane->>'oldest_seconds')::float8) from jsonb_array_elements(figures->'lanes') as lane) as oldest,
        (select coalesce(sum((link->>'rate')::float8), 0) from jsonb_array_elements(figures->'links') as link) as rate,
        (select coalesce(sum((link->>'failed')::integer), 0) from jsonb_array_elements(figures->'links') as link) as failed
    ) as s
    where at > now() - interval '6 hours' group by 1 order by 1`;

/** The worst value of some figures in each five minutes of the last six hours. */
export async function selectHistory(pool: Pool): Promise<StatusAnswer['history']> {
  const { rows } = await SELECT_HISTORY.run(pool);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const IS_CHECKED = unprepared<{ checked: boolean }>('is-ledger-checked')`
  select exists (select from ledger_checks where at > now() - make_interval(hours => ${'hours'})) as checked`;

/** Whether the ledger was checked in the last `hours`. */
export async function isChecked(pool: Pool, hours: number): Promise<boolean> {
  const { rows } = await IS_CHECKED.run(pool, { hours });
  return rows[0]!.checked;
}

const INSERT_CHECK = unprepared('insert-ledger-check')`
  insert into ledger_checks (differences, took_ms) values (${'differences'}, ${'tookMs'})`;

const DELETE_OLD_CHECKS = unprepared('delete-old-ledger-checks')`
  delete from ledger_checks where at < now() - interval '1 year'`;

/** Stores the result of a check of the ledger, and deletes those older than a year. */
export async function storeCheck(pool: Pool, differences: number, tookMs: number): Promise<void> {
  await INSERT_CHECK.run(pool, { differences, tookMs });
  await DELETE_OLD_CHECKS.run(pool);
}
