import type { Thread, ThreadMessage, ThreadPage, ThreadsPage } from '@godwit/contract/conversations';
import { describe, expect, it } from 'vitest';
import {
  groupByDay,
  type LoadedMessages,
  mergeNewest,
  NO_MESSAGES,
  prependOlder,
  toBlocks,
} from './messages.ts';
import { appendThreads, type LoadedThreads, mergeNewestThreads } from './useThreads.ts';

const message = (n: number, status = 'DELIVERED') =>
  ({
    id: `id-${String(n).padStart(3, '0')}`,
    status,
    accepted_at: `2026-11-${10 + Math.floor(n / 10)}T08:00:00.000Z`,
  }) as ThreadMessage;
const page = (from: number, to: number, status?: string) =>
  ({
    results: Array.from({ length: to - from + 1 }, (_, i) => message(from + i, status)),
    older: from > 1,
  }) as ThreadPage;
const idsOf = (messages: ThreadMessage[]) => messages.map(({ id }) => Number(id.slice(3)));
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

it('pages join without gaps or duplicates, and the latest status wins', () => {
  let loaded = mergeNewest(NO_MESSAGES, page(6, 10, 'SENT'));
  expect(loaded.older).toBe(true);
  loaded = prependOlder(loaded, page(1, 5));
  expect([idsOf(loaded.messages), loaded.older]).toEqual([upTo(1, 10), false]);
  loaded = mergeNewest(loaded, page(8, 12));
  expect([idsOf(loaded.messages), loaded.older]).toEqual([upTo(1, 12), false]);
  expect(loaded.messages.map(({ status }) => status).slice(5, 9)).toEqual([
    'SENT',
    'SENT',
    'DELIVERED',
    'DELIVERED',
  ]);
});

it('the newest page replaces the loaded messages if others are missing in between', () => {
  const loaded = mergeNewest(mergeNewest(NO_MESSAGES, page(6, 10)), page(30, 34));
  expect([idsOf(loaded.messages), loaded.older]).toEqual([upTo(30, 34), true]);
});

it('an empty thread receives its first message', () => {
  const none = mergeNewest(NO_MESSAGES, page(1, 0));
  expect(none).toEqual({ messages: [], older: false, prepended: 0 });
  expect(idsOf(mergeNewest(none, page(1, 1)).messages)).toEqual([1]);
});

it('messages are grouped by day', () => {
  const days = groupByDay(page(8, 11).results, (instant) => instant.slice(0, 10));
  expect(days.map(({ day, messages }) => [day, idsOf(messages)])).toEqual([
    ['2026-11-10', [8, 9]],
    ['2026-11-11', [10, 11]],
  ]);
});

it('blocks stay the same when messages are added before and after them', () => {
  const shape = (loaded: LoadedMessages) =>
    toBlocks(loaded).map(({ index, previous, messages }) => [
      index,
      previous?.id ?? null,
      messages[0]!.id,
      messages.length,
    ]);
  let loaded = mergeNewest(NO_MESSAGES, page(51, 100));
  expect(shape(loaded)).toEqual([[0, null, 'id-051', 50]]);
  loaded = mergeNewest(prependOlder(loaded, page(1, 50)), page(60, 109));
  expect(shape(loaded)).toEqual([
    [-1, null, 'id-001', 50],
    [0, 'id-050', 'id-051', 50],
    [1, 'id-100', 'id-101', 9],
  ]);
});

describe('the list of threads', () => {
  const thread = (number: string, id: number) =>
    ({ number, unread: true, last: { id: `id-${String(id).padStart(3, '0')}` } }) as Thread;
  const list = (next: string | null, ...threads: Thread[]) => ({ results: threads, next }) as ThreadsPage;
  const shown = ({ threads, next }: LoadedThreads) => [threads.map(({ number }) => number).join(''), next];
  const twoPages = appendThreads(
    mergeNewestThreads({ threads: [], next: null }, list('id-008', thread('a', 9), thread('b', 8))),
    list('id-006', thread('c', 7), thread('d', 6)),
  );

  it('continues after the last loaded thread', () => {
    expect(shown(twoPages)).toEqual(['abcd', 'id-006']);
    expect(shown(appendThreads(twoPages, list(null, thread('a', 5), thread('e', 4))))).toEqual([
      'abcde',
      null,
    ]);
  });

  it('moves updated threads to the top, and shows no thread twice', () => {
    expect(shown(mergeNewestThreads(twoPages, list('id-009', thread('d', 10), thread('a', 9))))).toEqual([
      'dabc',
      'id-006',
    ]);
  });

  it('is replaced if threads are missing in between, or if one page has all threads', () => {
    const separate = list('id-020', thread('x', 21), thread('y', 20));
    expect(shown(mergeNewestThreads(twoPages, separate))).toEqual(['xy', 'id-020']);
    expect(shown(mergeNewestThreads(twoPages, list(null, thread('a', 9))))).toEqual(['a', null]);
  });
});
