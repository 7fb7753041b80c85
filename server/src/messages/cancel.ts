// Cancelling messages before they are sent.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../db/pool.ts';
import { openTurns } from '../jobs/turns.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findMessage, findTogether, type Message } from './queries.ts';
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

/**
 * Each cancel waits for the balance of its team: one of a team at a time, so that thousands at once do not take the connections that accept and
 * dispatch need.
 */
const inTurn = openTurns({
  atOnce: 3,
  waitMs: 5_000,
  mostWaiting: 2_000,
  busy: 'Too many messages are being cancelled. Try again in a moment.',
});

/**
 * Cancels one message, unless it is refused by `check`. Refusals: notFound, conflict once it is being sent, unavailable where another transaction
 * holds it for too long or other teams have their turns, tooManyRequests where too many of the team wait.
 */
export function cancelMessage(
  pool: Pool,
  wanted: Parameters<typeof findMessage>[1],
  check: (message: Message) => Refusal | null = () => null,
): Promise<Message | Refusal> {
  return inTurn(wanted.teamId, async () => {
    const message = await findMessage(pool, wanted);
    if (!message) return refuse('notFound');
    const refusal = check(message) ?? (await cancelAll(pool, [message]));
    return refusal ?? (await findMessage(pool, wanted)) ?? refuse('notFound');
  });
}

/**
 * Cancels a message and, where it is the first of those that one request made together, all of them. Refusals: as for one; conflict where one or
 * more had left, the others are cancelled all the same.
 */
export function cancelTogether(
  pool: Pool,
  wanted: Parameters<typeof findTogether>[1],
): Promise<Refusal | null> {
  return inTurn(wanted.teamId, async () => {
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
        description: 'This message is being sent or has ended: it is too late to cancel it.',
      });
    await sleep(PASSED_OVER_MS);
  }
  return refuse('unavailable', { retryAfterSeconds: 1 });
}
