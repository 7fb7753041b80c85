// Revenue by region and month, each month beside that of the period before.
import type { RevenueRow } from '@godwit/contract/staff/payments';

/** Payments of a month without tax, and those one period earlier. */
export type Month = { month: string; net: number; monthBefore: string; netBefore: number };
/** `rows` are those of the period, newest first. */
export type RegionRevenue = Pick<RevenueRow, 'region' | 'currency'> & { rows: RevenueRow[]; months: Month[] };

/** The last `count` months up to `last` (yyyy-MM). */
export function monthsUntil(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(year, month - count + index, 1));
    return date.toISOString().slice(0, 7);
  });
}

/** @param rows of the last `count` months and of as many before, newest first, as the server returns them */
export function byRegion(rows: readonly RevenueRow[], count: number, now: string): RegionRevenue[] {
  // In some regions the month begins earlier.
  const last = rows.reduce((latest, { month }) => (month > latest ? month : latest), now.slice(0, 7));
  const months = monthsUntil(last, 2 * count);
  const current = months.slice(count);
  return Object.values(Object.groupBy(rows, ({ region }) => region)).flatMap((own = []) => {
    const [first] = own;
    if (!first) return [];
    const netOf = (month: string) => {
      const row = own.find((one) => one.month === month);
      return row ? Math.max(0, row.total - row.tax) : 0;
    };
    return [
      {
        region: first.region,
        currency: first.currency,
        rows: own.filter(({ month }) => current.includes(month)),
        months: current.map((month, index) => {
          const monthBefore = months[index] ?? '';
          return { month, net: netOf(month), monthBefore, netBefore: netOf(monthBefore) };
        }),
      },
    ];
  });
}
