// Arbitrary PDUs of every supported command, for property tests.
import fc from 'fast-check';
import type { BindCommand, Pdu } from '../src/codec/pdu.ts';
import { noTlvs, type Tlvs, tlvTag } from '../src/codec/tlv.ts';

const octet = fc.integer({ min: 0, max: 0xff });
const word = fc.integer({ min: 0, max: 0xffff });
const status = fc.nat({ max: 0x7fffffff });
const sequence = fc.integer({ min: 1, max: 0x7fffffff });
const buffer = (maxLength: number) => fc.uint8Array({ maxLength }).map((octets) => Buffer.from(octets));
const text = (maxLength: number) =>
  fc.array(fc.integer({ min: 1, max: 0xff }), { maxLength }).map((units) => String.fromCharCode(...units));
const knownTags = new Set<number>(Object.values(tlvTag));
const otherTlv = fc.record({ tag: word.filter((tag) => !knownTags.has(tag)), value: buffer(30) });

const someTlvs = fc.record(
  {
    messagePayload: buffer(400),
    receiptedMessageId: text(64),
    messageState: octet,
    networkErrorCode: fc.record({ networkType: octet, code: word }),
    sarMsgRefNum: word,
    sarTotalSegments: octet,
    sarSegmentSeqnum: octet,
    userMessageReference: word,
    others: fc.array(otherTlv, { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const tlvs: fc.Arbitrary<Tlvs> = fc.oneof(fc.constant(noTlvs), someTlvs);

const binds = ['bind_receiver', 'bind_transmitter', 'bind_transceiver'] as const satisfies BindCommand[];

const source = { sourceAddrTon: octet, sourceAddrNpi: octet, sourceAddr: text(20) };
const recipient = { destAddrTon: octet, destAddrNpi: octet, destinationAddr: text(20) };
const smTail = {
  esmClass: octet,
  protocolId: octet,
  priorityFlag: octet,
  scheduleDeliveryTime: text(16),
  validityPeriod: text(16),
  registeredDelivery: octet,
  replaceIfPresentFlag: octet,
  dataCoding: octet,
  smDefaultMsgId: octet,
  shortMessage: buffer(254),
  tlvs,
};

export const arbitrarySm: fc.Arbitrary<Pdu> = fc.record({
  command: fc.constantFrom('submit_sm', 'deliver_sm'),
  sequence,
  serviceType: text(5),
  ...source,
  ...recipient,
  ...smTail,
});

const destination = fc.oneof(
  fc.record({ ton: octet, npi: octet, address: text(20) }),
  fc.record({ list: text(20) }),
);
const unsuccess = fc.record({ ton: octet, npi: octet, address: text(20), status });

export const arbitraryPdu: fc.Arbitrary<Pdu> = fc.oneof(
  arbitrarySm,
  fc.record({
    command: fc.constantFrom('submit_sm_resp', 'deliver_sm_resp'),
    status,
    sequence,
    messageId: text(64),
    tlvs,
  }),
  fc.record({
    command: fc.constantFrom(...binds),
    sequence,
    systemId: text(15),
    password: text(8),
    systemType: text(12),
    interfaceVersion: octet,
    addrTon: octet,
    addrNpi: octet,
    addressRange: text(40),
  }),
  fc.record({
    command: fc.constantFrom(...binds.map((bind) => `${bind}_resp` as const)),
    status,
    sequence,
    systemId: text(15),
    tlvs,
  }),
  fc.record({
    command: fc.constant('submit_multi'),
    sequence,
    serviceType: text(5),
    ...source,
    destinations: fc.array(destination, { maxLength: 255 }),
    ...smTail,
  }),
  fc.record({
    command: fc.constant('submit_multi_resp'),
    status,
    sequence,
    messageId: text(64),
    unsuccess: fc.array(unsuccess, { maxLength: 255 }),
  }),
  fc.record({ command: fc.constant('query_sm'), sequence, messageId: text(64), ...source }),
  fc.record({
    command: fc.constant('query_sm_resp'),
    status,
    sequence,
    messageId: text(64),
    finalDate: text(16),
    messageState: octet,
    errorCode: octet,
  }),
  fc.record({
    command: fc.constant('cancel_sm'),
    sequence,
    serviceType: text(5),
    messageId: text(64),
    ...source,
    ...recipient,
  }),
  fc.record({ command: fc.constantFrom('unbind', 'enquire_link'), sequence }),
  fc.record({
    command: fc.constantFrom('unbind_resp', 'enquire_link_resp', 'cancel_sm_resp', 'generic_nack'),
    status,
    sequence,
  }),
);
