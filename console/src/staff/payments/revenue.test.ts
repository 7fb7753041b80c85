import type { RevenueRow } from '@godwit/contract/staff/payments';
import { expect, test } from 'vitest';
import { byRegion, monthsUntil } from './revenue.ts';

const row = (month: string, region: RevenueRow['region'], own: Partial<RevenueRow> = {}): RevenueRow => ({
  month,
  region,
  currency: region === 'LK' ? 'LKR' : 'AUD',
  payments: 1,
  amount: 1000,
  tax: 180,
  total: 1180,
  refunded: 0,
  charged_back: 0,
  ...own,
});

test('months cross the end of a year', () => {
  expect(monthsUntil('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
});

test('lists every month of the period by region, beside the month one period earlier', () => {
  const rows = [
    row('2026-03', 'AU', { amount: 110, tax: 10, total: 110 }),
    row('2026-02', 'LK', { refunded: 100, charged_back: 18 }),
    row('2025-12', 'LK', { total: 590, tax: 90 }),
  ];
  // In Australia it is already March.
  expect(byRegion(rows, 2, '2026-02-28T20:00:00.000Z')).toMatchObject([
    {
      region: 'AU',
      months: [
        { month: '2026-02', net: 0, monthBefore: '2025-12', netBefore: 0 },
        { month: '2026-03', net: 100, monthBefore: '2026-01', netBefore: 0 },
      ],
    },
    {
      region: 'LK',
      currency: 'LKR',
      rows: [{ month: '2026-02' }],
      months: [{ net: 1000, netBefore: 500 }, { net: 0 }],
    },
  ]);
});
