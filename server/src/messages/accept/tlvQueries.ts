// SQL that stores the optional parameters of messages. carriers/sending/queueQueries.ts reads them.
import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';

const INSERT_TLVS = prepared('insert-message-tlvs')`
  with input as (
    select * from unnest(${'teamId'}::uuid[], ${'id'}::uuid[], ${'tlvs'}::bytea[]) as input (team_id, message_id, tlvs)
  ), stored as (
    insert into message_tlvs (team_id, message_id, tlvs) select team_id, message_id, tlvs from input
  )
  update send_queue q set has_tlvs = true from input where q.message_id = input.message_id`;

/** Stores the optional parameters of those of these messages that have some. Their queue rows are stored. */
export async function insertTlvs(
  client: ClientBase,
  messages: readonly { id: string; teamId: string; tlvs: Buffer | null }[],
): Promise<void> {
  const rows = messages.filter(({ tlvs }) => tlvs !== null);
  if (rows.length > 0) await INSERT_TLVS.run(client, listsOf(rows, 'teamId', 'id', 'tlvs'));
}
