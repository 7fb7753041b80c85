import type { Graphs } from '@godwit/contract/stats';
import { expect, test } from 'vitest';
import { pointsOf, previousLabels } from './points.ts';

const point = (date: string, value: number) => ({ date, value });
const graphs = (
  time_unit: Graphs['time_unit'],
  data_points_current: ReturnType<typeof point>[],
  data_points_previous: ReturnType<typeof point>[],
) => {
  const graph = { data_points_current, data_points_previous };
  return { time_unit, graphs: { outgoing_sms_total: graph } } as Graphs;
};

test('two periods of days are matched by their place', () => {
  const points = pointsOf(
    graphs(
      'DAY',
      [point('2026-11-14', 52), point('2026-11-15', 61)],
      [point('2026-11-12', 0), point('2026-11-13', 58)],
    ),
    'outgoing_sms_total',
  );
  expect(points).toEqual([
    { index: 0, label: '14 Nov', current: 52, previousLabel: '12 Nov', previous: 0 },
    { index: 1, label: '15 Nov', current: 61, previousLabel: '13 Nov', previous: 58 },
  ]);
  expect(previousLabels(points)).toEqual(['12 Nov', '13 Nov']);
});

test('where one period touches a month more, the other has nothing there', () => {
  const points = pointsOf(
    graphs('MONTH', [point('2026-10-01', 5)], [point('2026-08-01', 3), point('2026-09-01', 4)]),
    'outgoing_sms_total',
  );
  expect(points[1]).toEqual({
    index: 1,
    label: null,
    current: null,
    previousLabel: '2026 Sep',
    previous: 4,
  });
  expect(previousLabels(points)).toEqual(['2026 Aug', '2026 Sep']);
});
