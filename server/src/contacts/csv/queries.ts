// SQL that imports a file of contacts. Its rows are copied into a temporary table of the transaction, and
// merged from there.
import { pipeline } from 'node:stream/promises';
import type { NameConflict } from '@godwit/contract/contacts';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { kyselyWithin } from '../../db/kysely.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../../services.ts';

/**
 * Copies rows (line, id, number, first name, last name, indexes of two groups, scope of an opt-out, consent)
 * into a table that lasts as long as the transaction.
 */
export async function copyRows(client: PoolClient, rows: AsyncIterable<Uint8Array>): Promise<void> {
  const trx = kyselyWithin(client);
  // The service's connections look rows up one by one. Hundreds of thousands of rows are hashed instead,
  // whatever the planner believes of tables that were empty a moment ago.
  await sql`select set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`.execute(
    trx,
  );
  await sql`create temporary table import_rows (
      line integer, id uuid, number text collate "C", first_name text, last_name text, group1 smallint, group2 smallint, scope opt_out_scope, consent jsonb
    ) on commit drop`.execute(trx);
  await pipeline(rows, client.query(copyFrom('copy import_rows from stdin')));
  await sql`analyze import_rows`.execute(trx);
}

/** How many groups the team has once it also has those of these names. Upper and lower case are the same. */
export async function countGroupsWith(
  trx: Database,
  teamId: string,
  names: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select lower(name) from contact_groups where team_id = ${teamId} union select lower(name) from unnest(${names}::text[]) as name
    ) as names`.execute(trx);
  return rows[0]!.n;
}

/** Creates the groups that the team does not have yet. Returns how many. */
export async function makeGroups(trx: Database, teamId: string, names: readonly string[]): Promise<number> {
  const ids = names.map(() => newId());
  const { numAffectedRows } = await sql`
    insert into contact_groups (team_id, id, name)
    select ${teamId}, id, name from unnest(${names}::text[], ${ids}::uuid[]) as given (name, id)
    on conflict (team_id, lower(name)) do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Makes one contact of all rows with the same number. The last names given count; a new contact gets the id
 * of its first row. Returns the number of contacts, and how many of them are new.
 */
export async function mergeRows(
  trx: Database,
  teamId: string,
): Promise<{ contacts: number; created: number }> {
  await sql`
    create temporary table import_contacts on commit drop as
    select coalesce(c.id, r.id) as id, r.number, coalesce(r.first_name, c.first_name, '') as first_name,
      coalesce(r.last_name, c.last_name, '') as last_name, c.id is null as is_new,
      c.id is not null and (r.first_name <> c.first_name or r.last_name <> c.last_name) is true as is_renamed
    from (
      select number, (array_agg(id order by line))[1] as id,
        (array_agg(first_name order by line desc) filter (where first_name <> ''))[1] as first_name,
        (array_agg(last_name order by line desc) filter (where last_name <> ''))[1] as last_name
      from import_rows group by number
    ) as r left join contacts c on c.team_id = ${teamId} and c.number = r.number`.execute(trx);
  await sql`analyze import_contacts`.execute(trx);
  const { rows } = await sql<{ contacts: number; created: number }>`
    select count(*)::integer as contacts, count(*) filter (where is_new)::integer as created
    from import_contacts`.execute(trx);
  return rows[0]!;
}

/**
 * Finds the numbers to which rows give different names. Returns the first `most` of them, each with at most
 * `mostOthers` of its overridden rows, and how many there are.
 */
