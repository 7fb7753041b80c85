import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandAt, bandsOf, labelStep, lineThrough, middleOf, stackOf } from './chart.ts';

test('bands share the width beside the axis, and each is found at its middle', () => {
  expect(bandsOf(7, 744, 44)).toEqual({ left: 44, step: 100, bar: 56 });
  const count = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(count, fc.integer({ min: 280, max: 2000 }), (points, width) => {
      const bands = bandsOf(points, width, 44);
      expect(bands.bar).toBeGreaterThanOrEqual(1);
      expect(bands.bar).toBeLessThanOrEqual(Math.max(1, bands.step));
      for (let i = 0; i < points; i++) expect(bandAt(bands, middleOf(bands, i), points)).toBe(i);
      expect(bandAt(bands, 43, points)).toBeNull();
      expect(bandAt(bands, width + 1, points)).toBeNull();
    }),
  );
});

test('a chart of unknown width has no bands', () => {
  expect(bandsOf(7, 0, 44).step).toBe(0);
  expect(bandAt(bandsOf(7, 0, 44), 50, 7)).toBeNull();
});

describe('a bar', () => {
  test('starts at the axis: delivered, then failed, then waiting', () => {
    expect(stackOf({ delivered: 50, failed: 25, waiting: 25 }, 100, 200)).toEqual([
      { part: 'delivered', y: 100, height: 100 },
      { part: 'failed', y: 50, height: 50 },
      { part: 'waiting', y: 0, height: 50 },
    ]);
  });

  test('leaves out zero parts, and keeps one failed message among thousands visible', () => {
    expect(stackOf({ delivered: 0, failed: 0, waiting: 0 }, 4, 184)).toEqual([]);
    expect(stackOf({ delivered: 9999, failed: 1, waiting: 0 }, 10_000, 200)[1]).toMatchObject({
      part: 'failed',
      height: 2,
    });
  });

  test('stacks its segments without gaps', () => {
    const parts = fc.record({ delivered: fc.nat(), failed: fc.nat(), waiting: fc.nat() });
    fc.assert(
      fc.property(parts, (amounts) => {
        const max = amounts.delivered + amounts.failed + amounts.waiting;
        let base = 184;
        for (const { y, height } of stackOf(amounts, max, 184)) {
          expect(y + height).toBeCloseTo(base, 6);
          base = y;
        }
        expect(base).toBeGreaterThan(-5);
      }),
    );
  });
});

test('a line has a gap at a missing point', () => {
  expect(lineThrough([{ x: 1, y: 2 }, { x: 3.04, y: 4 }, null, { x: 5, y: 6 }])).toBe('M1,2L3,4M5,6');
  expect(lineThrough([])).toBe('');
});

test.each([
  [100, 56, 1],
  [30, 56, 2],
  [3, 56, 19],
  [0, 56, 1],
])('bands of %d px with labels of %d px label one in %d', (step, width, every) => {
  expect(labelStep(step, width)).toBe(every);
});
