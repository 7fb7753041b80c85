// Conversations in the public API.
import { z } from 'zod';
import { bool, givenId, id, instant } from '../common.ts';
import { smsObject } from '../messages/messages.ts';
import { DIRECTIONS } from '../messages/statuses.ts';
import * as texts from '../sentences/api.ts';
import * as api from '../sentences/resourceConversations.ts';
import { errors, type PublicCall, WITH_BODY } from './call.ts';
import { cursorAnswer, cursorQuery } from './cursors.ts';
import { INCOMING_EXAMPLE } from './examples.ts';

export const publicConversation = z.object({
  number: z.string().describe(api.CONVERSATION_NUMBER),
  written_to: z.string().nullable().describe(api.CONVERSATION_WRITTEN_TO),
  unread: z.boolean().describe(api.CONVERSATION_UNREAD),
  last: z
    .object({
      id: id.describe(texts.MESSAGE_ID),
      direction: z.enum(DIRECTIONS).describe(texts.MESSAGE_DIRECTION),
      text: z.string().describe(api.CONVERSATION_LAST_TEXT),
      at: instant.describe(api.CONVERSATION_LAST_AT),
    })
    .describe(api.CONVERSATION_LAST),
});
export type PublicConversation = z.infer<typeof publicConversation>;

/** A message of a conversation: fields of the message that `GET /v1/messages/{id}` returns. */
const conversationMessage = smsObject.pick({
  ...{ id: true, direction: true, from: true, to: true, body: true, length: true },
  ...{ status: true, failure: true, accepted_at: true, send_at: true },
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

/** An id in a query. The pipe describes its output, which a transform alone lacks. */
const asked = givenId.pipe(z.string());

/** GET /v1/conversations. Cursors are ids of messages. */
export const listConversationsQuery = cursorQuery(asked, {
  unread: bool('unread must be true or false')
    .pipe(z.boolean())
    .optional()
    .describe(api.CONVERSATION_UNREAD_FILTER),
});
export const listConversationsAnswer = cursorAnswer(publicConversation, api.CONVERSATIONS_RESULTS);

/** GET /v1/conversations/{number} and the calls below it. */
export const oneConversation = z.object({
  number: z.string().min(1).max(64).describe(api.CONVERSATION_NUMBER),
});

/** GET /v1/conversations/{number}/messages. */
export const conversationMessagesQuery = cursorQuery(asked, {});
export const conversationMessagesAnswer = cursorAnswer(
  conversationMessage,
  api.CONVERSATION_MESSAGES_RESULTS,
);

/** POST /v1/conversations/{number}/read. */
export const readConversationBody = z.object({
  message_id: z
    .string({ error: 'Give the id of a message in `message_id`' })
    .pipe(asked)
    .describe(api.CONVERSATION_READ_THROUGH),
});

const MESSAGE: ConversationMessage = {
  ...{ id: INCOMING_EXAMPLE.id, direction: 'INCOMING', from: INCOMING_EXAMPLE.from },
  ...{ to: INCOMING_EXAMPLE.to, body: INCOMING_EXAMPLE.body, length: INCOMING_EXAMPLE.body.length },
  ...{ status: 'DELIVERED', failure: null, accepted_at: INCOMING_EXAMPLE.accepted_at, send_at: null },
};
const EXAMPLE: PublicConversation = {
  ...{ number: MESSAGE.from, written_to: MESSAGE.to, unread: true },
  last: { id: MESSAGE.id, direction: 'INCOMING', text: MESSAGE.body, at: MESSAGE.accepted_at },
};
const ALL = { tag: 'Conversations', scope: 'conversations' } as const;
const PATH = '/v1/conversations/{number}';

export const CONVERSATION_CALLS: readonly PublicCall[] = [
  {
    ...{ ...ALL, id: 'listConversations', method: 'GET', path: '/v1/conversations' },
    summary: 'List the conversations',
    description: api.LIST_CONVERSATIONS_CALL,
    query: listConversationsQuery,
    answer: {
      status: 200,
      description: 'The conversations from the cursor on.',
      schema: listConversationsAnswer,
      example: { results: [EXAMPLE], next: null },
    },
    errors: errors('notFound'),
  },
  {
    ...{ ...ALL, id: 'getConversation', method: 'GET', path: PATH },
    summary: 'Get a conversation',
    description: api.GET_CONVERSATION_CALL,
    params: oneConversation,
    answer: {
      status: 200,
      description: 'The conversation.',
      schema: publicConversation,
      example: EXAMPLE,
    },
    errors: errors('notFound'),
  },
  {
    ...{ ...ALL, id: 'listConversationMessages', method: 'GET', path: `${PATH}/messages` },
    summary: 'Get the messages of a conversation',
    description: api.LIST_CONVERSATION_MESSAGES_CALL,
    params: oneConversation,
    query: conversationMessagesQuery,
    answer: {
      status: 200,
      description: 'The messages from the cursor on.',
      schema: conversationMessagesAnswer,
      example: { results: [MESSAGE], next: null },
    },
    errors: errors('notFound'),
  },
  {
    ...{ ...ALL, id: 'readConversation', method: 'POST', path: `${PATH}/read` },
    summary: 'Mark a conversation as read',
    description: api.READ_CONVERSATION_CALL,
    params: oneConversation,
    body: { schema: readConversationBody, example: { message_id: MESSAGE.id }, forms: false },
    answer: {
      status: 200,
      description: 'The conversation.',
      schema: publicConversation,
      example: { ...EXAMPLE, unread: false },
    },
    errors: errors(...WITH_BODY, 'notFound'),
  },
];
