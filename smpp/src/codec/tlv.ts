// Optional parameters (TLVs, SMPP 3.4 §5.3): named if we use them, raw octets otherwise.

/** SMPP 3.4 §5.3.2.31: networkType 1 is ANSI-136, 2 IS-95, 3 GSM; code is the network's own error number. */
interface NetworkErrorCode {
  readonly networkType: number;
  readonly code: number;
}

/** A parameter by its tag, with its octets. */
export interface RawTlv {
  readonly tag: number;
  readonly value: Buffer;
}

/**
 * Optional parameters of a PDU; absent ones are left out. In a received PDU buffers are views into the
 * network buffer.
 */
export interface Tlvs {
  /** 0x0424: text that does not fit into short_message, up to 64 KiB. */
  readonly messagePayload?: Buffer;
  /** 0x001E: the carrier's id of the message that a receipt is about. */
  readonly receiptedMessageId?: string;
  /** 0x0427: SMPP 3.4 §5.2.28, 1 ENROUTE to 8 REJECTED. */
  readonly messageState?: number;
  /** 0x0423 */
  readonly networkErrorCode?: NetworkErrorCode;
  /** 0x020C */
  readonly sarMsgRefNum?: number;
  /** 0x020E */
  readonly sarTotalSegments?: number;
  /** 0x020F, from 1 */
  readonly sarSegmentSeqnum?: number;
  /** 0x0204 */
  readonly userMessageReference?: number;
  /** All other parameters, and named ones with a wrong length, in the order received. */
  readonly others?: readonly RawTlv[];
}

/** The shared empty set of optional parameters. */
export const noTlvs: Tlvs = Object.freeze({});

export const tlvTag = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  sarMsgRefNum: 0x020c,
  sarTotalSegments: 0x020e,
  sarSegmentSeqnum: 0x020f,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** The number of octets that `writeTlvs` writes. */
export function tlvsSize(tlvs: Tlvs): number {
  if (tlvs === noTlvs) return 0;
  let size = 0;
  if (tlvs.messagePayload !== undefined) size += 4 + tlvs.messagePayload.length;
  if (tlvs.receiptedMessageId !== undefined) size += 5 + tlvs.receiptedMessageId.length;
  if (tlvs.messageState !== undefined) size += 5;
  if (tlvs.networkErrorCode !== undefined) size += 7;
  if (tlvs.sarMsgRefNum !== undefined) size += 6;
  if (tlvs.sarTotalSegments !== undefined) size += 5;
  if (tlvs.sarSegmentSeqnum !== undefined) size += 5;
  if (tlvs.userMessageReference !== undefined) size += 6;
  for (const other of tlvs.others ?? []) size += 4 + other.value.length;
  return size;
}

/**
 * Writes the parameters at `offset` and returns the offset after them. Throws RangeError if a value cannot be
 * encoded.
 */
export function writeTlvs(buffer: Buffer, offset: number, tlvs: Tlvs): number {
  if (tlvs === noTlvs) return offset;
  let at = offset;
  if (tlvs.receiptedMessageId !== undefined) {
    const id = tlvs.receiptedMessageId;
    at = writeHead(buffer, at, tlvTag.receiptedMessageId, id.length + 1);
    at += buffer.write(id, at, 'latin1');
    buffer[at++] = 0;
  }
  if (tlvs.userMessageReference !== undefined) {
    at = writeU16(buffer, at, tlvTag.userMessageReference, tlvs.userMessageReference);
  }
  if (tlvs.sarMsgRefNum !== undefined) at = writeU16(buffer, at, tlvTag.sarMsgRefNum, tlvs.sarMsgRefNum);
  if (tlvs.sarTotalSegments !== undefined) {
    at = writeU8(buffer, at, tlvTag.sarTotalSegments, tlvs.sarTotalSegments);
  }
  if (tlvs.sarSegmentSeqnum !== undefined) {
    at = writeU8(buffer, at, tlvTag.sarSegmentSeqnum, tlvs.sarSegmentSeqnum);
  }
  if (tlvs.networkErrorCode !== undefined) {
    at = writeHead(buffer, at, tlvTag.networkErrorCode, 3);
    at = buffer.writeUInt8(tlvs.networkErrorCode.networkType, at);
    at = buffer.writeUInt16BE(tlvs.networkErrorCode.code, at);
  }
  if (tlvs.messageState !== undefined) at = writeU8(buffer, at, tlvTag.messageState, tlvs.messageState);
  if (tlvs.messagePayload !== undefined)
    at = writeRaw(buffer, at, tlvTag.messagePayload, tlvs.messagePayload);
  for (const other of tlvs.others ?? []) at = writeRaw(buffer, at, other.tag, other.value);
  return at;
}

