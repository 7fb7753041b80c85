// SQL of the owners of sender ids. A business is stored once per team, by its number, and staff look it up
// once.

import { type OwnerDetails, readDetails } from '@godwit/contract/ownerDetails';
import { type NameBasis, type NameOwner, type OwnerScheme, plainNumber } from '@godwit/contract/owners';
import { type RawBuilder, sql } from 'kysely';
import { keyOf } from '../db/registrations.ts';
import { newId } from '../ids.ts';
import type { Database } from '../services.ts';

/** An owner as a request or a sender id refers to it; all null without one. */
export type OwnerColumns = {
  entity_id: string | null;
  basis: NameBasis | null;
  for_client: boolean;
  consent_id: string | null;
};

type Given = {
  legal_name: string;
  owner_scheme: OwnerScheme | null;
  owner_number: string;
  name_basis: NameBasis | null;
  for_client: boolean;
  consent_document: string | null;
};

const NO_OWNER: OwnerColumns = { entity_id: null, basis: null, for_client: false, consent_id: null };

/**
 * Stores the business of a request, if it names one and its team has it not yet, and returns the columns that
 * refer to it. A request changes nothing about a business that is stored: `giveOwner` does, once approved.
 */
export async function storeOwner(trx: Database, teamId: string, given: Given): Promise<OwnerColumns> {
  const { legal_name, owner_scheme: scheme, name_basis: basis, for_client: forClient } = given;
  if (scheme === null) return NO_OWNER;
  const number = plainNumber(given.owner_number);
  const { rows } = await sql<{ id: string }>`
    insert into entities as e (team_id, id, legal_name, scheme, number)
      values (${teamId}, ${newId()}, ${legal_name}, ${scheme}, ${number})
      on conflict (team_id, scheme, number) do update set number = e.number
      returning id`.execute(trx);
  const consent = forClient ? given.consent_document : null;
  return { entity_id: rows[0]!.id, basis, for_client: forClient, consent_id: consent };
}

/** Whether a project's sender id, in any spelling, has an owner other than that of a request. */
export async function hasOtherOwner(trx: Database, { teamId, requestId }: Asked): Promise<boolean> {
  const { rows } = await sql<{ other: boolean }>`select exists (
      select from sender_id_requests r join sender_ids s on s.team_id = r.team_id and s.project_id = r.project_id
        and lower(s.sender collate "C") = lower(r.sender collate "C")
      where r.team_id = ${teamId} and r.id = ${requestId} and s.entity_id <> r.entity_id) as other`.execute(
    trx,
  );
  return rows[0]!.other;
}

type Asked = { teamId: string; requestId: string };

/**
 * Gives every spelling of a project's sender id the owner of an approved request, if that names one. Its
 * legal name becomes that of the business; staff have to look the business up again if it differs. Its
 * details replace those of the business, if it gives any.
 */
export async function giveOwner(trx: Database, { teamId, requestId }: Asked): Promise<void> {
  await sql`update entities e set legal_name = r.legal_name, details = coalesce(r.owner_details, e.details),
      checked_at = case when e.legal_name = r.legal_name then e.checked_at end,
      checked_by = case when e.legal_name = r.legal_name then e.checked_by end
    from sender_id_requests r
    where r.team_id = ${teamId} and r.id = ${requestId} and e.team_id = r.team_id and e.id = r.entity_id`.execute(
    trx,
  );
  await sql`update sender_ids s set entity_id = r.entity_id, basis = r.basis, for_client = r.for_client,
      consent_id = r.consent_id
    from sender_id_requests r
    where r.team_id = ${teamId} and r.id = ${requestId} and r.entity_id is not null
      and s.team_id = r.team_id and s.project_id = r.project_id
      and lower(s.sender collate "C") = lower(r.sender collate "C")`.execute(trx);
}

