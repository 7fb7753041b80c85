// SQL of importing a file of contacts: its rows are copied into a table of the transaction, and from there to
// where they belong.
import { pipeline } from 'node:stream/promises';
import type { NameConflict } from '@godwit/contract/contacts';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { newId } from '../../ids.ts';

/**
 * Copies rows (line, id, number, first name, last name, places of two groups, scope of an opt-out) into a
 * table that lives as long as the transaction.
 */
export async function copyRows(client: PoolClient, rows: AsyncIterable<Uint8Array>): Promise<void> {
  // The service's connections look rows up one by one; rows by the hundred thousand are joined whole,
  // whatever the planner believes of tables that were empty a moment ago.
  await client.query('set local enable_hashjoin = on');
  await client.query('set local enable_nestloop = off');
  await client.query(`create temporary table import_rows (
      line integer, id uuid, number text collate "C", first_name text, last_name text, group1 smallint, group2 smallint, scope opt_out_scope
    ) on commit drop`);
  await pipeline(rows, client.query(copyFrom('copy import_rows from stdin')));
  await client.query('analyze import_rows');
}

/** How many groups the team has once it has those of these names too. Upper and lower case are the same. */
export async function countGroupsWith(
  client: PoolClient,
  teamId: string,
  names: readonly string[],
): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::integer as n from (
       select lower(name) from contact_groups where team_id = $1 union select lower(name) from unnest($2::text[]) as name
     ) as names`,
    [teamId, names],
  );
  return rows[0]!.n;
}

/** Makes the groups that the team has not yet; returns how many. */
export async function makeGroups(
  client: PoolClient,
  teamId: string,
  names: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into contact_groups (team_id, id, name)
     select $1, id, name from unnest($2::text[], $3::uuid[]) as given (name, id)
     on conflict (team_id, lower(name)) do nothing`,
    [teamId, names, names.map(() => newId())],
  );
  return rowCount!;
}

/**
 * Makes one contact of all rows with the same number: the last names given count, a new one gets the id of
 * its first row. Returns how many contacts the rows are, and how many of them are new.
 */
export async function mergeRows(
  client: PoolClient,
  teamId: string,
): Promise<{ contacts: number; created: number }> {
  await client.query(
    `create temporary table import_contacts on commit drop as
     select coalesce(c.id, r.id) as id, r.number, coalesce(r.first_name, c.first_name, '') as first_name,
       coalesce(r.last_name, c.last_name, '') as last_name, c.id is null as is_new,
       c.id is not null and (r.first_name <> c.first_name or r.last_name <> c.last_name) is true as is_renamed
     from (
       select number, (array_agg(id order by line))[1] as id,
         (array_agg(first_name order by line desc) filter (where first_name <> ''))[1] as first_name,
         (array_agg(last_name order by line desc) filter (where last_name <> ''))[1] as last_name
       from import_rows group by number
     ) as r left join contacts c on c.team_id = $1 and c.number = r.number`,
    [teamId],
  );
  await client.query('analyze import_contacts');
  const { rows } = await client.query<{ contacts: number; created: number }>(
    `select count(*)::integer as contacts, count(*) filter (where is_new)::integer as created from import_contacts`,
  );
  return rows[0]!;
}

/**
 * Finds the numbers to which rows give different names. Returns the first `most` of them, with no more than
 * `mostOthers` of their rows, and how many there are.
 */
