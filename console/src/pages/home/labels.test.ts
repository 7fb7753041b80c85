import { expect, test } from 'vitest';
import { pointLabel, spanWithYear, spanWords } from './labels.ts';

test.each([
  ['2026-11-14', '2026-11-20', '14 Nov – 20 Nov', '14 Nov – 20 Nov 2026'],
  ['2026-09-02', '2026-09-02', '02 Sep', '02 Sep 2026'],
  ['2025-11-21', '2026-11-20', '21 Nov 2025 – 20 Nov 2026', '21 Nov 2025 – 20 Nov 2026'],
])('%s to %s is written %s, and %s', (from, to, short, long) => {
  expect(spanWords(from, to)).toBe(short);
  expect(spanWithYear(from, to)).toBe(long);
});

test('points are labelled by day or by month', () => {
  expect(pointLabel('DAY', '2026-09-02')).toBe('02 Sep');
  expect(pointLabel('MONTH', '2026-09-01')).toBe('2026 Sep');
});
