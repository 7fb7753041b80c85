// SQL of the registrations of all teams for staff, and of changes and events of a registration.

import type { Lack } from '@godwit/contract/owners';
import type { RegistrationState, RegistrationTurn } from '@godwit/contract/senders';
import type { RegistrationEvent } from '@godwit/contract/staff/registrations';
import { sql, type UpdateObject } from 'kysely';
import type { Actor } from '../audit/record.ts';
import { keyOf, LACKS_NOW, STATE_NOW, TURN_NOW } from '../db/registrations.ts';
import type { DB } from '../db/types.ts';
import type { Search } from '../http/paging.ts';
import type { Database } from '../services.ts';

/** A registration. `state` is EXPIRED as soon as its time is over. */
export type RegistrationRecord = {
  id: string;
  team_id: string;
  project_id: string;
  sender: string;
  sender_key: string;
  country: string;
  network: string;
  state: RegistrationState;
  turn: RegistrationTurn | null;
  lacks: Lack | null;
  reference: string | null;
  submitted_at: Date | null;
  decided_at: Date | null;
  valid_from: Date | null;
  expires_at: Date | null;
  refusal: string | null;
  updated_at: Date;
  proposal: string | null;
  proposed_reference: string | null;
  proposed_until: Date | null;
  telcos: string[] | null;
  proposed_telcos: string[] | null;
  proposal_reason: string | null;
  proposer_id: string | null;
  proposer: string | null;
  proposed_at: Date | null;
};

/** A registration with the names of its team and project. */
export type NamedRegistration = RegistrationRecord & { team_name: string; project_name: string };

const STATE = sql<RegistrationState>`${sql.raw(String(STATE_NOW))}`;
const TURN = sql<RegistrationTurn | null>`${sql.raw(String(TURN_NOW))}`;
const LACKS = sql<Lack | null>`${sql.raw(String(LACKS_NOW))}`;
/** The clock of the database, by which dispatch reads times. */
export const NOW = sql<Date>`now()`;

/** Whether an end is over by the clock of the database; null is never over. */
export async function isOver(db: Database, end: Date | null): Promise<boolean> {
  if (end === null) return false;
  const { rows } = await sql<{ over: boolean }>`select ${end}::timestamptz <= now() as over`.execute(db);
  return rows[0]!.over;
}

const COLUMNS = [
  ...(['r.id', 'r.team_id', 'r.project_id', 'r.sender', 'r.sender_key', 'r.country', 'r.network'] as const),
  ...([
    'r.reference',
    'r.submitted_at',
    'r.decided_at',
    'r.valid_from',
    'r.expires_at',
    'r.refusal',
  ] as const),
  ...(['r.updated_at', 'r.proposal', 'r.proposed_reference', 'r.proposed_until'] as const),
  ...(['r.telcos', 'r.proposed_telcos'] as const),
  ...(['r.proposal_reason', 'r.proposer_id', 'r.proposer', 'r.proposed_at'] as const),
];

const records = (db: Database) =>
  db
    .selectFrom('sender_registrations as r')
    .select([...COLUMNS, STATE.as('state'), TURN.as('turn'), LACKS.as('lacks')])
    .$castTo<RegistrationRecord>();

const namedRecords = (db: Database) =>
  db
    .selectFrom('sender_registrations as r')
    .innerJoin('teams as t', 't.id', 'r.team_id')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.team_id', '=', 'r.team_id').onRef('p.id', '=', 'r.project_id'),
    )
    .select([...COLUMNS, STATE.as('state'), TURN.as('turn'), LACKS.as('lacks')])
    .select(['t.name as team_name', 'p.name as project_name'])
    .$castTo<NamedRegistration>();

/**
 * The registrations of all teams that exist: proposals first, then those whose end is nearest, and what has
 * ended last. `turn`: null for all.
 */
export const listRegistrations = (
  db: Database,
  { turn, like, id }: Search & { turn: RegistrationTurn | null },
) =>
  namedRecords(db)
    .where(sql<boolean>`(${turn}::text is null or ${TURN} = ${turn})`)
    .where(
      sql<boolean>`(${like}::text is null or concat_ws(' ', r.sender, t.name, p.name) ilike ${like}
        or ${id}::uuid in (r.id, r.team_id))`,
    )
    .where('t.closed_at', 'is', null)
    .orderBy(sql`r.proposal is null, ${STATE} = 'EXPIRED', r.expires_at nulls last, r.updated_at, r.id`);

