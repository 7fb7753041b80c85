// Revenue by region as the chart has it: every month of the period, those without payments too.
import type { RevenueRow } from '@godwit/contract/staffPayments';

/** A month's sums; `net` and `tax` make up what was paid, `back` was refunded or charged back in it. */
export type Month = { month: string; net: number; tax: number; back: number };
export type RegionRevenue = Pick<RevenueRow, 'region' | 'currency'> & { rows: RevenueRow[]; months: Month[] };

/** So many months, the last of which is `last`, given as yyyy-MM. */
export function monthsUntil(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(year, month - count + index, 1));
    return date.toISOString().slice(0, 7);
  });
}

/** @param rows the newest month first, as the server has them */
export function byRegion(rows: readonly RevenueRow[], count: number, now: string): RegionRevenue[] {
  // A region may have begun its month before others have.
  const last = rows.reduce((latest, { month }) => (month > latest ? month : latest), now.slice(0, 7));
  return Object.values(Object.groupBy(rows, ({ region }) => region)).flatMap((own = []) => {
    const [first] = own;
    if (!first) return [];
    const months = monthsUntil(last, count).map((month): Month => {
      const row = own.find((one) => one.month === month);
      if (!row) return { month, net: 0, tax: 0, back: 0 };
      const net = Math.max(0, row.total - row.tax);
      return { month, net, tax: row.tax, back: row.refunded + row.charged_back };
    });
    return [{ region: first.region, currency: first.currency, rows: own, months }];
  });
}
