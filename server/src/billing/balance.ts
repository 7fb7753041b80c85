// A team's balance: as it is now, and adding to it or taking from it by hand, which is a posted adjustment with a reason.
import type { ClientBase, Pool } from 'pg';
import { signalAtCommit } from '../db/signals.ts';
import { newId } from '../ids.ts';
import { balanceTopic } from '../live/changes.ts';
import { lockBalances, postEntries, selectBalance } from './queries.ts';

/** The balance in micro-units of the team's currency. */
export function readBalance(client: ClientBase | Pool, teamId: string): Promise<bigint> {
  return selectBalance(client, teamId);
}

/** How a balance is to change: `amountMicros` is negative for what is taken. An id is posted once. */
export type BalanceChange = { teamId: string; id: string; amountMicros: bigint; reason: string };

/** Adds `amountMicros` (more than zero) to a team's balance as an adjustment; returns the new balance in micro-units. */
export async function creditTeam(client: ClientBase, credit: Omit<BalanceChange, 'id'>): Promise<bigint> {
  return (await postAdjustment(client, { ...credit, id: newId() })) ?? 0n;
}

/** Posts an adjustment and gives the new balance in micro-units; null, and nothing is posted, where it would take more than there is. */
export async function postAdjustment(
  client: ClientBase,
  { teamId, id, amountMicros, reason }: BalanceChange,
): Promise<bigint | null> {
  const [balance] = await lockBalances(client, [teamId]);
  const after = (balance?.balanceMicros ?? 0n) + amountMicros;
  if (after < 0n) return null;
  await postEntries(client, [
    {
      teamId,
      id: newId(),
      kind: 'ADJUSTMENT',
      amountMicros,
      businessKey: `adjustment:${id}`,
      projectId: null,
      day: null,
      reason,
    },
  ]);
  await signalAtCommit(client, balanceTopic(teamId));
  return after;
}
