// All SQL of opt-outs and of the links to them.

import type { OPT_OUT_SOURCES } from '@godwit/contract/optOuts';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { pauseAfter } from '../jobs/interval.ts';

/** How many numbers of a file are stored by one statement: some tens of milliseconds. */
const IMPORT_PIECE = 5_000;

export type OptOutSource = (typeof OPT_OUT_SOURCES)[number];
export type OptOutRow = { number: string; source: OptOutSource; createdAt: Date };
export type LinkRow = { token: string; teamId: string; number: string };

const COLUMNS = 'number, source, created_at as "createdAt"';

/**
 * Keeps links, in the transaction that stores the messages that carry them; those that are there stay. In the order of their tokens, so
 * that batches never wait in a circle.
 */
export async function insertLinks(client: ClientBase, links: readonly LinkRow[]): Promise<void> {
  if (links.length === 0) return;
  await client.query({
    name: 'insert-opt-out-links',
    text: `insert into opt_out_links (token, team_id, number)
      select distinct on (token) * from unnest($1::text[], $2::uuid[], $3::text[]) as input (token, team_id, number)
      order by token on conflict (token) do nothing`,
    values: [links.map((l) => l.token), links.map((l) => l.teamId), links.map((l) => l.number)],
  });
}

/** The team and the number of a link: the team's name and first sender ids, and how the number has opted out. */
export type LinkOwner = {
  teamId: string;
  teamName: string;
  senders: string[];
  number: string;
  optedOut: OptOutSource | null;
};

export async function selectLinkOwner(pool: Pool, token: string): Promise<LinkOwner | null> {
  const { rows } = await pool.query({
    name: 'select-opt-out-link',
    text: `select l.team_id as "teamId", t.name as "teamName", l.number,
        array(select distinct s.sender from sender_ids s where s.team_id = l.team_id order by 1 limit 3) as senders,
        (select o.source from opt_outs o where o.team_id = l.team_id and o.number = l.number) as "optedOut"
      from opt_out_links l join teams t on t.id = l.team_id where l.token = $1`,
    values: [token],
  });
  return rows[0] ?? null;
}

/** Adds numbers to a team's list; returns those that were not on it. */
export async function insertOptOuts(
  client: ClientBase | Pool,
  { teamId, source }: { teamId: string; source: OptOutSource },
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>({
    name: 'insert-opt-outs',
    text: `insert into opt_outs (team_id, number, source) select $1, number, $2
      from unnest($3::text[]) as input (number) order by number
      on conflict (team_id, number) do nothing returning number`,
    values: [teamId, source, numbers],
  });
  return rows.map(({ number }) => number);
}

/**
 * Adds the numbers that `copyRows` copies into the table `import_rows` of its transaction to a team's list; returns how many these are, and
 * how many were new.
 */
export async function importNumbers(
  pool: Pool,
  teamId: string,
  copyRows: (client: PoolClient) => Promise<void>,
): Promise<{ numbers: number; added: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await copyRows(client);
    await keepNumbers(client);
    await client.query('commit');
    return await insertImported(client, teamId);
  } finally {
    // The table of numbers ends with the connection.
    client.release(true);
  }
}

/** Keeps the numbers of `import_rows` beyond the transaction. */
export async function keepNumbers(client: ClientBase): Promise<void> {
  await client.query('create temporary table import_numbers as select distinct number from import_rows');
  await client.query('create index on import_numbers (number)');
}

/** Adds the kept numbers a piece at a time, each committed by itself and with a pause after it: another insert of one of them waits for no more. */
export async function insertImported(
  client: ClientBase,
  teamId: string,
): Promise<{ numbers: number; added: number }> {
  const all = { numbers: 0, added: 0 };
  for (let after: string | null = ''; after !== null; ) {
    const piece = await pauseAfter(() => insertPiece(client, teamId, after!));
    all.numbers += piece.numbers;
    all.added += piece.added;
    after = piece.last;
  }
  return all;
}

type Piece = { numbers: number; added: number; last: string | null };

