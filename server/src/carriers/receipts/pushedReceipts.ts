// Reads the receipts that an HTTP carrier pushes, as the receipt PDUs that an SMPP carrier would send, so the
// same code matches both.
import { encodePdu } from '@godwit/smpp/codec/encode';
import { smPdu } from '@godwit/smpp/codec/pdu';
import { messageStateValue, receiptEsmClass } from '@godwit/smpp/codec/receipt';
import { pickFrom, textOf } from '../links/http/answer.ts';
import type { Profile } from '../links/http/profile.ts';
import { type Call, itemsOf } from './pushedCall.ts';

/** The longest part of an id that is matched. */
const MAX_ID = 1_000;

/** The final receipts of a call as encoded PDUs, and the items that cannot be read, as JSON. */
export type Pushed = { receipts: Buffer[]; unreadable: string[] };

/** Reads the receipts of a call. States that end no message are left out. */
export function readReceipts(rules: NonNullable<Profile['receipt']>, call: Call): Pushed {
  const pushed: Pushed = { receipts: [], unreadable: [] };
  const items = itemsOf(call, rules.items);
  if (items === null) pushed.unreadable.push(JSON.stringify(call));
  for (const item of items ?? []) {
    const [id, state] = [rules.id, rules.state].map((pick) => textOf(pickFrom(item, pick)));
    if (!id || state === null || state === undefined) {
      pushed.unreadable.push(JSON.stringify(item));
      continue;
    }
    const isDelivered = rules.delivered.includes(state);
    if (!isDelivered && !rules.failed.includes(state)) continue;
    const [to, from, error] = [rules.to, rules.from, rules.error].map((pick) =>
      pick === undefined ? '' : (textOf(pickFrom(item, pick)) ?? ''),
    );
    pushed.receipts.push(encode({ id, isDelivered, to: to!, from: from!, error: error || state }));
  }
  return pushed;
}

type Receipt = { id: string; isDelivered: boolean; to: string; from: string; error: string };

function encode({ id, isDelivered, to, from, error }: Receipt): Buffer {
  const digits = to.replace(/\D/g, '').replace(/^00/, '').slice(0, 20);
  return encodePdu(
    smPdu('deliver_sm', 0, {
      esmClass: receiptEsmClass,
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      sourceAddr: digits,
      destinationAddr: from.replace(/[^\x20-\x7e]/g, '').slice(0, 20),
      shortMessage: Buffer.from(`err:${error.replace(/[^\w.-]/g, '_').slice(0, 32)}`),
      tlvs: {
        receiptedMessageId: id.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_ID),
        messageState: messageStateValue(isDelivered ? 'DELIVERED' : 'UNDELIVERABLE'),
      },
    }),
  );
}
