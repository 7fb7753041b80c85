// PDU to octets (SMPP 3.4 §4): sizes are exact, so a caller can lay many PDUs into one preallocated buffer.
import { commandId, headerSize, maxPduSize, maxShortMessage, type Pdu, type SmFields } from './pdu.ts';
import { tlvsSize, writeTlvs } from './tlv.ts';

/** Octets `writePdu` will write for this PDU. */
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
    default:
      return headerSize;
  }
}

function smSize(sm: SmFields): number {
  const strings =
    sm.serviceType.length +
    sm.sourceAddr.length +
    sm.destinationAddr.length +
    sm.scheduleDeliveryTime.length +
    sm.validityPeriod.length;
  // 5 closing NULs and 12 single octets
  return strings + 17 + sm.shortMessage.length + tlvsSize(sm.tlvs);
}

/**
 * Writes one PDU at `offset` and returns the offset after it; the buffer must have `pduSize(pdu)` octets of
 * room. RangeError where a field cannot be written (NUL or a character outside Latin-1 in a string, a short
 * message of more than 254 octets, a number that does not fit its field, a PDU over 64 KiB); nothing after
 * `offset` counts then.
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
    default:
      return at;
  }
}

/** One PDU as a buffer of its own; throws as `writePdu` does. */
export function encodePdu(pdu: Pdu): Buffer {
  const buffer = Buffer.allocUnsafe(pduSize(pdu));
  writePdu(buffer, 0, pdu);
  return buffer;
}

function writeSm(buffer: Buffer, offset: number, sm: SmFields): number {
  const text = sm.shortMessage;
  if (text.length > maxShortMessage) throw new RangeError(`short message of ${text.length} octets`);
  let at = putCString(buffer, offset, sm.serviceType);
  at = putU8(buffer, at, sm.sourceAddrTon);
  at = putU8(buffer, at, sm.sourceAddrNpi);
  at = putCString(buffer, at, sm.sourceAddr);
  at = putU8(buffer, at, sm.destAddrTon);
  at = putU8(buffer, at, sm.destAddrNpi);
  at = putCString(buffer, at, sm.destinationAddr);
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

// A loop beats the native write for strings as short as addresses and ids.
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
