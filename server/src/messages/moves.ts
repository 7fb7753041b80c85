// A message's moves, by the transition table of the contract: forward only, and money back where the table says so.
import { FAILURES, type FailureCode, publicStatus, statesBefore } from '@godwit/contract/statuses';
import type { ClientBase } from 'pg';
import { refund } from '../billing/charge.ts';
import { wakeCallbacks } from '../callbacks/wake.ts';
import { afterCommit } from '../db/pool.ts';
import { tellCampaigns, tellMessages } from '../live/changes.ts';
import type { MessageState } from './queries.ts';
import { type MessageKey, type MovedMessage, updateFailed, updateState } from './stateQueries.ts';

/** Moves messages to a state where the table allows it, in the caller's transaction; gives the ids that moved. */
export async function moveMessages(
  client: ClientBase,
  to: Exclude<MessageState, 'failed' | 'accepted'>,
  keys: readonly MessageKey[],
): Promise<string[]> {
  const moved = await updateState(client, to, statesBefore(to), keys);
  tellMoved(client, to, moved);
  return moved.map((message) => message.id);
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
  tellMoved(client, 'failed', failed);
  if (rule.refunded) {
    await refund(
      client,
      failed.filter((f) => f.chargedMicros > 0n).map((f) => ({ ...f, messageId: f.id })),
    );
  }
  return failed.map((f) => f.id);
}

/**
 * Pages that show these messages, and who tells their callbacks, hear of it when it is committed. Until a message is sent nothing
 * has changed for either.
 */
function tellMoved(client: ClientBase, to: MessageState, moved: readonly MovedMessage[]) {
  const status = publicStatus(to);
  if (status === 'ACCEPTED' || moved.length === 0) return;
  afterCommit(client, () => {
    tellMessages(moved.map((message) => ({ ...message, status })));
    tellCampaigns(moved);
    if (moved.some(({ hasCallback }) => hasCallback)) wakeCallbacks();
  });
}
