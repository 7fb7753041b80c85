// Turns of teams over many picks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastServed, partsOf } from './lastServed.ts';

it('gives teams with enough messages the same, within one message, whatever each pick has room for', () => {
  const limits = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), limits, (count, picks) => {
      const all = Array.from({ length: count }, (_, i) => `team-${i + 10}`);
      const got = new Map(all.map((id) => [id, 0]));
      let last = '';
      for (const limit of picks) {
        const teams = [...all.filter((id) => id > last), ...all.filter((id) => id <= last)].slice(0, limit);
        const parts = partsOf(teams.length, limit);
        const claimed = teams.flatMap((id, place) => Array<string>(parts[place]!).fill(id));
        expect(claimed).toHaveLength(limit);
        for (const id of claimed) got.set(id, got.get(id)! + 1);
        last = lastServed({ teams, limit }, { claimed, served: new Set(claimed) }) ?? last;
        const counts = [...got.values()];
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

it('begins after the teams that had one message more, or with the team that found no slot', () => {
  const teams = ['a', 'b', 'c'];
  const claimed = ['a', 'a', 'b', 'b', 'c'];
  expect(partsOf(3, 5)).toEqual([2, 2, 1]);
  expect(lastServed({ teams, limit: 5 }, { claimed, served: new Set('abc') })).toBe('b');
  expect(lastServed({ teams, limit: 6 }, { claimed, served: new Set('abc') })).toBe('c');
  expect(lastServed({ teams, limit: 6 }, { claimed, served: new Set('a') })).toBe('a');
  expect(lastServed({ teams, limit: 6 }, { claimed, served: new Set() })).toBe(null);
  expect(lastServed({ teams, limit: 5 }, { claimed: [], served: new Set() })).toBe('c');
});
