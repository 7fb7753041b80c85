// A team's balance: reads it, and adjusts it by hand with a reason.
import type { ClientBase } from 'pg';
import { signalAtCommit } from '../db/signals.ts';
import { newId } from '../ids.ts';
import { balanceTopic } from '../live/changes.ts';
import { lockBalances, postEntries, resetLowBalanceNotified } from './queries.ts';

export { readBalance, readBalanceIn, readFunds, readMoney, setLowBalance } from './queries.ts';

/** A change of a balance: `amountMicros` is negative for a subtraction. Each id is posted once. */
export type BalanceChange = { teamId: string; id: string; amountMicros: bigint; reason: string };

/**
 * Adds `amountMicros` (more than zero) to a team's balance as an adjustment; returns the new balance in
 * micro-units.
 */
export async function creditTeam(client: ClientBase, credit: Omit<BalanceChange, 'id'>): Promise<bigint> {
  return (await postAdjustment(client, { ...credit, id: newId() })) ?? 0n;
}

/**
 * Posts an adjustment and returns the new balance in micro-units; null, and nothing is posted, if that
 * would be below zero.
 */
export async function postAdjustment(
  client: ClientBase,
  { teamId, id, amountMicros, reason }: BalanceChange,
): Promise<bigint | null> {
  const [balance] = await lockBalances(client, [teamId]);
  const after = (balance?.balanceMicros ?? 0n) + amountMicros;
  if (after < 0n) return null;
  const entry = { teamId, id: newId(), amountMicros, businessKey: `adjustment:${id}`, reason };
  await postEntries(client, [{ ...entry, kind: 'ADJUSTMENT', projectId: null, day: null }]);
  if (amountMicros > 0n) await resetLowBalanceNotified(client, teamId);
  await signalAtCommit(client, balanceTopic(teamId));
  return after;
}
