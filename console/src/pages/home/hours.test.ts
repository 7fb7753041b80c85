import { expect, test } from 'vitest';
import { busiestOf, hourAfter, levelLabels, levelOf } from './hours.ts';

const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));

test('the busiest hour is the first with the most messages', () => {
  expect(busiestOf(week)).toBeNull();
  const busy = week.map((hours, day) => hours.map((_, hour) => (hour === 9 && day > 1 ? 7 : day)));
  expect(busiestOf(busy)).toEqual({ day: 2, hour: 9, count: 7 });
});

test('one message is darker than none, and the busiest hour is the darkest', () => {
  const ticks = [0, 20, 40, 60];
  expect([0, 1, 20, 21, 60].map((count) => levelOf(count, ticks))).toEqual([0, 1, 1, 2, 3]);
  expect(levelLabels(ticks, String)).toEqual(['0', '1–20', '21–40', '41–60']);
  expect(levelLabels([0, 1, 2], String)).toEqual(['0', '1', '2']);
});

test('keys stay inside the week', () => {
  expect(hourAfter('ArrowUp', { day: 0, hour: 5 })).toEqual({ day: 0, hour: 5 });
  expect(hourAfter('ArrowRight', { day: 0, hour: 23 })).toEqual({ day: 0, hour: 23 });
  expect(hourAfter('ArrowDown', { day: 5, hour: 23 })).toEqual({ day: 6, hour: 23 });
  expect(hourAfter('End', { day: 5, hour: 3 })).toEqual({ day: 5, hour: 23 });
  expect(hourAfter('Tab', { day: 5, hour: 3 })).toBeNull();
});
