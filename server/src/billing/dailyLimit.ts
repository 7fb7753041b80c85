// The daily limit of a project: whether a charge exceeds it, and the warnings before that, at the chosen
// share and at 95 %, once a day each. `LOCK_FUNDS` (queries.ts) checks both in SQL.
import type { ClientBase } from 'pg';
import { kyselyWithin } from '../db/kysely.ts';
import { displayMoney } from '../money.ts';
import { mailManagers } from '../projects/notify.ts';
import { type Bill, markWarned, type SpendingRow } from './queries.ts';
import { CHOSEN_BIT, LAST_BIT } from './warnedBits.ts';

/** The last warning comes at this share, in addition to the chosen one. */
const LAST_FRACTION = 0.95;
/** Denominator of shares: integer comparison is as exact as money. */
const PARTS = 10_000;

/** Spending of one day of a project with a limit, in micro-units. */
export type Spending = SpendingRow & { limitMicros: bigint; warnFraction: number };

/** Whether a charge would take a day's spending above the limit; a null limit is none. */
export function exceedsDailyLimit(
  { costMicros, dailyLimitMicros }: { costMicros: bigint; dailyLimitMicros: bigint | null },
  spentMicros: bigint,
): boolean {
  return dailyLimitMicros !== null && spentMicros + costMicros > dailyLimitMicros;
}

/** Sends the warnings that are due, in the transaction that spent. If both shares are one, it is one mail. */
export async function warnOfLimit(client: ClientBase, spending: Spending): Promise<void> {
  const due = dueWarnings(spending);
  if (due.length === 0) return;
  const { teamId, projectId, day, spentMicros, limitMicros } = spending;
  const bits = due.reduce((sum, { bit }) => sum | bit, spending.warned);
  await markWarned(client, { teamId, projectId, day, warned: bits });
  for (const { fraction } of due) {
    await mailManagers(kyselyWithin(client), { teamId, projectId }, (mails, { name, currency }) =>
      mails.limitWarning({
        project: name,
        percent: Number((fraction * 100).toFixed(2)),
        spent: `${displayMoney(spentMicros)} ${currency}`,
        limit: `${displayMoney(limitMicros)} ${currency}`,
        day,
      }),
    );
  }
}

/** Spending at which a day's warnings are due, in micro-units; null if there is none. */
export function warningsAt(
  limitMicros: bigint | null,
  warnFraction: number | null,
): Pick<Bill, 'chosenAtMicros' | 'lastAtMicros'> {
  if (limitMicros === null || warnFraction === null) return { chosenAtMicros: null, lastAtMicros: null };
  const at = (fraction: number) => {
    const parts = limitMicros * BigInt(Math.round(fraction * PARTS));
    return (parts + BigInt(PARTS - 1)) / BigInt(PARTS);
  };
  return { chosenAtMicros: at(warnFraction), lastAtMicros: at(LAST_FRACTION) };
}

function dueWarnings({ spentMicros, limitMicros, warnFraction, warned }: Spending) {
  const coincide = warnFraction === LAST_FRACTION;
  const warnings = coincide
    ? [{ bit: CHOSEN_BIT | LAST_BIT, fraction: LAST_FRACTION }]
    : [
        { bit: CHOSEN_BIT, fraction: warnFraction },
        { bit: LAST_BIT, fraction: LAST_FRACTION },
      ];
  return warnings.filter(({ bit, fraction }) => {
    const reached = spentMicros * BigInt(PARTS) >= limitMicros * BigInt(Math.round(fraction * PARTS));
    return reached && (warned & bit) !== bit;
  });
}
