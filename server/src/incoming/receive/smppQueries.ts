// SQL that queues incoming messages for SMPP accounts; smppAccounts/deliver/incoming.ts delivers them.
import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';

// Finds the numbers by their primary key.
const INSERT_SMPP_INCOMING = prepared('insert-smpp-incoming')`
  insert into smpp_incoming (message_id, team_id, system_id)
    select m.id, m.team_id, n.smpp_system_id
    from unnest(${'id'}::uuid[], ${'teamId'}::uuid[], ${'recipient'}::text[]) as m (id, team_id, recipient)
    join two_way_numbers n on n.number = m.recipient and n.team_id = m.team_id
    where n.smpp_system_id is not null order by m.id`;

/** Queues those messages whose number leads to an SMPP account; returns how many. */
export async function insertSmppIncoming(
  client: ClientBase,
  messages: readonly { id: string; teamId: string; recipient: string }[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const { rowCount } = await INSERT_SMPP_INCOMING.run(client, listsOf(messages, 'id', 'teamId', 'recipient'));
  return rowCount ?? 0;
}
