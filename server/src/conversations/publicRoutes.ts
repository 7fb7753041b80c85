// The public API's calls about conversations, under /v1. A reply is a message: POST /v1/messages.
import { publicStatus } from '@godwit/contract/messages/statuses';
import * as api from '@godwit/contract/publicApi/conversations';
import { failureOf } from '../explainFailure.ts';
import { pageFromCursor, type Walk } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { instantOf } from '../ids.ts';
import { notifyMessages } from '../live/changes.ts';
import { orThrow, RefusalError, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  type ConversationRow,
  selectConversation,
  selectConversations,
  selectEdge,
  selectState,
  upsertReadOfTeam,
} from './publicQueries.ts';
import { type Scope, selectMessages, type ThreadMessageRow } from './queries.ts';

const NO_CURSOR = 'There is no message with this id. Start again without a cursor.';
const NO_MESSAGE =
  'There is no message with this id, so nothing was marked. Give the `last.id` that you have seen.';

/** Adds `/conversations`: those of the project and the mode of the key. */
export function publicConversationRoutes(app: App, { pool }: Services): void {
  const find = async (key: Scope, number: string) => {
    const found = await selectConversation(pool, key, number);
    if (!found) throw new RefusalError(refuse('notFound'));
    return found;
  };
  const stateOf = async (key: Scope, id: string, { field, why }: { field: string; why: string }) =>
    orThrow((await selectState(pool, key, id)) ?? refuseField('notFound', field, why));
  /** Refuses a cursor that is no message of the project and mode. */
  const checkCursor = async (key: Scope, { after, before }: Walk) => {
    const cursor = after ?? before;
    const field = before === undefined ? 'after' : 'before';
    if (cursor !== undefined) await stateOf(key, cursor, { field, why: NO_CURSOR });
  };

  app.get(
    '/conversations',
    { schema: { querystring: api.listConversationsQuery, response: { 200: api.listConversationsAnswer } } },
    async ({ key, query: { unread = null, ...walk } }) => {
      await checkCursor(key, walk);
      const place = { cursor: walk.after ?? walk.before ?? null, isBack: walk.before !== undefined };
      const edge = unread === null ? null : await selectEdge(pool, key, place);
      const { rows, next } = await pageFromCursor(walk, (asked) =>
        selectConversations(pool, key, { ...asked, unread, edge }),
      );
      return { results: rows.map(toConversation), next: next ?? edge };
    },
  );

  const one = { params: api.oneConversation, response: { 200: api.publicConversation } };
  app.get('/conversations/:number', { schema: one }, async ({ key, params: { number } }) =>
    toConversation(await find(key, number)),
  );

  app.get(
    '/conversations/:number/messages',
    {
      schema: {
        params: api.oneConversation,
        querystring: api.conversationMessagesQuery,
        response: { 200: api.conversationMessagesAnswer },
      },
    },
    async ({ key, params, query }) => {
      const { number } = await find(key, params.number);
      await checkCursor(key, query);
      const { rows, next } = await pageFromCursor(query, (asked) => selectMessages(pool, key, number, asked));
      return { results: rows.map(toMessage), next };
    },
  );

  app.post(
    '/conversations/:number/read',
    { schema: { ...one, body: api.readConversationBody } },
    async ({ key, params, body: { message_id: messageId } }) => {
      const { number } = await find(key, params.number);
      const state = await stateOf(key, messageId, { field: 'message_id', why: NO_MESSAGE });
      await upsertReadOfTeam(pool, key, { number, messageId });
      // The marks of open pages follow, as after a message.
      notifyMessages([
        { id: messageId, projectId: key.projectId, mode: key.mode, status: publicStatus(state) },
      ]);
      return toConversation(await find(key, number));
    },
  );
}

function toConversation(row: ConversationRow): api.PublicConversation {
  return {
    ...{ number: row.number, written_to: row.writtenTo, unread: row.unread },
    last: {
      ...{ id: row.id, direction: row.lastDirection, text: row.lastText },
      at: instantOf(row.id).toISOString(),
    },
  };
}

function toMessage(row: ThreadMessageRow): api.ConversationMessage {
  return {
    ...{ id: row.id, direction: row.direction, from: row.sender, to: row.recipient },
    ...{ body: row.body, length: row.characters },
    ...{ status: publicStatus(row.state), failure: failureOf(row) },
    ...{ accepted_at: row.acceptedAt.toISOString(), send_at: row.sendAt?.toISOString() ?? null },
  };
}
