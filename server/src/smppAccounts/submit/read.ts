// Parses a submit into an input for accept, or into the status to refuse it with. The result holds no view
// into the network buffer.
import type { SmppCharset } from '@godwit/contract/smppAccounts';
import type { ListedTlv } from '@godwit/contract/tlvs';
import { dataCoding, decodeText } from '@godwit/smpp/codec/encoding';
import type { SubmitMulti, SubmitSm } from '@godwit/smpp/codec/pdu';
import { readPart } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import { readTime } from '@godwit/smpp/codec/time';
import type { RawTlv } from '@godwit/smpp/codec/tlv';
import type { SmppAddress } from '../../messages/accept/draft.ts';
import { isTlvListed, packTlvs } from '../../messages/accept/tlvs.ts';
import { NOT_GSM } from './errors.ts';

/** The content of a submit without its recipients. */
export type Content = {
  source: SmppAddress;
  octets: Buffer;
  dataCoding: number;
  /** Its part in a longer message; null for a whole one. */
  place: { reference: number; total: number; part: number } | null;
  /** The schedule as received. */
  schedule: string;
  sendAt: Date | null;
  validUntil: Date | null;
  /** Receipt request (registered_delivery): 0 none, 1 any outcome, 2 failures only, 3 success only. */
  wanted: number;
  userReference: number | null;
  /** Its other optional parameters, packed; null for none. */
  tlvs: Buffer | null;
};

type Submit = SubmitSm | SubmitMulti;

// SMPP 3.4 §5.2.12: bits 5 to 2 of esm_class are for messages from a service centre. §5.2.17: the low two
// bits request a receipt.
const MESSAGE_TYPE = 0x3c;
const RECEIPT = 0x03;
const UDH_INDICATOR = 0x40;
/** more_messages_to_send, a hint about the next submit that Kannel gives with parts. It is ignored. */
const MORE_MESSAGES = 0x0426;
const HIGHEST_PRIORITY = 3;
const HIGHEST_SEPTET = 0x7f;
/** The longest possible message has fewer parts, however it is cut. */
const MOST_PARTS = 30;

/** Maximum octets of a part: more than the 254 of a short message, far less than a payload. */
const LONGEST_PART = 400;

/**
 * Parses a submit of an account with this `charset`, whose optional parameters must be in its list `tlvs`. A
 * number is the status to refuse it with.
 */
export function readSubmit(
  pdu: Submit,
  { now, charset, tlvs }: { now: Date; charset: SmppCharset; tlvs: readonly ListedTlv[] },
): Content | number {
  const fault = faultOf(pdu);
  if (fault !== null) return fault;
  const others = (pdu.tlvs.others ?? []).filter(({ tag }) => tag !== MORE_MESSAGES);
  if (!areListed(others, tlvs)) return commandStatus.ESME_ROPTPARNOTALLWD;
  const coding = codingOf(pdu.dataCoding, charset);
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
  // A header with ports addresses a program on the phone, another alphabet changes the letters, and half a
  // character is invalid.
  if ((pdu.esmClass & UDH_INDICATOR) !== 0 && !(concatenation && isHeaderWhole(pdu)))
    return commandStatus.ESME_RSUBMITFAIL;
  if (isNotGsm(octets, coding)) return NOT_GSM;
  if (!isPart && isHalved(octets, coding)) return commandStatus.ESME_RSUBMITFAIL;
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
    tlvs: packTlvs(others),
  };
}

/** The fault in fields that request unsupported features. */
function faultOf(pdu: Submit): number | null {
  if ((pdu.esmClass & MESSAGE_TYPE) !== 0) return commandStatus.ESME_RINVESMCLASS;
  if (pdu.priorityFlag > HIGHEST_PRIORITY) return commandStatus.ESME_RINVPRTFLG;
  if (pdu.replaceIfPresentFlag !== 0) return commandStatus.ESME_RINVREPFLAG;
  if (pdu.smDefaultMsgId !== 0) return commandStatus.ESME_RINVDFTMSGID;
  if (pdu.tlvs.messagePayload !== undefined && pdu.shortMessage.length > 0)
    return commandStatus.ESME_RINVMSGLEN;
  return null;
}

