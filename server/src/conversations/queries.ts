// All SQL of conversations: storing threads, listing and finding them, reading one, and storing how far
// members have read.

import { MAX_UNREAD, THREADS_PER_PAGE, UNREAD_SEARCHED } from '@godwit/contract/conversations';
import type { ApiType, Direction, MessageState, Mode, Platform } from '@godwit/contract/messages/statuses';
import type { OPT_OUT_SOURCES } from '@godwit/contract/optOuts';
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../db/columns.ts';
import { FENCE } from '../db/fences.ts';
import { stoppedBy } from '../db/optedOut.ts';
import { type Fragment, fragment, prepared, raw } from '../db/sql.ts';
import type { FromCursor } from '../http/paging.ts';
import { FIRST_ID, LAST_ID } from '../ids.ts';

/** The team, project and mode of the threads. */
export type Scope = { teamId: string; projectId: string; mode: Mode };

/**
 * The data of a message that its thread stores: `number` is the other party, `text` the start of the message.
 */
export type Passed = Scope & { number: string; id: string; text: string };

const INPUT = fragment`select distinct on (team_id, project_id, mode, number) *
  from unnest(${'teamId'}::uuid[], ${'projectId'}::uuid[], ${'mode'}::message_mode[], ${'number'}::text[], ${'id'}::uuid[], ${'text'}::text[])
    as input (team_id, project_id, mode, number, id, text)
  order by team_id, project_id, mode, number, id desc`;

/**
 * The thread of a row that has its key. It is a range in the order of numbers, which only the key has.
 * Otherwise, if a table has no statistics, the planner rates the other indexes, by project and mode, as good
 * for one row.
 */
export const threadOf = (name: string): Fragment => {
  const row = raw(name);
  return fragment`select c.* from conversations c
  where c.team_id = ${row}.team_id and c.project_id = ${row}.project_id and c.mode = ${row}.mode
    and c.number >= ${row}.number and c.number <= ${row}.number
  order by c.number limit 1`;
};

const listsOfPassed = (passed: readonly Passed[]) =>
  listsOf(passed, 'teamId', 'projectId', 'mode', 'number', 'id', 'text');

const UPSERT_THREADS = prepared('upsert-threads')`
  insert into conversations as c (team_id, project_id, mode, number, last_id, last_incoming_id, last_direction, last_text)
    select team_id, project_id, mode, number, id, id, 'INCOMING', text from (${INPUT}) as newest
    on conflict (team_id, project_id, mode, number) do update set
      last_incoming_id = greatest(c.last_incoming_id, excluded.last_id),
      last_id = greatest(c.last_id, excluded.last_id),
      last_direction = case when excluded.last_id > c.last_id then excluded.last_direction else c.last_direction end,
      last_text = case when excluded.last_id > c.last_id then excluded.last_text else c.last_text end`;

/** Updates the threads of incoming messages, or creates them, in the order of their keys. */
export async function upsertThreads(client: ClientBase | Pool, received: readonly Passed[]): Promise<void> {
  await UPSERT_THREADS.run(client, listsOfPassed(received));
}

// An insert always finds a row by its key, although none of these rows is new.
const UPDATE_THREADS = prepared('update-threads')`
  insert into conversations as c (team_id, project_id, mode, number, last_id, last_incoming_id, last_direction, last_text)
    select newest.team_id, newest.project_id, newest.mode, newest.number, newest.id, known.last_incoming_id, 'OUTGOING', newest.text
    from (${INPUT}) as newest cross join lateral (${threadOf('newest')}) as known
    order by 1, 2, 3, 4
    on conflict (team_id, project_id, mode, number) do update set
      last_id = excluded.last_id, last_direction = excluded.last_direction, last_text = excluded.last_text
      where c.last_id < excluded.last_id`;

/**
 * Updates the existing threads of outgoing messages, in the order of their keys, so batches never deadlock.
 */
export async function updateThreads(client: ClientBase | Pool, sent: readonly Passed[]): Promise<void> {
  await UPDATE_THREADS.run(client, listsOfPassed(sent));
}

/** The contact of a number; empty if there is none. */
type ContactOf = { contactId: string | null; firstName: string; lastName: string };

/** A thread of the list, as one member sees it. */
export type ThreadRow = ContactOf & {
  number: string;
  lastId: string;
  lastDirection: Direction;
  lastText: string;
  unread: boolean;
};

/** A user, and the scope of the threads that they look at. */
export type Onlooker = Scope & { userId: string };

/**
 * Whether thread `c` received a message after those that the member has read. As a subquery it is looked up,
 * whatever the statistics say.
 */
const IS_UNREAD = fragment`c.last_incoming_id > coalesce((select r.read_through from conversation_reads r
  where r.team_id = c.team_id and r.user_id = ${'userId'} and r.project_id = c.project_id and r.mode = c.mode
    and r.number = c.number), '${raw(FIRST_ID)}')`;

