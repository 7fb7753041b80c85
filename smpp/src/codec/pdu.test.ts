// The codec: PDUs round-trip, agree with another implementation, and malformed octets become values.
import fc from 'fast-check';
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { arbitraryPdu, arbitrarySm } from '../../test/arbitraryPdu.ts';
import { decodePdu } from './decode.ts';
import { encodePdu, pduSize } from './encode.ts';
import { commandId, type Pdu, smPdu } from './pdu.ts';
import { commandStatus } from './status.ts';
import { noTlvs } from './tlv.ts';

const submit = (fields: Partial<Pdu> = {}): Pdu => ({
  ...smPdu('submit_sm', 7, {
    sourceAddr: 'Godwit',
    sourceAddrTon: 5,
    destinationAddr: '94771234567',
    destAddrTon: 1,
    destAddrNpi: 1,
    registeredDelivery: 1,
    shortMessage: Buffer.from('hello'),
  }),
  ...(fields as object),
});

describe('codec', () => {
  it('round-trips every PDU', () => {
    fc.assert(
      fc.property(arbitraryPdu, (pdu) => {
        const octets = encodePdu(pdu);
        expect(octets.readUInt32BE(0)).toBe(octets.length);
        expect(octets.length).toBe(pduSize(pdu));
        expect(decodePdu(octets)).toEqual({ kind: 'pdu', pdu });
      }),
      { numRuns: 1000 },
    );
  });

  it('writes a submit_sm as in SMPP 3.4 §4.4.1', () => {
    const octets = encodePdu(submit({ tlvs: { messageState: 2 } }));
    expect(octets.toString('hex')).toBe(
      [
        '0000003c000000040000000000000007', // header
        '00', // service_type
        '0500476f6477697400', // source: alphanumeric, Godwit
        '0101393437373132333435363700', // destination
        '000000', // esm_class, protocol_id, priority_flag
        '0000', // schedule_delivery_time, validity_period
        '01000000', // registered_delivery, replace_if_present_flag, data_coding, sm_default_msg_id
        '0568656c6c6f', // short_message
        '0427000102', // message_state
      ].join(''),
    );
  });

  it('writes PDUs that the npm package reads alike', () => {
    const pdu = new smpp.PDU(
      encodePdu(submit({ tlvs: { userMessageReference: 300, receiptedMessageId: 'ab12' } })),
    );
    expect(pdu).toMatchObject({
      command: 'submit_sm',
      sequence_number: 7,
      source_addr_ton: 5,
      source_addr: 'Godwit',
      destination_addr: '94771234567',
      registered_delivery: 1,
      short_message: { message: 'hello' },
      user_message_reference: 300,
      receipted_message_id: 'ab12',
    });
  });

  it('reads PDUs that the npm package wrote', () => {
    const octets = new smpp.PDU('deliver_sm', {
      sequence_number: 9,
      source_addr: '94771234567',
      destination_addr: 'Godwit',
      esm_class: 4,
      short_message: Buffer.from('id:1 stat:DELIVRD'),
      message_state: 2,
      receipted_message_id: '1f',
    }).toBuffer();
    expect(decodePdu(octets)).toMatchObject({
      kind: 'pdu',
      pdu: {
        command: 'deliver_sm',
        sequence: 9,
        sourceAddr: '94771234567',
        destinationAddr: 'Godwit',
        esmClass: 4,
        shortMessage: Buffer.from('id:1 stat:DELIVRD'),
        tlvs: { messageState: 2, receiptedMessageId: '1f' },
      },
    });
  });

  it.each([
    ['a NUL in an address', submit({ destinationAddr: '94\u000077' })],
    ['a character outside Latin-1 in an address', submit({ sourceAddr: 'Göd€' })],
    ['255 octets of short message', submit({ shortMessage: Buffer.alloc(255) })],
    ['a number over one octet', submit({ dataCoding: 256 })],
    ['a payload over the length of a parameter', submit({ tlvs: { messagePayload: Buffer.alloc(65_536) } })],
    [
      'parameters over the PDU size',
      submit({ tlvs: { others: [1, 2, 3].map((tag) => ({ tag, value: Buffer.alloc(50_000) })) } }),
    ],
  ])('refuses to write %s', (_what, pdu) => {
    expect(() => encodePdu(pdu)).toThrow(RangeError);
  });
});

describe('decoding malformed PDUs', () => {
  it('returns an error status for a truncated or damaged request, whatever was cut or changed', () => {
    fc.assert(
      fc.property(
        arbitrarySm,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        (pdu, cut, at, value) => {
          const octets = encodePdu(pdu);
          const body = octets.subarray(0, 16 + (cut % (octets.length - 15)));
          if (body.length > 16) body[16 + (at % (body.length - 16))] = value;
          const decoded = decodePdu(body);
          if (decoded.kind === 'malformed') {
            expect(decoded.answer).toMatchObject({ command: `${pdu.command}_resp`, sequence: pdu.sequence });
            expect(decoded.answer.status).not.toBe(0);
          } else {
            expect(decoded.kind).toBe('pdu');
          }
        },
      ),
    );
  });

  it('names the fault', () => {
    const octets = encodePdu(submit({ tlvs: { messageState: 2 } }));
    const statusOf = (frame: Buffer) => {
      const decoded = decodePdu(frame);
      return decoded.kind === 'malformed' ? decoded.answer.status : decoded.kind;
    };
    expect(statusOf(octets.subarray(0, 30))).toBe(commandStatus.ESME_RINVCMDLEN);
    expect(statusOf(octets.subarray(0, octets.length - 7))).toBe(commandStatus.ESME_RINVMSGLEN);
    expect(statusOf(octets.subarray(0, octets.length - 1))).toBe(commandStatus.ESME_RINVOPTPARSTREAM);
  });

  it('reports unknown commands', () => {
    const octets = encodePdu({ command: 'enquire_link', sequence: 3 });
    octets.writeUInt32BE(0x103, 4);
    expect(decodePdu(octets)).toEqual({ kind: 'unknownCommand', commandId: 0x103, sequence: 3 });
  });

  it('decodes responses leniently: without a body, without a NUL, with a damaged tail', () => {
    const header = (body: Buffer) => {
      const head = Buffer.alloc(16);
      head.writeUInt32BE(16 + body.length, 0);
      head.writeUInt32BE(commandId.submit_sm_resp, 4);
      head.writeUInt32BE(5, 12);
      return Buffer.concat([head, body]);
    };
    const answer = { command: 'submit_sm_resp', status: 0, sequence: 5, tlvs: noTlvs };
    expect(decodePdu(header(Buffer.alloc(0)))).toEqual({ kind: 'pdu', pdu: { ...answer, messageId: '' } });
    expect(decodePdu(header(Buffer.from('abc')))).toEqual({
      kind: 'pdu',
      pdu: { ...answer, messageId: 'abc' },
    });
    expect(decodePdu(header(Buffer.from('abc\0\x04')))).toEqual({
      kind: 'pdu',
      pdu: { ...answer, messageId: 'abc' },
    });
  });
});
