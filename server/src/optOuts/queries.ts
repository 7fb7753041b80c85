// All SQL of opt-outs and of the links to them.

import type { ContentClass } from '@godwit/contract/contentClass';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutScope } from '@godwit/contract/optOutScopes';
import type { OPT_OUT_SOURCES } from '@godwit/contract/optOuts';
import { sql } from 'kysely';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { listsOf } from '../db/columns.ts';
import { FENCE } from '../db/fences.ts';
import { kyselyWithin } from '../db/kysely.ts';
import { GIVEN_SOURCE, stoppedBy } from '../db/optedOut.ts';
import { fragment, prepared, unprepared } from '../db/sql.ts';
import { pauseAfter } from '../jobs/interval.ts';
import type { Database } from '../services.ts';

/**
 * How many rows one statement stores for a file, in some tens of milliseconds: each opt-out, and an event of
 * it for each project of the team that reads events.
 */
const IMPORT_PIECE = 5_000;

export type OptOutSource = (typeof OPT_OUT_SOURCES)[number];
export type OptOutRow = { number: string; scope: OptOutScope; source: OptOutSource; createdAt: Date };
export type LinkRow = { token: string; teamId: string; mode: Mode; number: string };
/** One of the two lists of a team. */
export type List = { teamId: string; mode: Mode };

const COLUMNS = fragment`number, scope, source, created_at as "createdAt"`;

const INSERT_LINKS = prepared('insert-opt-out-links')`
  insert into opt_out_links (token, team_id, mode, number)
    select distinct on (token) * from unnest(${'token'}::text[], ${'teamId'}::uuid[], ${'mode'}::message_mode[], ${'number'}::text[])
      as input (token, team_id, mode, number)
    order by token on conflict (token) do nothing`;

/**
 * Stores links, in the transaction that stores the messages that carry them. Existing links stay. Inserts in
 * the order of the tokens, so batches never deadlock.
 */