/** Adds the numbers that follow `after` in order; `last` is null where there were none. */
async function insertPiece(client: ClientBase, teamId: string, after: string): Promise<Piece> {
  const { rows } = await client.query<Piece>(
    `with numbers as materialized (
       select number from import_numbers where number > $2 order by number limit ${IMPORT_PIECE}
     ), added as (
       insert into opt_outs (team_id, number, source) select $1, number, 'IMPORT' from numbers order by number
       on conflict (team_id, number) do nothing returning true
     )
     select (select count(*)::integer from numbers) as numbers, (select max(number) from numbers) as last,
       (select count(*)::integer from added) as added`,
    [teamId, after],
  );
  return rows[0]!;
}

export async function selectOptOut(pool: Pool, teamId: string, number: string): Promise<OptOutRow | null> {
  const { rows } = await pool.query(`select ${COLUMNS} from opt_outs where team_id = $1 and number = $2`, [
    teamId,
    number,
  ]);
  return rows[0] ?? null;
}

/**
 * Takes a number off a team's list if it came there in one of these ways; returns whether it did. With `deletionId` it is kept by that, and
 * contacts/undo.ts puts it back.
 */
export async function deleteOptOut(
  pool: ClientBase | Pool,
  { teamId, number, deletionId = null }: Pick<LinkRow, 'teamId' | 'number'> & { deletionId?: string | null },
  sources: readonly OptOutSource[],
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with gone as (
        delete from opt_outs where team_id = $1 and number = $2 and source = any($3::opt_out_source[])
        returning team_id, number, source, created_at
      ), kept as (
        insert into contact_deletions (team_id, id, numbers, created_at, opt_out_source)
        select team_id, $4, array[number], array[created_at], source from gone where $4::uuid is not null
      )
      select from gone`,
    [teamId, number, sources, deletionId],
  );
  return rowCount === 1;
}

/** Which of these numbers of teams are on the list of theirs. */
export async function selectOptedOut(
  client: ClientBase,
  keys: readonly { teamId: string; recipient: string }[],
): Promise<Pick<LinkRow, 'teamId' | 'number'>[]> {
  const { rows } = await client.query({
    name: 'select-opted-out',
    // Each looked up by itself: joined, the whole list of a team is read for each number while statistics do not know it.
    text: `select key.team_id as "teamId", key.number from unnest($1::uuid[], $2::text[]) as key (team_id, number)
      cross join lateral (
        select from opt_outs o where o.team_id = key.team_id and o.number = key.number offset 0) as o`,
    values: [keys.map((k) => k.teamId), keys.map((k) => k.recipient)],
  });
  return rows;
}

/** `prefixes`: how numbers start, any of these; null for all. */
type Page = { prefixes: string[] | null; offset: number; limit: number };

const NEWEST = 'order by created_at desc, number desc';
const FOUND = {
  all: `select number, source, created_at from opt_outs where team_id = $1 ${NEWEST} limit $2`,
  // A number has digits only behind its sign, so that what begins like it ends, in every collation, where all further ones are nines.
  byStart: `select distinct one.* from unnest($5::text[]) as start cross join lateral (
      select number, source, created_at from opt_outs
      where team_id = $1 and number >= start and number <= rpad(start, 17, '9') order by number limit $2
    ) as one limit $2`,
};

/** A page of a team's list, newest first; `found` is how long the list is, of which `most` are looked for. */
export async function selectPage(
  pool: Pool,
  teamId: string,
  { prefixes, offset, limit }: Page,
  most: number,
): Promise<{ found: number; rows: OptOutRow[] }> {
  // Where the page is empty there is still a row with the count.
  const { rows } = await pool.query<OptOutRow & { found: number }>(
    `with found as materialized (${prefixes ? FOUND.byStart : FOUND.all})
      select counted.n as found, ${COLUMNS} from (select count(*)::integer as n from found) as counted
      left join (select * from found ${NEWEST} limit $3 offset $4) as page on true ${NEWEST}`,
    [teamId, most, limit, offset, ...(prefixes ? [prefixes] : [])],
  );
  const found = rows[0]!.found;
  return { found, rows: rows.filter(({ number }) => number !== null).map(({ found: _, ...row }) => row) };
}

/** The next of a team's list in the order of numbers, after `after`. */
export async function selectFollowing(
  pool: Pool,
  teamId: string,
  { after, limit }: { after: string; limit: number },
): Promise<OptOutRow[]> {
  const { rows } = await pool.query(
    `select ${COLUMNS} from opt_outs where team_id = $1 and number > $2 order by number limit $3`,
    [teamId, after, limit],
  );
  return rows;
}
