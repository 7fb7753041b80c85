// The points of a graph: a period and the one before it, side by side.
import type { Graphs } from '@godwit/contract/stats';
import type { FigureName } from './figures.ts';
import { pointLabel } from './labels.ts';

/** One place on the axis. Periods of months may differ by one; the shorter one has no value and no label there. */
export type Point = {
  index: number;
  label: string | null;
  current: number | null;
  previousLabel: string | null;
  previous: number | null;
};

/** The points of one graph, matched by their place and not by their date. */
export function pointsOf({ graphs, time_unit: unit }: Graphs, name: FigureName): Point[] {
  const { data_points_current: current, data_points_previous: previous } = graphs[name];
  const length = Math.max(current.length, previous.length);
  return Array.from({ length }, (_, index) => {
    const [now, before] = [current[index], previous[index]];
    return {
      index,
      label: now ? pointLabel(unit, now.date) : null,
      current: now?.value ?? null,
      previousLabel: before ? pointLabel(unit, before.date) : null,
      previous: before?.value ?? null,
    };
  });
}

/** The labels of the previous period, in order. */
export const previousLabels = (points: readonly Point[]): string[] =>
  points.flatMap(({ previousLabel }) => previousLabel ?? []);