export async function insertLinks(client: ClientBase, links: readonly LinkRow[]): Promise<void> {
  if (links.length === 0) return;
  await INSERT_LINKS.run(client, listsOf(links, 'token', 'teamId', 'mode', 'number'));
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

const SELECT_LINK_OWNER = prepared<LinkOwner>('select-opt-out-link')`
  select l.team_id as "teamId", t.name as "teamName", l.mode, l.number,
      array(select distinct s.sender from sender_ids s where s.team_id = l.team_id order by 1 limit 3) as senders,
      coalesce((select jsonb_agg(jsonb_build_object('scope', o.scope, 'source', o.source) order by o.scope desc)
        from scoped_opt_outs o where o.team_id = l.team_id and o.mode = l.mode and o.number = l.number), '[]') as "optOuts"
    from opt_out_links l join teams t on t.id = l.team_id where l.token = ${'token'}`;

export async function selectLinkOwner(pool: Pool, token: string): Promise<LinkOwner | null> {
  const { rows } = await SELECT_LINK_OWNER.run(pool, { token });
  return rows[0] ?? null;
}

const INSERT_OPT_OUTS = prepared<{ number: string }>('insert-opt-outs')`
  insert into scoped_opt_outs as o (team_id, mode, number, scope, source) select ${'teamId'}, ${'mode'}, number, ${'scope'}, ${GIVEN_SOURCE}
    from unnest(${'numbers'}::text[]) as input (number) order by number
    on conflict (team_id, mode, number, scope) do update set source = excluded.source
      where o.source in ('CONSOLE', 'API', 'IMPORT') and excluded.source in ('LINK', 'STOP')
    returning number`;

/**
 * Adds numbers to a list. Returns those that were not on it in this scope. A recipient's own opt-out replaces
 * one that their team added: the team can no longer end it.
 */
export async function insertOptOuts(
  client: ClientBase | Pool,
  { teamId, mode, scope, source }: List & Pick<OptOutRow, 'scope' | 'source'>,
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await INSERT_OPT_OUTS.run(client, { teamId, mode, scope, source, numbers });
  return rows.map(({ number }) => number);
}

/** A list to import numbers into. `scope` is for numbers that have none in the file. */
type Import = List & { scope: OptOutScope };

/**
 * Adds the numbers that `copyRows` copies into the table `import_rows` of its transaction to a list. Returns
 * how many they are and how many were new; a number counts once for each scope.
 */
export async function importNumbers(
  pool: Pool,
  list: Import,
  copyRows: (client: PoolClient) => Promise<void>,
): Promise<{ numbers: number; added: number }> {
  const client = await pool.connect();
  const db = kyselyWithin(client);
  try {
    await sql`begin`.execute(db);
    await copyRows(client);
    await keepNumbers(db, list.scope);
    await sql`commit`.execute(db);
    return await insertImported(db, list);
  } finally {
    // Closing the connection drops the table of numbers.
    client.release(true);
  }
}

/** Copies the numbers of `import_rows` into a table that outlasts the transaction. */
export async function keepNumbers(db: Database, scope: OptOutScope): Promise<void> {
  await sql`
    create temporary table import_numbers as
    select distinct number, coalesce(scope, ${scope}::opt_out_scope) as scope from import_rows`.execute(db);
  await sql`create index on import_numbers (number, scope)`.execute(db);
}

/**
 * Adds the numbers of `import_numbers` in pieces. Each piece is committed by itself and followed by a pause,
 * so another insert of the same number waits for one piece at most.
 */
export async function insertImported(db: Database, list: List): Promise<{ numbers: number; added: number }> {
  const all = { numbers: 0, added: 0 };
  for (let after: Place | null = { number: '', scope: 'PROMOTIONAL' }; after !== null; ) {
    const piece = await pauseAfter(() => insertPiece(db, list, after!));
    all.numbers += piece.numbers;
    all.added += piece.added;
    after = piece.last;
  }
  return all;
}

/** A place in the order of numbers. */
export type Place = Pick<OptOutRow, 'number' | 'scope'>;
type Piece = { numbers: number; added: number; last: Place | null };

/** Adds the numbers that follow `after` in order. `last` is null if there were none. */
async function insertPiece(db: Database, { teamId, mode }: List, after: Place): Promise<Piece> {
  const { rows } = await sql<Piece>`
    with numbers as materialized (
      select number, scope from import_numbers where (number, scope) > (${after.number}, ${after.scope}::opt_out_scope)
      order by number, scope limit (select greatest(100, ${sql.lit(IMPORT_PIECE)} / (1 + count(*))) from event_streams
        where team_id = ${teamId} and mode = ${mode})
    ), added as (
      insert into scoped_opt_outs (team_id, mode, number, scope, source)
      select ${teamId}, ${mode}, number, scope, 'IMPORT' from numbers order by number, scope
      on conflict (team_id, mode, number, scope) do nothing returning true
    )
    select (select count(*)::integer from numbers) as numbers, (select count(*)::integer from added) as added,
      (select jsonb_build_object('number', number, 'scope', scope) from numbers order by number desc, scope desc limit 1) as last`.execute(
    db,
  );
  return rows[0]!;
}

const SELECT_OPT_OUTS = unprepared<OptOutRow>('opt-outs-of-recipient')`
  select ${COLUMNS} from scoped_opt_outs where team_id = ${'teamId'} and mode = ${'mode'} and number = ${'number'} order by scope desc`;

/** The opt-outs of a number, the wider scope first. */
export async function selectOptOuts(
  pool: Pool,
  { teamId, mode, number }: List & { number: string },
): Promise<OptOutRow[]> {
  const { rows } = await SELECT_OPT_OUTS.run(pool, { teamId, mode, number });
  return rows;
}

const DELETE_OPT_OUTS = unprepared('delete-opt-outs')`
  with gone as (
      delete from scoped_opt_outs where team_id = ${'teamId'} and mode = ${'mode'} and number = ${'number'} and source = any(${'sources'}::opt_out_source[])
        and (${'scope'}::opt_out_scope is null or scope = ${'scope'})
      returning scope, source, created_at
    ), kept as (
      insert into contact_deletions
        (team_id, id, numbers, created_at, opt_out_source, opt_out_mode, opt_out_scopes, opt_out_sources)
      select ${'teamId'}, ${'deletionId'}, array[${'number'}], array_agg(created_at), min(source), ${'mode'}, array_agg(scope), array_agg(source)
      from gone where ${'deletionId'}::uuid is not null having count(*) > 0
    )
    select from gone`;

/**
 * Removes the opt-outs of a number that came from one of `sources`, of one scope or both. Returns how many.
 * With a `deletionId` they are kept under it, and contacts/undo/undo.ts can restore them.
 */
export async function deleteOptOuts(
  pool: ClientBase | Pool,
  asked: List & { number: string; scope?: OptOutScope | undefined; deletionId?: string },
  sources: readonly OptOutSource[],
): Promise<number> {
  const { teamId, mode, number, scope = null, deletionId = null } = asked;
  const { rowCount } = await DELETE_OPT_OUTS.run(pool, { teamId, mode, number, scope, deletionId, sources });
  return rowCount ?? 0;
}

/** The attributes of a message that decide whether an opt-out stops it; `recipient` in E.164. */
export type Addressee = List & { recipient: string; contentClass: ContentClass };

type OptedOut = Addressee & { scope: OptOutScope };
// Looks each number up by itself. A join would read the whole list of a team for each number while the
// statistics do not know the list.
const SELECT_OPTED_OUT = prepared<OptedOut>('select-opted-out')`
  select key.team_id as "teamId", key.mode, key.number as recipient, key.content_class as "contentClass", o.scope
    from unnest(${'teamId'}::uuid[], ${'mode'}::message_mode[], ${'recipient'}::text[], ${'contentClass'}::content_class[]) as key (team_id, mode, number, content_class)
    cross join lateral (
      select o.scope ${stoppedBy({ team: 'key.team_id', mode: 'key.mode', number: 'key.number', promotional: "key.content_class = 'PROMOTIONAL'" })}
      order by o.scope desc limit 1) as o`;

/** The messages that an opt-out stops, each with the widest scope that does. */
export async function selectOptedOut(
  client: ClientBase | Pool,
  messages: readonly Addressee[],
): Promise<OptedOut[]> {
  const keys = listsOf(messages, 'teamId', 'mode', 'recipient', 'contentClass');
  const { rows } = await SELECT_OPTED_OUT.run(client, keys);
  return rows;
}

/** `prefixes`: the page has only numbers that start with one of these; null for all. */
type Page = { prefixes: string[] | null; offset: number; limit: number };

/** An opt-out, and the name of the contact with its number. */
export type ListedRow = OptOutRow & { contact: string | null };
type FoundRow = ListedRow & { found: number };
const NEWEST = fragment`order by created_at desc, number desc, scope desc`;
/** A page of the rows of `found`. If it is empty, one row still has the count. */
const PAGE = fragment`select counted.n as found, ${COLUMNS}, k.name as contact
      from (select count(*)::integer as n from found) as counted
      left join (select * from found ${NEWEST} limit ${'limit'} offset ${'offset'}) as page on true
      left join lateral (
        select btrim(first_name || ' ' || last_name) as name from contacts
        where team_id = ${'teamId'} and contacts.number = page.number ${FENCE}
      ) as k on true ${NEWEST}`;

const PAGE_OF_ALL = unprepared<FoundRow>('page-of-opt-outs')`
  with found as materialized (
      select number, scope, source, created_at from scoped_opt_outs where team_id = ${'teamId'} and mode = ${'mode'} ${NEWEST} limit ${'most'}
    ) ${PAGE}`;
// After its plus sign a number has digits only, so all numbers with a prefix come before that prefix padded
// with nines.
const PAGE_OF_PREFIXES = unprepared<FoundRow>('page-of-opt-outs-by-prefix')`
  with found as materialized (
      select distinct one.* from unnest(${'prefixes'}::text[]) as start cross join lateral (
        select number, scope, source, created_at from scoped_opt_outs
        where team_id = ${'teamId'} and mode = ${'mode'} and number >= start and number <= rpad(start, 17, '9') order by number limit ${'most'}
      ) as one limit ${'most'}
    ) ${PAGE}`;

/** A page of a list, newest first. `found` is the length of the list, counted up to `most`. */
export async function selectPage(
  pool: Pool,
  list: List,
  { prefixes, offset, limit }: Page,
  most: number,
): Promise<{ found: number; rows: ListedRow[] }> {
  const values = { ...list, offset, limit, most };
  const { rows } = prefixes
    ? await PAGE_OF_PREFIXES.run(pool, { ...values, prefixes })
    : await PAGE_OF_ALL.run(pool, values);
  const found = rows[0]!.found;
  return { found, rows: rows.filter(({ number }) => number !== null).map(({ found: _, ...row }) => row) };
}

const SELECT_FOLLOWING = unprepared<OptOutRow>('following-opt-outs')`
  select ${COLUMNS} from scoped_opt_outs
    where team_id = ${'teamId'} and mode = ${'mode'} and number >= ${'number'} and (number, scope) > (${'number'}, ${'scope'}::opt_out_scope)
    order by number, scope limit ${'limit'}`;

/** The next opt-outs of a list after `after`, in the order of numbers; without it, from the beginning. */
export async function selectFollowing(
  pool: Pool,
  { teamId, mode }: List,
  { after = { number: '', scope: 'PROMOTIONAL' }, limit }: { after?: Place | undefined; limit: number },
): Promise<OptOutRow[]> {
  const { number, scope } = after;
  const { rows } = await SELECT_FOLLOWING.run(pool, { teamId, mode, number, scope, limit });
  return rows;
}

const SELECT_PRECEDING = unprepared<OptOutRow>('preceding-opt-outs')`
  select ${COLUMNS} from scoped_opt_outs
    where team_id = ${'teamId'} and mode = ${'mode'} and number <= ${'number'} and (number, scope) < (${'number'}, ${'scope'}::opt_out_scope)
    order by number desc, scope desc limit ${'limit'}`;

/** The opt-outs of a list before `before`, in the reverse order of numbers. */
export async function selectPreceding(
  pool: Pool,
  { teamId, mode }: List,
  { before: { number, scope }, limit }: { before: Place; limit: number },
): Promise<OptOutRow[]> {
  const { rows } = await SELECT_PRECEDING.run(pool, { teamId, mode, number, scope, limit });
  return rows;
}
