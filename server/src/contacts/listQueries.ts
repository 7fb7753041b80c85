// SQL that finds contacts: reads a page, counts them, and reads all in pieces.

import type { Contact } from '@godwit/contract/contacts';
import { type RawBuilder, sql } from 'kysely';
import { FENCE } from '../db/fences.ts';
import { scopeOf } from '../db/optedOut.ts';
import { transaction } from '../db/transaction.ts';
import type { Rows } from '../http/paging.ts';
import type { Database } from '../services.ts';
import type { Filter, Search } from './filter.ts';
import { countRows } from './queries.ts';

type Condition = RawBuilder<unknown>;

/** `LAST_CHARACTER` sorts after every character of a name, `AFTER_DIGITS` after every digit. */
const LAST_CHARACTER = '\u{10ffff}';
const AFTER_DIGITS = ':';

// Subqueries instead of joins: each row is looked up, however many rows the planner expects of a team.
const ROW = sql`c.id, c.number, c.first_name, c.last_name,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name))
    from contact_group_members m join contact_groups g on g.team_id = m.team_id and g.id = m.group_id
    where m.team_id = c.team_id and m.contact_id = c.id
  ), '[]') as groups,
  ${sql.raw(scopeOf({ team: 'c.team_id', mode: "'LIVE'", number: 'c.number' }))} as opt_out_scope`;

/** The contact of a row of `page`, which has its own team. The fence makes it a look-up for each row. */
const LOOK_UP = sql`select ${ROW} from contacts c where c.team_id = page.team_id and c.id = page.id ${sql.raw(`${FENCE}`)}`;

/** A row as selected. `toContact` adds the derived field. */
type Row = Omit<Contact, 'opted_out'>;
const toContact = (row: Row): Contact => ({ ...row, opted_out: row.opt_out_scope !== null });

/** How many contacts a team has. */
export async function countTotal(db: Database, teamId: string): Promise<number> {
  const row = await db
    .selectFrom('contact_totals')
    .select('contacts')
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row?.contacts ?? 0;
}

/** How many contacts match, counted one by one. */
export function countMatching(db: Database, filter: Filter): Promise<number> {
  return countRows(db, sql`select from contacts c where ${matching(filter)}`);
}

/** A query for the team and id of all matching contacts. */
export function idsMatching(filter: Filter): RawBuilder<unknown> {
  const { teamId, search, group } = filter;
  if (group && !search) {
    return sql`with chosen as materialized (select ${teamId}::uuid as team_id, ${group.id}::uuid as group_id)
      select m.team_id, m.contact_id as id from chosen join contact_group_members m using (team_id, group_id)`;
  }
  return sql`select c.team_id, c.id from contacts c where ${matching(filter)}`;
}

/** A query for the team and id of the listed contacts that belong to the team. */
export function idsListed(teamId: string, ids: readonly string[]): RawBuilder<unknown> {
  return sql`with listed as materialized (select ${teamId}::uuid as team_id, unnest(${ids}::uuid[]) as id)
    select c.team_id, c.id from listed join contacts c using (team_id, id)`;
}

/** A page of all `total` contacts, or of a group's. The offset is counted from the nearer end. */
export async function listStretch(
  db: Database,
  { teamId, group }: Filter,
  { offset, limit }: Rows,
  total: number,
): Promise<Contact[]> {
  const fromEnd = total - offset - limit;
  const isLate = fromEnd >= 0 && fromEnd < offset;
  const bounds = isLate
    ? sql`asc offset ${fromEnd} limit ${limit}`
    : sql`desc offset ${offset} limit ${limit}`;
  const page = group
    ? sql`select team_id, contact_id as id from contact_group_members
        where team_id = ${teamId} and group_id = ${group.id} order by contact_id ${bounds}`
    : sql`select team_id, id from contacts where team_id = ${teamId} order by id ${bounds}`;
  return rowsOf(db, sql`page as materialized (${page})`);
}

/** The contacts of a team or of a group that are next to a cursor: older ones, or newer ones if `isBack`. */
export async function listFromCursor(
  db: Database,
  { teamId, groupId }: { teamId: string; groupId: string | undefined },
  { cursor, isBack, limit }: { cursor: string | null; isBack: boolean; limit: number },
): Promise<Contact[]> {
  const bounds = (id: RawBuilder<unknown>) => {
    const past = cursor === null ? sql`` : isBack ? sql`and ${id} > ${cursor}` : sql`and ${id} < ${cursor}`;
    return sql`${past} order by ${id} ${isBack ? sql`asc` : sql`desc`} limit ${limit}`;
  };
  const page =
    groupId === undefined
      ? sql`select team_id, id from contacts where team_id = ${teamId} ${bounds(sql`id`)}`
      : sql`select team_id, contact_id as id from contact_group_members
          where team_id = ${teamId} and group_id = ${groupId} ${bounds(sql`contact_id`)}`;
  return rowsOf(db, sql`page as materialized (${page})`);
}

