// Reads the receipts of an HTTP carrier by the picks of its profile. Each becomes the receipt PDU that an
// SMPP carrier would send, so the same code matches both.
import { encodePdu } from '@godwit/smpp/codec/encode';
import { smPdu } from '@godwit/smpp/codec/pdu';
import { messageStateValue, receiptEsmClass } from '@godwit/smpp/codec/receipt';
import { pickFrom, textOf } from '../links/http/answer.ts';
import type { Poll, Profile } from '../links/http/profile.ts';

/** The longest part of an id that is matched. */
const MAX_ID = 1_000;

type Words = Pick<NonNullable<Profile['receipt']>, 'delivered' | 'failed' | 'country'>;
type Picks = Pick<Poll, 'id' | 'to' | 'from' | 'state' | 'error'>;
/** The message as known apart from the receipt; `ref` is visible to the picks. */
type Known = { ref: string; id?: string; to?: string; from?: string };

/**
 * Reads receipts. A field without a pick is taken from `known`. `finals`: the encoded receipts whose state is
 * final; `unreadable`: the items without an id or a state.
 */
export function readReceipts(
  words: Words,
  picks: Picks,
  items: readonly unknown[],
  known: Known,
): { finals: Buffer[]; unreadable: unknown[] } {
  const finals: Buffer[] = [];
  const unreadable: unknown[] = [];
  for (const item of items) {
    const read = readReceipt(words, picks, item, known);
    if (read === null) unreadable.push(item);
    else if (read.receipt) finals.push(encode(read.receipt));
  }
  return { finals, unreadable };
}

/** Null if it has no id or no state; without `receipt` if the state is not final. */
function readReceipt({ delivered, failed, country }: Words, picks: Picks, item: unknown, known: Known) {
  const data = { ...(item as object), ref: known.ref };
  const text = (pick: string | undefined, other = '') =>
    pick === undefined ? other : (textOf(pickFrom(data, pick)) ?? '');
  const [id, state] = [text(picks.id, known.id), textOf(pickFrom(data, picks.state))];
  if (id === '' || state === null) return null;
  const isDelivered = delivered.includes(state);
  if (!isDelivered && !failed.includes(state)) return { receipt: null };
  const to = international(text(picks.to, known.to), country);
  const from = text(picks.from, known.from);
  return { receipt: { id, isDelivered, to, from, error: text(picks.error) || state } };
}

/** The longest number without a country code, apart from a 0 before it. */
const MAX_NATIONAL = 9;

/** The digits of a number with its country code. Without `country` numbers have one already. */
function international(number: string, country: string | undefined): string {
  const digits = number.replace(/\D/g, '').replace(/^00/, '');
  if (country === undefined || digits === '') return digits;
  const national = digits.replace(/^0/, '');
  return national.length <= MAX_NATIONAL ? country + national : digits;
}

type Receipt = { id: string; isDelivered: boolean; to: string; from: string; error: string };

function encode({ id, isDelivered, to, from, error }: Receipt): Buffer {
  return encodePdu(
    smPdu('deliver_sm', 0, {
      esmClass: receiptEsmClass,
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      sourceAddr: to.slice(0, 20),
      destinationAddr: from.replace(/[^\x20-\x7e]/g, '').slice(0, 20),
      shortMessage: Buffer.from(`err:${error.replace(/[^\w.-]/g, '_').slice(0, 32)}`),
      tlvs: {
        receiptedMessageId: id.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_ID),
        messageState: messageStateValue(isDelivered ? 'DELIVERED' : 'UNDELIVERABLE'),
      },
    }),
  );
}
