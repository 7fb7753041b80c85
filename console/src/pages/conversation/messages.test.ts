import type { ThreadMessage, ThreadPage } from '@godwit/contract/conversations';
import { expect, it } from 'vitest';
import { byDays, NOTHING, withNewest, withOlder } from './messages.ts';

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
  expect(none).toEqual({ messages: [], older: false });
  expect(idsOf(withNewest(none, page(1, 1)).messages)).toEqual([1]);
});

it('messages fall into days', () => {
  const days = byDays(page(8, 11).results, (instant) => instant.slice(0, 10));
  expect(days.map(({ day, messages }) => [day, idsOf(messages)])).toEqual([
    ['2026-11-10', [8, 9]],
    ['2026-11-11', [10, 11]],
  ]);
});
