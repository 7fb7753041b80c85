import { describe, expect, it } from 'vitest';
import { ERRORS } from './errors.ts';

describe('the error catalogue', () => {
  const entries = Object.entries(ERRORS);

  it('uses each code once', () => {
    expect(new Set(entries.map(([, entry]) => entry.code)).size).toBe(entries.length);
  });

  it('has a sentence and a failing status for each entry', () => {
    for (const [name, entry] of entries) {
      expect(entry.status, name).toBeGreaterThanOrEqual(400);
      expect(entry.text.length, name).toBeGreaterThan(10);
    }
  });

  it('holds the codes that the specification publishes', () => {
    const published = [
      [500, 1000],
      [404, 1001],
      [400, 1002],
      [400, 1004],
      [400, 1007],
      [400, 2000],
      [400, 2001],
      [400, 2002],
      [400, 3000],
      [400, 3002],
      [400, 3004],
      [401, 4003],
      [400, 4005],
    ];
    for (const [status, code] of published) {
      expect(entries.map(([, entry]) => [entry.status, entry.code])).toContainEqual([status, code]);
    }
  });
});
