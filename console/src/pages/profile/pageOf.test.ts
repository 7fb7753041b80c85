import { expect, test } from 'vitest';
import { pageOf } from './pageOf.ts';

const rows = Array.from({ length: 23 }, (_, index) => index);

test.each([
  [null, 1, 0, 10],
  ['1', 1, 0, 10],
  ['3', 3, 20, 3],
  ['4', 3, 20, 3],
  ['0', 1, 0, 10],
  ['-2', 1, 0, 10],
  ['two', 1, 0, 10],
  ['1.5', 1, 0, 10],
])('page "%s" of 23 rows is page %d, from row %d on %d rows', (asked, page, first, length) => {
  const result = pageOf(rows, asked);
  expect(result).toMatchObject({ page, pages: 3 });
  expect(result.shown).toEqual(rows.slice(first, first + length));
});

test('nothing is one empty page, and what loads is none yet', () => {
  expect(pageOf([], '2')).toEqual({ shown: [], page: 1, pages: 1 });
  expect(pageOf(undefined, '2')).toEqual({ shown: undefined, page: 1, pages: 1 });
});
