// Properties of a link's health that hold for any order and timing of carrier outcomes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../link.ts';
import {
  FAULTS_IN_ROW,
  openHealth,
  REJECTED_IN_ROW,
  SLOWEST_PROBE_MS,
  THROTTLED_MS,
  UNPROVEN,
} from './health.ts';

const ONE = { parts: 1, taken: [] };
const SOME_TAKEN = { parts: 3, taken: [{ part: 1, carrierId: 'first' }] };
const OUTCOMES = {
  sent: { ...ONE, kind: 'sent' },
  rejected: { ...ONE, kind: 'rejected', carrierError: 'ESME_RINVDSTADR' },
  unanswered: { ...ONE, kind: 'inDoubt' },
  refused: { ...ONE, kind: 'retry', afterMs: 5_000, carrierError: 'ESME_RSYSERR' },
  throttled: { ...ONE, kind: 'retry', afterMs: 100, carrierError: 'ESME_RTHROTTLED', isThrottle: true },
  partlyThrottled: {
    ...{ ...SOME_TAKEN, kind: 'retry', afterMs: 100 },
    ...{ carrierError: 'ESME_RTHROTTLED', isThrottle: true },
  },
  ownCode: { ...ONE, kind: 'retry', afterMs: 5_000, carrierError: '0x0000045B', isOwnCode: true },
  notWritten: { ...ONE, kind: 'retry', afterMs: 0, carrierError: null },
} satisfies Record<string, SendOutcome>;
type Kind = keyof typeof OUTCOMES;

function opened() {
  let nowMs = 0;
  const health = openHealth(() => {}, { nowMs: () => nowMs, after: () => () => {} });
  return {
    health,
    advance(byMs: number) {
      nowMs += byMs;
    },
    /** Hands over messages one after another while there is capacity, and returns how many there were. */
    each(times: number, kind: Kind, isAlone = true) {
      let handed = 0;
      for (; handed < times && health.capacity() > 0; handed++) {
        health.took();
        health.settled(OUTCOMES[kind], isAlone);
      }
      return handed;
    },
  };
}

const step = fc.oneof(
  fc.record({ what: fc.constant('took' as const) }),
  fc.record({
    what: fc.constant('settled' as const),
    kind: fc.constantFrom(...(Object.keys(OUTCOMES) as Kind[])),
  }),
  fc.record({ what: fc.constant('advance' as const), byMs: fc.integer({ min: 0, max: 70_000 }) }),
);

