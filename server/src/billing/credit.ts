// Crediting a team by hand: a booked adjustment with a reason.
import type { ClientBase } from 'pg';
import { signalAtCommit } from '../db/signals.ts';
import { newId } from '../ids.ts';
import { balanceTopic } from '../live/changes.ts';
import { book, lockBalances } from './queries.ts';

/** Adds `amountMicros` (more than zero) to a team's balance as an adjustment; returns the new balance in micro-units. */
export async function creditTeam(
  client: ClientBase,
  { teamId, amountMicros, reason }: { teamId: string; amountMicros: bigint; reason: string },
): Promise<bigint> {
  const id = newId();
  const [balance] = await lockBalances(client, [teamId]);
  await book(client, [
    {
      teamId,
      id,
      kind: 'ADJUSTMENT',
      amountMicros,
      businessKey: `adjustment:${id}`,
      projectId: null,
      day: null,
      reason,
    },
  ]);
  await signalAtCommit(client, balanceTopic(teamId));
  return (balance?.balanceMicros ?? 0n) + amountMicros;
}
