// Parses and formats delivery receipts (SMPP 3.4 §5.2.28, appendix B) and normalises the ids that match them
// to submits.
import { createHash } from 'node:crypto';
import { dataCoding, decodeUcs2 } from './encoding.ts';
import { type DeliverSm, type SmFields, smPdu } from './pdu.ts';

export type ReceiptState =
  | 'ENROUTE'
  | 'DELIVERED'
  | 'EXPIRED'
  | 'DELETED'
  | 'UNDELIVERABLE'
  | 'ACCEPTED'
  | 'UNKNOWN'
  | 'REJECTED';

export interface Receipt {
  /** The carrier's message id without control characters; '' if the receipt has none. */
  readonly messageId: string;
  readonly state: ReceiptState;
  /** No other receipt is expected for this part. */
  readonly final: boolean;
  /**
   * The carrier's or network's error code as written ('000' means none), at most 32 characters; null if
   * absent.
   */
  readonly error: string | null;
  /** Read as UTC, because carriers give no time zone. Good for display, not for ordering. */
  readonly doneAt: Date | null;
}

// SMPP 3.4 §5.2.28: message_state by value from 1.
const statesByValue: readonly (ReceiptState | undefined)[] = [
  undefined,
  'ENROUTE',
  'DELIVERED',
  'EXPIRED',
  'DELETED',
  'UNDELIVERABLE',
  'ACCEPTED',
  'UNKNOWN',
  'REJECTED',
];

// SMPP 3.4 appendix B, and words seen from carriers. The first four letters identify each (DELIVRD,
// DELIVERED, DELIV).
const statesByWord: Readonly<Record<string, ReceiptState>> = {
  ENRO: 'ENROUTE',
  BUFF: 'ENROUTE',
  SCHE: 'ENROUTE',
  DELI: 'DELIVERED',
  EXPI: 'EXPIRED',
  DELE: 'DELETED',
  UNDE: 'UNDELIVERABLE',
  FAIL: 'UNDELIVERABLE',
  ACCE: 'ACCEPTED',
  ACKE: 'ACCEPTED',
  UNKN: 'UNKNOWN',
  REJE: 'REJECTED',
};

const wordsByState: Readonly<Record<ReceiptState, string>> = {
  ENROUTE: 'ENROUTE',
  DELIVERED: 'DELIVRD',
  EXPIRED: 'EXPIRED',
  DELETED: 'DELETED',
  UNDELIVERABLE: 'UNDELIV',
  ACCEPTED: 'ACCEPTD',
  UNKNOWN: 'UNKNOWN',
  REJECTED: 'REJECTD',
};

/** The message_state value (SMPP 3.4 §5.2.28) of a state, for the TLV message_state. */
export function messageStateValue(state: ReceiptState): number {
  return statesByValue.indexOf(state);
}

// SMPP 3.4 §5.2.12: bits 5 to 2 of esm_class are the message type.
const messageTypeMask = 0x3c;
/** The esm_class of a delivery receipt. */
export const receiptEsmClass = 0x04;
const intermediateNotification = 0x20;
const udhIndicator = 0x40;
/** Characters searched for fields: they end long before this, and a payload may have 64 KiB. */
const searchedLength = 1000;
/** Octets of the longest user data header; its first octet is the length of the rest. */
const maxHeaderOctets = 256;
/** SMPP 3.4 §4.6.1 allows 20 characters. */
const maxAddressLength = 64;
const maxErrorLength = 32;

/** Reports whether a deliver_sm is a delivery receipt. `parseReceipt` documents the rule. */
export function isReceipt(pdu: SmFields): boolean {
  const type = pdu.esmClass & messageTypeMask;
  const marked = type === receiptEsmClass || type === intermediateNotification;
  return marked || (pdu.tlvs.receiptedMessageId !== undefined && pdu.tlvs.messageState !== undefined);
}

/**
 * Parses a deliver_sm as a delivery receipt; returns null if it is a message from a handset.
 * It is a receipt if esm_class marks it as one, or if it has both receipted_message_id and message_state:
 * some carriers forget the mark. The text never decides, because any phone can send such a text. Optional
 * parameters take precedence over the text.
 * A receipt with an unknown state is UNKNOWN and not final. The carrier's own state UNKNOWN is final. No
 * field has control characters or broken surrogates, which a database may reject.
 */
