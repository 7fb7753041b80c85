// Calls about conversations: the list of threads, one thread, and what has been read of it.
import type { Mode } from '@godwit/contract/messages/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

/** A project in a mode. */
export type Place = { project_id: string; mode: Mode };

/** The newest threads, or those that a search finds. */
export const threadsQuery = (place: Place, q: string) => ({
  ...readQuery(['conversations', 'list', place, q], 'GET /conversations', {
    query: { ...place, q: q || undefined },
  }),
  placeholderData: keepPreviousData,
});

/** Those after them in the list. */
export const readMoreThreads = (place: Place, before: string) =>
  request('GET /conversations', { query: { ...place, before } });

/** In how many threads something waits for the person. */
export const unreadQuery = (place: Place) => ({
  ...readQuery(['conversations', 'unread', place], 'GET /conversations/unread', { query: place }),
  // Pages that listen to nothing learn of it in time.
  refetchInterval: 60_000,
});

/** The newest messages of a thread. */
export const threadQuery = (place: Place, number: string) =>
  readQuery(['conversations', 'thread', place, number], 'GET /conversations/thread', {
    query: { ...place, number },
  });

/** Those before one of them. */
export const readOlder = (place: Place, number: string, before: string) =>
  request('GET /conversations/thread', { query: { ...place, number, before } });

/** Notes that the person has seen a thread up to this message. */
export const markRead = (place: Place, number: string, messageId: string) =>
  request('POST /conversations/read', { form: { ...place, number, message_id: messageId } });
