// Encodes PDUs to octets (SMPP 3.4 §4). Sizes are exact, so callers can write many PDUs into one preallocated
// buffer.
import {
  commandId,
  type DeliverSm,
  type Destination,
  headerSize,
  type MultiResponse,
  maxPduSize,
  maxShortMessage,
  type Pdu,
  type QueryResponse,
  type SmFields,
  type SubmitMulti,
  type SubmitSm,
} from './pdu.ts';
import { tlvsSize, writeTlvs } from './tlv.ts';

/** The number of octets that `writePdu` writes for this PDU. */
export function pduSize(pdu: Pdu): number {
  switch (pdu.command) {
    case 'submit_sm':
    case 'deliver_sm':
      return headerSize + smSize(pdu);
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
      return headerSize + pdu.messageId.length + 1 + tlvsSize(pdu.tlvs);
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver': {
      const strings =
        pdu.systemId.length + pdu.password.length + pdu.systemType.length + pdu.addressRange.length;
      return headerSize + strings + 7;
    }
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return headerSize + pdu.systemId.length + 1 + tlvsSize(pdu.tlvs);
    case 'submit_multi':
      return headerSize + smSize(pdu) + pdu.destinations.reduce((sum, to) => sum + destinationSize(to), 0);
    case 'submit_multi_resp':
      return (
        headerSize +
        pdu.messageId.length +
        2 +
        pdu.unsuccess.reduce((sum, to) => sum + to.address.length + 7, 0)
      );
    case 'query_sm':
      return headerSize + pdu.messageId.length + pdu.sourceAddr.length + 4;
    case 'query_sm_resp':
      return headerSize + pdu.messageId.length + pdu.finalDate.length + 4;
    case 'cancel_sm': {
      const strings = pdu.serviceType.length + pdu.messageId.length + pdu.sourceAddr.length;
      return headerSize + strings + pdu.destinationAddr.length + 8;
    }
    default:
      return headerSize;
  }
}

function destinationSize(to: Destination): number {
  return 'list' in to ? to.list.length + 2 : to.address.length + 4;
}

type SmBody = Omit<SmFields, 'destAddrTon' | 'destAddrNpi' | 'destinationAddr'>;
type Source = Pick<SmFields, 'sourceAddrTon' | 'sourceAddrNpi' | 'sourceAddr'>;
type Recipients = Pick<SmFields, 'destAddrTon' | 'destAddrNpi' | 'destinationAddr'>;

function smSize(sm: SmBody & Partial<Recipients>): number {
  const strings =
    sm.serviceType.length +
    sm.sourceAddr.length +
    (sm.destinationAddr?.length ?? 0) +
    sm.scheduleDeliveryTime.length +
    sm.validityPeriod.length;
  // 5 closing NULs and 12 single octets. A submit_multi has its recipient count instead of the address's 3
  // octets.
  const fixed = sm.destinationAddr === undefined ? 15 : 17;
  return strings + fixed + sm.shortMessage.length + tlvsSize(sm.tlvs);
}

/**
 * Writes one PDU at `offset` and returns the offset after it. The buffer must have `pduSize(pdu)` octets
 * left.
 * Throws RangeError if a field cannot be encoded: NUL or a character outside Latin-1 in a string, a short
 * message over 254 octets, a number that does not fit its field, or a PDU over `maxPduSize`. After that the
 * octets from `offset` on are undefined.
 */
export function writePdu(buffer: Buffer, offset: number, pdu: Pdu): number {
  const size = pduSize(pdu);
  if (size > maxPduSize) throw new RangeError(`PDU of ${size} octets`);
  putU32(buffer, offset, size);
  putU32(buffer, offset + 4, commandId[pdu.command]);
  putU32(buffer, offset + 8, 'status' in pdu ? pdu.status : 0);
  putU32(buffer, offset + 12, pdu.sequence);
  const at = offset + headerSize;
  switch (pdu.command) {
    case 'submit_sm':
    case 'deliver_sm':
    case 'submit_multi':
      return writeSm(buffer, at, pdu);
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
      return writeTlvs(buffer, putCString(buffer, at, pdu.messageId), pdu.tlvs);
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver': {
      let end = putCString(buffer, at, pdu.systemId);
      end = putCString(buffer, end, pdu.password);
      end = putCString(buffer, end, pdu.systemType);
      end = putU8(buffer, end, pdu.interfaceVersion);
      end = putU8(buffer, end, pdu.addrTon);
      end = putU8(buffer, end, pdu.addrNpi);
      return putCString(buffer, end, pdu.addressRange);
    }
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return writeTlvs(buffer, putCString(buffer, at, pdu.systemId), pdu.tlvs);
    case 'submit_multi_resp':
      return writeMultiResponse(buffer, at, pdu);
    case 'query_sm':
      return writeSource(buffer, putCString(buffer, at, pdu.messageId), pdu);
    case 'query_sm_resp':
      return writeQueryResponse(buffer, at, pdu);
    case 'cancel_sm': {
      const end = putCString(buffer, putCString(buffer, at, pdu.serviceType), pdu.messageId);
      return writeRecipient(buffer, writeSource(buffer, end, pdu), pdu);
    }
    default:
      return at;
  }
}