export function parseReceipt(pdu: SmFields): Receipt | null {
  if (!isReceipt(pdu)) return null;
  const type = pdu.esmClass & messageTypeMask;
  const fields = readFields(receiptText(pdu));
  const state = statesByValue[pdu.tlvs.messageState ?? 0] ?? stateOfWord(fields.get('stat') ?? '');
  const pending = state === undefined || state === 'ENROUTE' || state === 'ACCEPTED';
  const { networkErrorCode } = pdu.tlvs;
  return {
    messageId: (printable(pdu.tlvs.receiptedMessageId ?? '') || fields.get('id') || '').trim(),
    state: state ?? 'UNKNOWN',
    final: !pending && type !== intermediateNotification,
    error:
      networkErrorCode === undefined
        ? fields.get('err')?.slice(0, maxErrorLength) || null
        : String(networkErrorCode.code),
    doneAt: parseReceiptDate(fields.get('done date') ?? ''),
  };
}

/**
 * Reduces a receipt to its addresses and the fields that `parseReceipt` reads: under 3,000 octets instead of
 * up to `maxPduSize`. Buffers are views into those of `pdu`.
 */
export function trimReceipt(pdu: DeliverSm): DeliverSm {
  const { receiptedMessageId, messageState, networkErrorCode, messagePayload } = pdu.tlvs;
  return smPdu('deliver_sm', pdu.sequence, {
    sourceAddrTon: pdu.sourceAddrTon,
    sourceAddrNpi: pdu.sourceAddrNpi,
    sourceAddr: pdu.sourceAddr.slice(0, maxAddressLength),
    destAddrTon: pdu.destAddrTon,
    destAddrNpi: pdu.destAddrNpi,
    destinationAddr: pdu.destinationAddr.slice(0, maxAddressLength),
    esmClass: pdu.esmClass,
    dataCoding: pdu.dataCoding,
    shortMessage: pdu.shortMessage,
    tlvs: {
      ...(receiptedMessageId !== undefined && {
        receiptedMessageId: receiptedMessageId.slice(0, searchedLength),
      }),
      ...(messageState !== undefined && { messageState }),
      ...(networkErrorCode !== undefined && { networkErrorCode }),
      ...(messagePayload !== undefined && {
        messagePayload: messagePayload.subarray(0, maxHeaderOctets + searchedLength),
      }),
    },
  });
}

const control = /\p{Cc}/gu;

function printable(text: string): string {
  return text.toWellFormed().replace(control, '');
}

// Reads everything but UCS2 as Latin-1, whatever data_coding is: GSM 03.38 would turn the `_` or `@` of an id
// into § or ¡. Control characters separate fields as blanks do.
function receiptText(pdu: SmFields): string {
  const octets = pdu.tlvs.messagePayload ?? pdu.shortMessage;
  const start = (pdu.esmClass & udhIndicator) === 0 ? 0 : (octets[0] ?? -1) + 1;
  const searched = octets.subarray(start, start + searchedLength);
  const text = pdu.dataCoding === dataCoding.ucs2 ? decodeUcs2(searched) : searched.toString('latin1');
  return text.toWellFormed().replace(control, ' ');
}

// A label follows the start, a blank or a separator. No quantifier is followed by something that it can
// match, so the search takes linear time.
const label = /(?:^|[\s,;|])(id|sub|dlvrd|submit\s?date|done\s?date|stat(?:us)?|err(?:or)?|text)\s*:/gi;

function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name: string | null = null;
  let valueStart = 0;
  for (const match of text.matchAll(label)) {
    if (name !== null) setOnce(fields, name, text.slice(valueStart, match.index));
    name = plainName(match[1]!);
    valueStart = match.index + match[0].length;
    // The rest is the message itself, which may contain anything.
    if (name === 'text') return fields;
  }
  if (name !== null) setOnce(fields, name, text.slice(valueStart));
  return fields;
}

function setOnce(fields: Map<string, string>, name: string, value: string): void {
  if (fields.has(name)) return;
  const trimmed = value.trim();
  fields.set(name, name.endsWith('date') ? trimmed : (trimmed.split(/[\s,;|]/, 1)[0] ?? ''));
}

function plainName(written: string): string {
  const name = written.toLowerCase();
  if (name.startsWith('stat')) return 'stat';
  if (name.startsWith('err')) return 'err';
  if (name.startsWith('submit')) return 'submit date';
  return name.startsWith('done') ? 'done date' : name;
}

function stateOfWord(word: string): ReceiptState | undefined {
  return statesByWord[word.slice(0, 4).toUpperCase()] ?? statesByValue[Number.parseInt(word, 10)];
}

/**
 * Reads YYMMDDhhmm and YYMMDDhhmmss (appendix B), both also with a four-digit year, the absolute time of
 * §7.1.1, and each of them with separators (`2026-11-20 12:30:00`). Returns null if the digits are not a
 * date.
 */
