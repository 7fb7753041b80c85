// Warns when a project nears its daily limit, at its chosen share and at 95 %, once a day each; and when a
// team's balance is low.
import type { ClientBase } from 'pg';
import { kyselyWithin } from '../db/kysely.ts';
import { displayMoney } from '../money.ts';
import { mailManagers } from '../projects/notify.ts';
import { findTeam } from '../team/find.ts';
import { mailAdmins } from '../team/notify.ts';
import {
  type BalanceRow,
  type Bill,
  markLowBalanceNotified,
  markWarned,
  type SpendingRow,
} from './queries.ts';

/** The last warning comes at this share, in addition to the chosen one. */
const LAST_FRACTION = 0.95;
/** Bits of `warned`. */
const CHOSEN = 1;
const LAST = 2;
/** Denominator of shares: integer comparison is as exact as money. */
const PARTS = 10_000;

/** Spending of one day of a project with a limit, in micro-units. */
export type Spending = SpendingRow & { limitMicros: bigint; warnFraction: number };

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

/**
 * Notifies a team that its balance fell below its threshold, in the transaction that spent; once until the
 * balance is above it again.
 */
export async function warnOfLowBalance(
  client: ClientBase,
  { teamId, lowMicros, lowNotified }: BalanceRow,
  balanceMicros: bigint,
): Promise<void> {
  if (lowMicros === null || lowNotified || balanceMicros >= lowMicros) return;
  await markLowBalanceNotified(client, teamId);
  const trx = kyselyWithin(client);
  const team = await findTeam(trx, teamId);
  const show = (micros: bigint) => `${displayMoney(micros)} ${team?.currency ?? ''}`;
  const words = { balance: show(balanceMicros), below: show(lowMicros) };
  await mailAdmins(trx, teamId, (mails) => mails.lowBalance(words));
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
    ? [{ bit: CHOSEN | LAST, fraction: LAST_FRACTION }]
    : [
        { bit: CHOSEN, fraction: warnFraction },
        { bit: LAST, fraction: LAST_FRACTION },
      ];
  return warnings.filter(({ bit, fraction }) => {
    const reached = spentMicros * BigInt(PARTS) >= limitMicros * BigInt(Math.round(fraction * PARTS));
    return reached && (warned & bit) !== bit;
  });
}
