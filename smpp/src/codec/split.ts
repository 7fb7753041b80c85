// Splits one text into submit_sm parts and reads them back. The limits of a part are defined only here.
import { type Charset, dataCoding, decodeText, encodeCharset, encodeUcs2, gsmSeptets } from './encoding.ts';
import type { SmFields } from './pdu.ts';
import { noTlvs } from './tlv.ts';

/** How a text that does not fit one short message is sent (the `long_messages` of a carrier link). */
export type LongMessages = 'udh' | 'sar' | 'payload';

interface SplitOptions {
  readonly charset: Charset;
  readonly longMessages: LongMessages;
  /**
   * Identifies the parts of one message: the low 8 bits in a header (udh), the low 16 in sar. Messages that
   * follow each other to one number need different references.
   */
  readonly reference: number;
}

/** The fields of a submit_sm that differ between parts. */
export type MessagePart = Pick<SmFields, 'shortMessage' | 'dataCoding' | 'esmClass' | 'tlvs'>;

// 140 octets of user data: 160 septets or 70 UTF-16 units. A concatenation header of 6 octets leaves 153 or
// 67 (3GPP TS 23.040 §9.2.3.24.1). The carrier adds the same header to sar parts.
const septetLimits = { single: 160, part: 153 } as const;
const unitLimits = { single: 70, part: 67 } as const;
const maxParts = 255;
const udhIndicator = 0x40;
const empty = Buffer.alloc(0);

interface Coded {
  readonly dataCoding: number;
  readonly limits: { readonly single: number; readonly part: number };
  /** The length in septets or units that the UTF-16 unit at `index` counts as. */
  weigh(index: number): number;
  encode(piece: string): Buffer;
}

/**
 * Splits `body` into its parts. Text is sent in `charset` if every character is in both it and GSM 03.38, so
 * that the carrier's conversion still yields septets; otherwise as UCS2. A part never ends inside an escape
 * pair or a surrogate pair.
 * Throws RangeError over 255 parts, or if a payload does not fit a PDU.
 */
export function splitMessage(body: string, options: SplitOptions): MessagePart[] {
  const coded = chooseCoding(body, options.charset);
  let length = 0;
  for (let i = 0; i < body.length; i++) length += coded.weigh(i);
  if (length <= coded.limits.single) return [plainPart(coded, coded.encode(body))];
  if (options.longMessages === 'payload') {
    return [{ ...plainPart(coded, empty), tlvs: { messagePayload: coded.encode(body) } }];
  }
  const pieces = cut(body, coded);
  if (pieces.length > maxParts) throw new RangeError(`message of ${pieces.length} parts`);
  return pieces.map((piece, index) =>
    options.longMessages === 'udh'
      ? udhPart(coded, coded.encode(piece), options.reference, pieces.length, index + 1)
      : sarPart(coded, coded.encode(piece), options.reference, pieces.length, index + 1),
  );
}

function chooseCoding(body: string, charset: Charset): Coded {
  const highest = charset === 'ascii' ? 0x7f : charset === 'latin1' ? 0xff : 0xffff;
  for (let i = 0; i < body.length; i++) {
    const unit = body.charCodeAt(i);
    if (unit > highest || gsmSeptets(unit) === 0) {
      return { dataCoding: dataCoding.ucs2, limits: unitLimits, weigh: () => 1, encode: encodeUcs2 };
    }
  }
  return {
    dataCoding: dataCoding[charset],
    limits: septetLimits,
    weigh: (index) => gsmSeptets(body.charCodeAt(index)),
    encode: (piece) => encodeCharset(piece, charset),
  };
}

function cut(body: string, coded: Coded): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < body.length) {
    let end = start;
    let length = 0;
    while (end < body.length && length + coded.weigh(end) <= coded.limits.part) length += coded.weigh(end++);
    if (
      end < body.length &&
      isHighSurrogate(body.charCodeAt(end - 1)) &&
      isLowSurrogate(body.charCodeAt(end))
    )
      end--;
    pieces.push(body.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function plainPart(coded: Coded, shortMessage: Buffer): MessagePart {
  return { shortMessage, dataCoding: coded.dataCoding, esmClass: 0, tlvs: noTlvs };
}

function udhPart(
  coded: Coded,
  octets: Buffer,
  reference: number,
  total: number,
  sequence: number,
): MessagePart {
  // 3GPP TS 23.040 §9.2.3.24.1: header length 5, element 0 (concatenation, 8-bit reference) of 3 octets.
  const header = Buffer.from([5, 0, 3, reference & 0xff, total, sequence]);
  return { ...plainPart(coded, Buffer.concat([header, octets])), esmClass: udhIndicator };
}

function sarPart(
  coded: Coded,
  octets: Buffer,
  reference: number,
  total: number,
  sequence: number,
): MessagePart {
  const tlvs = { sarMsgRefNum: reference & 0xffff, sarTotalSegments: total, sarSegmentSeqnum: sequence };
  return { ...plainPart(coded, octets), tlvs };
}

export interface ReadPart {
  readonly text: string;
  /** Null if the message has one part. */
  readonly concatenation: {
    readonly reference: number;
    readonly total: number;
    readonly sequence: number;
  } | null;
}

/** Reads a received part: its text, and its position in a longer message if it has one. */
export function readPart(part: MessagePart): ReadPart {
  const octets = part.tlvs.messagePayload ?? part.shortMessage;
  const headerEnd = (part.esmClass & udhIndicator) === 0 ? 0 : Math.min((octets[0] ?? -1) + 1, octets.length);
  const text = decodeText(octets.subarray(headerEnd), part.dataCoding);
  return { text, concatenation: readHeader(octets.subarray(1, headerEnd)) ?? readSar(part) };
}

function readSar({ tlvs }: MessagePart): ReadPart['concatenation'] {
  const { sarMsgRefNum: reference, sarTotalSegments: total, sarSegmentSeqnum: sequence } = tlvs;
  if (reference === undefined || total === undefined || sequence === undefined) return null;
  return { reference, total, sequence };
}

/** Finds the concatenation element (0: 8-bit reference, 8: 16-bit) in a user data header. */
function readHeader(elements: Buffer): ReadPart['concatenation'] {
  for (let at = 0; at + 2 <= elements.length; at += 2 + elements[at + 1]!) {
    const value = elements.subarray(at + 2, at + 2 + elements[at + 1]!);
    if (elements[at] === 0 && value.length === 3) {
      return { reference: value[0]!, total: value[1]!, sequence: value[2]! };
    }
    if (elements[at] === 8 && value.length === 4) {
      return { reference: value.readUInt16BE(0), total: value[2]!, sequence: value[3]! };
    }
  }
  return null;
}