/** The number of registrations that wait for staff. */
export async function countOurTurn(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('sender_registrations as r')
    .innerJoin('teams as t', 't.id', 'r.team_id')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('t.closed_at', 'is', null)
    .where(sql<boolean>`${TURN} = 'US'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One registration. */
export const selectRegistration = (db: Database, id: string): Promise<NamedRegistration | undefined> =>
  namedRecords(db).where('r.id', '=', id).executeTakeFirst();

/** The registrations of the same name at the other networks of a country. */
export const selectSiblings = (
  db: Database,
  { id, team_id, project_id, sender_key, country }: RegistrationRecord,
) =>
  db
    .selectFrom('sender_registrations as r')
    .select(['r.id', 'r.network', STATE.as('state'), TURN.as('turn')])
    .where('r.team_id', '=', team_id)
    .where('r.project_id', '=', project_id)
    .where('r.sender_key', '=', sender_key)
    .where('r.country', '=', country)
    .where('r.id', '!=', id)
    .orderBy('r.network')
    .execute();

/** Locks a registration for a change in the caller's transaction. */
export const lockRegistration = (db: Database, id: string): Promise<RegistrationRecord | undefined> =>
  records(db).where('r.id', '=', id).forUpdate().executeTakeFirst();

/** Locks all registrations of a name of a project, in any case. */
export const lockRegistrationsOf = (
  db: Database,
  { teamId, projectId, sender }: Pick<InRegister, 'teamId' | 'projectId' | 'sender'>,
): Promise<RegistrationRecord[]> =>
  records(db)
    .where('r.team_id', '=', teamId)
    .where('r.project_id', '=', projectId)
    .where('r.sender_key', '=', sql<string>`lower(${sender}::text collate "C")`)
    .orderBy('r.id')
    .forUpdate()
    .execute();

/** A sender id in the register of a country, or of one of its networks; `*` is the whole country. */
export type InRegister = {
  teamId: string;
  projectId: string;
  sender: string;
  country: string;
  network: string;
};

/**
 * Adds a registration as DRAFT and returns its id; undefined if the name has one already, in any case, or the
 * project has no such sender id.
 */
export async function insertRegistration(
  db: Database,
  { teamId, projectId, sender, country, network }: InRegister,
): Promise<string | undefined> {
  const added = await db
    .insertInto('sender_registrations')
    .columns(['team_id', 'project_id', 'sender', 'country', 'network', 'state'])
    .expression((eb) =>
      eb
        .selectFrom('sender_ids')
        .select(['team_id', 'project_id', 'sender'])
        .select([
          eb.val(country).as('country'),
          eb.val(network).as('network'),
          sql<string>`'DRAFT'`.as('state'),
        ])
        .where('team_id', '=', teamId)
        .where('project_id', '=', projectId)
        .where('sender', '=', sender),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

/** The id of the registration of a name, in any case. */
export async function findRegistration(
  db: Database,
  { teamId, projectId, sender, country, network }: InRegister,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('sender_registrations')
    .select('id')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('sender_key', '=', sql<string>`lower(${sender}::text collate "C")`)
    .where('country', '=', country)
    .where('network', '=', network)
    .executeTakeFirst();
  return found?.id;
}

type Change = UpdateObject<DB, 'sender_registrations'>;

/** Changes a locked registration. */
export async function updateRegistration(db: Database, id: string, change: Change): Promise<void> {
  await db
    .updateTable('sender_registrations')
    .set({ ...change, updated_at: NOW })
    .where('id', '=', id)
    .execute();
}

/** Removes the proposal. */
export const NO_PROPOSAL = {
  proposal: null,
  proposed_reference: null,
  proposed_until: null,
  proposed_telcos: null,
  proposal_reason: null,
  proposer_id: null,
  proposer: null,
  proposed_at: null,
} satisfies Change;

type NewEvent = {
  kind: RegistrationEvent['kind'];
  from: RegistrationState | null;
  to: RegistrationState;
  reason: string;
};

/** Records what happened with a registration, and who did it. */
export async function insertEvent(
  db: Database,
  { id, teamId, by }: { id: string; teamId: string; by: Actor },
  { kind, from, to, reason }: NewEvent,
): Promise<void> {
  await db
    .insertInto('sender_registration_events')
    .values({
      ...{ registration_id: id, team_id: teamId, kind, reason },
      ...{ staff_id: by.id, staff_email: by.email, from_state: from, to_state: to },
    })
    .execute();
}

/** The newest events of a registration. */
export const selectEvents = (db: Database, id: string, limit: number) =>
  db
    .selectFrom('sender_registration_events')
    .select(['at', 'kind', 'staff_email as by', 'from_state as from', 'to_state as to', 'reason'])
    .where('registration_id', '=', id)
    .orderBy('number', 'desc')
    .limit(limit)
    .$castTo<Omit<RegistrationEvent, 'at'> & { at: Date }>()
    .execute();

/** The sender ids of other teams that are the same in a register, through the index on the key. */
export const selectSameName = (
  db: Database,
  { teamId, key, limit }: { teamId: string; key: string; limit: number },
) =>
  db
    .selectFrom('sender_ids as s')
    .innerJoin('teams as t', 't.id', 's.team_id')
    .select(['t.id', 't.name', 's.sender'])
    .distinct()
    .where(sql<boolean>`${sql.raw(String(keyOf('s.sender')))} = ${key}`)
    .where('s.team_id', '!=', teamId)
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(limit)
    .execute();

/** Locks registrations whose time is over, and that are still stored as REGISTERED. */
export const lockOver = (db: Database, limit: number): Promise<RegistrationRecord[]> =>
  records(db)
    .where('r.state', '=', 'REGISTERED')
    .where('r.expires_at', '<=', NOW)
    .orderBy('r.expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/**
 * Locks registrations that are due for a reminder, and notes it. Of several `days` (largest first) that are
 * due at once, only the smallest counts, so a registration for a short time gets one mail at its beginning.
 */
export async function claimReminders(
  db: Database,
  days: readonly number[],
  limit: number,
): Promise<RegistrationRecord[]> {
  const due = sql<number>`(select min(d.days) from unnest(${[...days]}::integer[]) as d (days)
    where r.expires_at <= now() + make_interval(days => d.days))`;
  const rows = await records(db)
    .where('r.state', '=', 'REGISTERED')
    .where('r.expires_at', '>', NOW)
    .where('r.expires_at', '<=', sql<Date>`now() + make_interval(days => ${Math.max(...days)}::integer)`)
    .where(sql<boolean>`${due} < coalesce(r.reminded_days, 2147483647)`)
    .orderBy('r.expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return rows;
  await db
    .updateTable('sender_registrations as r')
    .set({ reminded_days: due })
    .where(
      'r.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows;
}
