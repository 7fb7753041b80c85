// Where things stand in Home's chart: a band for each point, in it a stack of what became of its messages;
// and lines over the bands.
import type { Amounts } from './graph.ts';

/** From the bottom up, as they are stacked. */
export const PARTS = ['delivered', 'failed', 'waiting'] as const;
export type Part = (typeof PARTS)[number];

/** `width` of the drawing, of which `left` is the axis. */
export type Bands = { left: number; step: number; bar: number };

const WIDEST_BAR = 56;
const BAR_SHARE = 0.64;

/** As many bands as there are points, side by side, each with a bar in its middle. */
export function bandsOf(count: number, width: number, left: number): Bands {
  const step = Math.max(0, width - left) / Math.max(1, count);
  return { left, step, bar: Math.min(WIDEST_BAR, Math.max(1, step * BAR_SHARE)) };
}

/** The middle of a band. */
export const middleOf = ({ left, step }: Bands, index: number): number => left + step * (index + 0.5);

/** The band at a place; null beside them. */
export function bandAt({ left, step }: Bands, x: number, count: number): number | null {
  if (step === 0 || x < left) return null;
  const index = Math.floor((x - left) / step);
  return index < count ? index : null;
}

/** A value's distance from the base, of a plot so high whose axis ends at `max`. */
export const heightOf = (value: number, max: number, height: number): number =>
  max === 0 ? 0 : (value / max) * height;

export type Segment = { part: Part; y: number; height: number };

/** What is there is seen: one that failed among thousands too. */
const LEAST = 2;

/** The segments of a bar from its base at y = `height` up; parts that are zero have none. */
export function stackOf(amounts: Pick<Amounts, Part>, max: number, height: number): Segment[] {
  let y = height;
  return PARTS.filter((part) => amounts[part] > 0).map((part) => {
    const own = Math.max(LEAST, heightOf(amounts[part], max, height));
    y -= own;
    return { part, y, height: own };
  });
}

/** Points of a line in order; where one is missing the line has a gap. A path's `d`. */
export function lineThrough(places: readonly ({ x: number; y: number } | null)[]): string {
  return places
    .map((place, i) => (place ? `${places[i - 1] ? 'L' : 'M'}${round(place.x)},${round(place.y)}` : ''))
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Every how many-th label is written, so that they keep apart. */
export function labelStep(step: number, labelWidth: number): number {
  return step === 0 ? 1 : Math.max(1, Math.ceil(labelWidth / step));
}
