// Updates threads in the transaction that stores messages.
import { THREAD_TEXT } from '@godwit/contract/conversations';
import type { Mode } from '@godwit/contract/messages/statuses';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ClientBase, Pool } from 'pg';
import { type Passed, updateThreads, upsertThreads } from './queries.ts';

type Stored = {
  teamId: string;
  projectId: string;
  mode: Mode;
  id: string;
  sender: string;
  recipient: string;
  body: string;
};

/**
 * Records incoming messages: each starts a thread with its sender or joins the existing one, and is unread.
 */
export async function keepThreads(client: ClientBase | Pool, received: readonly Stored[]): Promise<void> {
  if (received.length > 0)
    await upsertThreads(
      client,
      received.map((one) => passed(one, one.sender)),
    );
}

/** Whether messages from this sender can be answered: numbers can, sender names cannot. */
export const canBeAnswered = (sender: string): boolean => isTwoWayNumber(sender);

/** Records outgoing messages: one from a two-way number joins the recipient's thread if there is one. */
export async function noteReplies(client: ClientBase | Pool, sent: readonly Stored[]): Promise<void> {
  const replies = sent.filter(({ sender }) => canBeAnswered(sender));
  if (replies.length > 0)
    await updateThreads(
      client,
      replies.map((one) => passed(one, one.recipient)),
    );
}

function passed({ teamId, projectId, mode, id, body }: Stored, number: string): Passed {
  const text = Array.from(
    body
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 2 * THREAD_TEXT),
  ).slice(0, THREAD_TEXT);
  return { teamId, projectId, mode, number, id, text: text.join('') };
}