function parseReceiptDate(written: string): Date | null {
  const absolute = /^(\d{12})\d(\d\d)([+-])$/.exec(written);
  if (absolute !== null) {
    const local = dateOfDigits(`20${absolute[1]}`);
    // nn of §7.1.1.1: quarters of an hour between local time and UTC.
    const quarterHours = Number(absolute[2]) * (absolute[3] === '+' ? 1 : -1);
    return local === null ? null : new Date(local.getTime() - quarterHours * 15 * 60_000);
  }
  const digits = written.slice(0, 30).replace(/\D/g, '');
  if (digits.length === 14) return dateOfDigits(digits);
  if (digits.length !== 10 && digits.length !== 12) return null;
  // Twelve digits are YYMMDDhhmmss, or YYYYMMDDhhmm if that is not a date (20 26 11 … has no month 26).
  return dateOfDigits(`20${digits}`) ?? dateOfDigits(digits);
}

function dateOfDigits(digits: string): Date | null {
  const [year, month, day, hour, minute, second] = [0, 4, 6, 8, 10, 12].map((from, index) =>
    Number(digits.slice(from, from + (index === 0 ? 4 : 2))),
  ) as [number, number, number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date.UTC turns 31 February into a day in March; a carrier that writes it means something else.
  const valid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
  return valid ? date : null;
}

export interface ReceiptText {
  readonly messageId: string;
  readonly state: ReceiptState;
  readonly submittedAt: Date;
  readonly doneAt: Date;
  /** Three digits by convention; '000' means no error. */
  readonly error: string;
  /** The text of the message; the receipt quotes its first 20 characters. */
  readonly text: string;
}

/** Formats a receipt's text as in SMPP 3.4 appendix B, with times in UTC and ASCII characters only. */
export function formatReceipt(receipt: ReceiptText): string {
  const delivered = receipt.state === 'DELIVERED' ? '001' : '000';
  const text = receipt.text.slice(0, 20).replace(/[^\x20-\x7e]/g, '?');
  return (
    `id:${receipt.messageId} sub:001 dlvrd:${delivered} submit date:${shortDate(receipt.submittedAt)} ` +
    `done date:${shortDate(receipt.doneAt)} stat:${wordsByState[receipt.state]} err:${receipt.error} text:${text}`
  );
}

function shortDate(date: Date): string {
  return date.toISOString().slice(2, 16).replace(/[-T:]/g, '');
}

/** The `message_id` of a carrier link: the base of ids in submit responses. Receipts use the other base. */
export type MessageIdBase = 'hex' | 'dec' | 'text';

const maxNumberLength = 64;
// SMPP 3.4 §5.2.23 allows 64 characters. An id of more than twice that is replaced by its prefix and a
// digest.
const maxIdLength = 128;
const longIdPrefix = 64;
// The part of an id that is certain to be within the searched part of a receipt's text.
const digestedLength = 512;

/**
 * Gives a message id one spelling, whether it came in a submit response or a receipt.
 * `hex`: the response has it in hexadecimal and the receipt in decimal; `dec`: the reverse. Both become a
 * decimal number without leading zeros.
 * `text`, and an id that is not a number in its base: the id trimmed and in lower case. If it has only
 * hexadecimal digits, it also loses `0x` and leading zeros, because carriers pad one of the two.
 * The result has at most 128 characters and no control characters.
 */
export function normaliseMessageId(id: string, source: 'answer' | 'receipt', base: MessageIdBase): string {
  const text = printable(id).trim().toLowerCase();
  if (text.length > maxIdLength) return shorten(text);
  const hexadecimal = (base === 'hex') === (source === 'answer');
  const digits = hexadecimal ? /^(?:0x)?[0-9a-f]+$/ : /^\d+$/;
  if (base === 'text' || text.length > maxNumberLength || !digits.test(text)) return withoutPadding(text);
  return BigInt(hexadecimal && !text.startsWith('0x') ? `0x${text}` : text).toString();
}

function withoutPadding(text: string): string {
  return text.replace(/^(?:0x)?0*(?=[0-9a-f]+$)/, '');
}

function shorten(text: string): string {
  const digest = createHash('sha256').update(text.slice(0, digestedLength)).digest('hex');
  return `${text.slice(0, longIdPrefix)}~${digest.slice(0, 32)}`;
}

/**
 * The normalised id that a link set to base `set` has stored for a submit whose receipt carries `receiptId`,
 * if the carrier really uses base `actual`. It reveals that a link is set to the wrong base.
 */
export function answeredMessageId(receiptId: string, set: MessageIdBase, actual: MessageIdBase): string {
  const id = normaliseMessageId(receiptId, 'receipt', actual);
  const answered = actual === 'hex' && /^\d+$/.test(id) ? BigInt(id).toString(16) : id;
  return normaliseMessageId(answered, 'answer', set);
}
