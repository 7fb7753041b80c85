// Moves messages between states by the contract's transition table, with refunds as the table of failures
// states.
import { FAILURES, type FailureCode } from '@godwit/contract/messages/failures';
import { type MessageState, publicStatus, statesBefore } from '@godwit/contract/messages/statuses';
import type { ClientBase } from 'pg';
import { type Refund, refundFailed } from '../../billing/refundFailed.ts';
import { wakeCallbacks } from '../../callbacks/wake.ts';
import { afterCommit } from '../../db/transaction.ts';
import { notifyCampaigns, notifyMessages } from '../../live/changes.ts';
import { isTraced, noteSpan } from '../../tracing.ts';
import {
  lockMessages,
  type MessageKey,
  type TransitionedMessage,
  updateFailed,
  updateState,
  updateTaken,
} from './queries.ts';

type MovingState = Exclude<MessageState, 'failed' | 'accepted'>;
type Failure = MessageKey & { code: FailureCode; carrierError?: string | null };

/** The moves of one transaction, with each message in one list. */
export type Transitions = { [State in MovingState]?: readonly MessageKey[] } & {
  failed?: readonly Failure[];
};

/**
 * Changes the states of messages as far as the contract's table allows it, in the caller's transaction.
 * Returns the changed ids.
 * Refunds the charges of failed messages as `FAILURES` (contract, messages/failures.ts) says.
 * Call it once per transaction, as the last step. It locks messages by id and then all balances once, so two
 * transactions never deadlock.
 */
export async function applyTransitions(client: ClientBase, all: Transitions): Promise<string[]> {
  const { failed = [], sent = [], delivered = [], ...others } = all;
  // A message that was sent and has been delivered since moves once.
  const isTakenTogether = sent.length > 0 && delivered.length > 0;
  const moves = { ...others, ...(!isTakenTogether && { sent, delivered }) };
  const transitions = Object.entries(moves).filter(([, keys]) => keys.length > 0) as [
    MovingState,
    MessageKey[],
  ][];
  const failures = Map.groupBy(failed, ({ code }) => code);
  // One statement takes its locks in order by itself. Failures are read before they move.
  if (failures.size > 0 || transitions.length + Number(isTakenTogether) > 1)
    await lockMessages(client, [...Object.values(others).flat(), ...sent, ...delivered, ...failed]);

  const changed: TransitionedMessage[] = [];
  const refunds: Refund[] = [];
  const move = async (to: MovingState, keys: readonly MessageKey[]) => {
    const those = await updateState(client, to, statesBefore(to), keys);
    notifyTransitioned(client, to, those);
    changed.push(...those);
  };
  for (const [to, keys] of transitions) await move(to, keys);
  if (isTakenTogether) {
    const taken = await updateTaken(client, { sent, delivered });
    notifyTransitioned(
      client,
      'sent',
      taken.filter(({ isDelivered }) => !isDelivered),
    );
    notifyTransitioned(
      client,
      'delivered',
      taken.filter(({ isDelivered }) => isDelivered),
    );
    changed.push(...taken);
    // Messages whose answer was stored before.
    const moved = new Set(taken.map(({ id }) => id));
    const left = delivered.filter(({ id }) => !moved.has(id));
    if (left.length > 0) await move('delivered', left);
  }
  for (const [code, ofCode] of failures) {
    const rule = FAILURES[code];
    const rows = ofCode.map(({ teamId, id, carrierError = null }) => ({ teamId, id, carrierError }));
    const those = await updateFailed(client, code, rule, rows);
    notifyTransitioned(client, 'failed', those);
    changed.push(...those);
    if (!rule.refunded) continue;
    for (const one of those) if (one.chargedMicros > 0n) refunds.push({ ...one, messageId: one.id });
  }
  await refundFailed(client, refunds);
  return changed.map(({ id }) => id);
}

/** Moves messages to one state: see `applyTransitions`. */
export function transitionMessages(
  client: ClientBase,
  to: MovingState,
  keys: readonly MessageKey[],
): Promise<string[]> {
  return applyTransitions(client, { [to]: keys });
}

/**
 * Fails messages for one reason: see `applyTransitions`. Messages whose state does not allow it stay as they
 * are.
 */
export function failMessages(
  client: ClientBase,
  code: FailureCode,
  failures: readonly Omit<Failure, 'code'>[],
): Promise<string[]> {
  return applyTransitions(client, { failed: failures.map((failure) => ({ ...failure, code })) });
}

/**
 * After the commit, notifies the pages that show these messages, and the delivery of callbacks and SMPP
 * receipts. Nothing changes for either before a message is sent.
 */
function notifyTransitioned(client: ClientBase, to: MessageState, changed: readonly TransitionedMessage[]) {
  const status = publicStatus(to);
  if (status === 'ACCEPTED' || changed.length === 0) return;
  afterCommit(client, () => {
    notifyMessages(changed.map((message) => ({ ...message, status })));
    notifyCampaigns(changed);
    if (changed.some(({ isNotified }) => isNotified)) wakeCallbacks();
    if (isTraced && status !== 'SENT') traceEnds(status, changed);
  });
}

/** Records the time from a carrier's answer to its receipt as a span. */
function traceEnds(status: string, changed: readonly TransitionedMessage[]) {
  for (const { traceparent: parent, sentAt } of changed) {
    if (sentAt)
      noteSpan('receipt', { parent, attributes: { 'godwit.status': status } }, [sentAt, new Date()]);
  }
}

/** The transitions of `first` and `then` in one. */
export function joinTransitions(first: Transitions, then: Transitions): Transitions {
  return { ...first, ...then, failed: [...(first.failed ?? []), ...(then.failed ?? [])] };
}
