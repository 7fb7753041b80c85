// Calculates the positions in Home's chart: one band per point, a stacked bar of outcomes in each band, and
// the lines above them.
import type { Amounts } from './graph.ts';

/** The outcomes of messages, in the order of the stack from the bottom up. */
export const PARTS = ['delivered', 'failed', 'waiting'] as const;
export type Part = (typeof PARTS)[number];

/** Positions in pixels: `left` is the width of the axis, `step` of a band, `bar` of the bar in it. */
export type Bands = { left: number; step: number; bar: number };

const WIDEST_BAR = 56;
const BAR_SHARE = 0.64;

/** Divides the width beside the axis into `count` bands of equal width. */
export function bandsOf(count: number, width: number, left: number): Bands {
  const step = Math.max(0, width - left) / Math.max(1, count);
  return { left, step, bar: Math.min(WIDEST_BAR, Math.max(1, step * BAR_SHARE)) };
}

/** Returns the x position of the middle of a band. */
export const middleOf = ({ left, step }: Bands, index: number): number => left + step * (index + 0.5);

/** Returns the index of the band at `x`, or null if there is none. */
export function bandAt({ left, step }: Bands, x: number, count: number): number | null {
  if (step === 0 || x < left) return null;
  const index = Math.floor((x - left) / step);
  return index < count ? index : null;
}

/** Returns the height of a value in a plot of this height whose axis ends at `max`. */
export const heightOf = (value: number, max: number, height: number): number =>
  max === 0 ? 0 : (value / max) * height;

export type Segment = { part: Part; y: number; height: number };

/** Keeps a single failed message among thousands visible. In pixels. */
const MIN_SEGMENT_HEIGHT = 2;

/** Returns the segments of a bar from its base at y = `height` upwards, without parts that are zero. */
export function stackOf(amounts: Pick<Amounts, Part>, max: number, height: number): Segment[] {
  let y = height;
  return PARTS.filter((part) => amounts[part] > 0).map((part) => {
    const segmentHeight = Math.max(MIN_SEGMENT_HEIGHT, heightOf(amounts[part], max, height));
    y -= segmentHeight;
    return { part, y, height: segmentHeight };
  });
}

/** Returns the `d` attribute of a line through these points. The line has a gap at each null. */
export function lineThrough(points: readonly ({ x: number; y: number } | null)[]): string {
  return points
    .map((point, i) => (point ? `${points[i - 1] ? 'L' : 'M'}${round(point.x)},${round(point.y)}` : ''))
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns the interval of the labels to draw, so they do not overlap: 2 draws every second label. */
export function labelStep(step: number, labelWidth: number): number {
  return step === 0 ? 1 : Math.max(1, Math.ceil(labelWidth / step));
}
