// Zooming by the wheel with Ctrl, which a trackpad's pinch is too, and by two fingers. Whatever zooms, what lay under the pointer, or in
// the middle, stays there.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Sheet } from './useSheet.ts';
import { scrolledTo } from './view.ts';

/** How much a notch of a wheel does, which is some hundred pixels. */
const A_PIXEL = 0.0025;

type Point = { x: number; y: number };

type Given = { sheet: Sheet | null; scale: number; zoom: (factor: number) => void };

/** Gives the ref of the place that scrolls, which begins each sheet at its top. `zoom` is called with a factor. */
export function useZoom({ sheet, scale, zoom }: Given) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const fixed = useRef<Point | null>(null);
  const before = useRef(scale);

  useLayoutEffect(() => {
    const growth = scale / before.current;
    before.current = scale;
    if (!place || growth === 1) return;
    const { x, y } = fixed.current ?? { x: place.clientWidth / 2, y: place.clientHeight / 2 };
    fixed.current = null;
    place.scrollTo(scrolledTo(place.scrollLeft, x, growth), scrolledTo(place.scrollTop, y, growth));
  }, [place, scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each sheet
  useEffect(() => {
    place?.scrollTo(0, 0);
  }, [place, sheet]);

  const zoomAt = useEffectEvent((factor: number, { x, y }: Point) => {
    const { left = 0, top = 0 } = place?.getBoundingClientRect() ?? {};
    fixed.current = { x: x - left, y: y - top };
    zoom(factor);
  });

  useEffect(() => {
    if (!place) return;
    const over = new AbortController();
    // Else the browser would zoom the whole page.
    const listening = { passive: false, signal: over.signal };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY * A_PIXEL), { x: event.clientX, y: event.clientY });
    };
    let apart: number | null = null;
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (!one || !other) {
        apart = null;
        return;
      }
      event.preventDefault();
      const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
      if (apart !== null && apart > 0) zoomAt(distance / apart, middle);
      apart = distance;
    };
    place.addEventListener('wheel', onWheel, listening);
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      place.addEventListener(name, onTouch, listening);
    return () => over.abort();
  }, [place]);

  return setPlace;
}
