import { expect, it } from 'vitest';
import { barsOf, compareAddress, parseCompared } from './compare.ts';

const id = (n: number) => `01990000-0000-7000-8000-00000000000${n}`;

it('reads the ids of an address: each once, at most five, without anything else', () => {
  const params = (ids: string) => new URLSearchParams({ ids });
  expect(parseCompared(params(`${id(1)},nothing,${id(2)},${id(1)}`))).toEqual([id(1), id(2)]);
  expect(parseCompared(params([1, 2, 3, 4, 5, 6].map(id).join()))).toHaveLength(5);
  expect(parseCompared(new URLSearchParams())).toEqual([]);
  expect(compareAddress([id(1), id(2)])).toBe(`/campaigns/compare?ids=${id(1)},${id(2)}`);
});

it('draws bars in proportion to the largest figure or the whole, and none for unknown ones', () => {
  const figures = [{ text: '4', value: 4 }, null, { text: '1', value: 1 }];
  expect(barsOf({ figures })).toEqual([100, 0, 25]);
  expect(barsOf({ figures, whole: 8 })).toEqual([50, 0, 12.5]);
  expect(barsOf({ figures: [{ text: '0', value: 0 }, null] })).toEqual([0, 0]);
});
