// Prices per segment, by destination. Screens calculate a cost by the rule that the server charges by.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { money } from '../common.ts';

/**
 * A row of GET /v1/web/prices, the price list of the team. `price` is per segment in the currency of the
 * team; `dial_prefix` is digits.
 */
const priceRow = z.object({ dial_prefix: z.string(), name: z.string(), price: money });
const pricesAnswer = z.array(priceRow);
export type PriceRow = z.infer<typeof priceRow>;

/** A price list prepared for look-ups by dial prefix. */
export type PriceIndex<Row> = { byPrefix: ReadonlyMap<string, Row>; longest: number };

/** Prepares a price list. The empty prefix, if present, matches every number. */
export function indexPrices<Row extends { dial_prefix: string }>(rows: readonly Row[]): PriceIndex<Row> {
  const byPrefix = new Map(rows.map((row) => [row.dial_prefix, row]));
  const longest = rows.reduce((most, row) => Math.max(most, row.dial_prefix.length), 0);
  return { byPrefix, longest };
}

/**
 * Returns the row with the longest dial prefix of a number in E.164, with or without its plus sign; null if
 * no row matches.
 */
export function priceFor<Row>(number: string, prices: PriceIndex<Row>): Row | null {
  const digits = number.startsWith('+') ? number.slice(1) : number;
  for (let length = Math.min(prices.longest, digits.length); length >= 0; length--) {
    const row = prices.byPrefix.get(digits.slice(0, length));
    if (row) return row;
  }
  return null;
}

export const priceCalls = {
  'GET /prices': { answer: pricesAnswer },
} satisfies Calls;
