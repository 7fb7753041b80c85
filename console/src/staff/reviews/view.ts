// The view of a document: its scale and its rotation.

/** In CSS pixels. */
export type Size = { width: number; height: number };

/** A null `scale` fits the width of the viewport. `turns` counts clockwise quarter turns, from 0 to 3. */
export type View = { scale: number | null; turns: number };

export const FITTING: View = { scale: null, turns: 0 };

const [LEAST, MOST] = [0.1, 8];
/** The zoom factor of a button or key. */
export const STEP = 1.25;

const clamp = (scale: number): number => Math.min(MOST, Math.max(LEAST, scale));

/** The size of a document after rotation. */
export const turnedSize = ({ width, height }: Size, { turns }: Pick<View, 'turns'>): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The scale of a document in a viewport that is `available` pixels wide. */
export function scaleOf(view: View, size: Size, available: number): number {
  return view.scale ?? clamp(available / turnedSize(size, view).width);
}

/** Zooms by a factor from the `shown` scale. */
export const zoomed = (view: View, shown: number, factor: number): View => ({
  ...view,
  scale: clamp(shown * factor),
});

/** Rotates a quarter turn clockwise. */
export const turned = (view: View): View => ({ ...view, turns: (view.turns + 1) % 4 });

/** Returns the scroll position that keeps the content at `point` in place after zooming. */
export const scrolledTo = (scrolled: number, point: number, growth: number): number =>
  (scrolled + point) * growth - point;
