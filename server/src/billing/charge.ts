// Charges messages in the caller's transaction: exact to the micro-unit, never below zero. `refundFailed.ts`
// returns what failed messages cost.
import type { ClientBase } from 'pg';
import { newId } from '../ids.ts';
import type { KeyCap } from '../projects/keyLimits.ts';
import { exceedsDailyLimit, warningsAt, warnOfLimit } from './dailyLimit.ts';
import { lockKeyDays } from './keyCaps.ts';
import { warnOfLowBalance } from './lowBalance.ts';
import {
  type Bill,
  type Funds,
  type LedgerEntry,
  lockBalances,
  lockSpending,
  postEntries,
  type SpendingKey,
} from './queries.ts';

export { type Bill, billValues, CHARGE_BILLS, LOCK_FUNDS } from './queries.ts';

/**
 * The cost of one message. `dailyLimitMicros` is the project's hard limit for `day`, null for none. At the
 * share `dailyWarnFraction` of the limit the project's people get a warning. `cap`: that of the API key.
 */
export type Charge = SpendingKey & {
  costMicros: bigint;
  dailyLimitMicros: bigint | null;
  dailyWarnFraction: number | null;
  cap?: KeyCap | null;
};

type FundsOutcome = 'charged' | 'insufficientBalance' | 'dailyLimit';
export type ChargeOutcome = FundsOutcome | 'keyCap';

/** Whether a charge fits what a team has and what its project has spent on the day. */
export function chargeOutcome(
  charge: Pick<Charge, 'costMicros' | 'dailyLimitMicros'>,
  { balanceMicros, spentMicros }: Funds,
): FundsOutcome {
  if (charge.costMicros > balanceMicros) return 'insufficientBalance';
  return exceedsDailyLimit(charge, spentMicros) ? 'dailyLimit' : 'charged';
}

/** The teams of these keys, each once. */
export const teamsOf = (keys: readonly SpendingKey[]) => [...new Set(keys.map(({ teamId }) => teamId))];
/** Names a project's day. */
export const dayKey = (key: SpendingKey) => `${key.teamId} ${key.projectId} ${key.day}`;

/** Total charges by project and day, in row-lock order. */
export function billsOf(charges: readonly Charge[]): Bill[] {
  const bills = new Map<string, Bill>();
  for (const charge of charges) {
    const { teamId, projectId, day, costMicros, dailyLimitMicros, dailyWarnFraction } = charge;
    const key = dayKey(charge);
    const bill = bills.get(key);
    if (bill) bill.amountMicros += costMicros;
    else {
      const warnings = warningsAt(dailyLimitMicros, dailyWarnFraction);
      const bought = { teamId, projectId, day, amountMicros: costMicros };
      bills.set(key, { ...bought, entryId: newId(), dailyLimitMicros, ...warnings });
    }
  }
  return [...bills].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bill]) => bill);
}

/** Locks what charges are taken from, balances before days, until the caller commits. */
export async function lockFunds(client: ClientBase, charges: readonly Charge[]) {
  const days = new Map(charges.map((charge) => [dayKey(charge), charge]));
  return {
    balances: await lockBalances(client, teamsOf(charges)),
    days,
    spending: await lockSpending(client, [...days.values()]),
  };
}

/**
 * Charges messages in order of arrival while they fit the balance, the daily limit and the cap of their key;
 * posts one ledger entry per team, project and day. Returns an outcome per charge, in order; a charge that
 * does not fit changes nothing. All limits are hard because their rows stay locked until the caller commits.
 */
export async function chargeInOrder(client: ClientBase, charges: Charge[]): Promise<ChargeOutcome[]> {
  const { balances: locked, days, spending: rows } = await lockFunds(client, charges);
  const balances = new Map(locked.map((row) => [row.teamId, row.balanceMicros]));
  const spent = new Map(rows.map((row) => [dayKey(row), row.spentMicros]));
  const keyDays = await lockKeyDays(client, charges);

  const taken = new Map<string, bigint>();
  const outcomes = charges.map((charge): ChargeOutcome => {
    const key = dayKey(charge);
    const funds = { balanceMicros: balances.get(charge.teamId) ?? 0n, spentMicros: spent.get(key) ?? 0n };
    const outcome = chargeOutcome(charge, funds);
    if (outcome !== 'charged') return outcome;
    if (!keyDays.fits(charge)) return 'keyCap';
    keyDays.add(charge);
    balances.set(charge.teamId, funds.balanceMicros - charge.costMicros);
    spent.set(key, funds.spentMicros + charge.costMicros);
    taken.set(key, (taken.get(key) ?? 0n) + charge.costMicros);
    return outcome;
  });

  const entries = [...taken].map(([key, micros]): LedgerEntry => {
    const { teamId, projectId, day } = days.get(key)!;
    const id = newId();
    const entry = { teamId, id, projectId, day, amountMicros: -micros, businessKey: null };
    return { ...entry, kind: 'CHARGE', reason: null };
  });
  if (entries.length > 0) await postEntries(client, entries);
  await keyDays.store(client);
  for (const row of locked) await warnOfLowBalance(client, row, balances.get(row.teamId)!);
  // Also if nothing was taken: the limit may have been lowered to what is spent.
  for (const row of rows) {
    const key = dayKey(row);
    const { dailyLimitMicros: limitMicros, dailyWarnFraction: warnFraction } = days.get(key)!;
    if (limitMicros === null || warnFraction === null) continue;
    await warnOfLimit(client, { ...row, spentMicros: spent.get(key)!, limitMicros, warnFraction });
  }
  return outcomes;
}
