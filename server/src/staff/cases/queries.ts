// SQL of cases of fraud. Time is the database's.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { CASE_EVENTS, CaseQuarter } from '@godwit/contract/staff/cases';
import { type Insertable, sql } from 'kysely';
import type { ScamCaseEvents, ScamCases } from '../../db/types.ts';
import type { Search } from '../../http/paging.ts';
import type { Database } from '../../services.ts';

type EventKind = (typeof CASE_EVENTS)[number];

const sender = sql<string>`c.facts #>> '{message,from}'`;

const cases = (db: Database) =>
  db
    .selectFrom('scam_cases as c')
    .innerJoin('teams as t', 't.id', 'c.team_id')
    .select([
      'c.id',
      'c.team_id',
      't.name as team_name',
      'c.message_id',
      'c.opened_at',
      'c.opened_by',
      'c.report',
    ])
    .select([sender.as('sender'), sql<boolean>`t.paused_at is not null`.as('paused')]);

/** Cases, newest first, found by sender id, team, report, or the id of the case or its message. */
export function listCases(db: Database, { like, id }: Search) {
  return cases(db)
    .$if(id !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('c.id', '=', id), eb('c.message_id', '=', id), eb('c.team_id', '=', id)]),
      ),
    )
    .$if(id === null && like !== null, (query) =>
      query.where(sql<boolean>`concat_ws(' ', ${sender}, t.name, c.report) ilike ${like}`),
    )
    .orderBy('c.opened_at', 'desc')
    .orderBy('c.id', 'desc');
}

export const selectCase = (db: Database, id: string) =>
  cases(db).select('c.facts').where('c.id', '=', id).executeTakeFirst();

/** The id of the case of a message. */
export async function selectCaseOf(db: Database, messageId: string): Promise<string | null> {
  const found = await db
    .selectFrom('scam_cases')
    .select('id')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Stores a case; false if its message has one. */
export async function insertCase(trx: Database, row: Insertable<ScamCases>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('scam_cases')
    .values(row)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

export async function insertEvent(
  trx: Database,
  event: Insertable<ScamCaseEvents> & { kind: EventKind },
): Promise<void> {
  await trx.insertInto('scam_case_events').values(event).execute();
}

const MOST_EVENTS = 200;

/** The newest events of a case, newest first. */
export const selectCaseEvents = (db: Database, id: string) =>
  db
    .selectFrom('scam_case_events')
    .select(['at', 'staff_email as by', 'kind', 'subject', 'note'])
    .where('case_id', '=', id)
    .orderBy('number', 'desc')
    .limit(MOST_EVENTS)
    .$narrowType<{ kind: EventKind }>()
    .execute();

/** The domains that staff have blocked in a case, whether they are blocked now or not. */
export async function selectDomains(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scam_case_events')
    .select('subject')
    .distinct()
    .where('case_id', '=', id)
    .where('kind', '=', 'DOMAIN_BLOCKED')
    .execute();
  return rows.map(({ subject }) => subject);
}

const MOST_KEYS = 50;

/** The team of the case that blocked a domain. */
export async function selectTeamOfBlock(db: Database, domain: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('blocked_domains as b')
    .innerJoin('scam_cases as c', 'c.id', 'b.case_id')
    .select('c.team_id')
    .where('b.domain', '=', domain)
    .executeTakeFirst();
  return found?.team_id;
}

/** The keys of a project that existed at an instant: its own first, then named ones. */
export async function selectKeys(
  db: Database,
  { projectId, mode, at }: { projectId: string; mode: Mode; at: Date },
) {
  const { rows } = await sql<{
    name: string | null;
    ending: string | null;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
    addresses: string[];
  }>`
    with used as materialized (
      select key_id, array_agg(distinct address order by address) as addresses from key_uses
        where project_id = ${projectId} and mode = ${mode}::message_mode and hour = date_trunc('hour', ${at}::timestamptz, 'UTC')
        group by key_id
    )
    select null as name, null as ending, created_at, null::timestamptz as last_used_at, null::timestamptz as revoked_at,
        coalesce((select addresses from used where key_id is null), '{}') as addresses
      from api_keys where project_id = ${projectId} and mode = ${mode}::message_mode
    union all
    select name, ending, created_at, last_used_at, coalesce(revoked_at, case when expires_at <= now() then expires_at end),
        coalesce((select addresses from used where key_id = named_keys.id), '{}')
      from named_keys where project_id = ${projectId} and mode = ${mode}::message_mode and created_at <= ${at}
        and coalesce(revoked_at, 'infinity') >= ${at} and coalesce(expires_at, 'infinity') >= ${at}
    order by name nulls first, created_at limit ${MOST_KEYS}`.execute(db);
  return rows;
}

/** The sessions of a team's people that had begun at an instant, the last used first. */
export async function selectSignIns(db: Database, { teamId, at }: { teamId: string; at: Date }) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('team_members as m', 'm.user_id', 's.user_id')
    .select(['m.user_id', 's.ip', 's.user_agent', 's.created_at', 's.last_seen_at'])
    .where('m.team_id', '=', teamId)
    .where('s.complete', '=', true)
    .where('s.created_at', '<=', at)
    .orderBy('s.last_seen_at', 'desc')
    .limit(20)
    .execute();
}

/** The figures of the last quarters of UTC with a case or an event of one, newest first. */
export async function selectQuarters(db: Database, most: number): Promise<CaseQuarter[]> {
  const { rows } = await sql<CaseQuarter>`
    select to_char(quarter, 'YYYY-"Q"Q') as quarter, count(*) filter (where kind = 'OPENED')::integer as cases,
        count(*) filter (where kind = 'NAME_BLOCKED')::integer as names_blocked,
        count(*) filter (where kind = 'TEAM_PAUSED')::integer as teams_paused,
        count(*) filter (where kind = 'DOMAIN_BLOCKED')::integer as domains_blocked,
        count(*) filter (where kind = 'NOTIFIED')::integer as notified
      from (
        select date_trunc('quarter', opened_at at time zone 'UTC') as quarter, 'OPENED' as kind from scam_cases
        union all
        select date_trunc('quarter', at at time zone 'UTC'), kind from scam_case_events
      ) as happened group by quarter order by quarter desc limit ${most}`.execute(db);
  return rows;
}
