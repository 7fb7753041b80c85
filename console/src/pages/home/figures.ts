// The four figures of Home and how they changed against the period before.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { Graphs, Overview } from '@godwit/contract/stats';
import type { TextId } from '../../text/catalogue.ts';

export type FigureName = Exclude<keyof Graphs['graphs'], 'outgoing_sms_failed'>;

type Kind = {
  name: FigureName;
  title: TextId;
  /** The spend is money, the others count messages. */
  isMoney: boolean;
  /** Whether more is good news; null for volume and spend, which are neither good nor bad. */
  moreIsGood: boolean | null;
};

/** In the order they are shown. */
export const FIGURES: readonly Kind[] = [
  { name: 'outgoing_sms_total', title: 'home.totalOutgoing', isMoney: false, moreIsGood: null },
  { name: 'outgoing_sms_delivered', title: 'home.totalDelivered', isMoney: false, moreIsGood: true },
  { name: 'outgoing_sms_undelivered', title: 'home.totalUndelivered', isMoney: false, moreIsGood: false },
  { name: 'outgoing_sms_cost', title: 'home.totalSpend', isMoney: true, moreIsGood: null },
];

/** A figure of the period shown and of the one before it. */
export type Compared = { current: number; previous: number };

/** Each figure by its name: the totals are of both outcomes together. */
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

// Money comes with at most four decimals; what adding them up as binary fractions leaves beyond is not ours.
const DECIMALS = 10_000;

/** The sum of counts or of amounts in major units. */
export const sum = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * DECIMALS) / DECIMALS;

/** The change in per cent, rounded to one decimal; from nothing to something is +100. */
export function percentChange({ current, previous }: Compared): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  return Math.round(((current - previous) / previous) * 1000) / 10 || 0;
}

/** Whether it is more than this many times what it was: a share says nothing any more. */
const MANY_TIMES = 10;
export const isManyTimes = ({ current, previous }: Compared): boolean =>
  previous > 0 && current > MANY_TIMES * previous;

/** Whether there was nothing before, of which no share can be told. */
export const isNew = ({ current, previous }: Compared): boolean => previous === 0 && current !== 0;

type Parts = { failed: number; waiting: number };

/**
 * Whether these are the parts of what was not delivered: read in calls of their own, they may be of another
 * moment.
 */
export const isSumOf = <P extends Parts>(total: number, parts: P | undefined): parts is P =>
  parts !== undefined && total > 0 && parts.failed + parts.waiting === total;

/** Whether a change is good or bad news; one that rounds to nothing, or of what is neither, is `none`. */
export function toneOf(percent: number, moreIsGood: boolean | null): 'good' | 'bad' | 'none' {
  if (percent === 0 || moreIsGood === null) return 'none';
  return percent > 0 === moreIsGood ? 'good' : 'bad';
}

/** What a figure is called in a mode: TEST costs nothing. */
export const titleOf = ({ title, isMoney }: Kind, mode: Mode): TextId =>
  isMoney && mode === 'TEST' ? 'field.wouldHaveCost' : title;
