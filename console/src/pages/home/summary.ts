// Chooses the sentences of Home's summary and their values.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { Summary } from '@godwit/contract/stats';
import type { TextId } from '../../text/catalogue.ts';

/** A text of the catalogue with its values. `time` and `unit` format 'home.time', its value `within`. */
export type Sentence = { id: TextId; values: Record<string, string | number> };

/** The highest value of `days`. The text contains this number: it shows it as "more than a year". */
const MANY_DAYS = 366;

/** Returns the sentences in order. `balance` is the team's; the summary is of a project in this mode. */
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

/** Returns the delivery time of the `one` message, of half of `all` or half of the `newest`, or `none`. */
function halfOf(delivery: Summary['delivery'], delivered: number): Sentence['values'] {
  if (!delivery) return { half: 'none', time: '', newest: 0 };
  const half = !delivery.is_all ? 'newest' : delivered === 1 ? 'one' : 'all';
  return { half, ...timeOf(delivery.median_seconds), newest: delivery.delivered };
}

/** No sentence if all messages are waiting, because the first sentence states it. */
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
 * Returns a share rounded to whole percent. Near 0 and 1 it keeps one decimal, so "some" never reads as 0% or
 * 100%.
 */
export function shareOf(part: number, whole: number): number {
  const share = part / whole;
  if (share >= 0.99) return Math.min(999, Math.floor(share * 1000)) / 1000;
  if (share < 0.01) return Math.ceil(share * 1000) / 1000;
  return Math.round(share * 100) / 100;
}

const MINUTE = 60;
const HOUR = 3_600;

/** Converts seconds to a readable unit, with a decimal below ten: `{ time: 2.1, unit: 'second' }`. */
export function timeOf(seconds: number): { time: number; unit: 'second' | 'minute' | 'hour' } {
  const [length, unit] =
    seconds < MINUTE
      ? ([1, 'second'] as const)
      : seconds < HOUR
        ? ([MINUTE, 'minute'] as const)
        : ([HOUR, 'hour'] as const);
  const time = seconds / length;
  // No delivery takes 0 seconds.
  return { time: time < 10 ? Math.max(0.1, Math.round(time * 10) / 10) : Math.round(time), unit };
}
