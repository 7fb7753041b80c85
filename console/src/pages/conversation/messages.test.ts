import type { Thread, ThreadMessage, ThreadPage, ThreadsPage } from '@godwit/contract/conversations';
import { describe, expect, it } from 'vitest';
import { byDays, inBlocks, NOTHING, withNewest, withOlder } from './messages.ts';
import { type HeldThreads, withMoreThreads, withNewestThreads } from './useThreads.ts';

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

it('pages join without gap or repetition, and the newest states hold', () => {
  let held = withNewest(NOTHING, page(6, 10, 'SENT'));
  expect(held.older).toBe(true);
  held = withOlder(held, page(1, 5));
  expect([idsOf(held.messages), held.older]).toEqual([upTo(1, 10), false]);
  held = withNewest(held, page(8, 12));
  expect([idsOf(held.messages), held.older]).toEqual([upTo(1, 12), false]);
  expect(held.messages.map(({ status }) => status).slice(5, 9)).toEqual([
    'SENT',
    'SENT',
    'DELIVERED',
    'DELIVERED',
  ]);
});

it('where more has come than a page holds, what is there begins anew', () => {
  const held = withNewest(withNewest(NOTHING, page(6, 10)), page(30, 34));
  expect([idsOf(held.messages), held.older]).toEqual([upTo(30, 34), true]);
});

it('a first message and an empty thread', () => {
  const none = withNewest(NOTHING, page(1, 0));
  expect(none).toEqual({ messages: [], older: false, added: 0 });
  expect(idsOf(withNewest(none, page(1, 1)).messages)).toEqual([1]);
});

it('messages fall into days', () => {
  const days = byDays(page(8, 11).results, (instant) => instant.slice(0, 10));
  expect(days.map(({ day, messages }) => [day, idsOf(messages)])).toEqual([
    ['2026-11-10', [8, 9]],
    ['2026-11-11', [10, 11]],
  ]);
});

it('blocks stay what they are when others come before and after them', () => {
  const shape = (held: Parameters<typeof inBlocks>[0]) =>
    inBlocks(held).map(({ at, before, messages }) => [
      at,
      before?.id ?? null,
      messages[0]!.id,
      messages.length,
    ]);
  let held = withNewest(NOTHING, page(51, 100));
  expect(shape(held)).toEqual([[0, null, 'id-051', 50]]);
  held = withNewest(withOlder(held, page(1, 50)), page(60, 109));
  expect(shape(held)).toEqual([
    [-1, null, 'id-001', 50],
    [0, 'id-050', 'id-051', 50],
    [1, 'id-100', 'id-101', 9],
  ]);
});

describe('the list of threads', () => {
  const thread = (number: string, id: number) =>
    ({ number, unread: true, last: { id: `id-${String(id).padStart(3, '0')}` } }) as Thread;
  const list = (next: string | null, ...threads: Thread[]) => ({ results: threads, next }) as ThreadsPage;
  const shown = ({ threads, next }: HeldThreads) => [threads.map(({ number }) => number).join(''), next];
  const begun = withMoreThreads(
    withNewestThreads({ threads: [], next: null }, list('id-008', thread('a', 9), thread('b', 8))),
    list('id-006', thread('c', 7), thread('d', 6)),
  );

  it('goes on where it was read to', () => {
    expect(shown(begun)).toEqual(['abcd', 'id-006']);
    expect(shown(withMoreThreads(begun, list(null, thread('a', 5), thread('e', 4))))).toEqual([
      'abcde',
      null,
    ]);
  });

  it('has what moved up at its top, and what was read further down once', () => {
    expect(shown(withNewestThreads(begun, list('id-009', thread('d', 10), thread('a', 9))))).toEqual([
      'dabc',
      'id-006',
    ]);
  });

  it('begins anew where more has moved than a page holds, and where a page is all there is', () => {
    const apart = list('id-020', thread('x', 21), thread('y', 20));
    expect(shown(withNewestThreads(begun, apart))).toEqual(['xy', 'id-020']);
    expect(shown(withNewestThreads(begun, list(null, thread('a', 9))))).toEqual(['a', null]);
  });
});
