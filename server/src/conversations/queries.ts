// All SQL of conversations: keeping threads, listing and finding them, reading one, and what members have
// read.

import {
  MAX_UNREAD,
  MESSAGES_PER_PAGE,
  THREADS_PER_PAGE,
  UNREAD_SEARCHED,
} from '@godwit/contract/conversations';
import type { ApiType, Direction, MessageState, Mode, Platform } from '@godwit/contract/messages/statuses';
import type { OPT_OUT_SOURCES } from '@godwit/contract/optOuts';
import type { ClientBase, Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { FENCE } from '../db/fences.ts';
import { stoppedBy } from '../db/optedOut.ts';
import { FIRST_ID } from '../ids.ts';

/** The team, project and mode of the threads. */
export type Scope = { teamId: string; projectId: string; mode: Mode };

/**
 * The data of a message that a thread receives: `number` is the other side, `text` the start of the message.
 */
export type Passed = Scope & { number: string; id: string; text: string };

const INPUT = `select distinct on (team_id, project_id, mode, number) *
  from unnest($1::uuid[], $2::uuid[], $3::message_mode[], $4::text[], $5::uuid[], $6::text[])
    as input (team_id, project_id, mode, number, id, text)
  order by team_id, project_id, mode, number, id desc`;

/**
 * The thread of a row that has its key. It is a range in the order of numbers, which only the key has.
 * Otherwise, if a table has no statistics, the planner rates the other indexes, by project and mode, as good
 * for one row.
 */
const threadOf = (row: string) => `select c.* from conversations c
  where c.team_id = ${row}.team_id and c.project_id = ${row}.project_id and c.mode = ${row}.mode
    and c.number >= ${row}.number and c.number <= ${row}.number
  order by c.number limit 1`;

const valuesOf = (passed: readonly Passed[]) =>
  columnsOf(passed, 'teamId', 'projectId', 'mode', 'number', 'id', 'text');

/** Threads of messages that came in; those that there were none of are begun. In the order of their keys. */
export async function upsertThreads(client: ClientBase | Pool, received: readonly Passed[]): Promise<void> {
  await client.query({
    name: 'upsert-threads',
    text: `insert into conversations as c (team_id, project_id, mode, number, last_id, last_incoming_id, last_direction, last_text)
      select team_id, project_id, mode, number, id, id, 'INCOMING', text from (${INPUT}) as newest
      on conflict (team_id, project_id, mode, number) do update set
        last_incoming_id = greatest(c.last_incoming_id, excluded.last_id),
        last_id = greatest(c.last_id, excluded.last_id),
        last_direction = case when excluded.last_id > c.last_id then excluded.last_direction else c.last_direction end,
        last_text = case when excluded.last_id > c.last_id then excluded.last_text else c.last_text end`,
    values: valuesOf(received),
  });
}

/**
 * Threads that there are of messages that go out. In the order of their keys, so that batches never wait in a
 * circle.
 */
export async function updateThreads(client: ClientBase | Pool, sent: readonly Passed[]): Promise<void> {
  await client.query({
    name: 'update-threads',
    // As an insert, which finds a row by its key, always: none of these is new.
    text: `insert into conversations as c (team_id, project_id, mode, number, last_id, last_incoming_id, last_direction, last_text)
      select newest.team_id, newest.project_id, newest.mode, newest.number, newest.id, known.last_incoming_id, 'OUTGOING', newest.text
      from (${INPUT}) as newest cross join lateral (${threadOf('newest')}) as known
      order by 1, 2, 3, 4
      on conflict (team_id, project_id, mode, number) do update set
        last_id = excluded.last_id, last_direction = excluded.last_direction, last_text = excluded.last_text
        where c.last_id < excluded.last_id`,
    values: valuesOf(sent),
  });
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

const ofScope = (onlooker: Onlooker) => [onlooker.teamId, onlooker.projectId, onlooker.mode, onlooker.userId];

/**
 * Whether something came into thread `c` after what the member $4 has read. As a subquery, so that it is
 * looked up whatever statistics say.
 */
const IS_UNREAD = `c.last_incoming_id > coalesce((select r.read_through from conversation_reads r
  where r.team_id = c.team_id and r.user_id = $4 and r.project_id = c.project_id and r.mode = c.mode
    and r.number = c.number), '${FIRST_ID}')`;

const CONTACT = `k.id as "contactId", k.first_name as "firstName", k.last_name as "lastName"`;
const contactOf = (of: string) => `left join lateral (
    select id, first_name, last_name from contacts k where k.team_id = ${of}.team_id and k.number = ${of}.number ${FENCE}
  ) as k on true`;

/** The rows of threads in `page`. */
const ROWS = `select c.number, c.last_id as "lastId", c.last_direction as "lastDirection", c.last_text as "lastText",
    ${IS_UNREAD} as unread, ${CONTACT}
  from page c ${contactOf('c')} order by c.last_id desc`;

/** A page of threads, newest first, and one more that says whether there are others. */
export async function selectThreads(pool: Pool, onlooker: Onlooker, before: string): Promise<ThreadRow[]> {
  const { rows } = await pool.query({
    name: 'select-threads',
    text: `with page as materialized (
        select * from conversations where team_id = $1 and project_id = $2 and mode = $3 and last_id < $5
        order by last_id desc limit ${THREADS_PER_PAGE + 1}
      ) ${ROWS}`,
    values: [...ofScope(onlooker), before],
  });
  return rows;
}

// Of each thing that a search may mean: threads that are looked at, and contacts, of whom not all have a
// thread.
const MOST_FOUND = 500;
const MOST_CONTACTS = 2_000;
const LAST_CHARACTER = '\u{10ffff}';
const AFTER_DIGITS = ':';

const IN_SCOPE = 'c.team_id = $1 and c.project_id = $2 and c.mode = $3';
const startsWith = (text: string) =>
  `${text} ~>=~ lower($5) and ${text} ~<~ (lower($5) || '${LAST_CHARACTER}')`;

/** A query of contacts whose name begins so, by the index of that name. */
const named = (name: string) =>
  `(select number from contacts k where k.team_id = $1 and ${startsWith(name)} order by ${name} using ~<~ limit ${MOST_CONTACTS})`;

/**
 * The newest threads of what is found: by the start of a number, of a contact's names, or of the last text.
 */
export async function findThreads(
  pool: Pool,
  onlooker: Onlooker,
  { text, numbers }: { text: string; numbers: readonly string[] },
): Promise<ThreadRow[]> {
  const { rows } = await pool.query({
    name: 'find-threads',
    text: `with numbered as materialized (
        select * from (
          select found.* from unnest($6::text[]) as prefix cross join lateral (
            select c.* from conversations c where ${IN_SCOPE} and c.number >= prefix and c.number < prefix || '${AFTER_DIGITS}'
            order by c.number limit ${MOST_FOUND}
          ) as found
        ) as any_prefix
      ), said as materialized (
        select c.* from conversations c where ${IN_SCOPE} and ${startsWith('lower(c.last_text)')}
        order by lower(c.last_text) using ~<~ limit ${MOST_FOUND}
      ), named as materialized (
        select $1::uuid as team_id, $2::uuid as project_id, $3::message_mode as mode, number
        from (${named(`lower(k.first_name || ' ' || k.last_name)`)} union ${named('lower(k.last_name)')}) as either
      ), known as materialized (
        select found.* from named cross join lateral (${threadOf('named')}) as found limit ${MOST_FOUND}
      ), page as materialized (
        select * from (select * from numbered union select * from said union select * from known) as found
        order by last_id desc limit ${THREADS_PER_PAGE}
      ) ${ROWS}`,
    values: [...ofScope(onlooker), text, numbers],
  });
  return rows;
}

/** In how many threads something waits for a member, up to MAX_UNREAD and among the newest. */
export async function countUnread(pool: Pool, onlooker: Onlooker): Promise<number> {
  const { rows } = await pool.query<{ threads: number }>({
    name: 'count-unread-threads',
    text: `with newest as materialized (
        select * from conversations where team_id = $1 and project_id = $2 and mode = $3
        order by last_id desc limit ${UNREAD_SEARCHED}
      )
      select count(*)::integer as threads from (select from newest c where ${IS_UNREAD} limit ${MAX_UNREAD}) as unread`,
    values: ofScope(onlooker),
  });
  return rows[0]!.threads;
}

/** Notes what a member has read of a thread: forward only, and no further than the thread has come. */
export async function upsertRead(
  pool: Pool,
  onlooker: Onlooker,
  { number, messageId }: { number: string; messageId: string },
): Promise<void> {
  await pool.query({
    name: 'upsert-thread-read',
    text: `insert into conversation_reads as r (team_id, project_id, mode, user_id, number, read_through)
      select c.team_id, c.project_id, c.mode, $4::uuid, c.number, least($6::uuid, c.last_id)
      from (select $1::uuid as team_id, $2::uuid as project_id, $3::message_mode as mode, $5::text as number ${FENCE}) as asked
      cross join lateral (${threadOf('asked')}) as c
      on conflict (team_id, user_id, project_id, mode, number) do update set read_through = excluded.read_through
        where r.read_through < excluded.read_through`,
    values: [...ofScope(onlooker), number, messageId],
  });
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

const MESSAGE = `m.id, m.direction, m.sender, m.recipient, m.body, m.characters, m.state, m.failure, m.carrier_error as "carrierError", m.platform,
  m.api_type as "apiType", m.accepted_at as "acceptedAt", m.send_at as "sendAt"`;

/** A query of ids of one direction, by the index of its number and in its order. */
const ids = (direction: Direction, number: string) => `(
    select m.id from messages m where m.team_id = $1 and m.project_id = place.project_id and m.mode = place.mode and ${number}
      and m.direction = '${direction}' and m.id < place.before
    order by m.id desc limit ${MESSAGES_PER_PAGE + 1}
  )`;

/**
 * A page of a thread, newest first, and one more that says whether there are older ones. Of the messages
 * themselves: all that went to the number, also from other senders, and all that came from it.
 */
export async function selectMessages(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  { number, before }: { number: string; before: string },
): Promise<ThreadMessageRow[]> {
  const { rows } = await pool.query({
    name: 'select-thread-messages',
    text: `with place as materialized (
        select $2::uuid as project_id, $3::message_mode as mode, $4::text as number, $5::uuid as before
      ), page as materialized (
        select passed.id from place cross join lateral (
          ${ids('OUTGOING', 'm.recipient = place.number')} union all ${ids('INCOMING', 'lower(m.sender) = lower(place.number)')}
        ) as passed order by passed.id desc limit ${MESSAGES_PER_PAGE + 1}
      )
      select row.* from page cross join lateral (
        select ${MESSAGE} from messages m where m.team_id = $1 and m.id = page.id ${FENCE}
      ) as row order by row.id desc`,
    values: [teamId, projectId, mode, number, before],
  });
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

export async function selectNumber(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  number: string,
): Promise<NumberRow> {
  const { rows } = await pool.query({
    name: 'select-thread-number',
    text: `with asked as materialized (
        select $1::uuid as team_id, $2::uuid as project_id, $3::message_mode as mode, $4::text as number
      ), thread as materialized (
        select c.last_incoming_id as id from asked cross join lateral (${threadOf('asked')}) as c
      ), incoming as materialized (
        select m.recipient from thread cross join lateral (
          select recipient from messages m where m.team_id = $1 and m.id = thread.id ${FENCE}) as m
      )
      select ${CONTACT}, (
        select o.source ${stoppedBy({ team: 'asked.team_id', mode: 'asked.mode', number: 'asked.number', promotional: 'false' })} limit 1
      ) as "optedOut", (select recipient from incoming) as "writtenTo"
      from asked ${contactOf('asked')}`,
    values: [teamId, projectId, mode, number],
  });
  return rows[0]!;
}