/** The other legal names under which a number is known: at names in use, and in requests that wait. */
export async function otherLegalNames(
  db: Database,
  { scheme, number, legal_name: legalName }: Pick<NameOwner, 'scheme' | 'number' | 'legal_name'>,
): Promise<{ id: string; name: string; legal_name: string }[]> {
  const plain = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(${text}, '\\s+', ' ', 'g'))`;
  const { rows } = await sql<{ id: string; name: string; legal_name: string }>`
    with known as (select team_id, id, legal_name from entities where scheme = ${scheme} and number = ${number}),
      named as (
        select k.team_id, k.legal_name from known k
          where exists (select from sender_ids s where s.team_id = k.team_id and s.entity_id = k.id)
        union select k.team_id, r.legal_name from known k
          join sender_id_requests r on r.team_id = k.team_id and r.entity_id = k.id and r.status = 'PENDING')
    select t.id, t.name, n.legal_name from named n join teams t on t.id = n.team_id
      where t.closed_at is null and ${plain(sql`n.legal_name`)} <> ${plain(sql`${legalName}::text`)}
      order by t.name, t.id, n.legal_name limit 20`.execute(db);
  return rows;
}

type OwnerRow = Omit<NameOwner, 'checked_at'> & { checked_at: Date | null };
type Owned = {
  owner: NameOwner;
  entityId: string;
  checkedBy: string | null;
  details: OwnerDetails | null;
};

const toOwned = ({
  entityId,
  checkedBy,
  details,
  checked_at,
  ...owner
}: OwnerRow & Omit<Owned, 'owner'>): Owned => ({
  owner: { ...owner, checked_at: checked_at?.toISOString() ?? null },
  ...{ entityId, checkedBy, details: readDetails(details) },
});

const OWNER_COLUMNS = sql`e.scheme, e.number, o.basis, o.for_client, e.id as "entityId"`;

/** The owners of some requests, by request, under the legal names that the requests give. */
export async function ownersOfRequests(
  db: Database,
  teamId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Owned>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OwnerRow & Omit<Owned, 'owner'> & { id: string }>`
    select o.id, ${OWNER_COLUMNS}, o.legal_name, o.owner_details as details,
        case when e.legal_name = o.legal_name then e.checked_at end as checked_at,
        case when e.legal_name = o.legal_name then e.checked_by end as "checkedBy"
      from sender_id_requests o
      join entities e on e.team_id = o.team_id and e.id = o.entity_id
      where o.team_id = ${teamId} and o.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, toOwned(row)]));
}

type Name = { team_id: string; project_id: string; sender: string };

/** The owner of a sender id; null if nobody has named it. */
export async function ownerOfName(
  db: Database,
  { team_id, project_id, sender }: Name,
): Promise<Owned | null> {
  const { rows } = await sql<OwnerRow & Omit<Owned, 'owner'>>`
    select ${OWNER_COLUMNS}, e.legal_name, e.details, e.checked_at, e.checked_by as "checkedBy"
      from sender_ids o join entities e on e.team_id = o.team_id and e.id = o.entity_id
      where o.team_id = ${team_id} and o.project_id = ${project_id} and o.sender = ${sender}`.execute(db);
  return rows[0] ? toOwned(rows[0]) : null;
}

/** The other names that its team has given a sender id; none if it is not approved. */
export async function aliasesOf(db: Database, { team_id, project_id, sender }: Name): Promise<string[]> {
  const found = await db
    .selectFrom('sender_ids')
    .select('aliases')
    .where('team_id', '=', team_id)
    .where('project_id', '=', project_id)
    .where('sender', '=', sender)
    .executeTakeFirst();
  return found?.aliases ?? [];
}

/** Notes that a member of staff found a business in its register; false if that was noted before. */
export async function noteChecked(
  trx: Database,
  { teamId, entityId, by }: { teamId: string; entityId: string; by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('entities')
    .set({ checked_at: sql`now()`, checked_by: by })
    .where('team_id', '=', teamId)
    .where('id', '=', entityId)
    .where('checked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The newest approved request for a sender id, in any case; null if there is none. */
export async function findRequest(
  db: Database,
  { team_id, project_id, sender }: Name,
): Promise<string | null> {
  const found = await db
    .selectFrom('sender_id_requests')
    .select('id')
    .where('team_id', '=', team_id)
    .where('project_id', '=', project_id)
    .where('status', '=', 'APPROVED')
    .where(sql<boolean>`${sql.raw(String(keyOf('sender')))} = lower(${sender}::text collate "C")`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}
