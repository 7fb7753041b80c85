// Notifies a team when its balance is low.
import type { ClientBase } from 'pg';
import { kyselyWithin } from '../db/kysely.ts';
import { displayMoney } from '../money.ts';
import { findTeam } from '../team/find.ts';
import { mailAdmins } from '../team/notify.ts';
import { type BalanceRow, markLowBalanceNotified } from './queries.ts';

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
