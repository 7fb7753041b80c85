// Conversations: the messages between a project and one number, and how far each member has read them.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { empty, givenId, id, instant, mode, search } from './common.ts';
import { failure, shownStatus } from './messages/messages.ts';
import { API_TYPES, DIRECTIONS, PLATFORMS } from './messages/statuses.ts';
import { OPT_OUT_SOURCES } from './optOuts.ts';

/** The threads of one answer, and the messages of one thread in one answer. */
export const THREADS_PER_PAGE = 30;
export const MESSAGES_PER_PAGE = 50;

/**
 * Counting unread threads stops at MAX_UNREAD, and only looks at the UNREAD_SEARCHED threads with the latest
 * activity.
 */
export const MAX_UNREAD = 100;
export const UNREAD_SEARCHED = 1_000;

/** Characters of the last message that the list of threads shows. */
export const THREAD_TEXT = 100;

const inProject = { project_id: givenId, mode };

/** A number as messages store it: E.164, a short number, or the name of a service. */
const number = z.string({ error: 'Give the number' }).trim().min(1, 'Give the number').max(20);

/**
 * GET /conversations. `before` is `next` of the previous page. `q` is the beginning of a number, a contact's
 * name or the last text of a thread; the newest THREADS_PER_PAGE matches are returned.
 */
const threadsQuery = z.object({
  ...inProject,
  before: id.optional(),
  q: search,
});

/** The contact of a number; null if the team has none. */
const contact = z.object({ id, first_name: z.string(), last_name: z.string() }).nullable();

/**
 * A thread in the list, with its last message. `unread`: an incoming message is newer than the caller has
 * read.
 */
const thread = z.object({
  number: z.string(),
  contact,
  unread: z.boolean(),
  last: z.object({ id, direction: z.enum(DIRECTIONS), text: z.string(), at: instant }),
});
export type Thread = z.infer<typeof thread>;

/** Newest first. `next` is null on the last page and after a search. */
const threadsAnswer = z.object({ results: z.array(thread), next: id.nullable() });
export type ThreadsPage = z.infer<typeof threadsAnswer>;

/**
 * GET /conversations/unread: the number of threads with unread messages. MAX_UNREAD means that many or more.
 */
const unreadQuery = z.object(inProject);
const unreadAnswer = z.object({ threads: z.number().int() });

/** GET /conversations/thread: the newest messages, or those before the message `before`. */
const threadQuery = z.object({ ...inProject, number, before: id.optional() });

/**
 * A message of a thread. `from` and `to` are as in the log. `text_kept` is false once the text was deleted.
 */
const threadMessage = z.object({
  id,
  direction: z.enum(DIRECTIONS),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  text_kept: z.boolean(),
  status: shownStatus,
  failure,
  platform: z.enum(PLATFORMS),
  api_type: z.enum(API_TYPES),
  accepted_at: instant,
  send_at: instant.nullable(),
});
export type ThreadMessage = z.infer<typeof threadMessage>;

/**
 * Oldest first. `older`: there are earlier messages. `opted_out`: the source of the opt-out of this number,
 * null if it has none. `written_to`: the number of the project that the phone last wrote to, null if it never
 * did.
 */
const threadAnswer = z.object({
  number: z.string(),
  contact,
  opted_out: z.enum(OPT_OUT_SOURCES).nullable(),
  written_to: z.string().nullable(),
  results: z.array(threadMessage),
  older: z.boolean(),
});
export type ThreadPage = z.infer<typeof threadAnswer>;

/** POST /conversations/read: the caller has read the thread up to this message. */
const readRequest = z.object({ ...inProject, number, message_id: z.uuid('Give the id of a message') });

export const conversationCalls = {
  'GET /conversations': { query: threadsQuery, answer: threadsAnswer },
  'GET /conversations/unread': { query: unreadQuery, answer: unreadAnswer },
  'GET /conversations/thread': { query: threadQuery, answer: threadAnswer },
  'POST /conversations/read': { body: readRequest, answer: empty },
} satisfies Calls;
