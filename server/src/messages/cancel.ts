// Cancelling messages before they are sent.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findMessage, type Message } from './queries.ts';
import { isAnyUntaken, type MessageKey, withdrawFromQueue } from './stateQueries.ts';
import { failMessages } from './transitions.ts';

/** What another transaction holds, for some milliseconds as it looks what is due, is looked at again after so long, at most so often. */
export const PASSED_OVER_MS = 20;
const LOOKS = 50;

/**
 * Cancels those of these messages that no link has taken, in the caller's transaction; their charges go back. Returns their ids, and whether others
 * were passed over, as another transaction held them: they are to be tried again after `PASSED_OVER_MS`.
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

/** Cancels one message. Refusals: notFound, conflict once it is being sent, unavailable where another transaction holds it for too long. */
export async function cancelMessage(
  pool: Pool,
  wanted: Parameters<typeof findMessage>[1],
): Promise<Message | Refusal> {
  const message = await findMessage(pool, wanted);
  if (!message) return refuse('notFound');
  for (let look = 0; look < LOOKS; look++) {
    const { cancelled, passedOver } = await transaction(pool, (client) => cancelWaiting(client, [message]));
    if (cancelled.length > 0) return (await findMessage(pool, wanted)) ?? refuse('notFound');
    if (!passedOver)
      return refuse('conflict', {
        description: 'This message is being sent or has ended: it is too late to cancel it.',
      });
    await sleep(PASSED_OVER_MS);
  }
  return refuse('unavailable', { retryAfterSeconds: 1 });
}