const CONTACT = fragment`k.id as "contactId", k.first_name as "firstName", k.last_name as "lastName"`;
const contactOf = (of: string): Fragment => fragment`left join lateral (
    select id, first_name, last_name from contacts k where k.team_id = ${raw(of)}.team_id and k.number = ${raw(of)}.number ${FENCE}
  ) as k on true`;

/** The rows of threads in `page`. */
const ROWS = fragment`select c.number, c.last_id as "lastId", c.last_direction as "lastDirection", c.last_text as "lastText",
    ${IS_UNREAD} as unread, ${CONTACT}
  from page c ${contactOf('c')} order by c.last_id desc`;

const SELECT_THREADS = prepared<ThreadRow>('select-threads')`
  with page as materialized (
      select * from conversations where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'} and last_id < ${'before'}
      order by last_id desc limit ${raw(String(THREADS_PER_PAGE + 1))}
    ) ${ROWS}`;

/** A page of threads, newest first, and one more, which shows that there are others. */
export async function selectThreads(pool: Pool, onlooker: Onlooker, before: string): Promise<ThreadRow[]> {
  const { rows } = await SELECT_THREADS.run(pool, { ...onlooker, before });
  return rows;
}

// The most threads and contacts that one meaning of a search looks at. Not every contact has a thread.
const MOST_FOUND = raw('500');
const MOST_CONTACTS = raw('2000');
const LAST_CHARACTER = raw('\u{10ffff}');
const AFTER_DIGITS = raw(':');

const IN_SCOPE = fragment`c.team_id = ${'teamId'} and c.project_id = ${'projectId'} and c.mode = ${'mode'}`;
const startsWith = (column: string): Fragment<'text'> =>
  fragment`${raw(column)} ~>=~ lower(${'text'}) and ${raw(column)} ~<~ (lower(${'text'}) || '${LAST_CHARACTER}')`;

/** A query of contacts whose name starts with the text, by the index of that name. */
const named = (name: string): Fragment<'teamId' | 'text'> =>
  fragment`(select number from contacts k where k.team_id = ${'teamId'} and ${startsWith(name)} order by ${raw(name)} using ~<~ limit ${MOST_CONTACTS})`;

const FIND_THREADS = prepared<ThreadRow>('find-threads')`
  with by_number as materialized (
      select * from (
        select found.* from unnest(${'numbers'}::text[]) as prefix cross join lateral (
          select c.* from conversations c where ${IN_SCOPE} and c.number >= prefix and c.number < prefix || '${AFTER_DIGITS}'
          order by c.number limit ${MOST_FOUND}
        ) as found
      ) as any_prefix
    ), by_text as materialized (
      select c.* from conversations c where ${IN_SCOPE} and ${startsWith('lower(c.last_text)')}
      order by lower(c.last_text) using ~<~ limit ${MOST_FOUND}
    ), named as materialized (
      select ${'teamId'}::uuid as team_id, ${'projectId'}::uuid as project_id, ${'mode'}::message_mode as mode, number
      from (${named(`lower(k.first_name || ' ' || k.last_name)`)} union ${named('lower(k.last_name)')}) as either
    ), by_name as materialized (
      select found.* from named cross join lateral (${threadOf('named')}) as found limit ${MOST_FOUND}
    ), page as materialized (
      select * from (select * from by_number union select * from by_text union select * from by_name) as found
      order by last_id desc limit ${raw(String(THREADS_PER_PAGE))}
    ) ${ROWS}`;

/**
 * The newest threads that a search finds: by the start of a number, of a contact's names, or of the last
 * text.
 */
export async function findThreads(
  pool: Pool,
  onlooker: Onlooker,
  search: { text: string; numbers: readonly string[] },
): Promise<ThreadRow[]> {
  const { rows } = await FIND_THREADS.run(pool, { ...onlooker, ...search });
  return rows;
}

const COUNT_UNREAD = prepared<{ threads: number }>('count-unread-threads')`
  with newest as materialized (
      select * from conversations where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'}
      order by last_id desc limit ${raw(String(UNREAD_SEARCHED))}
    )
    select count(*)::integer as threads from (select from newest c where ${IS_UNREAD} limit ${raw(String(MAX_UNREAD))}) as unread`;

/** How many threads a member has not read, up to `MAX_UNREAD` and among the newest `UNREAD_SEARCHED`. */
export async function countUnread(pool: Pool, onlooker: Onlooker): Promise<number> {
  const { rows } = await COUNT_UNREAD.run(pool, onlooker);
  return rows[0]!.threads;
}

/** A statement that stores how far these members have read a thread. `members`: a query of `user_id`. */
export const upsertReads = <Name extends string>(name: string, members: Fragment<Name>) => prepared(name)`
  insert into conversation_reads as r (team_id, project_id, mode, user_id, number, read_through)
    select c.team_id, c.project_id, c.mode, members.user_id, c.number, least(${'messageId'}::uuid, c.last_id)
    from (select ${'teamId'}::uuid as team_id, ${'projectId'}::uuid as project_id, ${'mode'}::message_mode as mode, ${'number'}::text as number ${FENCE}) as asked
    cross join lateral (${threadOf('asked')}) as c cross join (${members}) as members
    order by members.user_id
    on conflict (team_id, user_id, project_id, mode, number) do update set read_through = excluded.read_through
      where r.read_through < excluded.read_through`;

