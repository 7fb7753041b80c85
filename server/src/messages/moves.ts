// A message's moves, by the transition table of the contract: forward only, and money back where the table says so.
import { FAILURES, type FailureCode, publicStatus, statesBefore } from '@godwit/contract/statuses';
import type { ClientBase } from 'pg';
import { type Refund, refund } from '../billing/charge.ts';
import { wakeCallbacks } from '../callbacks/wake.ts';
import { afterCommit } from '../db/pool.ts';
import { tellCampaigns, tellMessages } from '../live/changes.ts';
import type { MessageState } from './queries.ts';
import {
  lockMessages,
  type MessageKey,
  type MovedMessage,
  updateFailed,
  updateState,
} from './stateQueries.ts';

type MovingState = Exclude<MessageState, 'failed' | 'accepted'>;
type Failure = MessageKey & { code: FailureCode; carrierError?: string | null };

/** What a transaction does to messages, each in one of these lists. */
export type Moves = { [State in MovingState]?: readonly MessageKey[] } & { failed?: readonly Failure[] };

/**
 * Moves messages where the table allows it, in the caller's transaction, and gives the ids that moved; charges of those that failed go
 * back where nothing reached a carrier. To be called once in a transaction, last of all: messages are locked by id and then, once for
 * all of them, the balances, so that no two transactions wait for each other.
 */
export async function moveAll(client: ClientBase, { failed = [], ...moving }: Moves): Promise<string[]> {
  const moves = Object.entries(moving).filter(([, keys]) => keys.length > 0) as [MovingState, MessageKey[]][];
  const failures = Map.groupBy(failed, ({ code }) => code);
  // One statement locks in order by itself.
  if (moves.length + failures.size > 1)
    await lockMessages(client, [...moves.flatMap(([, keys]) => keys), ...failed]);

  const moved: MovedMessage[] = [];
  const refunds: Refund[] = [];
  for (const [to, keys] of moves) {
    const those = await updateState(client, to, statesBefore(to), keys);
    tellMoved(client, to, those);
    moved.push(...those);
  }
  for (const [code, ofCode] of failures) {
    const rule = FAILURES[code];
    const rows = ofCode.map(({ teamId, id, carrierError = null }) => ({ teamId, id, carrierError }));
    const those = await updateFailed(client, code, rule, rows);
    tellMoved(client, 'failed', those);
    moved.push(...those);
    if (!rule.refunded) continue;
    for (const one of those) if (one.chargedMicros > 0n) refunds.push({ ...one, messageId: one.id });
  }
  await refund(client, refunds);
  return moved.map(({ id }) => id);
}

/** Moves messages to one state: see `moveAll`. */
export function moveMessages(
  client: ClientBase,
  to: MovingState,
  keys: readonly MessageKey[],
): Promise<string[]> {
  return moveAll(client, { [to]: keys });
}

/** Fails messages for one reason: see `moveAll`. Messages in a state that cannot fail so stay as they are. */
export function failMessages(
  client: ClientBase,
  code: FailureCode,
  failures: readonly Omit<Failure, 'code'>[],
): Promise<string[]> {
  return moveAll(client, { failed: failures.map((failure) => ({ ...failure, code })) });
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
