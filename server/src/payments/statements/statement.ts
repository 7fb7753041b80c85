// Monthly statements: each change of the balance, exact to the micro-unit, as an answer and CSV.

import { csvLines } from '@godwit/contract/csv/cells';
import type { Statement } from '@godwit/contract/payments/billing';
import { idFloor } from '../../ids.ts';
import { fromMicros } from '../../money.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { selectPayingTeam, selectSettled } from '../checkout/queries.ts';
import { toPayment } from '../checkout/show.ts';
import { monthOf, monthsBetween, stretchOfMonth } from './months.ts';
import { keepMonths, type MonthSums, selectMonths, sumMonths } from './queries.ts';

/** How long after its end a month is stored: by then, no clock or open transaction can still add to it. */
const SETTLED_MS = 3_600_000;

type Parts = Pick<Services, 'kysely'>;

/**
 * A month's statement, which continues the previous one. Entries belong to the month of their ids. 1001 for
 * a month before the team existed or in the future.
 */
export async function statementOf(
  { kysely }: Parts,
  teamId: string,
  month: string,
  now = new Date(),
): Promise<Statement | Refusal> {
  const { timezone, createdAt, currency } = await selectPayingTeam(kysely, teamId);
  const first = monthOf(createdAt, timezone);
  if (month < first || month > monthOf(now, timezone)) return refuse('notFound');
  const all = await monthsUpTo({ kysely }, { teamId, timezone, first, month, now });
  const own = all.find((one) => one.month === month)!;
  const openingMicros = all.reduce((sum, one) => (one === own ? sum : sum + changeOf(one)), 0n);
  const { from, before } = stretchOfMonth(month, timezone);
  return {
    month,
    from: from.toISOString(),
    before: before.toISOString(),
    complete: before <= now,
    currency,
    opening: fromMicros(openingMicros),
    top_ups: fromMicros(own.top_ups),
    charges: fromMicros(-own.charges),
    refunds: fromMicros(own.refunds),
    adjustments: fromMicros(own.adjustments),
    returned: fromMicros(-own.returned),
    closing: fromMicros(openingMicros + changeOf(own)),
    payments: (await selectSettled(kysely, teamId, { from, before })).map(toPayment),
  };
}

/** A statement as CSV: its sums, then its payments. */
export function writeStatement(statement: Statement): string {
  const { month, currency, opening, top_ups, charges, refunds, adjustments, returned, closing } = statement;
  const rows = Object.entries({
    'Opening balance': opening,
    'Top-ups': top_ups,
    Charges: -charges,
    Refunds: refunds,
    Adjustments: adjustments,
    'Returned to payers': -returned,
    'Closing balance': closing,
  });
  return csvLines([
    ['Statement', month, currency],
    ...rows,
    [],
    ['Paid at', 'Payment', 'Amount', 'Tax', 'Total', 'Refunded', 'Charged back'],
    ...statement.payments.map((payment) => [
      payment.settled_at ?? '',
      payment.id,
      payment.amount,
      payment.tax,
      payment.total,
      payment.refunded,
      payment.charged_back,
    ]),
  ]);
}

/** The sums of a team's months up to one: stored ones, and the others from the ledger. */
async function monthsUpTo(
  { kysely }: Parts,
  {
    teamId,
    timezone,
    first,
    month,
    now,
  }: { teamId: string; timezone: string; first: string; month: string; now: Date },
): Promise<MonthSums[]> {
  const kept = await selectMonths(kysely, teamId, month);
  const known = new Set(kept.map((one) => one.month));
  const missing = monthsBetween(first, month)
    .filter((one) => !known.has(one))
    .map((one) => ({ month: one, ...stretchOfMonth(one, timezone) }));
  if (missing.length === 0) return kept;
  const asked = missing.map(({ month: one, from, before }) => ({
    month: one,
    // A team's first entries may be older than itself by as much as clocks differ.
    from: idFloor(one === first ? new Date(0) : from),
    before: idFloor(before),
  }));
  const summed = await sumMonths(kysely, teamId, asked);
  const over = new Set(
    missing.filter(({ before }) => before.getTime() + SETTLED_MS < now.getTime()).map((one) => one.month),
  );
  await keepMonths(
    kysely,
    teamId,
    summed.filter((one) => over.has(one.month)),
  );
  return [...kept, ...summed];
}

function changeOf({ top_ups, charges, refunds, adjustments, returned }: MonthSums): bigint {
  return top_ups + charges + refunds + adjustments + returned;
}