const UPSERT_READ = upsertReads('upsert-thread-read', fragment`select ${'userId'}::uuid as user_id`);

/** Stores how far a member has read a thread: never backwards, and never beyond its last message. */
export async function upsertRead(
  pool: Pool,
  onlooker: Onlooker,
  read: { number: string; messageId: string },
): Promise<void> {
  await UPSERT_READ.run(pool, { ...onlooker, ...read });
}

/** A message of a thread. */
export type ThreadMessageRow = {
  id: string;
  direction: Direction;
  sender: string;
  recipient: string;
  body: string;
  characters: number;
  state: MessageState;
  failure: string | null;
  carrierError: string | null;
  platform: Platform;
  apiType: ApiType;
  acceptedAt: Date;
  sendAt: Date | null;
};

const MESSAGE = fragment`m.id, m.direction, m.sender, m.recipient, m.body, m.characters, m.state, m.failure, m.carrier_error as "carrierError", m.platform,
  m.api_type as "apiType", m.accepted_at as "acceptedAt", m.send_at as "sendAt"`;

/** A walk to older rows, or to newer ones. */
export const OLDER = { name: 'older', beyond: raw('<'), order: raw('desc') };
export const NEWER = { name: 'newer', beyond: raw('>'), order: raw('asc') };

/** A statement that selects the messages of a thread on one side of a cursor, newest first. */
function threadMessages({ name, beyond, order }: typeof OLDER) {
  /** A query of ids of one direction, by the index of its number and in its order. */
  const ids = (direction: Direction, number: string) => fragment`(
    select m.id from messages m where m.team_id = ${'teamId'} and m.project_id = place.project_id and m.mode = place.mode and ${raw(number)}
      and m.direction = '${raw(direction)}' and m.id ${beyond} place.cursor
    order by m.id ${order} limit ${'limit'}
  )`;
  return prepared<ThreadMessageRow>(`select-${name}-thread-messages`)`
  with place as materialized (
      select ${'projectId'}::uuid as project_id, ${'mode'}::message_mode as mode, ${'number'}::text as number, ${'cursor'}::uuid as cursor
    ), page as materialized (
      select passed.id from place cross join lateral (
        ${ids('OUTGOING', 'm.recipient = place.number')} union all ${ids('INCOMING', 'lower(m.sender) = lower(place.number)')}
      ) as passed order by passed.id ${order} limit ${'limit'}
    )
    select row.* from page cross join lateral (
      select ${MESSAGE} from messages m where m.team_id = ${'teamId'} and m.id = page.id ${FENCE}
    ) as row order by row.id desc`;
}
const OLDER_MESSAGES = threadMessages(OLDER);
const NEWER_MESSAGES = threadMessages(NEWER);

/**
 * The messages of a thread that are next to a cursor, newest first. Includes all messages to the number, from
 * any sender, and all messages from it.
 */
export async function selectMessages(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  number: string,
  { cursor, isBack, limit }: FromCursor,
): Promise<ThreadMessageRow[]> {
  const asked = { teamId, projectId, mode, number, limit };
  const { rows } = isBack
    ? await NEWER_MESSAGES.run(pool, { ...asked, cursor: cursor ?? FIRST_ID })
    : await OLDER_MESSAGES.run(pool, { ...asked, cursor: cursor ?? LAST_ID });
  return rows;
}

/**
 * The details of a number: its contact, how it has opted out of all messages, and the project's number that
 * it wrote to last.
 */
export type NumberRow = ContactOf & {
  optedOut: (typeof OPT_OUT_SOURCES)[number] | null;
  writtenTo: string | null;
};

const SELECT_NUMBER = prepared<NumberRow>('select-thread-number')`
  with asked as materialized (
      select ${'teamId'}::uuid as team_id, ${'projectId'}::uuid as project_id, ${'mode'}::message_mode as mode, ${'number'}::text as number
    ), thread as materialized (
      select c.last_incoming_id as id from asked cross join lateral (${threadOf('asked')}) as c
    ), incoming as materialized (
      select m.recipient from thread cross join lateral (
        select recipient from messages m where m.team_id = ${'teamId'} and m.id = thread.id ${FENCE}) as m
    )
    select ${CONTACT}, (
      select o.source ${stoppedBy({ team: 'asked.team_id', mode: 'asked.mode', number: 'asked.number', promotional: 'false' })} limit 1
    ) as "optedOut", (select recipient from incoming) as "writtenTo"
    from asked ${contactOf('asked')}`;

export async function selectNumber(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  number: string,
): Promise<NumberRow> {
  const { rows } = await SELECT_NUMBER.run(pool, { teamId, projectId, mode, number });
  return rows[0]!;
}
