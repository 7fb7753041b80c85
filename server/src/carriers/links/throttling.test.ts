// A link's token bucket: its rate over any second, how it slows down and how it recovers.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTokenBucket } from './throttling.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes all capacity for `ms` milliseconds, checking every millisecond; returns how much. */
function takeFor(bucket: ReturnType<typeof openTokenBucket>, ms: number): number {
  let took = 0;
  for (let passed = 0; passed < ms; passed++) {
    for (let capacity = bucket.capacity(); capacity > 0; capacity--) {
      bucket.consume();
      took++;
    }
    vi.advanceTimersByTime(1);
  }
  return took;
}

it('keeps to its rate, with a burst of at most 100 ms', () => {
  const bucket = openTokenBucket(100, () => {});
  expect(bucket.capacity()).toBe(10);
  vi.advanceTimersByTime(60_000);
  expect(bucket.capacity()).toBe(10);
  expect(takeFor(bucket, 10_000)).toBeLessThanOrEqual(1_010);
  expect(takeFor(bucket, 10_000)).toBeGreaterThanOrEqual(990);
});

it('lets one go at once if the rate is below ten a second', () => {
  const bucket = openTokenBucket(2, () => {});
  expect(bucket.capacity()).toBe(1);
  expect(takeFor(bucket, 5_000)).toBe(10);
});

it('calls once whenever there is capacity again', () => {
  const onCapacity = vi.fn();
  const bucket = openTokenBucket(10, onCapacity);
  bucket.consume();
  for (let asked = 0; asked < 5; asked++) expect(bucket.capacity()).toBe(0);
  vi.advanceTimersByTime(99);
  expect(onCapacity).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onCapacity).toHaveBeenCalledTimes(1);
  expect(bucket.capacity()).toBe(1);
  bucket.consume();
  expect(bucket.capacity()).toBe(0);
  vi.advanceTimersByTime(100);
  expect(onCapacity).toHaveBeenCalledTimes(2);
});

it.each(['throttled', 'queueFull'] as const)(
  'pauses when the carrier answers %s, and calls when the pause is over',
  (answer) => {
    const onCapacity = vi.fn();
    const bucket = openTokenBucket(1_000, onCapacity);
    bucket.adjust(answer);
    expect(bucket.pauseMs()).toBe(100);
    expect(bucket.capacity()).toBe(0);
    vi.advanceTimersByTime(99);
    expect(bucket.capacity()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(onCapacity).toHaveBeenCalledTimes(1);
    expect(bucket.capacity()).toBe(100);
  },
);

it('counts all refusals of one window as one', () => {
  const bucket = openTokenBucket(1_000, () => {});
  for (let answers = 0; answers < 50; answers++) bucket.adjust('throttled');
  expect(bucket.pauseMs()).toBe(100);
  vi.advanceTimersByTime(100);
  expect(bucket.capacity()).toBeGreaterThan(0);
});

it('doubles the pause with each throttle, up to five seconds, and halves it with each message', () => {
  const bucket = openTokenBucket(1_000, () => {});
  const pauses: number[] = [];
  for (let throttles = 0; throttles < 8; throttles++) {
    bucket.adjust('throttled');
    pauses.push(bucket.pauseMs());
    vi.advanceTimersByTime(bucket.pauseMs());
  }
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  for (const pause of [2_500, 1_250, 625, 312.5, 156.25, 78.125, 0, 0]) {
    bucket.adjust('ok');
    expect(bucket.pauseMs()).toBe(pause);
  }
  bucket.adjust('throttled');
  expect(bucket.pauseMs()).toBe(100);
});

it.each(['temporary', 'permanent'] as const)('ignores a %s refusal, which concerns one message', (answer) => {
  const bucket = openTokenBucket(1_000, () => {});
  bucket.adjust('throttled');
  vi.advanceTimersByTime(100);
  bucket.adjust(answer);
  expect(bucket.pauseMs()).toBe(100);
  expect(bucket.capacity()).toBeGreaterThan(0);
});

it('does not call once it is closed', () => {
  const onCapacity = vi.fn();
  const bucket = openTokenBucket(10, onCapacity);
  bucket.consume();
  bucket.capacity();
  bucket.close();
  vi.advanceTimersByTime(1_000);
  expect(onCapacity).not.toHaveBeenCalled();
});

it('saves nothing up for a changed rate, and has none at a rate of 0', () => {
  const onCapacity = vi.fn();
  const bucket = openTokenBucket(0, onCapacity);
  vi.advanceTimersByTime(60_000);
  expect([bucket.capacity(), bucket.ahead()]).toEqual([0, 0]);
  bucket.setRate(100);
  expect(onCapacity).toHaveBeenCalledTimes(1);
  expect(bucket.capacity()).toBe(0);
  expect(takeFor(bucket, 1_000)).toBeLessThanOrEqual(100);
  vi.advanceTimersByTime(1_000);
  bucket.setRate(50);
  expect(bucket.capacity()).toBe(5);
  bucket.setRate(100);
  expect(bucket.capacity()).toBe(5);
});
