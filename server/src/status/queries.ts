// SQL of how the service does: what waits where, how links do, and what came of checking the ledger.
import type { StatusAnswer, StatusFigures } from '@godwit/contract/staff/status';
import type { ClientBase, Pool } from 'pg';
import { ALIVE } from '../db/processes.ts';
import { FREE } from '../jobs/claim.ts';

/** More groups and teams than these are never named, so that what reads them stays small. */
const WORST = 10;
/** A figure that takes longer is not worth it. */
const STATEMENT_MS = 5_000;

const OLDEST = 'coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0)::float8';
/** Of teams that are paused, as closed ones are too, nothing is to be sent. */
const DUE = `${FREE} and due_at <= now() and t.paused_at is null`;

/**
 * Without waiting, until the transaction ends: false where another process takes figures now, or has within
 * `seconds`.
 */
export async function mayTakeFigures(client: ClientBase, seconds: number): Promise<boolean> {
  await client.query(`set local statement_timeout = ${STATEMENT_MS}`);
  await client.query('set local enable_seqscan = on');
  await client.query('set local enable_hashjoin = on');
  const { rows } = await client.query(
    `select pg_try_advisory_xact_lock(hashtext('godwit status figures'))
       and not exists (select from status_figures where at > now() - make_interval(secs => $1)) as may`,
    [seconds],
  );
  return rows[0].may;
}

/** The database's clock, in milliseconds since 1970. */
export async function selectClock(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
  return rows[0].ms;
}

type Process = Omit<StatusFigures['processes'][number], 'started_at' | 'seen_at'> & {
  started_at: Date;
  seen_at: Date;
};

/** Reads all figures as they are now. */
export async function readFigures(client: ClientBase): Promise<StatusFigures> {
  const list = async <T>(text: string) => (await client.query(text)).rows as T[];
  const one = async <T>(text: string) => (await client.query(text)).rows[0] as T;
  const processes = await list<Process>(`select host, version, roles, started_at, seen_at, ${ALIVE} as alive
    from processes where seen_at > now() - interval '10 minutes' order by host, started_at`);
  return {
    accept:
      await one(`select coalesce(sum(accepted_rate), 0)::float8 as rate, coalesce(sum(refused_rate), 0)::float8 as refused_rate,
        max(accept_ms) as p95_ms from processes where ${ALIVE}`),
    processes: processes.map(({ started_at, seen_at, ...one }) => {
      return { ...one, started_at: started_at.toISOString(), seen_at: seen_at.toISOString() };
    }),
    lanes: await list(`select mode::text, lane, count(message_id)::integer as waiting,
        (count(*) filter (where ${DUE}))::integer as due,
        coalesce(extract(epoch from now() - min(due_at) filter (where ${DUE})), 0)::float8 as oldest_seconds
      from (values ('TEST'), ('LIVE')) as m (mode) cross join (values (0, 'API'), (1, 'CAMPAIGN')) as l (priority, lane)
      left join send_queue q on q.priority = l.priority and split_part(q.link_group, ':', 1) = m.mode
      left join teams t on t.id = q.team_id
      group by 1, 2 order by 1, 2`),
    groups: await list(`select link_group as "group", count(*)::integer as due, ${OLDEST} as oldest_seconds
      from send_queue q join teams t on t.id = q.team_id where ${DUE} group by 1 order by 3 desc limit ${WORST}`),
    teams:
      await list(`select q.team_id::text as team, t.name, count(*)::integer as due, ${OLDEST} as oldest_seconds
      from send_queue q join teams t on t.id = q.team_id where ${DUE} group by 1, 2 order by 4 desc limit ${WORST}`),
    links: await list(`with failed as (
        select link_id, count(*)::integer as failed from submit_attempts where at > now() - interval '1 minute' group by 1
      )
      select l.link_id as link, min(l.mode)::text as mode, bool_or(p.link_id is not null) as paused,
        coalesce(max(health) filter (where is_fresh), 'OPEN')::text as health,
        sum(case when is_fresh then sessions else 0 end)::integer as sessions,
        sum(case when is_fresh then bound_sessions else 0 end)::integer as bound_sessions,
        sum(case when is_fresh then send_window else 0 end)::integer as "window",
        sum(case when is_fresh then in_flight else 0 end)::integer as in_flight,
        sum(case when is_fresh then rate else 0 end)::float8 as rate, coalesce(max(f.failed), 0) as failed
      from (select *, seen_at > now() - interval '10 seconds' as is_fresh from link_reports) as l
      left join paused_links p on p.link_id = l.link_id left join failed f on f.link_id = l.link_id
      group by l.link_id order by 1`),
    receipts:
      await one(`select (count(*) filter (where failure is null and recipient is null and due_at <= now()))::integer as due,
        coalesce(extract(epoch from now() - min(received_at) filter (where failure is null and recipient is null)), 0)::float8
          as oldest_seconds,
        (count(*) filter (where failure is null and recipient is not null))::integer as unmatched,
        (count(*) filter (where failure is not null))::integer as set_aside
      from receipt_inbox`),
    callbacks:
      await one(`select count(*)::integer as waiting, (count(*) filter (where due_at <= now()))::integer as due,
        coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float8 as oldest_seconds
      from callback_outbox`),
    // Refused for good are those that are never due again.
    mails:
      await one(`select count(*)::integer as waiting, (count(*) filter (where attempts > 0))::integer as retried,
        (count(*) filter (where due_at <= now()))::integer as due,
        coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float8 as oldest_seconds
      from mails where sent_at is null and due_at < 'infinity'`),
    holds: await one(`select count(*)::integer as destinations,
        coalesce(extract(epoch from now() - min(held_at)), 0)::float8 as oldest_seconds
      from team_destinations d join teams t on t.id = d.team_id
      where held_at is not null and released_at is null and t.paused_at is null
        and exists (select from send_queue q where q.team_id = d.team_id and q.held_for = d.destination)`),
  };
}

