// Cancelling messages before they are sent.
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findMessage, type Message } from './queries.ts';
import { type MessageKey, withdrawFromQueue } from './stateQueries.ts';
import { failMessages } from './transitions.ts';

/** Cancels those of these messages that no link has taken, in the caller's transaction; their charges go back. Returns their ids. */
export async function cancelWaiting(client: ClientBase, keys: readonly MessageKey[]): Promise<string[]> {
  return failMessages(client, 'CANCELLED', await withdrawFromQueue(client, keys));
}

/** Cancels one message. Refusals: notFound, conflict once it is being sent. */
export async function cancelMessage(
  pool: Pool,
  wanted: Parameters<typeof findMessage>[1],
): Promise<Message | Refusal> {
  const message = await findMessage(pool, wanted);
  if (!message) return refuse('notFound');
  const cancelled = await transaction(pool, (client) => cancelWaiting(client, [message]));
  if (cancelled.length === 0)
    return refuse('conflict', {
      description: 'This message is being sent or has ended: it is too late to cancel it.',
    });
  return (await findMessage(pool, wanted)) ?? refuse('notFound');
}
