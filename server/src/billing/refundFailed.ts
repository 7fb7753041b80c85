// Refunds messages that failed, in the caller's transaction. `FAILURES` in the contract says which failures
// are refunded.
import type { ClientBase } from 'pg';
import { newId } from '../ids.ts';
import { dayKey, teamsOf } from './charge.ts';
import { type LedgerEntry, lockBalances, lockSpending, postEntries, type SpendingKey } from './queries.ts';

/** A charge to refund in full. */
export type Refund = SpendingKey & { messageId: string; chargedMicros: bigint };

/**
 * Refunds charges, and takes them off the spending of the day they were charged to. `applyTransitions` calls
 * it for each failure that `FAILURES` in the contract marks as refunded.
 */
export async function refundFailed(client: ClientBase, refunds: Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  await lockBalances(client, teamsOf(refunds));
  await lockSpending(client, [...new Map(refunds.map((r) => [dayKey(r), r])).values()]);
  const entries = refunds.map(({ teamId, projectId, day, messageId, chargedMicros }): LedgerEntry => {
    const entry = { teamId, id: newId(), projectId, day, amountMicros: chargedMicros };
    return { ...entry, kind: 'REFUND', businessKey: `refund:${messageId}`, reason: null };
  });
  await postEntries(client, entries);
}