function writeHead(buffer: Buffer, offset: number, tag: number, length: number): number {
  return buffer.writeUInt16BE(length, buffer.writeUInt16BE(tag, offset));
}

function writeU8(buffer: Buffer, offset: number, tag: number, value: number): number {
  return buffer.writeUInt8(value, writeHead(buffer, offset, tag, 1));
}

function writeU16(buffer: Buffer, offset: number, tag: number, value: number): number {
  return buffer.writeUInt16BE(value, writeHead(buffer, offset, tag, 2));
}

function writeRaw(buffer: Buffer, offset: number, tag: number, value: Buffer): number {
  const at = writeHead(buffer, offset, tag, value.length);
  return at + value.copy(buffer, at);
}

type MutableTlvs = { -readonly [Name in keyof Tlvs]: Tlvs[Name] };

/**
 * Reads parameters from `offset` to `end`. If a parameter appears twice, the last one counts. Returns null if
 * a length points past the end: the parameters before it cannot be trusted either.
 */
export function readTlvs(buffer: Buffer, offset: number, end: number): Tlvs | null {
  if (offset === end) return noTlvs;
  const tlvs: MutableTlvs = {};
  let others: RawTlv[] | undefined;
  let at = offset;
  while (at < end) {
    if (end - at < 4) return null;
    const tag = buffer.readUInt16BE(at);
    const length = buffer.readUInt16BE(at + 2);
    at += 4;
    if (length > end - at) return null;
    if (!readKnown(tlvs, tag, buffer, at, length)) {
      others ??= [];
      others.push({ tag, value: buffer.subarray(at, at + length) });
    }
    at += length;
  }
  if (others !== undefined) tlvs.others = others;
  return tlvs;
}

function readKnown(tlvs: MutableTlvs, tag: number, buffer: Buffer, at: number, length: number): boolean {
  if (tag === tlvTag.messagePayload) tlvs.messagePayload = buffer.subarray(at, at + length);
  else if (tag === tlvTag.receiptedMessageId) tlvs.receiptedMessageId = readText(buffer, at, length);
  else if (tag === tlvTag.messageState && length === 1) tlvs.messageState = buffer[at]!;
  else if (tag === tlvTag.networkErrorCode && length === 3) {
    tlvs.networkErrorCode = { networkType: buffer[at]!, code: buffer.readUInt16BE(at + 1) };
  } else if (tag === tlvTag.sarMsgRefNum && length === 2) tlvs.sarMsgRefNum = buffer.readUInt16BE(at);
  else if (tag === tlvTag.sarTotalSegments && length === 1) tlvs.sarTotalSegments = buffer[at]!;
  else if (tag === tlvTag.sarSegmentSeqnum && length === 1) tlvs.sarSegmentSeqnum = buffer[at]!;
  else if (tag === tlvTag.userMessageReference && length === 2) {
    tlvs.userMessageReference = buffer.readUInt16BE(at);
  } else return false;
  return true;
}

/** Reads a C-octet string; some carriers leave out its closing NUL. */
function readText(buffer: Buffer, at: number, length: number): string {
  const nul = buffer.subarray(at, at + length).indexOf(0);
  return buffer.toString('latin1', at, at + (nul < 0 ? length : nul));
}
