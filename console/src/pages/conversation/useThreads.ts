// Loads the list of threads, or the results of a search: the newest ones as they change, and more on request.
import type { Thread, ThreadsPage } from '@godwit/contract/conversations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readMoreThreads, type Scope, threadsQuery } from '../../api/conversations.ts';

/** The threads loaded so far, newest first. `next` is the cursor of the next page, null at the end. */
export type LoadedThreads = { threads: Thread[]; next: string | null };

const NO_THREADS: LoadedThreads = { threads: [], next: null };

/**
 * Merges the current newest page. Threads below it stay, unless threads are missing in between: the page then
 * replaces the list.
 */
export function mergeNewestThreads({ threads, next }: LoadedThreads, page: ThreadsPage): LoadedThreads {
  const [first, last] = [threads[0], page.results.at(-1)];
  const hasGap = first && last && last.last.id > first.last.id;
  if (!first || !last || hasGap || page.next === null) return { threads: page.results, next: page.next };
  const above = new Set(page.results.map(({ number }) => number));
  const below = threads.filter((thread) => thread.last.id < last.last.id && !above.has(thread.number));
  return { threads: [...page.results, ...below], next: below.length > 0 ? next : page.next };
}

/** Appends the next page, without threads that have moved up and are in the list already. */
export function appendThreads({ threads }: LoadedThreads, page: ThreadsPage): LoadedThreads {
  const known = new Set(threads.map(({ number }) => number));
  return {
    threads: [...threads, ...page.results.filter(({ number }) => !known.has(number))],
    next: page.next,
  };
}

type ListState = LoadedThreads & { q: string; merged?: ThreadsPage };

/**
 * The state does not reset when `scope` changes: give the component the project and mode as its `key`. Live
 * events reload only the newest page.
 */
export function useThreads(scope: Scope, q: string) {
  const newest = useQuery(threadsQuery(scope, q));
  const [loaded, setLoaded] = useState<ListState>({ ...NO_THREADS, q });
  const [more, setMore] = useState<'loading' | 'failed'>();
  const { data, isPlaceholderData } = newest;
  if (data && !isPlaceholderData && (data !== loaded.merged || q !== loaded.q)) {
    setLoaded({ ...mergeNewestThreads(q === loaded.q ? loaded : NO_THREADS, data), q, merged: data });
    setMore(undefined);
  }

  async function loadMore(): Promise<void> {
    const { next } = loaded;
    if (more === 'loading' || next === null) return;
    setMore('loading');
    try {
      const page = await readMoreThreads(scope, next);
      // If the newest page has replaced the list since, this page does not follow it.
      setLoaded((now) => (now.next === next ? { ...now, ...appendThreads(now, page) } : now));
      setMore(undefined);
    } catch {
      setMore('failed');
    }
  }

  /** Clears the unread mark of a thread. Threads below the newest page are not reloaded. */
  function clearUnread(number: string): void {
    const asRead = (thread: Thread) => (thread.number === number ? { ...thread, unread: false } : thread);
    setLoaded((now) => ({ ...now, threads: now.threads.map(asRead) }));
  }

  return {
    newest,
    threads: data ? loaded.threads : undefined,
    hasMore: loaded.next !== null,
    more,
    loadMore,
    clearUnread,
  };
}
