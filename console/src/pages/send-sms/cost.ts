// Calculates the cost of a message before it is sent, by the server's own rule.
import { indexPrices, type PriceRow, priceFor } from '@godwit/contract/payments/priceByPrefix';

/**
 * One destination: how many recipients, at what price per segment, and what they come to in the team's
 * currency.
 */
export type CostLine = { place: string; count: number; price: number; amount: number };

export type Cost = {
  lines: CostLine[];
  /** Recipients no price is known for; the server refuses them. */
  unpriced: number;
  total: number;
};

// Prices have at most four decimals; whole units of the fourth add up without error.
const UNITS = 10_000;

/** The cost of one text to these numbers (E.164), a line per destination in the order they come. */
export function costOf(numbers: readonly string[], segments: number, prices: readonly PriceRow[]): Cost {
  const index = indexPrices(prices);
  const counts = new Map<PriceRow, number>();
  let unpriced = 0;
  for (const number of numbers) {
    const row = priceFor(number, index);
    if (row) counts.set(row, (counts.get(row) ?? 0) + 1);
    else unpriced++;
  }
  const inUnits = (amount: number) => Math.round(amount * UNITS);
  const lines = [...counts].map(([{ name: place, price }, count]) => {
    return { place, count, price, amount: (inUnits(price) * count * segments) / UNITS };
  });
  return { lines, unpriced, total: lines.reduce((sum, { amount }) => sum + inUnits(amount), 0) / UNITS };
}
