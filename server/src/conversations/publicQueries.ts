// SQL of conversations in the public API. There a thread is unread until a member of the team or a program
// has read it.
import { UNREAD_SEARCHED } from '@godwit/contract/conversations';
import type { Direction, MessageState } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { FENCE } from '../db/fences.ts';
import { fragment, prepared, raw } from '../db/sql.ts';
import type { FromCursor } from '../http/paging.ts';
import { FIRST_ID, LAST_ID } from '../ids.ts';
import { NEWER, OLDER, type Scope, threadOf, upsertReads } from './queries.ts';

/** A thread. `id` is that of its last message, which is its position in the list. */
export type ConversationRow = {
  id: string;
  number: string;
  lastDirection: Direction;
  lastText: string;
  unread: boolean;
  writtenTo: string | null;
};

/**
 * Whether no member has read the last incoming message of thread `c`. As a subquery it is looked up, whatever
 * the statistics say.
 */
const IS_UNREAD = fragment`c.last_incoming_id > coalesce((
    select read.through from team_members m cross join lateral (
      select r.read_through as through from conversation_reads r
      where r.team_id = m.team_id and r.user_id = m.user_id and r.project_id = c.project_id and r.mode = c.mode and r.number = c.number ${FENCE}
    ) as read where m.team_id = c.team_id order by read.through desc limit 1
  ), '${raw(FIRST_ID)}')`;

/** The rows of threads in `page`. */
const ROWS = fragment`select c.last_id as id, c.number, c.last_direction as "lastDirection", c.last_text as "lastText", ${IS_UNREAD} as unread,
    (select m.recipient from messages m where m.team_id = c.team_id and m.id = c.last_incoming_id) as "writtenTo"
  from page c order by c.last_id desc`;

const IN_SCOPE = fragment`c.team_id = ${'teamId'} and c.project_id = ${'projectId'} and c.mode = ${'mode'}`;
const SEARCHED = raw(String(UNREAD_SEARCHED - 1));

/** Statements on one side of a cursor. `edge`: the last thread that a search for unread ones looks at. */
const walk = ({ name, beyond, order }: typeof OLDER) => ({
  page: prepared<ConversationRow>(`select-${name}-conversations`)`
  with page as materialized (
      select * from conversations c
      where ${IN_SCOPE} and c.last_id ${beyond} ${'cursor'} and not c.last_id ${beyond} ${'edge'}
        and (${'unread'}::boolean is null or (${IS_UNREAD}) = ${'unread'})
      order by c.last_id ${order} limit ${'limit'}
    ) ${ROWS}`,
  edge: prepared<{ id: string }>(`select-${name}-conversations-edge`)`
    select c.last_id as id from conversations c where ${IN_SCOPE} and c.last_id ${beyond} ${'cursor'}
    order by c.last_id ${order} offset ${SEARCHED} limit 1`,
});
const OLDER_WALK = walk(OLDER);
const NEWER_WALK = walk(NEWER);

type Place = { cursor: string | null; isBack: boolean };

/**
 * The last thread that a search for unread ones looks at from this cursor on; null if it looks at all.
 */
export async function selectEdge(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  { cursor, isBack }: Place,
): Promise<string | null> {
  const { rows } = await (isBack ? NEWER_WALK : OLDER_WALK).edge.run(pool, {
    ...{ teamId, projectId, mode },
    cursor: cursor ?? (isBack ? FIRST_ID : LAST_ID),
  });
  return rows[0]?.id ?? null;
}

/** The threads that are next to a cursor, up to `edge`, the one with the newest message first. */
export async function selectConversations(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  { cursor, isBack, limit, unread, edge }: FromCursor & { unread: boolean | null; edge: string | null },
): Promise<ConversationRow[]> {
  const [first, last] = isBack ? [FIRST_ID, LAST_ID] : [LAST_ID, FIRST_ID];
  const { rows } = await (isBack ? NEWER_WALK : OLDER_WALK).page.run(pool, {
    ...{ teamId, projectId, mode, limit, unread },
    cursor: cursor ?? first,
    edge: edge ?? last,
  });
  return rows;
}

const SELECT_CONVERSATION = prepared<ConversationRow>('select-conversation')`
  with asked as materialized (
      select ${'teamId'}::uuid as team_id, ${'projectId'}::uuid as project_id, ${'mode'}::message_mode as mode, ${'number'}::text as number
    ), page as materialized (
      select found.* from asked cross join lateral (${threadOf('asked')}) as found
    ) ${ROWS}`;

/** The thread of a number; null if it has none. */
export async function selectConversation(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  number: string,
): Promise<ConversationRow | null> {
  const { rows } = await SELECT_CONVERSATION.run(pool, { teamId, projectId, mode, number });
  return rows[0] ?? null;
}

const SELECT_STATE = prepared<{ state: MessageState }>('select-state-in-mode')`
  select state from messages where team_id = ${'teamId'} and id = ${'id'} and project_id = ${'projectId'} and mode = ${'mode'}`;

/** The state of a message of a project and mode; null if there is none. */
export async function selectState(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  id: string,
): Promise<MessageState | null> {
  const { rows } = await SELECT_STATE.run(pool, { teamId, projectId, mode, id });
  return rows[0]?.state ?? null;
}

// Members are locked first. Otherwise the mark of one who leaves at that moment would fail the statement.
const UPSERT_ALL = upsertReads(
  'upsert-thread-read-of-team',
  fragment`select user_id from team_members where team_id = ${'teamId'} order by user_id for key share`,
);

/** Stores for every member that a thread is read up to a message: never backwards, nor beyond its last. */
export async function upsertReadOfTeam(
  pool: Pool,
  { teamId, projectId, mode }: Scope,
  { number, messageId }: { number: string; messageId: string },
): Promise<void> {
  await UPSERT_ALL.run(pool, { teamId, projectId, mode, number, messageId });
}
