// Stores the sender that recipients see, so that receipts, pages and later parts have the same one.
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
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
  const stamped = stampedOf(messages);
  if (stamped.length > 0)
    await ADD_STAMPED.run(client, listsOf(stamped, 'teamId', 'sender', 'country', 'messages'));
}

// Only adds rows: no transaction waits for another one of the same team.
const ADD_STAMPED = prepared('add-stamped')`
  insert into stamped_deltas (team_id, sender, country, messages)
    select * from unnest(${'teamId'}::uuid[], ${'sender'}::text[], ${'country'}::text[], ${'messages'}::integer[])`;

/**
 * The LIVE messages among these that leave as "Unverified", less those that left so before. Accept stores
 * what it expects, so the stored sender says nothing about a message that no link has had.
 */
function stampedOf(messages: readonly ClaimedMessage[]) {
  const isStamped = (sender: string | null) => (sender === UNVERIFIED_SENDER ? 1 : 0);
  const counted = messages.flatMap(({ teamId, mode, sender, registerCountry: country, ...seen }) => {
    const before = seen.triedLink === null ? null : seen.senderStored;
    const change = isStamped(seen.senderSent) - isStamped(before);
    return mode === 'LIVE' && country !== null && change !== 0
      ? [{ teamId, sender, country, messages: change }]
      : [];
  });
  const groups = Map.groupBy(counted, ({ teamId, sender, country }) => `${teamId} ${country} ${sender}`);
  return [...groups.values()].map((some) => ({
    ...some[0]!,
    messages: some.reduce((sum, { messages }) => sum + messages, 0),
  }));
}