/** Keeps what a process accepts and refuses by the second, and how long 95 of 100 messages took at most. */
export async function keepReport(
  pool: Pool,
  processId: string,
  { accepted, refused, acceptMs }: { accepted: number; refused: number; acceptMs: number | null },
): Promise<void> {
  await pool.query(
    'update processes set accepted_rate = $2, refused_rate = $3, accept_ms = $4 where id = $1',
    [processId, accepted, refused, acceptMs],
  );
}

/** Keeps figures for a day. */
export async function keepFigures(client: ClientBase, figures: StatusFigures): Promise<void> {
  await client.query('insert into status_figures (figures) values ($1)', [JSON.stringify(figures)]);
  await client.query(`delete from status_figures where at < now() - interval '1 day'`);
}

type Newest = {
  at: Date | null;
  figures: StatusFigures | null;
  ledgerAt: Date | null;
  differences: number | null;
};

/** The newest figures and the newest check of the ledger, in one cheap read. */
export async function selectNewest(pool: Pool): Promise<Newest> {
  const { rows } = await pool.query<Newest>(
    `select f.at, f.figures, l.at as "ledgerAt", l.differences from (values (1)) as one
     left join (select at, figures from status_figures order by at desc limit 1) as f on true
     left join (select at, differences from ledger_checks order by at desc limit 1) as l on true`,
  );
  return rows[0]!;
}

/** How some figures went over the last six hours, by five minutes: the worst of each. */
export async function selectHistory(pool: Pool): Promise<StatusAnswer['history']> {
  const { rows } = await pool.query(
    `select date_bin('5 minutes', at, '2000-01-01Z') as at, coalesce(max((figures->'accept'->>'rate')::float8), 0) as accept_rate,
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
     where at > now() - interval '6 hours' group by 1 order by 1`,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Whether the ledger was checked within so many hours. */
export async function isChecked(pool: Pool, hours: number): Promise<boolean> {
  const { rows } = await pool.query(
    'select exists (select from ledger_checks where at > now() - make_interval(hours => $1)) as checked',
    [hours],
  );
  return rows[0].checked;
}

/** Keeps what came of a check, as many as a year has. */
export async function keepCheck(pool: Pool, differences: number, tookMs: number): Promise<void> {
  await pool.query('insert into ledger_checks (differences, took_ms) values ($1, $2)', [differences, tookMs]);
  await pool.query(`delete from ledger_checks where at < now() - interval '1 year'`);
}
