// The cost of a team's LIVE messages in a month, by day and country, and how long its balance lasts.

import { countriesOf, dialCodeOf, homeDialCode } from '@godwit/contract/numbers/dialCodes';
import { type BillingOutlook, MAX_COUNTRIES, type Spend } from '@godwit/contract/payments/billing';
import { indexPrices, priceFor } from '@godwit/contract/payments/priceByPrefix';
import { addDays } from '@godwit/contract/ranges';
import { localDay } from '@godwit/contract/timezones';
import { fromMicros } from '../../money.ts';
import { pricesAt } from '../../prices/lists.ts';
import type { Services } from '../../services.ts';
import { stretchOf } from '../../stats/periods.ts';
import { spendPerDay } from '../../stats/summary.ts';
import { selectPayingTeam } from '../checkout/queries.ts';
import { stretchOfMonth } from './months.ts';
import { type DestinationSum, type ProjectDay, selectProjectDays, sumDestinations } from './spendQueries.ts';

type Parts = Pick<Services, 'kysely' | 'pool'>;

/** The most messages that are read for the shares of countries: some 50 ms. */
const SAMPLE = 20_000;
/** The days that the rate of spending is averaged over, today included. */
const RATE_DAYS = 30;

/** A month by day and country. Days that have not begun are left out. */
export async function spendOf({ kysely, pool }: Parts, teamId: string, month: string): Promise<Spend> {
  const { timezone } = await selectPayingTeam(kysely, teamId);
  const stretch = stretchOfMonth(month, timezone);
  const from = `${month}-01`;
  const last = addDays(localDay(stretch.before, timezone), -1);
  const today = localDay(new Date(), timezone);
  const to = last < today ? last : today;
  const rows = await selectProjectDays(pool, { teamId, from, to: last });
  const sample = await sampleOf(pool, rows, stretch);
  return { month, days: daysOf(rows, from, to), ...sharesOf(rows, sample) };
}

/** The rate of spending, and the commonest country of the last 30 days with its price. */
export async function outlookOf({ kysely, pool }: Parts, teamId: string): Promise<BillingOutlook> {
  const { timezone, regionId } = await selectPayingTeam(kysely, teamId);
  const to = localDay(new Date(), timezone);
  const from = addDays(to, 1 - RATE_DAYS);
  const [rows, prices] = await Promise.all([
    selectProjectDays(pool, { teamId, from, to }),
    pricesAt(kysely, regionId),
  ]);
  const { sums } = await sampleOf(pool, rows, stretchOf(from, to, timezone));
  const [commonest] = byCountry(sums, ({ count }) => count);
  const number = commonest?.example ?? homeDialCode(regionId);
  const code = commonest?.code ?? dialCodeOf(number);
  const price = priceFor(number, indexPrices(prices));
  const spent = rows.reduce((sum, { spentMicros }) => sum + spentMicros, 0n);
  const firstDay = rows.map(({ day }) => day).sort()[0] ?? null;
  return {
    spend_per_day: spendPerDay({ spentMicros: spent, firstDay }, timezone, new Date()),
    country:
      price && code !== null
        ? { dial_code: code, countries: [...countriesOf(code)], price: fromMicros(price.price_micros) }
        : null,
  };
}

/** Every day from one to another, with what all projects spent. */
function daysOf(rows: readonly ProjectDay[], from: string, to: string): Spend['days'] {
  const sums = new Map<string, bigint>();
  for (const { day, spentMicros } of rows) sums.set(day, (sums.get(day) ?? 0n) + spentMicros);
  const days: Spend['days'] = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    days.push({ date, cost: fromMicros(sums.get(date) ?? 0n) });
  return days;
}

type Sample = { sums: DestinationSum[]; most: number };

/** The newest messages of each project that has spent, so many in all that reading them takes no time. */
async function sampleOf(
  pool: Services['pool'],
  rows: readonly ProjectDay[],
  stretch: { from: Date; before: Date },
): Promise<Sample> {
  const projects = [...new Set(rows.map(({ projectId }) => projectId))];
  if (projects.length === 0) return { sums: [], most: SAMPLE };
  const most = Math.ceil(SAMPLE / projects.length);
  return { sums: await sumDestinations(pool, projects, stretch, most), most };
}

/** The share of each country. A project counts with what it spent, however few of its messages were read. */
function sharesOf(rows: readonly ProjectDay[], { sums, most }: Sample): Pick<Spend, 'countries' | 'is_all'> {
  const spent = new Map<string, number>();
  for (const { projectId, spentMicros } of rows)
    spent.set(projectId, (spent.get(projectId) ?? 0) + Number(spentMicros));
  const read = Map.groupBy(sums, ({ projectId }) => projectId);
  const sumOf = (some: readonly DestinationSum[], value: (one: DestinationSum) => number) =>
    some.reduce((sum, one) => sum + value(one), 0);
  const costs = new Map(
    [...read].map(([id, some]) => [id, sumOf(some, ({ costMicros }) => Number(costMicros))]),
  );
  const weighed = byCountry(
    sums,
    ({ projectId, costMicros }) =>
      (Number(costMicros) / (costs.get(projectId) || 1)) * (spent.get(projectId) ?? 0),
  );
  const all = weighed.reduce((sum, { value }) => sum + value, 0);
  const shown = weighed.slice(0, MAX_COUNTRIES);
  return {
    countries: shown.map(({ code, value }) => ({
      dial_code: code,
      countries: code === null ? [] : [...countriesOf(code)],
      share: value / all,
    })),
    is_all: [...read.values()].every((some) => sumOf(some, ({ count }) => count) < most),
  };
}

type CountrySum = { code: string | null; value: number; example: string };

/** Sums by dial code, the largest first, and equal ones always in the same order. */
function byCountry(sums: readonly DestinationSum[], amountOf: (sum: DestinationSum) => number): CountrySum[] {
  return [...Map.groupBy(sums, ({ destination }) => dialCodeOf(destination))]
    .map(([code, some]) => ({
      code,
      value: some.reduce((sum, one) => sum + amountOf(one), 0),
      example: some[0]!.example,
    }))
    .sort((a, b) => b.value - a.value || String(a.code).localeCompare(String(b.code)));
}
