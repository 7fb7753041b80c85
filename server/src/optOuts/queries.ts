// All SQL of opt-outs and of the links to them.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutScope } from '@godwit/contract/optOutScopes';
import type { OPT_OUT_SOURCES } from '@godwit/contract/optOuts';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { stoppedBy } from '../db/optedOut.ts';
import { pauseAfter } from '../jobs/interval.ts';

/** How many numbers of a file are stored by one statement: some tens of milliseconds. */
const IMPORT_PIECE = 5_000;

export type OptOutSource = (typeof OPT_OUT_SOURCES)[number];
export type OptOutRow = { number: string; scope: OptOutScope; source: OptOutSource; createdAt: Date };
export type LinkRow = { token: string; teamId: string; mode: Mode; number: string };
/** One of the two lists of a team. */
type List = { teamId: string; mode: Mode };

const COLUMNS = 'number, scope, source, created_at as "createdAt"';

/**
 * Keeps links, in the transaction that stores the messages that carry them; those that are there stay. In the
 * order of their tokens, so that batches never wait in a circle.
 */
export async function insertLinks(client: ClientBase, links: readonly LinkRow[]): Promise<void> {
  if (links.length === 0) return;
  await client.query({
    name: 'insert-opt-out-links',
    text: `insert into opt_out_links (token, team_id, mode, number)
      select distinct on (token) * from unnest($1::text[], $2::uuid[], $3::message_mode[], $4::text[])
        as input (token, team_id, mode, number)
      order by token on conflict (token) do nothing`,
    values: columnsOf(links, 'token', 'teamId', 'mode', 'number'),
  });
}

/**
 * The subject of a link: the team's name and first sender ids, and how the number has opted out, the wider
 * scope first.
 */
export type LinkOwner = {
  teamId: string;
  teamName: string;
  senders: string[];
  mode: Mode;
  number: string;
  optOuts: Pick<OptOutRow, 'scope' | 'source'>[];
};

export async function selectLinkOwner(pool: Pool, token: string): Promise<LinkOwner | null> {
  const { rows } = await pool.query({
    name: 'select-opt-out-link',
    text: `select l.team_id as "teamId", t.name as "teamName", l.mode, l.number,
        array(select distinct s.sender from sender_ids s where s.team_id = l.team_id order by 1 limit 3) as senders,
        coalesce((select jsonb_agg(jsonb_build_object('scope', o.scope, 'source', o.source) order by o.scope desc)
          from scoped_opt_outs o where o.team_id = l.team_id and o.mode = l.mode and o.number = l.number), '[]') as "optOuts"
      from opt_out_links l join teams t on t.id = l.team_id where l.token = $1`,
    values: [token],
  });
  return rows[0] ?? null;
}

/**
 * Adds numbers to a list; returns those that were not on it in this scope. A recipient's own opt-out replaces
 * the one that their team added: the team can no longer end it.
 */
export async function insertOptOuts(
  client: ClientBase | Pool,
  { teamId, mode, scope, source }: List & Pick<OptOutRow, 'scope' | 'source'>,
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>({
    name: 'insert-opt-outs',
    text: `insert into scoped_opt_outs as o (team_id, mode, number, scope, source) select $1, $2, number, $3, $4
      from unnest($5::text[]) as input (number) order by number
      on conflict (team_id, mode, number, scope) do update set source = excluded.source
        where o.source in ('CONSOLE', 'IMPORT') and excluded.source in ('LINK', 'STOP')
      returning number`,
    values: [teamId, mode, scope, source, numbers],
  });
  return rows.map(({ number }) => number);
}

/** A list that numbers are imported into; `scope` is that of numbers that come without one. */
type Import = List & { scope: OptOutScope };

/**
 * Adds the numbers that `copyRows` copies into the table `import_rows` of its transaction to a list; returns
 * how many these are, each scope of a number by itself, and how many were new.
 */
export async function importNumbers(
  pool: Pool,
  list: Import,
  copyRows: (client: PoolClient) => Promise<void>,
): Promise<{ numbers: number; added: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await copyRows(client);
    await keepNumbers(client, list.scope);
    await client.query('commit');
    return await insertImported(client, list);
  } finally {
    // The table of numbers ends with the connection.
    client.release(true);
  }
}

/** Keeps the numbers of `import_rows` beyond the transaction. */
export async function keepNumbers(client: ClientBase, scope: OptOutScope): Promise<void> {
  await client.query(
    `create temporary table import_numbers as
      select distinct number, coalesce(scope, '${scope}') as scope from import_rows`,
  );
  await client.query('create index on import_numbers (number, scope)');
}

/**
 * Adds the kept numbers a piece at a time, each committed by itself and with a pause after it: another insert
 * of one of them waits for no more.
 */
export async function insertImported(
  client: ClientBase,
  list: List,
): Promise<{ numbers: number; added: number }> {
  const all = { numbers: 0, added: 0 };
  for (let after: Place | null = { number: '', scope: 'PROMOTIONAL' }; after !== null; ) {
    const piece = await pauseAfter(() => insertPiece(client, list, after!));
    all.numbers += piece.numbers;
    all.added += piece.added;
    after = piece.last;
  }
  return all;
}

/** A place in the order of numbers. */
type Place = Pick<OptOutRow, 'number' | 'scope'>;
type Piece = { numbers: number; added: number; last: Place | null };

