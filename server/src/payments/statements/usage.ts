// A team's usage by month, and its billing overview.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { Tax } from '@godwit/contract/payments/amounts';
import type { Billing, Usage } from '@godwit/contract/payments/billing';
import { readMoney } from '../../billing/balance.ts';
import { displayMoney, fromMicros } from '../../money.ts';
import type { Services } from '../../services.ts';
import { readUsage } from '../../stats/usage.ts';
import { selectLastPaid, selectPayingTeam } from '../checkout/queries.ts';
import { toPayment } from '../checkout/show.ts';
import { monthOf, monthsBetween, shiftMonth, stretchOfMonth } from './months.ts';
import { readTax } from './tax.ts';

/** The number of months with a statement on screen. */
const MONTHS = 12;

type PayingTeam = Awaited<ReturnType<typeof selectPayingTeam>>;

/** A team's month, by project and ingress. */
export async function usageOf(
  { kysely, pool }: Pick<Services, 'kysely' | 'pool'>,
  teamId: string,
  { mode, year, month }: { mode: Mode; year: number; month: number },
): Promise<Usage> {
  const team = await selectPayingTeam(kysely, teamId);
  const stretch = stretchOfMonth(`${year}-${String(month).padStart(2, '0')}`, team.timezone);
  const [rows, tax] = await Promise.all([
    readUsage(pool, { teamId, mode }, stretch),
    readTax(kysely, team.regionId, new Date(stretch.before.getTime() - 1)),
  ]);
  const used = Map.groupBy(rows, ({ direction, apiType }) => `${direction} ${apiType}`);
  return {
    api_usage: [...used.values()].map((some) => ({
      api_direction: some[0]!.direction,
      api_type: some[0]!.apiType,
      projects: some.map(({ id, name, count, costMicros }) => ({
        id,
        name,
        qty: count,
        cost: fromMicros(costMicros),
      })),
    })),
    ...sumsOf(total(rows)),
    region: regionOf(team, tax),
  };
}

/** The overview: balance, last payment, and this month so far. */
export async function billingOf(
  { kysely, pool }: Pick<Services, 'kysely' | 'pool'>,
  teamId: string,
): Promise<Billing> {
  const team = await selectPayingTeam(kysely, teamId);
  const month = monthOf(new Date(), team.timezone);
  const first = monthOf(team.createdAt, team.timezone);
  const [rows, tax, money, paid] = await Promise.all([
    readUsage(pool, { teamId, mode: 'LIVE' }, stretchOfMonth(month, team.timezone)),
    readTax(kysely, team.regionId),
    readMoney(pool, teamId),
    selectLastPaid(kysely, teamId),
  ]);
  const of = (type: 'MESSAGING' | 'CAMPAIGN') => {
    const some = rows.filter(({ apiType }) => apiType === type);
    return { qty: some.reduce((sum, { count }) => sum + count, 0), cost: fromMicros(total(some)) };
  };
  const earliest = shiftMonth(month, 1 - MONTHS);
  return {
    team: { id: teamId, name: team.name },
    balance: fromMicros(money.balanceMicros),
    display_balance: displayMoney(money.balanceMicros),
    owed: fromMicros(money.owedMicros),
    low_balance: money.lowMicros === null ? null : fromMicros(money.lowMicros),
    last_payment: paid ? toPayment(paid) : null,
    month,
    messaging: of('MESSAGING'),
    campaigns: of('CAMPAIGN'),
    ...sumsOf(total(rows)),
    region: regionOf(team, tax),
    months: monthsBetween(first > earliest ? first : earliest, month).reverse(),
  };
}

function total(rows: readonly { costMicros: bigint }[]): bigint {
  return rows.reduce((sum, { costMicros }) => sum + costMicros, 0n);
}

/** Tax is paid at top-up, so usage adds none: its total is what the messages took from the balance. */
function sumsOf(costMicros: bigint) {
  const cost = fromMicros(costMicros);
  return { subtotal: cost, tax: 0, total: cost };
}

function regionOf(
  { regionId: id, country: name, currency, symbol }: PayingTeam,
  { basisPoints, included }: Tax,
) {
  return {
    id,
    name,
    currency,
    currency_symbol: symbol,
    tax_included: included,
    tax_percentage: basisPoints / 100,
  };
}