export async function findNameConflicts(
  client: PoolClient,
  { most, mostOthers }: { most: number; mostOthers: number },
): Promise<{ listed: NameConflict[]; total: number }> {
  const { rowCount: total } = await client.query(
    `create temporary table import_conflicts on commit drop as
     select number, min(line) as line from import_rows group by number
     having (min(first_name) filter (where first_name <> '')) <> max(first_name)
       or (min(last_name) filter (where last_name <> '')) <> max(last_name)`,
  );
  if (!total) return { listed: [], total: 0 };
  const { rows: listed } = await client.query<NameConflict>(
    `with listed as (select number, line from import_conflicts order by line limit $1),
     named as (
       select r.number, r.line, r.first_name, r.last_name, count(*) over every_row as rows,
         row_number() over (every_row order by r.line) as place
       from import_rows r join listed using (number) where r.first_name <> '' or r.last_name <> ''
       window every_row as (partition by r.number)
     ), grouped as (
       select number, max(line) as line, max(rows) - 1 as others_total,
         json_agg(json_build_object('line', line, 'first_name', first_name, 'last_name', last_name) order by line)
           filter (where place < rows and place <= $2) as others
       from named group by number
     )
     select number, others, others_total::integer,
       json_build_object('line', grouped.line, 'first_name', i.first_name, 'last_name', i.last_name) as kept
     from grouped join listed using (number) join import_contacts i using (number) order by listed.line`,
    [most, mostOthers],
  );
  return { listed, total };
}

/** Adds the new contacts, and their number to the team's total. */
export async function insertNew(client: PoolClient, teamId: string): Promise<void> {
  await client.query(
    `insert into contacts (team_id, id, number, first_name, last_name)
     select $1, id, number, first_name, last_name from import_contacts where is_new order by id`,
    [teamId],
  );
  await client.query(
    `update contact_totals set contacts = contacts + (select count(*) from import_contacts where is_new)
     where team_id = $1`,
    [teamId],
  );
}

/** Renames contacts that were there as the file says. */
export async function renameOld(client: PoolClient, teamId: string): Promise<void> {
  await client.query(
    `update contacts c set first_name = i.first_name, last_name = i.last_name
     from import_contacts i where i.is_renamed and c.team_id = $1 and c.id = i.id`,
    [teamId],
  );
}

/**
 * Finds which contacts the rows put into which groups. Returns the number of a contact that would then be in
 * more than `most`; null for none.
 */
export async function findMembers(
  client: PoolClient,
  teamId: string,
  { names, most }: { names: readonly string[]; most: number },
): Promise<string | null> {
  // Those of new contacts cannot be there, and need not be looked for.
  await client.query(
    `create temporary table import_members on commit drop as
     with named as materialized (
       select place - 1 as place, g.id from unnest($2::text[]) with ordinality as given (name, place)
       join contact_groups g on g.team_id = $1 and lower(g.name) = lower(given.name)
     ), wanted as (
       select number, group1 as place from import_rows where group1 is not null
       union all select number, group2 from import_rows where group2 is not null
     )
     select distinct named.id as group_id, i.id as contact_id, i.is_new, i.is_new or i.is_renamed as is_told
     from wanted join import_contacts i using (number) join named using (place)
     where i.is_new or (
       select true from contact_group_members m where m.team_id = $1 and m.group_id = named.id and m.contact_id = i.id
     ) is null
     order by group_id, contact_id`,
    [teamId, names],
  );
  const { rows } = await client.query<{ number: string }>(
    `select number from (
       select contact_id as id, is_new, count(*) as n from import_members group by 1, 2
     ) as more join import_contacts using (id)
     where n > $2 or not more.is_new and n + (
       select count(*) from contact_group_members m where m.team_id = $1 and m.contact_id = more.id
     ) > $2
     limit 1`,
    [teamId, most],
  );
  return rows[0]?.number ?? null;
}

/**
 * Puts contacts into the groups that were found. Returns how many that were there have changed by this or by
 * their names.
 */
export async function joinGroups(client: PoolClient, teamId: string): Promise<number> {
  await client.query(
    `insert into contact_group_members (team_id, group_id, contact_id)
     select $1, group_id, contact_id from import_members`,
    [teamId],
  );
  await client.query(
    `update contact_groups g set contacts = contacts + more.n
     from (select group_id, count(*)::integer as n from import_members group by group_id) as more
     where g.team_id = $1 and g.id = more.group_id`,
    [teamId],
  );
  const { rows } = await client.query<{ n: number }>(
    `select (
       (select count(*) from import_contacts where is_renamed) +
       (select count(distinct contact_id) from import_members where not is_told)
     )::integer as n`,
  );
  return rows[0]!.n;
}
