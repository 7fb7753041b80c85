// Reads the incoming messages that an HTTP carrier pushes, as the deliver_sm that an SMPP carrier would send,
// so the same code stores both.
import { dataCoding, encodeUcs2 } from '@godwit/smpp/codec/encoding';
import { type DeliverSm, type SmFields, smPdu } from '@godwit/smpp/codec/pdu';
import { pickFrom, textOf } from '../links/http/answer.ts';
import type { IncomingRules } from '../links/http/profile.ts';

/** The longest part of an id by which repetitions are found. */
const MAX_ID = 1_000;
/** SMPP 3.4 §4.6.1 allows 20 characters in an address. */
const MAX_ADDRESS = 20;

/** Reads incoming messages. `unreadable`: the items without an id, a sender, a recipient or a text. */
export function readIncoming(
  rules: IncomingRules,
  items: readonly unknown[],
): { messages: DeliverSm[]; unreadable: unknown[] } {
  const messages: DeliverSm[] = [];
  const unreadable: unknown[] = [];
  for (const item of items) {
    const message = readMessage(rules, item);
    if (message) messages.push(message);
    else unreadable.push(item);
  }
  return { messages, unreadable };
}

function readMessage(rules: IncomingRules, item: unknown): DeliverSm | null {
  const [id, from, to] = [rules.id, rules.from, rules.to].map((pick) => textOf(pickFrom(item, pick)));
  const text = textOf(pickFrom(item, rules.text));
  if (!id || !from || !to || text === null) return null;
  return smPdu('deliver_sm', 0, {
    sourceAddrTon: 1,
    sourceAddrNpi: 1,
    sourceAddr: addressOf(from),
    destinationAddr: addressOf(to),
    dataCoding: dataCoding.ucs2,
    tlvs: {
      messagePayload: encodeUcs2(text),
      // The receiver recognises a message that the carrier repeats by this id.
      receiptedMessageId: id.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_ID),
      ...placeOf(rules, item),
    },
  });
}

/** An address without the spaces and marks with which some carriers write numbers. */
function addressOf(address: string): string {
  const plain = /^[\d\s+().-]+$/.test(address) ? address.replace(/[^\d+]/g, '') : address;
  return plain.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_ADDRESS);
}

/** The position of a part in a long message; nothing if the item is a whole message. */
function placeOf({ part }: IncomingRules, item: unknown): Partial<SmFields['tlvs']> {
  if (!part) return {};
  const [reference, total, sequence] = [part.reference, part.total, part.number].map((pick) =>
    Number(textOf(pickFrom(item, pick)) ?? Number.NaN),
  );
  if (![reference, total, sequence].every((number) => Number.isSafeInteger(number) && number! >= 0))
    return {};
  if (total! > 255 || sequence! > 255) return {};
  return {
    sarMsgRefNum: reference! & 0xffff,
    sarTotalSegments: total!,
    sarSegmentSeqnum: sequence!,
  };
}
