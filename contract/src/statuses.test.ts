import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canFail,
  canTransition,
  FAILURES,
  type FailureCode,
  isFinal,
  MESSAGE_STATES,
  type MessageState,
  PUBLIC_STATUSES,
  publicStatus,
  statusLabel,
} from './statuses.ts';

const CODES = Object.keys(FAILURES) as FailureCode[];
const rank = (state: MessageState) => MESSAGE_STATES.indexOf(state);
const BACKWARD = ['submitting→queued', 'in_doubt→queued'];

describe('moves', () => {
  test('are these and no others', () => {
    const moves = MESSAGE_STATES.flatMap((from) =>
      MESSAGE_STATES.filter((to) => canTransition(from, to)).map((to) => `${from}→${to}`),
    );
    expect(moves.sort()).toEqual(
      [
        'accepted→queued',
        'accepted→failed',
        'accepted→submitting',
        'queued→submitting',
        'queued→sent',
        'queued→failed',
        'submitting→sent',
        'submitting→queued',
        'submitting→failed',
        'submitting→in_doubt',
        'in_doubt→sent',
        'in_doubt→delivered',
        'in_doubt→queued',
        'in_doubt→failed',
        'sent→delivered',
        'sent→failed',
      ].sort(),
    );
  });

  test('lead out of every state but the final ones', () => {
    for (const from of MESSAGE_STATES) {
      expect(MESSAGE_STATES.some((to) => canTransition(from, to))).toBe(!isFinal(from));
    }
  });

  test('lead from every state to a final one', () => {
    const ending = new Set<MessageState>(['delivered', 'failed']);
    for (let size = 0; size !== ending.size; ) {
      size = ending.size;
      for (const from of MESSAGE_STATES)
        if ([...ending].some((to) => canTransition(from, to))) ending.add(from);
    }
    expect([...ending].sort()).toEqual([...MESSAGE_STATES].sort());
  });
});

// Events as they come in: late, twice, out of order. Each asks for a state, or for a failure with its code.
const event = fc.oneof(
  fc.record({ to: fc.constantFrom(...MESSAGE_STATES.filter((state) => state !== 'failed')) }),
  fc.record({ to: fc.constant('failed' as const), code: fc.constantFrom(...CODES) }),
);
type Event = { to: MessageState; code?: FailureCode };

/** Applies events as the engine does: those the table does not allow in the present state change nothing. */
function walk(events: readonly Event[]): {
  path: MessageState[];
  refunds: FailureCode[];
  failure: FailureCode | null;
} {
  const path: MessageState[] = ['accepted'];
  const refunds: FailureCode[] = [];
  let failure: FailureCode | null = null;
  for (const { to, code } of events) {
    const from = path.at(-1)!;
    if (code === undefined ? !canTransition(from, to) : !canFail(from, code)) continue;
    path.push(to);
    if (code === undefined) continue;
    failure = code;
    if (FAILURES[code].refunded) refunds.push(code);
  }
  return { path, refunds, failure };
}

describe('any schedule of events', () => {
  const schedule = fc.array(event, { maxLength: 200 });

  test('never leaves a final state and goes back only to be sent again', () => {
    fc.assert(
      fc.property(schedule, (events) => {
        const { path } = walk(events);
        for (const [at, to] of path.entries()) {
          const from = path[at - 1];
          if (from === undefined) continue;
          expect(isFinal(from)).toBe(false);
          expect(canTransition(from, to)).toBe(true);
          if (rank(to) <= rank(from)) expect(BACKWARD).toContain(`${from}→${to}`);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('never takes back a status that the customer has seen', () => {
    fc.assert(
      fc.property(schedule, (events) => {
        const told = walk(events).path.map((state) => PUBLIC_STATUSES.indexOf(publicStatus(state)));
        expect(told).toEqual([...told].sort((a, b) => a - b));
      }),
      { numRuns: 1000 },
    );
  });

  test('refunds once at most, and never what a carrier took', () => {
    fc.assert(
      fc.property(schedule, (events) => {
        const { path, refunds, failure } = walk(events);
        expect(refunds.length).toBe(failure !== null && FAILURES[failure].refunded ? 1 : 0);
        expect(failure !== null).toBe(path.at(-1) === 'failed');
        if (path.includes('sent') || path.includes('delivered')) expect(refunds).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('failures', () => {
  test('come from these states, with or without a refund', () => {
    expect(CODES.map((code) => [code, FAILURES[code].from.join(), FAILURES[code].refunded])).toEqual([
      ['CANCELLED', 'accepted,queued', true],
      ['EXPIRED', 'accepted,queued', true],
      ['BLOCKED', 'accepted,queued', true],
      ['OPTED_OUT', 'accepted,queued', true],
      ['UNVERIFIED', 'accepted,queued', true],
      ['ARCHIVED', 'accepted,queued', true],
      ['REJECTED', 'queued,submitting,in_doubt', true],
      ['UNDELIVERED', 'queued,submitting,in_doubt,sent', false],
      ['NO_RECEIPT', 'sent', false],
      ['UNKNOWN', 'in_doubt', true],
    ]);
  });

  test('are explained in a sentence each', () => {
    for (const code of CODES) expect(FAILURES[code].description).toMatch(/^[A-Z].+\.$/);
  });
});

test('public statuses and their words', () => {
  expect(
    MESSAGE_STATES.map((state) => [state, publicStatus(state), statusLabel(publicStatus(state))]),
  ).toEqual([
    ['accepted', 'ACCEPTED', 'Queued'],
    ['queued', 'ACCEPTED', 'Queued'],
    ['submitting', 'ACCEPTED', 'Queued'],
    ['in_doubt', 'ACCEPTED', 'Queued'],
    ['sent', 'SENT', 'Sent'],
    ['delivered', 'DELIVERED', 'Delivered'],
    ['failed', 'FAILED', 'Failed'],
  ]);
  expect(statusLabel('UNDELIVERED')).toBe('Failed');
  expect(statusLabel('')).toBe('Failed');
});
