// Conversations: what a project and one number have written to each other, and what each member has read of
// it.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { empty, givenId, id, instant, mode } from './common.ts';
import { failure, shownStatus } from './messages/messages.ts';
import { API_TYPES, DIRECTIONS, PLATFORMS } from './messages/statuses.ts';
import { OPT_OUT_SOURCES } from './optOuts.ts';

/** How many threads, and how many messages of one, a call answers with. */
export const THREADS_PER_PAGE = 30;
export const MESSAGES_PER_PAGE = 50;

/**
 * Unread threads are counted no further than this, and only among so many that something happened in last.
 */
export const MAX_UNREAD = 100;
export const UNREAD_SEARCHED = 1_000;

/** The start of its last message that a thread is listed with, in characters. */
export const THREAD_TEXT = 100;

const inProject = { project_id: givenId, mode };

/** A number as messages hold it: E.164, or the short number or the name of a service. */
const number = z.string({ error: 'Give the number' }).trim().min(1, 'Give the number').max(20);

/**
 * GET /conversations. `before`: `next` of the page before. `q`: how a number, the name of a contact or the
 * last text of a thread begins; the newest THREADS_PER_PAGE that match.
 */
const threadsQuery = z.object({
  ...inProject,
  before: id.optional(),
  q: z.string().trim().max(100).optional(),
});

/** The contact of a number; null where the team has none. */
const contact = z.object({ id, first_name: z.string(), last_name: z.string() }).nullable();

/**
 * A thread as the list shows it, by its last message. `unread`: something came in that the caller has not
 * opened.
 */
const thread = z.object({
  number: z.string(),
  contact,
  unread: z.boolean(),
  last: z.object({ id, direction: z.enum(DIRECTIONS), text: z.string(), at: instant }),
});
export type Thread = z.infer<typeof thread>;

/** Newest first; `next` is null on the last page and after a search. */
const threadsAnswer = z.object({ results: z.array(thread), next: id.nullable() });
export type ThreadsPage = z.infer<typeof threadsAnswer>;

/**
 * GET /conversations/unread: in how many threads something waits for the caller; MAX_UNREAD stands for that
 * many or more.
 */
const unreadQuery = z.object(inProject);
const unreadAnswer = z.object({ threads: z.number().int() });

/** GET /conversations/thread: the newest messages, or those before one of them. */
const threadQuery = z.object({ ...inProject, number, before: id.optional() });

/** A message of a thread. `from` and `to` as in the log. */
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
 * Oldest first. `older`: there are some before them. `opted_out`: how the number has opted out, null where it
 * has not. `written_to`: the project's number that the phone wrote to last, null where it never has.
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

/** POST /conversations/read: the caller has seen the thread up to this message. */
const readRequest = z.object({ ...inProject, number, message_id: z.uuid('Give the id of a message') });

export const conversationCalls = {
  'GET /conversations': { query: threadsQuery, answer: threadsAnswer },
  'GET /conversations/unread': { query: unreadQuery, answer: unreadAnswer },
  'GET /conversations/thread': { query: threadQuery, answer: threadAnswer },
  'POST /conversations/read': { body: readRequest, answer: empty },
} satisfies Calls;
