// Types of the SMPP 3.4 PDUs that Godwit supports. encode.ts and decode.ts convert them to octets and back.
import { noTlvs, type Tlvs } from './tlv.ts';

export type BindCommand = 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver';

/** SMPP 3.4 §4.1. */
export interface BindRequest {
  readonly command: BindCommand;
  readonly sequence: number;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  /** 0x34 is SMPP 3.4. */
  readonly interfaceVersion: number;
  readonly addrTon: number;
  readonly addrNpi: number;
  readonly addressRange: string;
}

interface BindResponse {
  readonly command: `${BindCommand}_resp`;
  readonly status: number;
  readonly sequence: number;
  readonly systemId: string;
  readonly tlvs: Tlvs;
}

/**
 * The fields of submit_sm and deliver_sm (SMPP 3.4 §4.4.1, §4.6.1). Strings are Latin-1 without NUL. In a
 * received PDU `shortMessage` (at most 254 octets) and the buffers in `tlvs` are views into the network
 * buffer: copy them before you keep them.
 */
export interface SmFields {
  readonly serviceType: string;
  readonly sourceAddrTon: number;
  readonly sourceAddrNpi: number;
  readonly sourceAddr: string;
  readonly destAddrTon: number;
  readonly destAddrNpi: number;
  readonly destinationAddr: string;
  readonly esmClass: number;
  readonly protocolId: number;
  readonly priorityFlag: number;
  readonly scheduleDeliveryTime: string;
  readonly validityPeriod: string;
  readonly registeredDelivery: number;
  readonly replaceIfPresentFlag: number;
  readonly dataCoding: number;
  readonly smDefaultMsgId: number;
  readonly shortMessage: Buffer;
  readonly tlvs: Tlvs;
}

/** The fields that a caller sets; `smPdu` fills in the others. */
export type SmInput = Partial<SmFields> & Pick<SmFields, 'destinationAddr'>;

export interface SubmitSm extends SmFields {
  readonly command: 'submit_sm';
  readonly sequence: number;
}

export interface DeliverSm extends SmFields {
  readonly command: 'deliver_sm';
  readonly sequence: number;
}

/** `messageId` is unused and empty in a deliver_sm_resp. */
interface SmResponse {
  readonly command: 'submit_sm_resp' | 'deliver_sm_resp';
  readonly status: number;
  readonly sequence: number;
  readonly messageId: string;
  readonly tlvs: Tlvs;
}

/** One recipient of a submit_multi: an address or a distribution list name. */
export type Destination =
  | { readonly ton: number; readonly npi: number; readonly address: string }
  | { readonly list: string };

/** SMPP 3.4 §4.5.1. */
export interface SubmitMulti extends Omit<SmFields, 'destAddrTon' | 'destAddrNpi' | 'destinationAddr'> {
  readonly command: 'submit_multi';
  readonly sequence: number;
  readonly destinations: readonly Destination[];
}

/** SMPP 3.4 §4.8.1. */
export interface QuerySm {
  readonly command: 'query_sm';
  readonly sequence: number;
  readonly messageId: string;
  readonly sourceAddrTon: number;
  readonly sourceAddrNpi: number;
  readonly sourceAddr: string;
}

/** SMPP 3.4 §4.9.1. */
export interface CancelSm extends Omit<QuerySm, 'command'> {
  readonly command: 'cancel_sm';
  readonly serviceType: string;
  readonly destAddrTon: number;
  readonly destAddrNpi: number;
  readonly destinationAddr: string;
}

/** A recipient that a submit_multi was rejected for, with its command_status. */
export interface Unsuccess {
  readonly ton: number;
  readonly npi: number;
  readonly address: string;
  readonly status: number;
}

/** SMPP 3.4 §4.5.2. */
export interface MultiResponse {
  readonly command: 'submit_multi_resp';
  readonly status: number;
  readonly sequence: number;
  readonly messageId: string;
  readonly unsuccess: readonly Unsuccess[];
}

