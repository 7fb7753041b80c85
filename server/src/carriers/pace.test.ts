// A link's pace: its rate over any second, and how it slows down and finds its way back.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPace } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes all the room there is for `ms`, asking every millisecond; gives how much. */
function takeFor(pace: ReturnType<typeof openPace>, ms: number): number {
  let took = 0;
  for (let passed = 0; passed < ms; passed++) {
    for (let room = pace.room(); room > 0; room--) {
      pace.took();
      took++;
    }
    vi.advanceTimersByTime(1);
  }
  return took;
}

it('keeps to its rate, with a tenth of a second of it at once at the most', () => {
  const pace = openPace(100, () => {});
  expect(pace.room()).toBe(10);
  vi.advanceTimersByTime(60_000);
  expect(pace.room()).toBe(10);
  expect(takeFor(pace, 10_000)).toBeLessThanOrEqual(1_010);
  expect(takeFor(pace, 10_000)).toBeGreaterThanOrEqual(990);
});

it('lets one go at once where the rate is below ten a second', () => {
  const pace = openPace(2, () => {});
  expect(pace.room()).toBe(1);
  expect(takeFor(pace, 5_000)).toBe(10);
});

it('says when there is room again, once each time', () => {
  const onRoom = vi.fn();
  const pace = openPace(10, onRoom);
  pace.took();
  for (let asked = 0; asked < 5; asked++) expect(pace.room()).toBe(0);
  vi.advanceTimersByTime(99);
  expect(onRoom).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onRoom).toHaveBeenCalledTimes(1);
  expect(pace.room()).toBe(1);
  pace.took();
  expect(pace.room()).toBe(0);
  vi.advanceTimersByTime(100);
  expect(onRoom).toHaveBeenCalledTimes(2);
});

it.each(['throttled', 'queueFull'] as const)(
  'pauses when the carrier says %s, and says when it is over',
  (answer) => {
    const onRoom = vi.fn();
    const pace = openPace(1_000, onRoom);
    pace.heard(answer);
    expect(pace.pauseMs()).toBe(100);
    expect(pace.room()).toBe(0);
    vi.advanceTimersByTime(99);
    expect(pace.room()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(onRoom).toHaveBeenCalledTimes(1);
    expect(pace.room()).toBe(100);
  },
);

it('takes all the refusals of a window for one', () => {
  const pace = openPace(1_000, () => {});
  for (let answers = 0; answers < 50; answers++) pace.heard('throttled');
  expect(pace.pauseMs()).toBe(100);
  vi.advanceTimersByTime(100);
  expect(pace.room()).toBeGreaterThan(0);
});

it('doubles the pause with each throttle, to five seconds at most, and halves it with each message taken', () => {
  const pace = openPace(1_000, () => {});
  const pauses: number[] = [];
  for (let throttles = 0; throttles < 8; throttles++) {
    pace.heard('throttled');
    pauses.push(pace.pauseMs());
    vi.advanceTimersByTime(pace.pauseMs());
  }
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  for (const pause of [2_500, 1_250, 625, 312.5, 156.25, 78.125, 0, 0]) {
    pace.heard('ok');
    expect(pace.pauseMs()).toBe(pause);
  }
  pace.heard('throttled');
  expect(pace.pauseMs()).toBe(100);
});

it.each(['temporary', 'permanent'] as const)(
  'does not change with a %s refusal, which is about one message',
  (answer) => {
    const pace = openPace(1_000, () => {});
    pace.heard('throttled');
    vi.advanceTimersByTime(100);
    pace.heard(answer);
    expect(pace.pauseMs()).toBe(100);
    expect(pace.room()).toBeGreaterThan(0);
  },
);

it('wakes nobody once it is closed', () => {
  const onRoom = vi.fn();
  const pace = openPace(10, onRoom);
  pace.took();
  pace.room();
  pace.close();
  vi.advanceTimersByTime(1_000);
  expect(onRoom).not.toHaveBeenCalled();
});
