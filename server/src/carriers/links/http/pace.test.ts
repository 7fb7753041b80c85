// The pace of requests beside sending, by a clock of the test.
import { describe, expect, it } from 'vitest';
import type { Exchanged } from './exchange.ts';
import { openPace } from './pace.ts';

/** The pace of a link with 50 messages a second. */
function opened() {
  let nowMs = 1_000_000;
  const lines: object[] = [];
  const log = { warn: (line: object) => void lines.push(line) } as Parameters<typeof openPace>[1];
  const pace = openPace({ id: 'http', throughput: 50 }, log, 'asks again', { nowMs: () => nowMs });
  return {
    pace,
    lines,
    advance(byMs: number) {
      nowMs += byMs;
    },
  };
}
const answered = (status: number, headers: Record<string, string> = {}): Exchanged => {
  return { kind: 'answered', status, headers, body: '' };
};

it('makes a tenth as many requests as the link may send messages', () => {
  const { pace, advance } = opened();
  let requests = 0;
  for (let ms = 0; ms < 10_000; ms += 10) {
    if (pace.waitMs() === 0) {
      pace.asks();
      pace.answered(answered(200), null);
      requests++;
    }
    advance(10);
  }
  expect(requests).toBe(50);
});

describe('after a fault', () => {
  it('it pauses ever longer, up to 5 minutes, and a good answer ends that', () => {
    const { pace, advance, lines } = opened();
    const waits = Array.from({ length: 11 }, () => {
      pace.asks();
      pace.answered({ kind: 'noAnswer', why: 'no answer within 10 s' }, 'no answer within 10 s');
      const waitMs = pace.waitMs();
      advance(waitMs);
      return waitMs / 1_000;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect(lines).toHaveLength(1);
    pace.asks();
    pace.answered(answered(200), null);
    expect(pace.waitMs()).toBe(200);
    advance(200);
    pace.answered(answered(502), 'HTTP 502 without receipts');
    expect(pace.waitMs()).toBe(1_000);
  });

  it.each([
    ['120', 120_000],
    ['7200', 3_600_000],
    ['0', 1_000],
    ['-1', 1_000],
    ['soon', 1_000],
  ])('it waits as Retry-After: %s asks, at least its own pause and at most an hour', (value, waitMs) => {
    const { pace } = opened();
    pace.asks();
    pace.answered(answered(429, { 'retry-after': value }), 'HTTP 429 without receipts');
    expect(pace.waitMs()).toBe(waitMs);
  });
});
