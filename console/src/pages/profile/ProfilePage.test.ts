import { expect, test } from 'vitest';
import { pageOf, parseClientPage } from './ProfilePage.tsx';

const rows = Array.from({ length: 23 }, (_, index) => index);

test.each([
  ['', 0, 10],
  ['page=1', 0, 10],
  ['page=3', 20, 3],
  // Past the end, the list redirects to its last page.
  ['page=4', 23, 0],
  ['page=0', 0, 10],
  ['page=-2', 0, 10],
  ['page=two', 0, 10],
  ['page=1.5', 0, 10],
])('"%s" of 23 rows is from row %d on %d rows', (address, first, length) => {
  const result = pageOf(rows, parseClientPage(new URLSearchParams(address)).page);
  expect(result).toEqual({ results: rows.slice(first, first + length), total: 23, total_pages: 3 });
});

test('an empty list has no page', () => {
  expect(pageOf([], 2)).toEqual({ results: [], total: 0, total_pages: 0 });
});
