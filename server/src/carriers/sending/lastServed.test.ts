// Turns of teams over many picks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastServed } from './lastServed.ts';

it('gives teams with enough messages the same, within two parts, whatever each pick has room for', () => {
  const limits = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), limits, (count, picks) => {
      const all = Array.from({ length: count }, (_, i) => `team-${i + 10}`);
      const got = new Map(all.map((id) => [id, 0]));
      let last = '';
      for (const limit of picks) {
        const teams = [...all.filter((id) => id > last), ...all.filter((id) => id <= last)].slice(0, limit);
        const perTeam = Math.ceil(limit / teams.length);
        const claimed = teams.flatMap((id) => Array<string>(perTeam).fill(id)).slice(0, limit);
        for (const id of claimed) got.set(id, got.get(id)! + 1);
        last = lastServed({ teams, perTeam, limit }, { claimed, served: new Set(claimed) }) ?? last;
      }
      const largestPart = Math.max(...picks.map((limit) => Math.ceil(limit / Math.min(count, limit))));
      const counts = [...got.values()];
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2 * largestPart);
    }),
  );
});

it('begins with the team that the limit cut short, or that found no slot', () => {
  const pick = { teams: ['a', 'b', 'c'], perTeam: 2, limit: 5 };
  const claimed = ['a', 'a', 'b', 'b', 'c'];
  expect(lastServed(pick, { claimed, served: new Set('abc') })).toBe('b');
  expect(lastServed({ ...pick, limit: 6 }, { claimed, served: new Set('abc') })).toBe('c');
  expect(lastServed({ ...pick, limit: 6 }, { claimed, served: new Set('a') })).toBe('a');
  expect(lastServed(pick, { claimed: [], served: new Set() })).toBe('c');
});
