// Payments and returns by month and region, for staff pages and export.
import { csvLines } from '@godwit/contract/csv/cells';
import type { RevenueRow } from '@godwit/contract/staff/payments';
import { recordAudit } from '../../audit/record.ts';
import type { Staff } from '../../identity/sessions.ts';
import { fromMicros } from '../../money.ts';
import type { Services } from '../../services.ts';
import { selectRevenue } from './revenueQueries.ts';

const COLUMNS = [
  'month',
  'region',
  'currency',
  'payments',
  'amount',
  'tax',
  'total',
  'refunded',
  'charged_back',
] as const;

/**
 * The last `months`, with the current one, in each region's time. Leaves out months without payments and
 * returns.
 */
export async function revenue({ kysely }: Pick<Services, 'kysely'>, months: number): Promise<RevenueRow[]> {
  const rows = await selectRevenue(kysely, months);
  return rows.map(({ month, region, currency, payments, ...sums }) => ({
    month,
    region: region as RevenueRow['region'],
    currency,
    payments,
    amount: fromMicros(sums.amount),
    tax: fromMicros(sums.tax),
    total: fromMicros(sums.total),
    refunded: fromMicros(sums.refunded),
    charged_back: fromMicros(sums.chargedBack),
  }));
}

/** The same as CSV; the audit log records the export. */
export async function exportRevenue(
  services: Pick<Services, 'kysely'>,
  staff: Staff,
  months: number,
): Promise<string> {
  const rows = await revenue(services, months);
  await recordAudit(services.kysely, staff, { action: 'REVENUE_EXPORTED', detail: { months } });
  return csvLines([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]);
}