/** A page of the contacts that a search finds. `found` is their number, counted up to `most`. */
export async function listFound(
  db: Database,
  filter: Filter & { search: Search },
  { offset, limit }: Rows,
  most: number,
): Promise<{ found: number; rows: Contact[] }> {
  const sources = sourcesOf(filter).map((source) => sql`(${source} limit ${most})`);
  const found = sql`found as materialized (select team_id, id from (${sql.join(sources, sql` union `)}) as one limit ${most})`;
  const page = sql`page as materialized (select team_id, id from found order by id desc offset ${offset} limit ${limit})`;
  // If the page is empty, one row still has the count.
  const query = sql<{ found: number } & (Row | { id: null })>`with ${found}, ${page}
    select counted.n as found, row.* from (select count(*)::integer as n from found) as counted
    left join (page cross join lateral (${LOOK_UP}) as row) on true order by row.id desc`;
  const { rows } = filter.group ? await setSideBySide(db, query) : await query.execute(db);
  const isRow = (row: Row | { id: null }): row is Row => row.id !== null;
  const shown = rows.map(({ found: _, ...row }) => row).filter(isRow);
  return { found: rows[0]!.found, rows: shown.map(toContact) };
}

/** Runs a query that hashes two large sets. The service's connections would look rows up one by one. */
function setSideBySide<Row>(db: Database, query: RawBuilder<Row>) {
  return transaction(db, async (trx) => {
    await sql`select set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx);
    return query.execute(trx);
  });
}

/** The contacts of these ids, newest first. */
export async function listContacts(db: Database, teamId: string, ids: readonly string[]): Promise<Contact[]> {
  return rowsOf(
    db,
    sql`page as materialized (select ${teamId}::uuid as team_id, unnest(${ids}::uuid[]) as id)`,
  );
}

/** The next `limit` contacts that match, newest first, after the one with the id `after`. */
export async function listFollowing(
  db: Database,
  filter: Filter,
  { after, limit }: { after: string | null; limit: number },
): Promise<Contact[]> {
  const past = after === null ? sql`` : sql`and c.id < ${after}`;
  const { rows } = await sql<Row>`select ${ROW} from contacts c
    where ${matching(filter)} ${past} order by c.id desc limit ${limit}`.execute(db);
  return rows.map(toContact);
}

/** The contacts of the rows of `page`, the last of the CTEs. */
async function rowsOf(db: Database, ctes: RawBuilder<unknown>): Promise<Contact[]> {
  const { rows } = await sql<Row>`with ${ctes}
    select row.* from page cross join lateral (${LOOK_UP}) as row order by row.id desc`.execute(db);
  return rows.map(toContact);
}

/**
 * A query of ids for each meaning of a search, by its own index and in the order of that index. Within a
 * group there is a single query.
 */
function sourcesOf({ teamId, search, group }: Filter & { search: Search }): RawBuilder<unknown>[] {
  const meanings = meaningsOf(search);
  // Hashes the contacts found and the members of the group: either may be most of half a million rows.
  if (group) {
    return [
      sql`select c.team_id, c.id from contacts c where c.team_id = ${teamId} and (${anyOf(meanings)}) and c.id in (
        select contact_id from contact_group_members where team_id = ${teamId} and group_id = ${group.id})`,
    ];
  }
  return meanings.map(
    ({ condition, order }) =>
      sql`select c.team_id, c.id from contacts c where c.team_id = ${teamId} and ${condition} order by ${order}`,
  );
}

/** Whether the contact `c` matches a filter. */
function matching(filter: Filter): Condition {
  const { teamId, search } = filter;
  const found = search ? anyOf(meaningsOf(search)) : sql`true`;
  return sql`c.team_id = ${teamId} and (${found}) and ${inGroup(filter)}`;
}

/** A subquery, because the planner might turn a join into a read of a whole large group. */
function inGroup({ group }: Filter): Condition {
  if (!group) return sql`true`;
  return sql`(select true from contact_group_members m
    where m.team_id = c.team_id and m.group_id = ${group.id} and m.contact_id = c.id)`;
}

/** The possible meanings of a search, each with the order of its index. */
function meaningsOf({ name, numbers }: Search): { condition: Condition; order: RawBuilder<unknown> }[] {
  const both = sql`lower(c.first_name || ' ' || c.last_name)`;
  const last = sql`lower(c.last_name)`;
  // Not LIKE, which compares the text of each row again after the index has found it.
  const startsWith = (text: Condition) =>
    sql`(${text} ~>=~ lower(${name}) and ${text} ~<~ (lower(${name}) || ${LAST_CHARACTER}))`;
  return [
    { condition: startsWith(both), order: sql`${both} using ~<~` },
    { condition: startsWith(last), order: sql`${last} using ~<~` },
    ...numbers.map((number) => ({
      condition: sql`(c.number >= ${number} and c.number < ${number + AFTER_DIGITS})`,
      order: sql`c.number`,
    })),
  ];
}

function anyOf(meanings: { condition: Condition }[]): Condition {
  return sql.join(
    meanings.map(({ condition }) => condition),
    sql` or `,
  );
}
