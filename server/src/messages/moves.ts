// A message's moves, by the transition table of the contract: forward only, and money back where the table says so.
import { FAILURES, type FailureCode, statesBefore } from '@godwit/contract/statuses';
import type { ClientBase } from 'pg';
import { refund } from '../billing/charge.ts';
import type { MessageState } from './queries.ts';
import { type MessageKey, updateFailed, updateState } from './stateQueries.ts';

/** Moves messages to a state where the table allows it, in the caller's transaction; gives the ids that moved. */
export function moveMessages(
  client: ClientBase,
  to: Exclude<MessageState, 'failed' | 'accepted'>,
  keys: readonly MessageKey[],
): Promise<string[]> {
  return updateState(client, to, statesBefore(to), keys);
}

/**
 * Fails messages for one reason, in the caller's transaction; messages in a state that cannot fail so stay as they are.
 * Charges go back where nothing reached a carrier. Gives the ids that failed.
 */
export async function failMessages(
  client: ClientBase,
  code: FailureCode,
  failures: readonly (MessageKey & { carrierError?: string | null })[],
): Promise<string[]> {
  if (failures.length === 0) return [];
  const rule = FAILURES[code];
  const rows = failures.map(({ teamId, id, carrierError = null }) => ({ teamId, id, carrierError }));
  const failed = await updateFailed(client, code, rule, rows);
  if (rule.refunded) {
    await refund(
      client,
      failed.filter((f) => f.chargedMicros > 0n).map((f) => ({ ...f, messageId: f.id })),
    );
  }
  return failed.map((f) => f.id);
}