/** SMPP 3.4 §4.8.2. `finalDate` has the format of §7.1.1 and is '' until the message is final. */
export interface QueryResponse {
  readonly command: 'query_sm_resp';
  readonly status: number;
  readonly sequence: number;
  readonly messageId: string;
  readonly finalDate: string;
  readonly messageState: number;
  readonly errorCode: number;
}

interface PlainRequest {
  readonly command: 'unbind' | 'enquire_link';
  readonly sequence: number;
}

interface PlainResponse {
  readonly command: 'unbind_resp' | 'enquire_link_resp' | 'cancel_sm_resp' | 'generic_nack';
  readonly status: number;
  readonly sequence: number;
}

export type RequestPdu = BindRequest | SubmitSm | DeliverSm | SubmitMulti | QuerySm | CancelSm | PlainRequest;
export type ResponsePdu = BindResponse | SmResponse | MultiResponse | QueryResponse | PlainResponse;
export type Pdu = RequestPdu | ResponsePdu;
export type Command = Pdu['command'];

/** SMPP 3.4 §5.1.2.1: a response has the id of its request with the top bit set. */
export const commandId = {
  generic_nack: 0x80000000,
  bind_receiver: 0x00000001,
  bind_receiver_resp: 0x80000001,
  bind_transmitter: 0x00000002,
  bind_transmitter_resp: 0x80000002,
  query_sm: 0x00000003,
  query_sm_resp: 0x80000003,
  submit_sm: 0x00000004,
  submit_sm_resp: 0x80000004,
  deliver_sm: 0x00000005,
  deliver_sm_resp: 0x80000005,
  unbind: 0x00000006,
  unbind_resp: 0x80000006,
  cancel_sm: 0x00000008,
  cancel_sm_resp: 0x80000008,
  bind_transceiver: 0x00000009,
  bind_transceiver_resp: 0x80000009,
  enquire_link: 0x00000015,
  enquire_link_resp: 0x80000015,
  submit_multi: 0x00000021,
  submit_multi_resp: 0x80000021,
} as const satisfies Record<Command, number>;

export const headerSize = 16;
/**
 * A larger command_length means that the stream is out of sync. This leaves space for a message_payload of
 * 65,535 octets and as much again for the other fields.
 */
export const maxPduSize = 128 * 1024;
/** SMPP 3.4 §5.2.21. */
export const maxShortMessage = 254;
/** SMPP 3.4 §5.1.4: sequence numbers run from 1 to this value. */
export const maxSequence = 0x7fffffff;

const empty = Buffer.alloc(0);

/**
 * Builds a complete submit_sm or deliver_sm. Fields missing from `input` are zero or empty, the carrier's
 * default.
 */
export function smPdu<C extends 'submit_sm' | 'deliver_sm'>(
  command: C,
  sequence: number,
  input: SmInput,
): SmFields & { readonly command: C; readonly sequence: number } {
  return {
    command,
    sequence,
    serviceType: input.serviceType ?? '',
    sourceAddrTon: input.sourceAddrTon ?? 0,
    sourceAddrNpi: input.sourceAddrNpi ?? 0,
    sourceAddr: input.sourceAddr ?? '',
    destAddrTon: input.destAddrTon ?? 0,
    destAddrNpi: input.destAddrNpi ?? 0,
    destinationAddr: input.destinationAddr,
    esmClass: input.esmClass ?? 0,
    protocolId: input.protocolId ?? 0,
    priorityFlag: input.priorityFlag ?? 0,
    scheduleDeliveryTime: input.scheduleDeliveryTime ?? '',
    validityPeriod: input.validityPeriod ?? '',
    registeredDelivery: input.registeredDelivery ?? 0,
    replaceIfPresentFlag: input.replaceIfPresentFlag ?? 0,
    dataCoding: input.dataCoding ?? 0,
    smDefaultMsgId: input.smDefaultMsgId ?? 0,
    shortMessage: input.shortMessage ?? empty,
    tlvs: input.tlvs ?? noTlvs,
  };
}

export function isResponse(pdu: Pdu): pdu is ResponsePdu {
  return commandId[pdu.command] >= 0x80000000;
}
