import { describe, expect, test } from 'vitest';
import { canFail, canTransition, FAILURES, type FailureCode } from './failures.ts';
import {
  MESSAGE_STATES,
  type MessageState,
  PUBLIC_STATUSES,
  publicStatus,
  statesBefore,
  statusLabel,
} from './statuses.ts';

const CODES = Object.keys(FAILURES) as FailureCode[];
const isFinal = (state: MessageState) => state === 'delivered' || state === 'failed';
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
type Event = { to: Exclude<MessageState, 'failed'> } | { to: 'failed'; code: FailureCode };
const EVENTS: readonly Event[] = [
  ...MESSAGE_STATES.filter((state) => state !== 'failed').map((to) => ({ to })),
  ...CODES.map((code) => ({ to: 'failed' as const, code })),
];
const nameOf = (event: Event) => ('code' in event ? event.code : event.to);
/**
 * Recovery ends messages that make no progress: it expires them, gives up those in doubt, or stops waiting
 * for a receipt.
 */
const RECOVERY: readonly Event[] = [
  { to: 'failed', code: 'EXPIRED' },
  { to: 'in_doubt' },
  { to: 'failed', code: 'UNKNOWN' },
  { to: 'failed', code: 'NO_RECEIPT' },
];

const SCHEDULES = 100_000;
const LONGEST_SCHEDULE = 40;
/** Another one each time; the one of a failure is in its message. */
const FIRST_SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

/**
 * A message as the engine moves it: events that the table does not allow in the present state change nothing.
 */
class Life {
  state: MessageState = 'accepted';
  readonly path: string[] = ['accepted'];
  wasTaken = false;
  refunds = 0;

  apply(event: Event): string | null {
    const from = this.state;
    if ('code' in event ? !canFail(from, event.code) : !statesBefore(event.to).includes(from)) return null;
    this.state = event.to;
    this.path.push(nameOf(event));
    this.wasTaken ||= event.to === 'sent' || event.to === 'delivered';
    if ('code' in event && FAILURES[event.code].refunded) this.refunds++;
    this.check(from, event);
    return `${from}→${nameOf(event)}`;
  }

  check(from: MessageState, event: Event) {
    const must = (holds: boolean, what: string) => {
      if (!holds) throw new Error(`${what}: ${this.path.join(' → ')}`);
    };
    const seen = (state: MessageState) => PUBLIC_STATUSES.indexOf(publicStatus(state));
    must(!isFinal(from), 'it left a final state');
    must(canTransition(from, event.to), 'the guard of the update lets through what the table does not');
    must(
      rank(event.to) > rank(from) || BACKWARD.includes(`${from}→${event.to}`),
      'it went back otherwise than to be sent again',
    );
    must(seen(event.to) >= seen(from), 'a status was taken back that the customer has seen');
    must(this.refunds <= 1, 'it was refunded twice');
    must(this.refunds === 0 || !this.wasTaken, 'what a carrier took was refunded');
  }
}

/** Runs the schedule of a seed to its end, and adds what it moved by to `moves`. */
function live(seed: number, moves: Set<string>, refused: Set<string>) {
  const random = randomOf(seed);
  const message = new Life();
  const step = (event: Event) => {
    const from = message.state;
    const move = message.apply(event);
    if (move) moves.add(move);
    else refused.add(`${from}→${nameOf(event)}`);
  };
  for (let left = random(LONGEST_SCHEDULE); left > 0; left--) step(EVENTS[random(EVENTS.length)]!);
  for (const event of RECOVERY) step(event);
  if (!isFinal(message.state)) throw new Error(`it never ends: ${message.path.join(' → ')}`);
}

/** Whole numbers below a bound, from a seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

test('any schedule of events moves forward, ends once, is paid or refunded once, and all moves are seen', () => {
  const [moves, refused] = [new Set<string>(), new Set<string>()];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
    try {
      live(seed, moves, refused);
    } catch (error) {
      throw new Error(`SEED=${seed}: ${(error as Error).message}`);
    }
  }
  const all = MESSAGE_STATES.flatMap((from) => EVENTS.map((event) => ({ from, event })));
  const isAllowed = ({ from, event }: (typeof all)[number]) =>
    'code' in event ? canFail(from, event.code) : canTransition(from, event.to);
  const names = (some: typeof all) => some.map(({ from, event }) => `${from}→${nameOf(event)}`).sort();
  expect([...moves].sort()).toEqual(names(all.filter(isAllowed)));
  expect([...refused].sort()).toEqual(names(all.filter((one) => !isAllowed(one))));
});

describe('failures', () => {
  test('come from these states, with or without a refund', () => {
    expect(CODES.map((code) => [code, FAILURES[code].from.join(), FAILURES[code].refunded])).toEqual([
      ['CANCELLED', 'accepted,queued', true],
      ['EXPIRED', 'accepted,queued', true],
      ['BLOCKED', 'accepted,queued', true],
      ['OPTED_OUT', 'accepted,queued', true],
      ['UNVERIFIED', 'accepted,queued', true],
      ['SENDER', 'accepted,queued', true],
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
