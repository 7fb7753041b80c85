// SQL of the receipts that customers request over SMPP. They are stored in the commit that accepts the
// message; transitions make them due (queries.ts), and smppAccounts/deliver/receipts.ts sends them.

import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';
import type { ReceiptRequest } from '../accept/draft.ts';

type Requested = {
  id: string;
  teamId: string;
  body: string;
  acceptedAt: Date;
  receipt?: ReceiptRequest | undefined;
};

/** The number of characters of a text that its receipt repeats. */
const REPEATED = 20;

// One insert for the receipts of a batch of messages.
const INSERT_SMPP_RECEIPTS = prepared('insert-smpp-receipts')`
  insert into smpp_receipts (message_id, team_id, system_id, told_id, wanted, source, source_ton, source_npi, destination,
      dest_ton, dest_npi, text_start, submitted_at)
    select * from unnest(${'id'}::uuid[], ${'teamId'}::uuid[], ${'systemId'}::text[], ${'notifiedId'}::text[], ${'wanted'}::smallint[], ${'source'}::text[], ${'sourceTon'}::smallint[], ${'sourceNpi'}::smallint[],
      ${'destination'}::text[], ${'destTon'}::smallint[], ${'destNpi'}::smallint[], ${'textStart'}::text[], ${'submittedAt'}::timestamptz[])`;

/** Stores the receipts that these messages request. */
export async function insertSmppReceipts(client: ClientBase, messages: readonly Requested[]): Promise<void> {
  const rows = messages.flatMap(({ id, teamId, body, acceptedAt, receipt }) =>
    receipt
      ? [
          {
            id,
            teamId,
            systemId: receipt.systemId,
            notifiedId: receipt.notifiedId ?? id,
            wanted: receipt.wanted,
            source: receipt.source.address,
            sourceTon: receipt.source.ton,
            sourceNpi: receipt.source.npi,
            destination: receipt.destination.address,
            destTon: receipt.destination.ton,
            destNpi: receipt.destination.npi,
            textStart: body.slice(0, REPEATED).toWellFormed(),
            submittedAt: acceptedAt,
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await INSERT_SMPP_RECEIPTS.run(client, {
    ...listsOf(rows, 'id', 'teamId', 'systemId', 'notifiedId', 'wanted', 'source', 'sourceTon', 'sourceNpi'),
    ...listsOf(rows, 'destination', 'destTon', 'destNpi', 'textStart', 'submittedAt'),
  });
}
