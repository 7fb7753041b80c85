// Stores the sender that recipients see, so that receipts, pages and later parts have the same one.
import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';
import type { ClaimedMessage } from './queueQueries.ts';

// By the primary key.
const STORE_SENDERS_SENT = prepared('store-senders-sent')`
  update messages m set sender_sent = key.sender
    from unnest(${'teamId'}::uuid[], ${'id'}::uuid[], ${'senderSent'}::text[]) as key (team_id, id, sender)
    where m.team_id = key.team_id and m.id = key.id`;

/**
 * Stores the sender that recipients see of messages whose transition to submitting has locked them. Only in a
 * country with a register can it differ from the message's own, so others are not written.
 */
export async function storeSendersSent(
  client: ClientBase,
  messages: readonly ClaimedMessage[],
): Promise<void> {
  const changed = messages.filter(
    ({ sender, senderSent, senderStored, registeredIn }) =>
      senderSent !== senderStored &&
      (registeredIn !== null || senderStored !== null || senderSent !== sender),
  );
  if (changed.length > 0)
    await STORE_SENDERS_SENT.run(client, listsOf(changed, 'teamId', 'id', 'senderSent'));
}
