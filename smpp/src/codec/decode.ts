// Decodes octets to PDUs (SMPP 3.4 §4). Malformed input is returned as a value; decoding never throws.
import {
  type BindCommand,
  type Command,
  commandId,
  type Destination,
  headerSize,
  maxShortMessage,
  type Pdu,
  type ResponsePdu,
  type SmFields,
  type Unsuccess,
} from './pdu.ts';
import { commandStatus } from './status.ts';
import { noTlvs, readTlvs } from './tlv.ts';

export type Decoded =
  | { readonly kind: 'pdu'; readonly pdu: Pdu }
  /** A request or response that SMPP 3.4 does not define or that we do not support. */
  | { readonly kind: 'unknownCommand'; readonly commandId: number; readonly sequence: number }
  /** A known request with a malformed body; `answer` is the response to send to the peer. */
  | { readonly kind: 'malformed'; readonly command: Command; readonly answer: ResponsePdu };

const commandsById = new Map<number, Command>(
  (Object.entries(commandId) as [Command, number][]).map(([command, id]) => [id, command]),
);

interface Reader {
  readonly buffer: Buffer;
  readonly end: number;
  at: number;
  /** The command_status of the first fault; 0 if there is none. */
  fault: number;
}

/**
 * Decodes one whole PDU. `frame` holds exactly command_length octets, at least 16. Responses are decoded
 * leniently, because a response must not be lost over a missing NUL or a damaged optional parameter. Carriers
 * leave the body out of error responses (SMPP 3.4 §4.4.2), and worse.
 */
export function decodePdu(frame: Buffer): Decoded {
  const id = frame.readUInt32BE(4);
  const status = frame.readUInt32BE(8);
  const sequence = frame.readUInt32BE(12);
  const command = commandsById.get(id);
  if (command === undefined) return { kind: 'unknownCommand', commandId: id, sequence };
  const reader: Reader = { buffer: frame, end: frame.length, at: headerSize, fault: 0 };
  const pdu = readBody(reader, command, status, sequence);
  if (reader.fault !== 0 && id < 0x80000000) {
    return { kind: 'malformed', command, answer: answerTo(command, sequence, reader.fault) };
  }
  return { kind: 'pdu', pdu };
}

function readBody(reader: Reader, command: Command, status: number, sequence: number): Pdu {
  switch (command) {
    case 'submit_sm':
    case 'deliver_sm':
      return readSm(reader, command, sequence);
    case 'submit_sm_resp':
    case 'deliver_sm_resp': {
      const messageId = readCString(reader);
      return { command, status, sequence, messageId, tlvs: readTlvTail(reader) };
    }
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return readBind(reader, command, sequence);
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp': {
      const systemId = readCString(reader);
      return { command, status, sequence, systemId, tlvs: readTlvTail(reader) };
    }
    case 'submit_multi':
      return readMulti(reader, sequence);
    case 'submit_multi_resp': {
      const messageId = readCString(reader);
      return { command, status, sequence, messageId, unsuccess: readUnsuccess(reader) };
    }
    case 'query_sm':
      return { command, sequence, messageId: readCString(reader), ...readSource(reader) };
    case 'query_sm_resp': {
      const [messageId, finalDate] = [readCString(reader), readCString(reader)];
      const [messageState, errorCode] = [readU8(reader), readU8(reader)];
      return { command, status, sequence, messageId, finalDate, messageState, errorCode };
    }
    case 'cancel_sm': {
      const [serviceType, messageId] = [readCString(reader), readCString(reader)];
      const from = readSource(reader);
      return { command, sequence, serviceType, messageId, ...from, ...readRecipient(reader) };
    }
    case 'unbind':
    case 'enquire_link':
      return { command, sequence };
    default:
      return { command, status, sequence };
  }
}

/**
 * The response to a request with `status` and an empty body; a generic_nack if the command has no response.
 */
export function answerTo(command: Command, sequence: number, status: number): ResponsePdu {
  switch (command) {
    case 'submit_sm':
    case 'deliver_sm':
      return { command: `${command}_resp`, status, sequence, messageId: '', tlvs: noTlvs };
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return { command: `${command}_resp`, status, sequence, systemId: '', tlvs: noTlvs };
    case 'submit_multi':
      return { command: 'submit_multi_resp', status, sequence, messageId: '', unsuccess: [] };
    case 'query_sm': {
      const nothing = { messageId: '', finalDate: '', messageState: 0, errorCode: 0 };
      return { command: 'query_sm_resp', status, sequence, ...nothing };
    }
    case 'unbind':
    case 'enquire_link':
    case 'cancel_sm':
      return { command: `${command}_resp`, status, sequence };
    default:
      return { command: 'generic_nack', status, sequence };
  }
}

