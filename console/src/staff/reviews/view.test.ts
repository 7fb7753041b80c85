import { expect, test } from 'vitest';
import { FITTING, STEP, scaleOf, scrolledTo, turned, zoomed } from './view.ts';

const PAGE = { width: 800, height: 1200 };

test('a document fits the available width, also when rotated', () => {
  expect(scaleOf(FITTING, PAGE, 400)).toBe(0.5);
  expect(scaleOf(turned(FITTING), PAGE, 600)).toBe(0.5);
  expect(scaleOf(turned(turned(FITTING)), PAGE, 400)).toBe(0.5);
});

test('a zoom starts from the shown scale and has limits', () => {
  const larger = zoomed(FITTING, 0.5, STEP);
  expect(scaleOf(larger, PAGE, 400)).toBe(0.625);
  expect(scaleOf(larger, PAGE, 4000)).toBe(0.625);
  expect(zoomed(FITTING, 7.9, STEP).scale).toBe(8);
  expect(zoomed(FITTING, 0.11, 1 / STEP).scale).toBe(0.1);
  expect(scaleOf(FITTING, { width: 1, height: 1 }, 400)).toBe(8);
});

test('four turns restore the view', () => {
  expect([1, 2, 3, 4].reduce(turned, FITTING)).toEqual(FITTING);
});

test('the content under the pointer stays in place', () => {
  expect(scrolledTo(100, 50, 2)).toBe(250);
  expect(scrolledTo(0, 0, 3)).toBe(0);
});