describe('link health', () => {
  it('ignores refusals of a message, codes of the carrier, unwritten messages, and a message with a part taken', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Kind>('sent', 'rejected', 'ownCode', 'partlyThrottled', 'notWritten')),
        (kinds) => {
          const { health, each } = opened();
          for (const kind of kinds) each(1, kind);
          expect([health.state(), health.share(), health.words()]).toEqual(['OPEN', 1, null]);
          expect(health.capacity()).toBeGreaterThanOrEqual(UNPROVEN);
        },
      ),
    );
  });

  it.each(['unanswered', 'refused'] as const)(
    'closes after a few in a row that are %s, and reports it',
    (kind) => {
      const { health, each } = opened();
      each(100, 'sent');
      expect(each(1_000, kind)).toBe(FAULTS_IN_ROW);
      expect(health.state()).toBe('CLOSED');
      expect(health.words()).toBe(`Closed: ${FAULTS_IN_ROW} of the last 20 messages ${kind}`);
    },
  );

  it('closes if it rejects many in a row beside an open link, and opens with the first one taken', () => {
    const { health, each, advance } = opened();
    each(10, 'sent');
    expect(each(1_000, 'rejected', false)).toBe(REJECTED_IN_ROW);
    expect([health.state(), health.words()]).toEqual([
      'CLOSED',
      'Closed: 20 of the last 20 messages rejected',
    ]);
    advance(1_001);
    expect(each(1, 'rejected', false)).toBe(1);
    expect(health.state()).toBe('CLOSED');
    advance(2_001);
    each(1, 'sent');
    expect([health.state(), health.share(), health.words()]).toEqual(['OPEN', 1, null]);
    // The count starts again.
    expect(each(REJECTED_IN_ROW - 1, 'rejected', false)).toBe(REJECTED_IN_ROW - 1);
    each(1, 'sent');
    each(REJECTED_IN_ROW - 1, 'rejected', false);
    expect(health.state()).toBe('OPEN');
  });

  it('opens a link closed for rejections when it becomes the only one', () => {
    const { health, each, advance } = opened();
    each(1_000, 'rejected', false);
    advance(1_001);
    each(1, 'rejected');
    expect(health.state()).toBe('OPEN');
    expect(each(100, 'rejected')).toBe(100);
  });

  it('counts a late answer as taken: slow, but open again', () => {
    const { health, each } = opened();
    const handed = each(UNPROVEN, 'unanswered');
    expect(health.state()).toBe('CLOSED');
    for (let i = 0; i < handed; i++) health.settledLate(OUTCOMES.sent);
    expect(health.state()).toBe('OPEN');
    expect(health.capacity()).toBeGreaterThan(handed);
    each(FAULTS_IN_ROW, 'unanswered');
    for (const kind of ['unanswered', 'refused', 'rejected'] as const) health.settledLate(OUTCOMES[kind]);
    expect(health.state()).toBe('CLOSED');
  });

  it('learns from messages in flight at closing only that the link works', () => {
    const { health, advance } = opened();
    for (let i = 0; i < 9; i++) health.took();
    for (let i = 0; i < 8; i++) health.settled(OUTCOMES.unanswered);
    advance(SLOWEST_PROBE_MS / 30);
    // Otherwise each of them would have doubled the wait.
    expect(health.state()).toBe('PROBING');
    health.settled(OUTCOMES.sent);
    expect(health.state()).toBe('OPEN');
  });

  it('closes if most outcomes are faults, with a success now and then', () => {
    const { health, each } = opened();
    for (let i = 0; i < 20 && health.capacity() > 0; i++)
      each(1, i % FAULTS_IN_ROW === 0 ? 'sent' : 'refused');
    expect(health.state()).toBe('CLOSED');
  });

  it('only slows if a carrier throttles, and closes when it takes nothing for long', () => {
    const { health, each, advance } = opened();
    each(50, 'throttled');
    expect([health.state(), health.capacity()]).toEqual(['LOWERED', 1]);
    each(1, 'sent');
    expect([health.state(), health.capacity()]).toEqual(['LOWERED', 2]);
    each(FAULTS_IN_ROW, 'throttled');
    advance(THROTTLED_MS);
    each(1, 'throttled');
    expect(health.state()).toBe('CLOSED');
  });

  it('lowers the share of a link that misses some, but never to zero', () => {
    const { health, each } = opened();
    each(20, 'sent');
    for (let i = 0; i < 5; i++) {
      each(1, 'refused');
      each(1, 'sent');
    }
    expect(health.state()).toBe('LOWERED');
    expect(health.share()).toBeGreaterThan(0.5);
    expect(health.share()).toBeLessThan(0.8);
  });

  it('sends a dead link few messages an hour, and a recovered link all of them again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Kind>('unanswered', 'refused'),
        fc.integer({ min: 100, max: 5_000 }),
        (kind, everyMs) => {
          const { health, each, advance } = opened();
          let handed = 0;
          for (let ms = 0; ms < 3_600_000; ms += everyMs) {
            handed += each(1, kind);
            advance(everyMs);
          }
          expect(handed).toBeLessThan(FAULTS_IN_ROW + 10 + 3_600_000 / SLOWEST_PROBE_MS);
          advance(SLOWEST_PROBE_MS);
          expect([health.state(), health.capacity()]).toEqual(['PROBING', 1]);
          each(50, 'sent');
          expect([health.state(), health.share(), health.words()]).toEqual(['OPEN', 1, null]);
          expect(health.capacity()).toBeGreaterThan(UNPROVEN);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('never exceeds its capacity, and always allows a message in the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { health, advance } = opened();
        let given = 0;
        for (const one of steps) {
          if (one.what === 'advance') advance(one.byMs);
          else if (one.what === 'took' && health.capacity() > 0) {
            // One at a time while the link is probed.
            if (health.state() === 'PROBING') expect(given).toBe(0);
            health.took();
            given++;
          } else if (one.what === 'settled' && given > 0) {
            health.settled(OUTCOMES[one.kind]);
            given--;
          }
          expect(health.capacity()).toBeGreaterThanOrEqual(0);
          if (health.state() === 'CLOSED') expect(health.capacity()).toBe(0);
          expect(health.share()).toBeGreaterThan(0);
          expect(health.share()).toBeLessThanOrEqual(1);
        }
        while (given-- > 0) health.settled(null);
        advance(SLOWEST_PROBE_MS);
        expect(health.capacity()).toBeGreaterThan(0);
      }),
    );
  });
});