export async function findNameConflicts(
  trx: Database,
  { most, mostOthers }: { most: number; mostOthers: number },
): Promise<{ listed: NameConflict[]; total: number }> {
  await sql`
    create temporary table import_conflicts on commit drop as
    select number, min(line) as line from import_rows group by number
    having (min(first_name) filter (where first_name <> '')) <> max(first_name)
      or (min(last_name) filter (where last_name <> '')) <> max(last_name)`.execute(trx);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from import_conflicts`.execute(trx);
  const { total } = counted[0]!;
  if (total === 0) return { listed: [], total };
  const { rows: listed } = await sql<NameConflict>`
    with listed as (select number, line from import_conflicts order by line limit ${most}),
    named as (
      select r.number, r.line, r.first_name, r.last_name, count(*) over every_row as rows,
        row_number() over (every_row order by r.line) as place
      from import_rows r join listed using (number) where r.first_name <> '' or r.last_name <> ''
      window every_row as (partition by r.number)
    ), grouped as (
      select number, max(line) as line, max(rows) - 1 as others_total,
        json_agg(json_build_object('line', line, 'first_name', first_name, 'last_name', last_name) order by line)
          filter (where place < rows and place <= ${mostOthers}) as others
      from named group by number
    )
    select number, others, others_total::integer,
      json_build_object('line', grouped.line, 'first_name', i.first_name, 'last_name', i.last_name) as kept
    from grouped join listed using (number) join import_contacts i using (number)
    order by listed.line`.execute(trx);
  return { listed, total };
}

/** Adds the new contacts, and updates the team's total. */
export async function insertNew(trx: Database, teamId: string): Promise<void> {
  await sql`
    insert into contacts (team_id, id, number, first_name, last_name)
    select ${teamId}, id, number, first_name, last_name from import_contacts where is_new order by id`.execute(
    trx,
  );
  await sql`
    update contact_totals set contacts = contacts + (select count(*) from import_contacts where is_new)
    where team_id = ${teamId}`.execute(trx);
}

/** Gives existing contacts the names of the file. */
export async function renameOld(trx: Database, teamId: string): Promise<void> {
  await sql`
    update contacts c set first_name = i.first_name, last_name = i.last_name
    from import_contacts i where i.is_renamed and c.team_id = ${teamId} and c.id = i.id`.execute(trx);
}

/**
 * Finds which contacts the rows put into which groups. Returns the number of a contact that would then be in
 * more than `most` groups; null if there is none.
 */
export async function findMembers(
  trx: Database,
  teamId: string,
  { names, most }: { names: readonly string[]; most: number },
): Promise<string | null> {
  // New contacts cannot be in a group yet, so they are not looked up.
  await sql`
    create temporary table import_members on commit drop as
    with named as materialized (
      select place - 1 as place, g.id from unnest(${names}::text[]) with ordinality as given (name, place)
      join contact_groups g on g.team_id = ${teamId} and lower(g.name) = lower(given.name)
    ), wanted as (
      select number, group1 as place from import_rows where group1 is not null
      union all select number, group2 from import_rows where group2 is not null
    )
    select distinct named.id as group_id, i.id as contact_id, i.is_new, i.is_new or i.is_renamed as is_counted
    from wanted join import_contacts i using (number) join named using (place)
    where i.is_new or (
      select true from contact_group_members m where m.team_id = ${teamId} and m.group_id = named.id and m.contact_id = i.id
    ) is null
    order by group_id, contact_id`.execute(trx);
  const { rows } = await sql<{ number: string }>`
    select number from (
      select contact_id as id, is_new, count(*) as n from import_members group by 1, 2
    ) as more join import_contacts using (id)
    where n > ${most} or not more.is_new and n + (
      select count(*) from contact_group_members m where m.team_id = ${teamId} and m.contact_id = more.id
    ) > ${most}
    limit 1`.execute(trx);
  return rows[0]?.number ?? null;
}

/**
 * Puts contacts into the groups that `findMembers` found. Returns how many existing contacts have a new group
 * or new names.
 */
export async function joinGroups(trx: Database, teamId: string): Promise<number> {
  await sql`
    insert into contact_group_members (team_id, group_id, contact_id)
    select ${teamId}, group_id, contact_id from import_members`.execute(trx);
  await sql`
    update contact_groups g set contacts = contacts + more.n
    from (select group_id, count(*)::integer as n from import_members group by group_id) as more
    where g.team_id = ${teamId} and g.id = more.group_id`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    select (
      (select count(*) from import_contacts where is_renamed) +
      (select count(distinct contact_id) from import_members where not is_counted)
    )::integer as n`.execute(trx);
  return rows[0]!.n;
}