/** Adds the numbers that follow `after` in order; `last` is null if there were none. */
async function insertPiece(client: ClientBase, { teamId, mode }: List, after: Place): Promise<Piece> {
  const { rows } = await client.query<Piece>(
    `with numbers as materialized (
       select number, scope from import_numbers where (number, scope) > ($3, $4::opt_out_scope)
       order by number, scope limit ${IMPORT_PIECE}
     ), added as (
       insert into scoped_opt_outs (team_id, mode, number, scope, source)
       select $1, $2, number, scope, 'IMPORT' from numbers order by number, scope
       on conflict (team_id, mode, number, scope) do nothing returning true
     )
     select (select count(*)::integer from numbers) as numbers, (select count(*)::integer from added) as added,
       (select jsonb_build_object('number', number, 'scope', scope) from numbers order by number desc, scope desc limit 1) as last`,
    [teamId, mode, after.number, after.scope],
  );
  return rows[0]!;
}

/** The opt-outs of a number, the wider scope first. */
export async function selectOptOuts(
  pool: Pool,
  { teamId, mode, number }: List & { number: string },
): Promise<OptOutRow[]> {
  const { rows } = await pool.query(
    `select ${COLUMNS} from scoped_opt_outs where team_id = $1 and mode = $2 and number = $3 order by scope desc`,
    [teamId, mode, number],
  );
  return rows;
}

/**
 * Removes the opt-outs of a number that came from one of `sources`, those of one scope or of both; returns
 * how many. With `deletionId` they are kept by that, and contacts/undo/undo.ts puts them back.
 */
export async function deleteOptOuts(
  pool: ClientBase | Pool,
  asked: List & { number: string; scope?: OptOutScope | undefined; deletionId?: string },
  sources: readonly OptOutSource[],
): Promise<number> {
  const { teamId, mode, number, scope = null, deletionId = null } = asked;
  const { rowCount } = await pool.query(
    `with gone as (
        delete from scoped_opt_outs where team_id = $1 and mode = $2 and number = $3 and source = any($4::opt_out_source[])
          and ($5::opt_out_scope is null or scope = $5)
        returning scope, source, created_at
      ), kept as (
        insert into contact_deletions
          (team_id, id, numbers, created_at, opt_out_source, opt_out_mode, opt_out_scopes, opt_out_sources)
        select $1, $6, array[$3], array_agg(created_at), min(source), $2, array_agg(scope), array_agg(source)
        from gone where $6::uuid is not null having count(*) > 0
      )
      select from gone`,
    [teamId, mode, number, sources, scope, deletionId],
  );
  return rowCount ?? 0;
}

/** The attributes of a message that decide whether an opt-out stops it; `recipient` in E.164. */
export type Addressee = List & { recipient: string; promotional: boolean };

/** Of these messages those that an opt-out stops, each with the widest scope that does. */
export async function selectOptedOut(
  client: ClientBase,
  messages: readonly Addressee[],
): Promise<(Addressee & { scope: OptOutScope })[]> {
  const { rows } = await client.query({
    name: 'select-opted-out',
    // Each looked up by itself: joined, the whole list of a team is read for each number while statistics do
    // not know it.
    text: `select key.team_id as "teamId", key.mode, key.number as recipient, key.promotional, o.scope
      from unnest($1::uuid[], $2::message_mode[], $3::text[], $4::boolean[]) as key (team_id, mode, number, promotional)
      cross join lateral (
        select o.scope ${stoppedBy({ team: 'key.team_id', mode: 'key.mode', number: 'key.number', promotional: 'key.promotional' })}
        order by o.scope desc limit 1) as o`,
    values: columnsOf(messages, 'teamId', 'mode', 'recipient', 'promotional'),
  });
  return rows;
}

/** `prefixes`: how numbers start, any of these; null for all. */
type Page = { prefixes: string[] | null; offset: number; limit: number };

const NEWEST = 'order by created_at desc, number desc, scope desc';
const FOUND = {
  all: `select number, scope, source, created_at from scoped_opt_outs where team_id = $1 and mode = $5 ${NEWEST} limit $2`,
  // A number has digits only behind its sign, so what begins like it ends before all further digits are
  // nines.
  byStart: `select distinct one.* from unnest($6::text[]) as start cross join lateral (
      select number, scope, source, created_at from scoped_opt_outs
      where team_id = $1 and mode = $5 and number >= start and number <= rpad(start, 17, '9') order by number limit $2
    ) as one limit $2`,
};

/** A page of a list, newest first; `found` is how long the list is, of which `most` are looked for. */
export async function selectPage(
  pool: Pool,
  { teamId, mode }: List,
  { prefixes, offset, limit }: Page,
  most: number,
): Promise<{ found: number; rows: OptOutRow[] }> {
  // If the page is empty, there is still a row with the count.
  const { rows } = await pool.query<OptOutRow & { found: number }>(
    `with found as materialized (${prefixes ? FOUND.byStart : FOUND.all})
      select counted.n as found, ${COLUMNS} from (select count(*)::integer as n from found) as counted
      left join (select * from found ${NEWEST} limit $3 offset $4) as page on true ${NEWEST}`,
    [teamId, most, limit, offset, mode, ...(prefixes ? [prefixes] : [])],
  );
  const found = rows[0]!.found;
  return { found, rows: rows.filter(({ number }) => number !== null).map(({ found: _, ...row }) => row) };
}

/** The next of a list in the order of numbers, after `after`; from the beginning without it. */
export async function selectFollowing(
  pool: Pool,
  { teamId, mode }: List,
  { after = { number: '', scope: 'PROMOTIONAL' }, limit }: { after?: Place | undefined; limit: number },
): Promise<OptOutRow[]> {
  const { rows } = await pool.query(
    `select ${COLUMNS} from scoped_opt_outs
      where team_id = $1 and mode = $2 and number >= $3 and (number, scope) > ($3, $4::opt_out_scope)
      order by number, scope limit $5`,
    [teamId, mode, after.number, after.scope, limit],
  );
  return rows;
}
