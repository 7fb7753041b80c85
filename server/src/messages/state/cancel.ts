// Cancels messages before they are sent.
import { setTimeout as sleep } from 'node:timers/promises';
import { TOO_LATE_TO_CANCEL } from '@godwit/contract/sentences/sending';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../../db/transaction.ts';
import { openFairScheduler } from '../../jobs/fairScheduler.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { findMessage, findTogether, type Message } from '../accept/queries.ts';
import { isAnyUntaken, type MessageKey, withdrawFromQueue } from './queries.ts';
import { failMessages } from './transitions.ts';

/**
 * Delay before a retry of rows that another transaction holds, for some milliseconds, while it picks due
 * messages.
 */
export const PASSED_OVER_MS = 20;
const LOOKS = 50;

/**
 * Cancels, in the caller's transaction, those of these messages that no link has taken, and refunds them.
 * Returns their ids, and whether others were skipped because another transaction held them. Retry these after
 * `PASSED_OVER_MS`.
 */
export async function cancelWaiting(
  client: ClientBase,
  keys: readonly MessageKey[],
): Promise<{ cancelled: string[]; passedOver: boolean }> {
  const withdrawn = await withdrawFromQueue(client, keys);
  const cancelled = await failMessages(client, 'CANCELLED', withdrawn);
  const passedOver = withdrawn.length < keys.length && (await isAnyUntaken(client, keys));
  return { cancelled, passedOver };
}

/**
 * Every cancel waits for its team's balance. Only one per team runs at a time, so thousands at once do not
 * use up the connections that accept and dispatch need.
 */
const runFairly = openFairScheduler({
  atOnce: 3,
  waitMs: 5_000,
  mostWaiting: 2_000,
  busy: 'Too many messages are being cancelled. Try again in a moment.',
});

/**
 * Cancels one message, unless `check` refuses it.
 * Refusals: notFound; conflict once it is being sent; unavailable if another transaction holds it too long or
 * other teams are ahead; tooManyRequests if too many of the team wait.
 */
export function cancelMessage(
  pool: Pool,
  wanted: Parameters<typeof findMessage>[1],
  check: (message: Message) => Refusal | null = () => null,
): Promise<Message | Refusal> {
  return runFairly(wanted.teamId, async () => {
    const message = await findMessage(pool, wanted);
    if (!message) return refuse('notFound');
    const refusal = check(message) ?? (await cancelAll(pool, [message]));
    return refusal ?? (await findMessage(pool, wanted)) ?? refuse('notFound');
  });
}

/**
 * Cancels a message and, if it is the first of a request, all messages of that request. Refusals: as for one
 * message; conflict if any was already being sent, although the others are cancelled.
 */
export function cancelTogether(
  pool: Pool,
  wanted: Parameters<typeof findTogether>[1],
): Promise<Refusal | null> {
  return runFairly(wanted.teamId, async () => {
    const messages = await findTogether(pool, wanted);
    return messages.length === 0 ? refuse('notFound') : cancelAll(pool, messages);
  });
}

async function cancelAll(pool: Pool, keys: readonly MessageKey[]): Promise<Refusal | null> {
  let left = keys;
  for (let look = 0; look < LOOKS; look++) {
    const { cancelled, passedOver } = await transaction(pool, (client) => cancelWaiting(client, left));
    left = left.filter(({ id }) => !cancelled.includes(id));
    if (left.length === 0) return null;
    if (!passedOver)
      return refuse('conflict', {
        description: TOO_LATE_TO_CANCEL,
      });
    await sleep(PASSED_OVER_MS);
  }
  return refuse('unavailable', { retryAfterSeconds: 1 });
}
