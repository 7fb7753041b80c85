// What Home says in words: which sentences, and what stands in them.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { Summary } from '@godwit/contract/stats';
import type { TextId } from '../../text/catalogue.ts';

/**
 * A sentence of the catalogue with its values; `time` and `unit` are for 'home.time', which it has as
 * `within`.
 */
export type Sentence = { id: TextId; values: Record<string, string | number> };

/** From here on it is more than a year: the text names this number. */
const MANY_DAYS = 366;

/** The sentences in order. `balance` is the team's; what the project sent is of the mode. */
export function sentencesOf(summary: Summary, mode: Mode, balance: number): Sentence[] {
  return [
    deliveredSentence(summary),
    ...(summary.failed > 0 ? [{ id: 'home.wordsFailed', values: { count: summary.failed } } as const] : []),
    ...waitingSentence(summary),
    ...balanceSentence(summary, mode, balance),
  ];
}

function deliveredSentence({ total, delivered, waiting, delivery }: Summary): Sentence {
  if (total === 0) return { id: 'home.wordsNone', values: {} };
  if (waiting === total) return { id: 'home.wordsAllWaiting', values: { count: total } };
  if (delivered === 0) return { id: 'home.wordsNoneDelivered', values: { count: total } };
  const values = { ...halfOf(delivery, delivered), count: total };
  if (delivered === total) return { id: 'home.wordsAllDelivered', values };
  return { id: 'home.wordsDelivered', values: { ...values, share: shareOf(delivered, total) } };
}

/** How soon: `one` message, half of `all` that were delivered, half of the `newest`, or nothing said. */
function halfOf(delivery: Summary['delivery'], delivered: number): Sentence['values'] {
  if (!delivery) return { half: 'none', time: '', newest: 0 };
  const half = !delivery.is_all ? 'newest' : delivered === 1 ? 'one' : 'all';
  return { half, ...timeOf(delivery.median_seconds), newest: delivery.delivered };
}

/** All wait: that is said already. */
function waitingSentence({ total, waiting }: Summary): Sentence[] {
  return waiting > 0 && waiting < total ? [{ id: 'home.wordsWaiting', values: { count: waiting } }] : [];
}

function balanceSentence({ spend_per_day: spend }: Summary, mode: Mode, balance: number): Sentence[] {
  if (mode === 'TEST') return [];
  if (balance <= 0) return [{ id: 'home.wordsUsedUp', values: {} }];
  if (!spend) return [];
  return [{ id: 'home.wordsBalance', values: { days: Math.min(Math.floor(balance / spend), MANY_DAYS) } }];
}

/**
 * A share as a number for `percent`: whole per cent, with a decimal only at the ends, so that neither all nor
 * none is said of some.
 */
export function shareOf(part: number, whole: number): number {
  const share = part / whole;
  if (share >= 0.99) return Math.min(999, Math.floor(share * 1000)) / 1000;
  if (share < 0.01) return Math.ceil(share * 1000) / 1000;
  return Math.round(share * 100) / 100;
}

const MINUTE = 60;
const HOUR = 3_600;

/** A time in the unit people would say it in, with a decimal below ten: `{ time: 2.1, unit: 'second' }`. */
export function timeOf(seconds: number): { time: number; unit: 'second' | 'minute' | 'hour' } {
  const [length, unit] =
    seconds < MINUTE
      ? ([1, 'second'] as const)
      : seconds < HOUR
        ? ([MINUTE, 'minute'] as const)
        : ([HOUR, 'hour'] as const);
  const time = seconds / length;
  // Nothing arrives at once.
  return { time: time < 10 ? Math.max(0.1, Math.round(time * 10) / 10) : Math.round(time), unit };
}
