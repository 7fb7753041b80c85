// Calculates the cost of a message before it is sent, by the server's own rule.
import { indexPrices, type PriceRow, priceFor } from '@godwit/contract/payments/priceByPrefix';

/** A destination with its number of recipients, price per segment and amount, in the team's currency. */
export type CostLine = { destination: string; count: number; price: number; amount: number };

export type Cost = {
  lines: CostLine[];
  /** The number of recipients without a price. The server rejects them. */
  unpriced: number;
  total: number;
};

// Prices have at most four decimals. Sums of whole units of the fourth decimal are exact.
const UNITS = 10_000;

/** Returns the cost of one text to these numbers (E.164), by destination in order of appearance. */
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
  const lines = [...counts].map(([{ name: destination, price }, count]) => {
    return { destination, count, price, amount: (inUnits(price) * count * segments) / UNITS };
  });
  return { lines, unpriced, total: lines.reduce((sum, { amount }) => sum + inUnits(amount), 0) / UNITS };
}
