// Prices: what a segment costs by where it goes. The screen shows a cost with the same rule the server
// charges by.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { money } from '../common.ts';

/**
 * GET /v1/web/prices: the team's price list. `price` is per segment, in the team's currency; `dial_prefix` is
 * digits.
 */
export const priceRow = z.object({ dial_prefix: z.string(), name: z.string(), price: money });
export const pricesAnswer = z.array(priceRow);
export type PriceRow = z.infer<typeof priceRow>;

/** A price list made ready for look-ups by dial prefix. */
export type PriceIndex<Row> = { byPrefix: ReadonlyMap<string, Row>; longest: number };

/** Makes the look-up of a price list. The empty prefix, if there is one, is the rest of the world. */
export function indexPrices<Row extends { dial_prefix: string }>(rows: readonly Row[]): PriceIndex<Row> {
  const byPrefix = new Map(rows.map((row) => [row.dial_prefix, row]));
  const longest = rows.reduce((most, row) => Math.max(most, row.dial_prefix.length), 0);
  return { byPrefix, longest };
}

/**
 * The row with the most specific dial prefix of a number, given as E.164 with or without its plus; null where
 * none fits.
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
