// SQL of deletions of contacts, groups and opt-outs that can be undone.
import { MAX_CONTACT_GROUPS, MAX_KEPT_CONTACTS, MAX_KEPT_MEMBERS } from '@godwit/contract/contacts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../services.ts';

const MINUTE = sql`interval '1 minute'`;

/** A deletion by its team and the id that undoes it. */
type Deletion = { teamId: string; id: string };

/**
 * Stores contacts and their memberships before they are deleted. `chosen` is a query for their team and id.
 * Returns false if they are too many to store.
 */
export async function keepContacts(
  db: Database,
  { teamId, id }: Deletion,
  chosen: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`with first as materialized (
      select team_id, id from (${chosen}) as chosen limit ${MAX_KEPT_CONTACTS + 1}
    ), doomed as materialized (
      select team_id, id from first where (select count(*) from first) <= ${MAX_KEPT_CONTACTS}
    ), members as materialized (
      select m.group_id, m.contact_id from doomed
      join contact_group_members m on m.team_id = doomed.team_id and m.contact_id = doomed.id limit ${MAX_KEPT_MEMBERS + 1}
    )
    insert into contact_deletions (
      team_id, id, contact_ids, numbers, first_names, last_names, created_at, member_group_ids, member_contact_ids
    )
    select ${teamId}, ${id}, array_agg(c.id), array_agg(c.number), array_agg(c.first_name), array_agg(c.last_name),
      array_agg(c.created_at), array(select group_id from members), array(select contact_id from members)
    from doomed join contacts c on c.team_id = doomed.team_id and c.id = doomed.id
    having count(*) > 0 and (select count(*) from members) <= ${MAX_KEPT_MEMBERS}`.execute(db);
  return numAffectedRows === 1n;
}

/** Stores a group and its members before it is deleted. Returns false if they are too many to store. */
export async function keepGroup(db: Database, { teamId, id }: Deletion, groupId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into contact_deletions (team_id, id, group_id, group_name, group_created_at, member_group_ids, member_contact_ids)
    select g.team_id, ${id}, g.id, g.name, g.created_at, array_fill(g.id, array[cardinality(m.ids)]), m.ids
    from contact_groups g, lateral (
      select array(
        select contact_id from contact_group_members where team_id = g.team_id and group_id = g.id
      ) as ids
    ) as m
    where g.team_id = ${teamId} and g.id = ${groupId} and g.contacts <= ${MAX_KEPT_MEMBERS}`.execute(db);
  return numAffectedRows === 1n;
}

/** Removes deletions that a team made more than a minute ago. */
export async function deleteOldDeletions(db: Database, teamId: string): Promise<void> {
  await sql`delete from contact_deletions where team_id = ${teamId} and deleted_at < now() - ${MINUTE}`.execute(
    db,
  );
}

/**
 * Removes up to `limit` deletions that any team made more than a minute ago, and skips locked ones. Returns
 * how many were removed.
 */
export async function deleteOldest(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from contact_deletions where ctid = any(array(
      select ctid from contact_deletions where deleted_at < now() - ${MINUTE} limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Restores the deleted opt-outs of a number. Returns 1 if one of them was not on the list, else 0; null if
 * there is no such deletion. An older version stores neither mode nor scopes: it deleted opt-outs of all
 * messages in LIVE.
 */
export async function restoreOptOut(db: Database, { teamId, id }: Deletion): Promise<number | null> {
  const { rows } = await sql<{ n: number }>`with kept as (
      delete from contact_deletions
      where team_id = ${teamId} and id = ${id} and opt_out_source is not null and deleted_at >= now() - ${MINUTE}
      returning *
    ), back as (
      insert into scoped_opt_outs (team_id, mode, number, scope, source, created_at)
      select team_id, coalesce(opt_out_mode, 'LIVE'), numbers[1], one.scope, one.source, one.created_at
      from kept, unnest(
        coalesce(opt_out_scopes, '{ALL}'), coalesce(opt_out_sources, array[opt_out_source]), kept.created_at
      ) as one (scope, source, created_at)
      on conflict do nothing returning number
    )
    select (select count(distinct number)::integer from back) as n from kept`.execute(db);
  return rows[0]?.n ?? null;
}

/** How many contacts and memberships a deletion has. */
export async function countDeleted(db: Database, { teamId, id }: Deletion): Promise<number> {
  const { rows } = await sql<{ n: number }>`select
      coalesce(cardinality(contact_ids), 0) + coalesce(cardinality(member_contact_ids), 0) as n
    from contact_deletions where team_id = ${teamId} and id = ${id}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A deletion that can be undone, with the name of its group; null for contacts. */
export async function selectDeletion(db: Database, { teamId, id }: Deletion) {
  const { rows } = await sql<{
    groupName: string | null;
  }>`select group_name as "groupName" from contact_deletions
    where team_id = ${teamId} and id = ${id} and opt_out_source is null and deleted_at >= now() - ${MINUTE} for update`.execute(
    db,
  );
  return rows[0];
}

/**
 * Undoes a deletion, except contacts whose number exists again and memberships in deleted groups or contacts.
 * Returns how many contacts or groups were restored.
 */
export async function restoreDeletion(db: Database, { teamId, id }: Deletion): Promise<number> {
  const { rows } = await sql<{ n: number }>`with kept as (
      select * from contact_deletions where team_id = ${teamId} and id = ${id}
    ), made as (
      insert into contact_groups (team_id, id, name, created_at)
      select team_id, group_id, group_name, group_created_at from kept where group_id is not null returning 1
    ), back as (
      insert into contacts (team_id, id, number, first_name, last_name, created_at)
      select kept.team_id, c.* from kept, unnest(contact_ids, numbers, first_names, last_names, created_at) as c
      on conflict do nothing returning 1
    ), counted as (select (select count(*) from back)::integer as contacts, (select count(*) from made)::integer as groups)
    update contact_totals set contacts = contact_totals.contacts + counted.contacts from counted
    where team_id = ${teamId} returning counted.contacts + counted.groups as n`.execute(db);
  await sql`with pairs as materialized (
      select d.team_id, p.* from contact_deletions d, unnest(member_group_ids, member_contact_ids) as p (group_id, contact_id)
      where d.team_id = ${teamId} and d.id = ${id}
    ), added as (
      insert into contact_group_members (team_id, group_id, contact_id)
      select p.team_id, p.group_id, p.contact_id from pairs p
      join contact_groups g on g.team_id = p.team_id and g.id = p.group_id
      join contacts c on c.team_id = p.team_id and c.id = p.contact_id
      where (
        select count(*) from contact_group_members m where m.team_id = p.team_id and m.contact_id = p.contact_id
      ) < ${MAX_CONTACT_GROUPS}
      on conflict do nothing returning group_id
    )
    update contact_groups g set contacts = contacts + more.n
    from (select group_id, count(*)::integer as n from added group by group_id) as more
    where g.team_id = ${teamId} and g.id = more.group_id`.execute(db);
  await sql`delete from contact_deletions where team_id = ${teamId} and id = ${id}`.execute(db);
  return rows[0]!.n;
}
