// The list of threads: its newest as they change, and as many further down as were asked for; or what a
// search finds.
import type { Thread, ThreadsPage } from '@godwit/contract/conversations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readMoreThreads, type Scope, threadsQuery } from '../../api/conversations.ts';

/** Newest first; `next` asks for those after them, null where there are none. */
export type HeldThreads = { threads: Thread[]; next: string | null };

const NOTHING: HeldThreads = { threads: [], next: null };

/**
 * With the newest page as it is now: what moved up is there, and what was read further down stays, unless
 * more has moved than a page holds.
 */
export function withNewestThreads({ threads, next }: HeldThreads, page: ThreadsPage): HeldThreads {
  const [first, last] = [threads[0], page.results.at(-1)];
  const isApart = first && last && last.last.id > first.last.id;
  if (!first || !last || isApart || page.next === null) return { threads: page.results, next: page.next };
  const above = new Set(page.results.map(({ number }) => number));
  const below = threads.filter((one) => one.last.id < last.last.id && !above.has(one.number));
  return { threads: [...page.results, ...below], next: below.length > 0 ? next : page.next };
}

/** With the page after the last of them. A thread that has moved up meanwhile stands above already. */
export function withMoreThreads({ threads }: HeldThreads, page: ThreadsPage): HeldThreads {
  const known = new Set(threads.map(({ number }) => number));
  return {
    threads: [...threads, ...page.results.filter(({ number }) => !known.has(number))],
    next: page.next,
  };
}

type Shown = HeldThreads & { q: string; seen?: ThreadsPage };

/**
 * Put on a page by the key of its project and mode. A live event has no more than the newest page read again.
 */
export function useThreads(place: Scope, q: string) {
  const newest = useQuery(threadsQuery(place, q));
  const [held, setHeld] = useState<Shown>({ ...NOTHING, q });
  const [more, setMore] = useState<'loading' | 'failed'>();
  const { data, isPlaceholderData } = newest;
  if (data && !isPlaceholderData && (data !== held.seen || q !== held.q)) {
    setHeld({ ...withNewestThreads(q === held.q ? held : NOTHING, data), q, seen: data });
    setMore(undefined);
  }

  async function loadMore(): Promise<void> {
    const { next } = held;
    if (more === 'loading' || next === null) return;
    setMore('loading');
    try {
      const page = await readMoreThreads(place, next);
      // Where the list began anew meanwhile, these do not follow it.
      setHeld((now) => (now.next === next ? { ...now, ...withMoreThreads(now, page) } : now));
      setMore(undefined);
    } catch {
      setMore('failed');
    }
  }

  /** A thread further down is not read again by itself. */
  function noteRead(number: string): void {
    const asRead = (one: Thread) => (one.number === number ? { ...one, unread: false } : one);
    setHeld((now) => ({ ...now, threads: now.threads.map(asRead) }));
  }

  return {
    newest,
    threads: data ? held.threads : undefined,
    hasMore: held.next !== null,
    more,
    loadMore,
    noteRead,
  };
}
