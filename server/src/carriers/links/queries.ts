// SQL of carrier links over all processes: their reports, shares, troubles and pauses.

import type { LINK_TROUBLES } from '@godwit/contract/messages/explanation';
import { type Selectable, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import type { LinkReports } from '../../db/types.ts';
import { FREE } from '../../jobs/claim.ts';
import type { Database } from '../../services.ts';
import type { LinkConfig } from './config.ts';

/** The state of a link in one process; `health_words`: the reason why it is not open, for staff. */
export type LinkReport = Omit<Selectable<LinkReports>, 'process_id' | 'seen_at' | 'routes'> & {
  routes: ReportedRoute[];
};

/** A route of a link: of a rule, or of a prefix if `rule` is null. */
export type ReportedRoute = LinkConfig['routes'][number] & { rule: string | null };

/** The trouble of a link in this process: `number` counts its troubles, and a lasting one counts once. */
export type Trouble = { link_id: string; number: number; trouble: (typeof LINK_TROUBLES)[number] };

const COLUMNS = fragment`link_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight, throughput, rate,
  health, health_words, out_of_hours, fixed_sender, routes`;

// Stores reports and troubles as JSON records, deletes old reports, and reads the paused links in the same
// statement.
const REPORT_LINKS = prepared<{ link_id: string }>('report-links')`
  with reported as (
      insert into link_reports (process_id, ${COLUMNS})
      select ${'processId'}::uuid, ${COLUMNS} from jsonb_populate_recordset(null::link_reports, ${'reports'}::jsonb)
      on conflict (link_id, process_id) do update set sessions = excluded.sessions,
        bound_sessions = excluded.bound_sessions, send_window = excluded.send_window,
        throughput = excluded.throughput, in_flight = excluded.in_flight, rate = excluded.rate, health = excluded.health,
        health_words = excluded.health_words, out_of_hours = excluded.out_of_hours, fixed_sender = excluded.fixed_sender, seen_at = now()
    ), troubled as (
      insert into link_troubles (process_id, link_id, number, trouble)
      select ${'processId'}::uuid, link_id, number, trouble from jsonb_populate_recordset(null::link_troubles, ${'troubles'}::jsonb)
      on conflict (link_id, process_id, number) do update set until = now()
    ), gone as (
      delete from link_reports where seen_at < now() - interval '1 hour'
    )
    select link_id from paused_links order by link_id`;

/**
 * Stores the reports of a process and the troubles of its links, and returns the links that are paused.
 * Reports that were not renewed for an hour are deleted.
 */
export async function reportLinks(
  pool: Pool,
  processId: string,
  reports: LinkReport[],
  troubles: Trouble[],
): Promise<string[]> {
  const { rows } = await REPORT_LINKS.run(pool, {
    processId,
    reports: JSON.stringify(reports),
    troubles: JSON.stringify(troubles),
  });
  return rows.map((row) => row.link_id);
}

/**
 * The contract of a link and the share of it that a process holds. `works`: the process sends over the link;
 * `wants`: it can use a share.
 */
export type LinkShare = {
  id: string;
  sessions: number;
  throughput: number;
  held_sessions: number;
  held_throughput: number;
  works: boolean;
  wants: boolean;
};

/**
 * The share of a link that a process may use. `next_ms`: the time until the first lease of another one ends.
 */
export type GrantedShare = {
  id: string;
  sessions: number;
  throughput: number;
  works_elsewhere: boolean;
  next_ms: number | null;
};

// A database function, because the shares of all processes are divided under one lock.
const RENEW_SHARES = prepared<GrantedShare>('renew-link-shares')`
  select id, sessions, throughput, works_elsewhere, next_ms from renew_link_shares(${'processId'}, ${'round'}, ${'leaseMs'}, ${'shares'})`;

/**
 * Renews the shares of a process for `leaseMs`, and returns the new share of each link. `round` grows with
 * each call.
 */
export async function renewShares(
  pool: Pool,
  {
    processId,
    round,
    leaseMs,
    shares,
  }: { processId: string; round: number; leaseMs: number; shares: LinkShare[] },
): Promise<ReadonlyMap<string, GrantedShare>> {
  const { rows } = await RENEW_SHARES.run(pool, {
    processId,
    round,
    leaseMs,
    shares: JSON.stringify(shares),
  });
  return new Map(rows.map((row) => [row.id, row]));
}

// By the primary key of link_shares.
const DELETE_SHARES = unprepared('delete-shares')`
  delete from link_shares where process_id = ${'processId'} and link_id = any(${'ids'})`;

/** Gives up the shares of a process in these links. */
export async function deleteShares(pool: Pool, processId: string, ids: readonly string[]): Promise<void> {
  await DELETE_SHARES.run(pool, { processId, ids });
}

// By the primary key. A row that another process holds stays as it is.
const LEASE_JOB = prepared('lease-link-job')`
  insert into link_jobs as j (link_id, job, process_id, lease_until)
    values (${'linkId'}, ${'job'}, ${'processId'}::uuid, now() + make_interval(secs => ${'leaseMs'}::integer / 1000.0))
    on conflict (link_id, job) do update set process_id = excluded.process_id, lease_until = excluded.lease_until
      where j.process_id = excluded.process_id or j.lease_until < now()`;

/** Takes or renews the lease on a job that one process does for a link; false if another process has it. */
export async function leaseJob(
  pool: Pool,
  lease: { linkId: string; job: 'receipts' | 'doubt'; processId: string; leaseMs: number },
): Promise<boolean> {
  return (await LEASE_JOB.run(pool, lease)).rowCount === 1;
}

// By ctid, so that the delete touches the rows that were picked and locked.
const PURGE_TROUBLES = unprepared('purge-troubles')`
  delete from link_troubles where ctid = any(array(select ctid from link_troubles
    where until < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0) limit ${'limit'} for update skip locked))`;

/** Drops troubles that ended more than `keptMs` ago; returns how many. */
export async function purgeTroubles(client: ClientBase, keptMs: number, limit: number): Promise<number> {
  const { rowCount } = await PURGE_TROUBLES.run(client, { keptMs, limit });
  return rowCount ?? 0;
}

/** The troubles of links between two instants, in any process. */
export function selectTroubles(db: Database, from: Date, to: Date) {
  return db
    .selectFrom('link_troubles')
    .select(['link_id', 'trouble', 'since', 'until'])
    .where('since', '<=', to)
    .where('until', '>=', from)
    .orderBy('since')
    .$narrowType<{ trouble: Trouble['trouble'] }>()
    .execute();
}

// Reads a small table as a whole; a report counts for ten seconds.
const SELECT_ROUTES = unprepared<{ link_id: string; routes: ReportedRoute[]; processes: number }>(
  'select-reported-routes',
)`
  select distinct on (link_id) link_id, routes,
      count(*) filter (where seen_at > now() - interval '10 seconds') over (partition by link_id)::integer as processes
    from link_reports where mode = ${'mode'} order by link_id, seen_at desc`;

/** The last reported routes of each link of a mode, and how many processes send over it. */
export async function selectRoutes(db: Database, mode: LinkConfig['mode']) {
  const { rows } = await SELECT_ROUTES.run(db, { mode });
  return rows;
}

// Deletes all reports of one process.
const DELETE_REPORTS = unprepared('delete-reports')`
  delete from link_reports where process_id = ${'processId'}`;

/** Deletes the reports of a process that no longer sends over links. */
export async function deleteReports(pool: Pool, processId: string): Promise<void> {
  await DELETE_REPORTS.run(pool, { processId });
}

// Reads a small table as a whole.
const SELECT_PAUSED_IDS = unprepared<{ link_id: string }>('select-paused-ids')`
  select link_id from paused_links`;

/** The links that staff paused. */
export async function selectPausedIds(pool: Pool): Promise<string[]> {
  const { rows } = await SELECT_PAUSED_IDS.run(pool);
  return rows.map((row) => row.link_id);
}

// Reads a small table as a whole; a report counts for ten seconds.
const SELECT_SERVED_GROUPS = unprepared<{ name: string }>('select-served-groups')`
  select distinct unnest(groups) as name from link_reports where seen_at > now() - interval '10 seconds'`;

/** The link groups that any process reported in the last ten seconds. */
export async function selectServedGroups(pool: Pool): Promise<string[]> {
  const { rows } = await SELECT_SERVED_GROUPS.run(pool);
  return rows.map((row) => row.name);
}

/** The reports of the last hour. `is_fresh`: the report is at most ten seconds old. */
export function selectReports(db: Database) {
  return db
    .selectFrom('link_reports as l')
    .leftJoin('paused_links as p', 'p.link_id', 'l.link_id')
    .selectAll('l')
    .select(['p.paused_at', 'p.paused_by', 'p.reason'])
    .select(sql<boolean>`l.seen_at > now() - interval '10 seconds'`.as('is_fresh'))
    .orderBy('l.mode', 'desc')
    .orderBy('l.link_id')
    .orderBy('l.seen_at', 'desc')
    .execute();
}

// Counts all due rows; only staff and their commands need this.
const SELECT_QUEUES = unprepared<{ link_group: string; due: number; oldest_seconds: number }>(
  'select-queues',
)`
  select link_group, count(*)::integer as due, extract(epoch from now() - min(due_at))::integer as oldest_seconds
    from send_queue where due_at <= now() and ${FREE}
    group by link_group`;

/** The number of due messages of each link group, and the age of the oldest. */
export async function selectQueues(db: Database) {
  const { rows } = await SELECT_QUEUES.run(db);
  return rows;
}

// By the primary keys.
const IS_KNOWN_LINK = unprepared<{ known: boolean }>('is-known-link')`
  select exists (select from link_reports where link_id = ${'id'})
      or exists (select from paused_links where link_id = ${'id'}) as known`;

/** Whether any process has reported a link, or it is paused. */
export async function isKnownLink(db: Database, id: string): Promise<boolean> {
  const { rows } = await IS_KNOWN_LINK.run(db, { id });
  return rows[0]!.known;
}

// By the primary key.
const INSERT_PAUSED = unprepared('insert-paused')`
  insert into paused_links (link_id, paused_by, reason)
    values (${'id'}, ${'by'}, ${'reason'}) on conflict do nothing`;

/** Pauses a link; false if it is paused already. */
export async function insertPaused(
  db: Database,
  pause: { id: string; by: string; reason: string },
): Promise<boolean> {
  return (await INSERT_PAUSED.run(db, pause)).rowCount === 1;
}

// By the primary key.
const DELETE_PAUSED = unprepared('delete-paused')`
  delete from paused_links where link_id = ${'id'}`;

/** Resumes a link; false if it is not paused. */
export async function deletePaused(db: Database, id: string): Promise<boolean> {
  return (await DELETE_PAUSED.run(db, { id })).rowCount === 1;
}

// By the primary key of reports, and by the indexes of leases and doubts.
const SELECT_UNANSWERED = unprepared<{ behind: number; unanswered: number; at: string }>('select-unanswered')`
  select (select count(*)::integer from link_reports where link_id = ${'id'}
          and seen_at > now() - interval '10 seconds' and seen_at <= ${'since'}::timestamptz) as behind,
      (select count(*)::integer from send_queue where lease_until is not null and link_id = ${'id'})
        + (select count(*)::integer from send_queue where doubt_until is not null and link_id = ${'id'}) as unanswered,
      clock_timestamp()::text as at`;

/**
 * How many running processes have not reported a link after `since`, and how many messages it has not
 * answered. `at` is the database's time, for the next call.
 */
export async function selectUnanswered(db: Database, id: string, since: string | null) {
  const { rows } = await SELECT_UNANSWERED.run(db, { id, since });
  return rows[0]!;
}
