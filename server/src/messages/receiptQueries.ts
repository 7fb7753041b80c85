// SQL of the receipts that customers ask for over SMPP. They are kept from the acceptance of a message on, in the same commit; transitions
// make them due (stateQueries.ts), and smppAccounts/receipts.ts sends them.
import type { ClientBase } from 'pg';
import { columnsOf } from '../db/columns.ts';
import type { ReceiptRequest } from './draft.ts';

type Requested = {
  id: string;
  teamId: string;
  body: string;
  acceptedAt: Date;
  receipt?: ReceiptRequest | undefined;
};

/** As much of a text as a receipt repeats. */
const REPEATED = 20;

/** Keeps the receipts that these messages are to have. */
export async function insertReceipts(client: ClientBase, messages: readonly Requested[]): Promise<void> {
  const rows = messages.flatMap(({ id, teamId, body, acceptedAt, receipt }) =>
    receipt
      ? [
          {
            id,
            teamId,
            systemId: receipt.systemId,
            toldId: receipt.toldId ?? id,
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
  await client.query({
    name: 'insert-smpp-receipts',
    text: `insert into smpp_receipts (message_id, team_id, system_id, told_id, wanted, source, source_ton, source_npi, destination,
        dest_ton, dest_npi, text_start, submitted_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::smallint[], $8::smallint[],
        $9::text[], $10::smallint[], $11::smallint[], $12::text[], $13::timestamptz[])`,
    values: [
      ...columnsOf(rows, 'id', 'teamId', 'systemId', 'toldId', 'wanted', 'source', 'sourceTon', 'sourceNpi'),
      ...columnsOf(rows, 'destination', 'destTon', 'destNpi', 'textStart', 'submittedAt'),
    ],
  });
}