/** Whether all parameters are listed, and none comes twice. */
const areListed = (others: readonly RawTlv[], list: readonly ListedTlv[]): boolean =>
  others.every((tlv) => isTlvListed(list, tlv)) &&
  new Set(others.map(({ tag }) => tag)).size === others.length;

function isPlace({ total, sequence }: { total: number; sequence: number }): boolean {
  return total >= 1 && total <= MOST_PARTS && sequence >= 1 && sequence <= total;
}

/**
 * The character set of a data_coding: 0, 1, 3 and 8 as themselves; those with a message class or in the
 * general groups of 3GPP TS 23.038 §4 as the same without it.
 * Latin-1 for 0 if that is the account's `charset`. Null for binary data and unsupported alphabets.
 */
function codingOf(value: number, charset: SmppCharset): number | null {
  const { gsm7, ascii, latin1, ucs2 } = dataCoding;
  if (value === gsm7 || (value & 0xfc) === 0x10 || (value & 0xf4) === 0xf0)
    return charset === 'LATIN1' ? latin1 : gsm7;
  if (value === ascii || value === latin1 || value === ucs2) return value;
  return (value & 0xfc) === 0x18 ? ucs2 : null;
}

function isHeaderWhole({ shortMessage, tlvs }: Submit): boolean {
  const octets = tlvs.messagePayload ?? shortMessage;
  return octets.length > (octets[0] ?? octets.length);
}

/** The octets of the text without a user data header. */
function userData({ esmClass, shortMessage, tlvs }: Submit): Buffer {
  const octets = tlvs.messagePayload ?? shortMessage;
  return (esmClass & UDH_INDICATOR) === 0 ? octets : octets.subarray((octets[0] ?? -1) + 1);
}

/**
 * The text of a message from its parts in order, or null if a character cannot be decoded.
 * Octets are joined before decoding, so a character cut in two is whole again. NUL is removed, because
 * PostgreSQL cannot store it.
 */
export function textOf(parts: readonly Pick<Content, 'octets' | 'dataCoding'>[]): string | null {
  const [first] = parts;
  const isOneCoding = parts.every((part) => part.dataCoding === first!.dataCoding);
  const joined = { octets: Buffer.concat(parts.map(({ octets }) => octets)), dataCoding: first!.dataCoding };
  const pieces = isOneCoding ? [joined] : parts;
  if (pieces.some(({ octets, dataCoding }) => isHalved(octets, dataCoding) || isNotGsm(octets, dataCoding)))
    return null;
  const text = pieces.map((piece) => decode(piece.octets, piece.dataCoding)).join('');
  return text.isWellFormed() ? text.replaceAll('\0', '') : null;
}

// Some programs label GSM 03.38 as IA5. These octets are letters in GSM 03.38 and never occur in an IA5 text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must find control characters
const NO_TEXT_OF_IA5 = /[\x00-\x08\x0b\x0e-\x1f]/;

function isGsm(octets: Buffer, coding: number): boolean {
  return (
    coding === dataCoding.gsm7 ||
    (coding === dataCoding.ascii && NO_TEXT_OF_IA5.test(octets.toString('latin1')))
  );
}

/** Whether octets labelled as GSM 03.38 contain octets that it lacks. */
function isNotGsm(octets: Buffer, coding: number): boolean {
  return isGsm(octets, coding) && octets.some((octet) => octet > HIGHEST_SEPTET);
}

function isHalved(octets: Buffer, coding: number): boolean {
  return coding === dataCoding.ucs2 && octets.length % 2 !== 0;
}

function decode(octets: Buffer, coding: number): string {
  return decodeText(octets, isGsm(octets, coding) ? dataCoding.gsm7 : coding);
}
