// The four figures of Home, and their change compared to the previous period.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { Graphs, Overview } from '@godwit/contract/stats';
import type { TextId } from '../../text/catalogue.ts';

export type FigureName = Exclude<keyof Graphs['graphs'], 'outgoing_sms_failed'>;

type Kind = {
  name: FigureName;
  title: TextId;
  /** Whether the figure is an amount of money. The others count messages. */
  isMoney: boolean;
  /** Whether more is good news; null for volume and spend, which are neither good nor bad. */
  moreIsGood: boolean | null;
};

/** In the order of the cards. */
export const FIGURES: readonly Kind[] = [
  { name: 'outgoing_sms_total', title: 'home.totalOutgoing', isMoney: false, moreIsGood: null },
  { name: 'outgoing_sms_delivered', title: 'home.totalDelivered', isMoney: false, moreIsGood: true },
  { name: 'outgoing_sms_undelivered', title: 'home.totalUndelivered', isMoney: false, moreIsGood: false },
  { name: 'outgoing_sms_cost', title: 'home.totalSpend', isMoney: true, moreIsGood: null },
];

/** A figure of the selected period and of the one before it. */
export type Compared = { current: number; previous: number };

/** Calculates each figure. Totals and cost add up delivered and undelivered messages. */
export function figuresOf(overview: Overview): Record<FigureName, Compared> {
  const compare = (value: (rows: Overview['outgoing_sms_current']) => number): Compared => ({
    current: value(overview.outgoing_sms_current),
    previous: value(overview.outgoing_sms_previous),
  });
  const totalOf = (status: 'DELIVERED' | 'UNDELIVERED') =>
    compare((rows) => sum(rows.filter((row) => row.status === status).map(({ total }) => total)));
  return {
    outgoing_sms_total: compare((rows) => sum(rows.map(({ total }) => total))),
    outgoing_sms_delivered: totalOf('DELIVERED'),
    outgoing_sms_undelivered: totalOf('UNDELIVERED'),
    outgoing_sms_cost: compare((rows) => sum(rows.map(({ cost }) => cost))),
  };
}

// Amounts have at most four decimals. Rounding to four removes the errors of binary fractions.
const DECIMALS = 10_000;

/** Adds up counts, or amounts in major units. */
export const sum = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * DECIMALS) / DECIMALS;

/** Returns the change in percent, rounded to one decimal. A change from zero counts as +100. */
export function percentChange({ current, previous }: Compared): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  return Math.round(((current - previous) / previous) * 1000) / 10 || 0;
}

const MANY_TIMES = 10;
/** Whether a figure grew so much that a percentage is no longer helpful. */
export const isManyTimes = ({ current, previous }: Compared): boolean =>
  previous > 0 && current > MANY_TIMES * previous;

/** Whether the figure grew from zero. */
export const isNew = ({ current, previous }: Compared): boolean => previous === 0 && current !== 0;

type Parts = { failed: number; waiting: number };

/**
 * Whether failed and waiting messages add up to the undelivered ones. They come from separate requests, so
 * they can differ for a moment.
 */
export const isSumOf = <P extends Parts>(total: number, parts: P | undefined): parts is P =>
  parts !== undefined && total > 0 && parts.failed + parts.waiting === total;

/** Returns the tone of a change: `none` if it rounds to zero or the figure is neutral. */
export function toneOf(percent: number, moreIsGood: boolean | null): 'good' | 'bad' | 'none' {
  if (percent === 0 || moreIsGood === null) return 'none';
  return percent > 0 === moreIsGood ? 'good' : 'bad';
}

/** Returns the title of a figure. In TEST, the spend is an amount that LIVE messages would have cost. */
export const titleOf = ({ title, isMoney }: Kind, mode: Mode): TextId =>
  isMoney && mode === 'TEST' ? 'field.wouldHaveCost' : title;
