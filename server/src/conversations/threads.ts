// Keeping threads beside messages: called in the transaction that stores them.
import { THREAD_TEXT } from '@godwit/contract/conversations';
import { isTwoWayNumber } from '@godwit/contract/phoneNumbers';
import type { Mode } from '@godwit/contract/statuses';
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

/** Notes messages that came in: each begins a thread with its sender, or comes into the one that there is, and is unread. */
export async function keepThreads(client: ClientBase | Pool, received: readonly Stored[]): Promise<void> {
  if (received.length > 0)
    await upsertThreads(
      client,
      received.map((one) => passed(one, one.sender)),
    );
}

/** Whether what is sent from it can be answered: a number, where sender ids are names. */
export const canBeAnswered = (sender: string): boolean => isTwoWayNumber(sender);

/** Notes messages that go out: those from a number, to one that has a thread, come into it. */
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
