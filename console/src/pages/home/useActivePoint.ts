// The point of a chart that a person looks at. The chart is a slider: the arrow keys move along its points.
import { type KeyboardEvent, useState } from 'react';

/** The keys begin at the point with the index `last`. `active` is null while no point is looked at. */
export function useActivePoint(last: number) {
  const [active, setActive] = useState<number | null>(null);
  function onKeyDown(event: KeyboardEvent): void {
    const from = Math.min(active ?? last, last);
    const steps: Record<string, number | null> = {
      ArrowLeft: Math.max(0, from - 1),
      ArrowDown: Math.max(0, from - 1),
      ArrowRight: Math.min(last, from + 1),
      ArrowUp: Math.min(last, from + 1),
      Home: 0,
      End: last,
      Escape: null,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    setActive(steps[event.key] ?? null);
  }
  const leave = () => setActive(null);
  return { active, setActive, onKeyDown, onPointerLeave: leave, onBlur: leave };
}
