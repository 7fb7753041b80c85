// A clock that tests advance.
import type { Clock } from '../src/session/clock.ts';

export interface FakeClock extends Clock {
  /** Advances the clock and runs the timers that fall due, in order. */
  advance(byMs: number): void;
  /** The delays of the timers now set, shortest first. */
  pendingMs(): number[];
}

export function fakeClock(startMs = Date.UTC(2026, 10, 20, 12)): FakeClock {
  let nowMs = startMs;
  const timers = new Set<{ dueMs: number; action: () => void }>();
  const sorted = () => [...timers].sort((a, b) => a.dueMs - b.dueMs);
  return {
    nowMs: () => nowMs,
    after(delayMs, action) {
      const timer = { dueMs: nowMs + delayMs, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(byMs) {
      const endMs = nowMs + byMs;
      for (let next = sorted()[0]; next !== undefined && next.dueMs <= endMs; next = sorted()[0]) {
        timers.delete(next);
        nowMs = Math.max(nowMs, next.dueMs);
        next.action();
      }
      nowMs = endMs;
    },
    pendingMs: () => sorted().map((timer) => timer.dueMs - nowMs),
  };
}
