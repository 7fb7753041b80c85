// Calls about conversations: the list of threads, one thread, and read markers.
import type { Mode } from '@godwit/contract/messages/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

/** A project and a mode. */
export type Scope = { project_id: string; mode: Mode };

/** The newest threads, or those that match a search. */
export const threadsQuery = (scope: Scope, q: string) => ({
  ...readQuery(['conversations', 'list', scope, q], 'GET /conversations', {
    query: { ...scope, q: q || undefined },
  }),
  placeholderData: keepPreviousData,
});

/** The threads after `before` in the list. */
export const readMoreThreads = (scope: Scope, before: string) =>
  request('GET /conversations', { query: { ...scope, before } });

/** The number of unread threads. */
export const unreadQuery = (scope: Scope) => ({
  ...readQuery(['conversations', 'unread', scope], 'GET /conversations/unread', { query: scope }),
  // Keeps the number current on pages without live events.
  refetchInterval: 60_000,
});

/** The newest messages of a thread. */
export const threadQuery = (scope: Scope, number: string) =>
  readQuery(['conversations', 'thread', scope, number], 'GET /conversations/thread', {
    query: { ...scope, number },
  });

/** Messages of a thread that are older than `before`. */
export const readOlder = (scope: Scope, number: string, before: string) =>
  request('GET /conversations/thread', { query: { ...scope, number, before } });

/** Marks a thread as read up to a message. */
export const markRead = (scope: Scope, number: string, messageId: string) =>
  request('POST /conversations/read', { form: { ...scope, number, message_id: messageId } });