/** Encodes one PDU into a buffer of its own. Throws RangeError as `writePdu` does. */
export function encodePdu(pdu: Pdu): Buffer {
  const buffer = Buffer.allocUnsafe(pduSize(pdu));
  writePdu(buffer, 0, pdu);
  return buffer;
}

function writeSource(buffer: Buffer, offset: number, pdu: Source): number {
  const at = putU8(buffer, putU8(buffer, offset, pdu.sourceAddrTon), pdu.sourceAddrNpi);
  return putCString(buffer, at, pdu.sourceAddr);
}

function writeRecipient(buffer: Buffer, offset: number, pdu: Recipients): number {
  const at = putU8(buffer, putU8(buffer, offset, pdu.destAddrTon), pdu.destAddrNpi);
  return putCString(buffer, at, pdu.destinationAddr);
}

function writeDestinations(buffer: Buffer, offset: number, destinations: readonly Destination[]): number {
  const at = putU8(buffer, offset, destinations.length);
  return destinations.reduce((end, to) => writeDestination(buffer, end, to), at);
}

// SMPP 3.4 §5.2.25: dest_flag 1 is an address, 2 is a distribution list name.
function writeDestination(buffer: Buffer, offset: number, to: Destination): number {
  if ('list' in to) return putCString(buffer, putU8(buffer, offset, 2), to.list);
  const at = putU8(buffer, putU8(buffer, putU8(buffer, offset, 1), to.ton), to.npi);
  return putCString(buffer, at, to.address);
}

function writeMultiResponse(buffer: Buffer, offset: number, pdu: MultiResponse): number {
  let at = putU8(buffer, putCString(buffer, offset, pdu.messageId), pdu.unsuccess.length);
  for (const { ton, npi, address, status } of pdu.unsuccess) {
    at = putCString(buffer, putU8(buffer, putU8(buffer, at, ton), npi), address);
    putU32(buffer, at, status);
    at += 4;
  }
  return at;
}

function writeQueryResponse(buffer: Buffer, offset: number, pdu: QueryResponse): number {
  const at = putCString(buffer, putCString(buffer, offset, pdu.messageId), pdu.finalDate);
  return putU8(buffer, putU8(buffer, at, pdu.messageState), pdu.errorCode);
}

function writeSm(buffer: Buffer, offset: number, sm: SubmitSm | DeliverSm | SubmitMulti): number {
  const text = sm.shortMessage;
  if (text.length > maxShortMessage) throw new RangeError(`short message of ${text.length} octets`);
  let at = putCString(buffer, offset, sm.serviceType);
  at = writeSource(buffer, at, sm);
  at =
    sm.command === 'submit_multi'
      ? writeDestinations(buffer, at, sm.destinations)
      : writeRecipient(buffer, at, sm);
  at = putU8(buffer, at, sm.esmClass);
  at = putU8(buffer, at, sm.protocolId);
  at = putU8(buffer, at, sm.priorityFlag);
  at = putCString(buffer, at, sm.scheduleDeliveryTime);
  at = putCString(buffer, at, sm.validityPeriod);
  at = putU8(buffer, at, sm.registeredDelivery);
  at = putU8(buffer, at, sm.replaceIfPresentFlag);
  at = putU8(buffer, at, sm.dataCoding);
  at = putU8(buffer, at, sm.smDefaultMsgId);
  at = putU8(buffer, at, text.length);
  buffer.set(text, at);
  return writeTlvs(buffer, at + text.length, sm.tlvs);
}

function putU32(buffer: Buffer, at: number, value: number): void {
  buffer[at] = value >>> 24;
  buffer[at + 1] = value >>> 16;
  buffer[at + 2] = value >>> 8;
  buffer[at + 3] = value;
}

function putU8(buffer: Buffer, at: number, value: number): number {
  if (value !== (value & 0xff)) throw new RangeError(`${value} does not fit into one octet`);
  buffer[at] = value;
  return at + 1;
}

// A loop is faster than the native write for strings as short as addresses and ids.
function putCString(buffer: Buffer, offset: number, text: string): number {
  let at = offset;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0 || unit > 0xff)
      throw new RangeError('NUL or a character outside Latin-1 in an SMPP string');
    buffer[at++] = unit;
  }
  buffer[at] = 0;
  return at + 1;
}
