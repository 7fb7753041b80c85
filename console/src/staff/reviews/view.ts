// How a document is looked at: how large, and which side is up.

/** In CSS pixels. */
export type Size = { width: number; height: number };

/**
 * `scale` null is as large as fits the width of its place. `turns` are quarters to the right, from 0 to 3.
 */
export type View = { scale: number | null; turns: number };

export const FITTING: View = { scale: null, turns: 0 };

const [LEAST, MOST] = [0.1, 8];
/** The step of a press of a button or a key. */
export const STEP = 1.25;

const clamp = (scale: number): number => Math.min(MOST, Math.max(LEAST, scale));

/** A document as it lies in its place: turned by a quarter it is as wide as it was high. */
export const turnedSize = ({ width, height }: Size, { turns }: Pick<View, 'turns'>): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The scale by which a document of this size is shown in a place that is `room` wide. */
export function scaleOf(view: View, size: Size, room: number): number {
  return view.scale ?? clamp(room / turnedSize(size, view).width);
}

/** Larger or smaller by a factor than it is `shown`. */
export const zoomed = (view: View, shown: number, factor: number): View => ({
  ...view,
  scale: clamp(shown * factor),
});

/** By a quarter to the right. */
export const turned = (view: View): View => ({ ...view, turns: (view.turns + 1) % 4 });

/** Returns the scroll position that keeps the content under `point` in place at another scale. */
export const scrolledTo = (scrolled: number, point: number, growth: number): number =>
  (scrolled + point) * growth - point;
