// Calls about conversations: the list of threads, one thread, and what has been read of it.
import type { ThreadPage, ThreadsPage } from '@godwit/contract/conversations';
import type { Mode } from '@godwit/contract/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import { post, readQuery, request } from './client.ts';

/** A project in a mode. */
export type Place = { project_id: string; mode: Mode };

/** The newest threads, or those that a search finds. */
export const threadsQuery = (place: Place, q: string) => ({
  ...readQuery<ThreadsPage>(['conversations', 'list', place, q], '/conversations', {
    ...place,
    q: q || undefined,
  }),
  placeholderData: keepPreviousData,
});

/** Those after them in the list. */
export const readMoreThreads = (place: Place, before: string) =>
  request<ThreadsPage>({ path: '/conversations', query: { ...place, before } });

/** In how many threads something waits for the person. */
export const unreadQuery = (place: Place) => ({
  ...readQuery<{ threads: number }>(['conversations', 'unread', place], '/conversations/unread', place),
  // Pages that listen to nothing learn of it in time.
  refetchInterval: 60_000,
});

/** The newest messages of a thread. */
export const threadQuery = (place: Place, number: string) =>
  readQuery<ThreadPage>(['conversations', 'thread', place, number], '/conversations/thread', {
    ...place,
    number,
  });

/** Those before one of them. */
export const readOlder = (place: Place, number: string, before: string) =>
  request<ThreadPage>({ path: '/conversations/thread', query: { ...place, number, before } });

/** Notes that the person has seen a thread up to this message. */
export const markRead = (place: Place, number: string, messageId: string) =>
  post<object>('/conversations/read', { ...place, number, message_id: messageId });
