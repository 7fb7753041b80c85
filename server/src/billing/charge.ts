// Charging and refunding messages: inside the caller's transaction, exact to the micro-unit, never below zero.
import type { ClientBase } from 'pg';
import { newId } from '../ids.ts';
import { type LedgerEntry, lockBalances, lockSpending, postEntries, type SpendingKey } from './queries.ts';
import { warnOfLimit } from './warn.ts';

/**
 * What one message costs and whom; `dailyLimitMicros` is the project's hard limit for `day`, null for none, `dailyWarnFraction`
 * the share of it that its people want to be warned at.
 */
export type Charge = SpendingKey & {
  costMicros: bigint;
  dailyLimitMicros: bigint | null;
  dailyWarnFraction: number | null;
};

/** A charge to give back in full. */
export type Refund = SpendingKey & { messageId: string; chargedMicros: bigint };

export type ChargeOutcome = 'charged' | 'insufficientBalance' | 'dailyLimit';

const dayKey = (key: SpendingKey) => `${key.teamId} ${key.projectId} ${key.day}`;

/**
 * Charges messages in order of arrival while they fit the balance and the daily limit; one ledger entry per team, project
 * and day. Returns an outcome for each charge in order; what does not fit changes nothing. Both limits are hard because
 * their rows stay locked until the caller commits.
 */
export async function chargeInOrder(client: ClientBase, charges: Charge[]): Promise<ChargeOutcome[]> {
  const balances = new Map(
    (await lockBalances(client, [...new Set(charges.map((c) => c.teamId))])).map((row) => [
      row.teamId,
      row.balanceMicros,
    ]),
  );
  const days = new Map(charges.map((charge) => [dayKey(charge), charge]));
  const rows = await lockSpending(client, [...days.values()]);
  const spent = new Map(rows.map((row) => [dayKey(row), row.spentMicros]));

  const taken = new Map<string, bigint>();
  const outcomes = charges.map((charge): ChargeOutcome => {
    const key = dayKey(charge);
    const balanceMicros = (balances.get(charge.teamId) ?? 0n) - charge.costMicros;
    const spentMicros = (spent.get(key) ?? 0n) + charge.costMicros;
    if (balanceMicros < 0n) return 'insufficientBalance';
    if (charge.dailyLimitMicros !== null && spentMicros > charge.dailyLimitMicros) return 'dailyLimit';
    balances.set(charge.teamId, balanceMicros);
    spent.set(key, spentMicros);
    taken.set(key, (taken.get(key) ?? 0n) + charge.costMicros);
    return 'charged';
  });

  const entries = [...taken].map(([key, micros]) => chargeEntry(days.get(key)!, micros));
  if (entries.length > 0) await postEntries(client, entries);
  // Also where nothing was taken: the limit may have been lowered to what is spent.
  for (const row of rows) {
    const key = dayKey(row);
    const { dailyLimitMicros: limitMicros, dailyWarnFraction: warnFraction } = days.get(key)!;
    if (limitMicros === null || warnFraction === null) continue;
    await warnOfLimit(client, { ...row, spentMicros: spent.get(key)!, limitMicros, warnFraction });
  }
  return outcomes;
}

/** Gives charges back; the day they were charged to gets its room back too. */
export async function refund(client: ClientBase, refunds: Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  await lockBalances(client, [...new Set(refunds.map((r) => r.teamId))]);
  await lockSpending(client, [...new Map(refunds.map((r) => [dayKey(r), r])).values()]);
  await postEntries(client, refunds.map(refundEntry));
}

function chargeEntry({ teamId, projectId, day }: SpendingKey, micros: bigint): LedgerEntry {
  const id = newId();
  return {
    teamId,
    id,
    kind: 'CHARGE',
    amountMicros: -micros,
    businessKey: `charge:${id}`,
    projectId,
    day,
    reason: null,
  };
}

function refundEntry({ teamId, projectId, day, messageId, chargedMicros }: Refund): LedgerEntry {
  return {
    teamId,
    id: newId(),
    kind: 'REFUND',
    amountMicros: chargedMicros,
    businessKey: `refund:${messageId}`,
    projectId,
    day,
    reason: null,
  };
}
