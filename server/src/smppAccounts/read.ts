// A submit as it is read: what accept can take of it, or the status that it is refused with. Nothing in it is a view into the network
// buffer any more.
import { dataCoding, decodeText } from '@godwit/smpp/encoding';
import type { SubmitMulti, SubmitSm } from '@godwit/smpp/pdu';
import { readPart } from '@godwit/smpp/split';
import { commandStatus } from '@godwit/smpp/status';
import { readTime } from '@godwit/smpp/time';
import type { SmppAddress } from '../messages/draft.ts';

/** What a submit says besides its recipients. */
export type Content = {
  source: SmppAddress;
  octets: Buffer;
  dataCoding: number;
  /** Its place in a longer message; null for a whole one. */
  place: { reference: number; total: number; part: number } | null;
  /** As it was written, and the instant that is. */
  schedule: string;
  sendAt: Date | null;
  validUntil: Date | null;
  /** Receipts: 0 none, 1 of any end, 2 of failures only, 3 of success only. */
  wanted: number;
  userReference: number | null;
};

type Submit = SubmitSm | SubmitMulti;

// SMPP 3.4 §5.2.12: bits 5 to 2 of esm_class are for what a service centre sends; §5.2.17: the low two bits ask for a receipt.
const MESSAGE_TYPE = 0x3c;
const RECEIPT = 0x03;
const UDH_INDICATOR = 0x40;
const HIGHEST_PRIORITY = 3;
/** The longest message there is has fewer parts, however they are cut. */
const MOST_PARTS = 30;

/** Octets of a part that waits for others: more than the 254 of a short message, far less than a payload may have. */
const LONGEST_PART = 400;

/** Reads a submit; a number is the status to refuse it with. */
export function readSubmit(pdu: Submit, now: Date): Content | number {
  const fault = faultOf(pdu);
  if (fault !== null) return fault;
  const coding = codingOf(pdu.dataCoding);
  if (coding === null) return commandStatus.ESME_RSUBMITFAIL;
  const sendAt = readTime(pdu.scheduleDeliveryTime, now);
  if (sendAt === 'invalid') return commandStatus.ESME_RINVSCHED;
  const validUntil = readTime(pdu.validityPeriod, now);
  if (validUntil === 'invalid' || (validUntil && validUntil <= (sendAt ?? now)))
    return commandStatus.ESME_RINVEXPIRY;
  const { concatenation } = readPart(pdu);
  if (concatenation && !isPlace(concatenation)) return commandStatus.ESME_RINVMSGLEN;
  const isPart = concatenation !== null && concatenation.total > 1;
  const octets = Buffer.from(userData(pdu));
  // A header with ports is for a program on the phone, one with another alphabet changes the letters; half a character is none.
  if ((pdu.esmClass & UDH_INDICATOR) !== 0 && !(concatenation && isHeaderWhole(pdu)))
    return commandStatus.ESME_RSUBMITFAIL;
  if (!isPart && coding === dataCoding.ucs2 && octets.length % 2 !== 0) return commandStatus.ESME_RSUBMITFAIL;
  if (isPart && octets.length > LONGEST_PART) return commandStatus.ESME_RINVMSGLEN;
  return {
    source: { ton: pdu.sourceAddrTon, npi: pdu.sourceAddrNpi, address: pdu.sourceAddr },
    octets,
    dataCoding: coding,
    place: isPart
      ? { reference: concatenation.reference, total: concatenation.total, part: concatenation.sequence }
      : null,
    schedule: pdu.scheduleDeliveryTime,
    sendAt,
    validUntil,
    wanted: pdu.registeredDelivery & RECEIPT,
    userReference: pdu.tlvs.userMessageReference ?? null,
  };
}

/** What is wrong with the fields that ask for something we do not do. */
function faultOf(pdu: Submit): number | null {
  if ((pdu.esmClass & MESSAGE_TYPE) !== 0) return commandStatus.ESME_RINVESMCLASS;
  if (pdu.priorityFlag > HIGHEST_PRIORITY) return commandStatus.ESME_RINVPRTFLG;
  if (pdu.replaceIfPresentFlag !== 0) return commandStatus.ESME_RINVREPFLAG;
  if (pdu.smDefaultMsgId !== 0) return commandStatus.ESME_RINVDFTMSGID;
  if (pdu.tlvs.messagePayload !== undefined && pdu.shortMessage.length > 0)
    return commandStatus.ESME_RINVMSGLEN;
  return null;
}

function isPlace({ total, sequence }: { total: number; sequence: number }): boolean {
  return total >= 1 && total <= MOST_PARTS && sequence >= 1 && sequence <= total;
}

/**
 * The character set that a data_coding stands for: itself for 0, 1, 3 and 8, and those with a message class or the general groups of
 * 3GPP TS 23.038 §4 as the same without it; null for binary data and alphabets that we do not read.
 */
function codingOf(value: number): number | null {
  const { gsm7, ascii, latin1, ucs2 } = dataCoding;
  if (value === gsm7 || value === ascii || value === latin1 || value === ucs2) return value;
  if ((value & 0xfc) === 0x10 || (value & 0xf4) === 0xf0) return gsm7;
  return (value & 0xfc) === 0x18 ? ucs2 : null;
}

function isHeaderWhole({ shortMessage, tlvs }: Submit): boolean {
  const octets = tlvs.messagePayload ?? shortMessage;
  return octets.length > (octets[0] ?? octets.length);
}

/** The octets of the text: without a user data header. */
function userData({ esmClass, shortMessage, tlvs }: Submit): Buffer {
  const octets = tlvs.messagePayload ?? shortMessage;
  return (esmClass & UDH_INDICATOR) === 0 ? octets : octets.subarray((octets[0] ?? -1) + 1);
}

/**
 * The text of a message from its parts in order. Octets are joined before they are read, so that a character that was cut in two is
 * whole again. NUL, which no text has and no database takes, is left out.
 */
export function textOf(parts: readonly { octets: Buffer; dataCoding: number }[]): string {
  const [first] = parts;
  const isOneCoding = parts.every((part) => part.dataCoding === first!.dataCoding);
  const text = isOneCoding
    ? decode(Buffer.concat(parts.map(({ octets }) => octets)), first!.dataCoding)
    : parts.map((part) => decode(part.octets, part.dataCoding)).join('');
  return text.replaceAll('\0', '');
}

// Some programs write the octets of GSM 03.38 and call them IA5. Text has none of these there; in GSM 03.38 they are letters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT_OF_IA5 = /[\x00-\x08\x0b\x0e-\x1f]/;

function decode(octets: Buffer, coding: number): string {
  if (coding !== dataCoding.ascii) return decodeText(octets, coding);
  return NO_TEXT_OF_IA5.test(octets.toString('latin1'))
    ? decodeText(octets, dataCoding.gsm7)
    : decodeText(octets, coding);
}
