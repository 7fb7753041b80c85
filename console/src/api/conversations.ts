// Calls about conversations: the list of threads, one thread, and read markers.
import type { Mode } from '@godwit/contract/messages/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

/** A project and a mode. */
export type Place = { project_id: string; mode: Mode };

/** The newest threads, or those that match a search. */
export const threadsQuery = (place: Place, q: string) => ({
  ...readQuery(['conversations', 'list', place, q], 'GET /conversations', {
    query: { ...place, q: q || undefined },
  }),
  placeholderData: keepPreviousData,
});

/** The threads after `before` in the list. */
export const readMoreThreads = (place: Place, before: string) =>
  request('GET /conversations', { query: { ...place, before } });

/** The number of unread threads. */
export const unreadQuery = (place: Place) => ({
  ...readQuery(['conversations', 'unread', place], 'GET /conversations/unread', { query: place }),
  // Keeps the number current on pages without live events.
  refetchInterval: 60_000,
});

/** The newest messages of a thread. */
export const threadQuery = (place: Place, number: string) =>
  readQuery(['conversations', 'thread', place, number], 'GET /conversations/thread', {
    query: { ...place, number },
  });

/** Messages of a thread that are older than `before`. */
export const readOlder = (place: Place, number: string, before: string) =>
  request('GET /conversations/thread', { query: { ...place, number, before } });

/** Marks a thread as read up to a message. */
export const markRead = (place: Place, number: string, messageId: string) =>
  request('POST /conversations/read', { form: { ...place, number, message_id: messageId } });