function readBind(reader: Reader, command: BindCommand, sequence: number): Pdu {
  const pdu: Pdu = {
    command,
    sequence,
    systemId: readCString(reader),
    password: readCString(reader),
    systemType: readCString(reader),
    interfaceVersion: readU8(reader),
    addrTon: readU8(reader),
    addrNpi: readU8(reader),
    addressRange: readCString(reader),
  };
  return pdu;
}

function readSm(reader: Reader, command: 'submit_sm' | 'deliver_sm', sequence: number): Pdu {
  return {
    command,
    sequence,
    serviceType: readCString(reader),
    sourceAddrTon: readU8(reader),
    sourceAddrNpi: readU8(reader),
    sourceAddr: readCString(reader),
    destAddrTon: readU8(reader),
    destAddrNpi: readU8(reader),
    destinationAddr: readCString(reader),
    esmClass: readU8(reader),
    protocolId: readU8(reader),
    priorityFlag: readU8(reader),
    scheduleDeliveryTime: readCString(reader),
    validityPeriod: readCString(reader),
    registeredDelivery: readU8(reader),
    replaceIfPresentFlag: readU8(reader),
    dataCoding: readU8(reader),
    smDefaultMsgId: readU8(reader),
    shortMessage: readShortMessage(reader),
    tlvs: readTlvTail(reader),
  };
}

function readMulti(reader: Reader, sequence: number): Pdu {
  return {
    command: 'submit_multi',
    sequence,
    serviceType: readCString(reader),
    ...readSource(reader),
    destinations: readDestinations(reader),
    esmClass: readU8(reader),
    protocolId: readU8(reader),
    priorityFlag: readU8(reader),
    scheduleDeliveryTime: readCString(reader),
    validityPeriod: readCString(reader),
    registeredDelivery: readU8(reader),
    replaceIfPresentFlag: readU8(reader),
    dataCoding: readU8(reader),
    smDefaultMsgId: readU8(reader),
    shortMessage: readShortMessage(reader),
    tlvs: readTlvTail(reader),
  };
}

function readSource(reader: Reader) {
  const [sourceAddrTon, sourceAddrNpi] = [readU8(reader), readU8(reader)];
  return { sourceAddrTon, sourceAddrNpi, sourceAddr: readCString(reader) };
}

function readRecipient(reader: Reader) {
  const [destAddrTon, destAddrNpi] = [readU8(reader), readU8(reader)];
  return { destAddrTon, destAddrNpi, destinationAddr: readCString(reader) };
}

// SMPP 3.4 §4.5.1: a count of one octet, then addresses (dest_flag 1) and distribution list names (2).
function readDestinations(reader: Reader): Destination[] {
  const destinations: Destination[] = [];
  for (let left = readU8(reader); left > 0 && reader.fault === 0; left--) {
    const flag = readU8(reader);
    if (flag === 1) {
      const [ton, npi] = [readU8(reader), readU8(reader)];
      destinations.push({ ton, npi, address: readCString(reader) });
    } else if (flag === 2) destinations.push({ list: readCString(reader) });
    else reader.fault ||= commandStatus.ESME_RINVDESTFLAG;
  }
  return destinations;
}

function readUnsuccess(reader: Reader): Unsuccess[] {
  const failed: Unsuccess[] = [];
  for (let left = readU8(reader); left > 0 && reader.fault === 0; left--) {
    const [ton, npi] = [readU8(reader), readU8(reader)];
    const address = readCString(reader);
    if (reader.end - reader.at < 4) break;
    failed.push({ ton, npi, address, status: reader.buffer.readUInt32BE(reader.at) });
    reader.at += 4;
  }
  return failed;
}

function readU8(reader: Reader): number {
  if (reader.at >= reader.end) {
    reader.fault ||= commandStatus.ESME_RINVCMDLEN;
    return 0;
  }
  return reader.buffer[reader.at++]!;
}

/**
 * A string without its closing NUL ends with the PDU. This is a fault in a request and tolerated in a
 * response.
 */
function readCString(reader: Reader): string {
  const { buffer, at, end } = reader;
  let nul = at;
  while (nul < end && buffer[nul] !== 0) nul++;
  if (nul === end) reader.fault ||= commandStatus.ESME_RINVCMDLEN;
  reader.at = Math.min(nul + 1, end);
  return nul === at ? '' : buffer.toString('latin1', at, nul);
}

function readShortMessage(reader: Reader): Buffer {
  const length = readU8(reader);
  const start = reader.at;
  if (length > maxShortMessage || start + length > reader.end) {
    reader.fault ||= commandStatus.ESME_RINVMSGLEN;
    reader.at = reader.end;
    return reader.buffer.subarray(start, start);
  }
  reader.at = start + length;
  return reader.buffer.subarray(start, start + length);
}

function readTlvTail(reader: Reader): SmFields['tlvs'] {
  const tlvs = readTlvs(reader.buffer, reader.at, reader.end);
  reader.at = reader.end;
  if (tlvs !== null) return tlvs;
  reader.fault ||= commandStatus.ESME_RINVOPTPARSTREAM;
  return noTlvs;
}
