// Receipts as real carriers write them, and message ids in both bases.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePdu } from './encode.ts';
import { encodeUcs2 } from './encoding.ts';
import { type SmInput, smPdu } from './pdu.ts';
import {
  answeredMessageId,
  formatReceipt,
  type MessageIdBase,
  messageStateValue,
  normaliseMessageId,
  parseReceipt,
  type ReceiptState,
  trimReceipt,
} from './receipt.ts';

const deliver = (fields: Partial<SmInput>) =>
  smPdu('deliver_sm', 1, { destinationAddr: 'Godwit', ...fields });
const receiptOf = (text: string, fields: Partial<SmInput> = {}) =>
  parseReceipt(deliver({ esmClass: 4, shortMessage: Buffer.from(text, 'latin1'), ...fields }));

const noon = new Date('2026-11-20T12:30:00Z');

describe('the text of a receipt', () => {
  it.each<[string, string, object]>([
    [
      'SMPP 3.4 appendix B',
      'id:1234567890 sub:001 dlvrd:001 submit date:2611201229 done date:2611201230 stat:DELIVRD err:000 text:Hello',
      { messageId: '1234567890', state: 'DELIVERED', final: true, error: '000', doneAt: noon },
    ],
    [
      'seconds in the dates, capitals in the labels',
      'id:0C1B-77_a sub:1 dlvrd:1 submit date:261120122900 done date:261120123000 stat:DELIVRD err:0 Text:...',
      { messageId: '0C1B-77_a', state: 'DELIVERED', error: '0', doneAt: noon },
    ],
    [
      'years of four digits',
      'id:7 sub:001 dlvrd:000 submit date:20261120122900 done date:20261120123000 stat:UNDELIV err:027 text:',
      { messageId: '7', state: 'UNDELIVERABLE', final: true, error: '027', doneAt: noon },
    ],
    [
      'years of four digits without seconds',
      'id:7 submit date:202611201229 done date:202611201230 stat:EXPIRED err:254',
      { state: 'EXPIRED', error: '254', doneAt: noon },
    ],
    [
      'dates with separators, blanks after the colons',
      'Id: 88f1 Sub: 001 Dlvrd: 001 Submit Date: 2026-11-20 12:29:00 Done Date: 2026-11-20 12:30:00 Stat: DELIVRD Err: 000 Text: Your code',
      { messageId: '88f1', state: 'DELIVERED', error: '000', doneAt: noon },
    ],
    [
      'no blank in the labels',
      'id:abc submitdate:2611201229 donedate:2611201230 stat:REJECTD err:8',
      { messageId: 'abc', state: 'REJECTED', final: true, doneAt: noon },
    ],
    [
      'an absolute time with an offset (+05:30 is 22 quarters)',
      'id:abc done date:261120180000022+ stat:DELETED',
      { state: 'DELETED', doneAt: noon, error: null },
    ],
    [
      'other separators, words written out',
      'id:42,sub:1,dlvrd:0,stat:UNDELIVERABLE,error:0x1f',
      { messageId: '42', state: 'UNDELIVERABLE', error: '0x1f', doneAt: null },
    ],
    ['fields missing', 'id:9 stat:ACCEPTD', { messageId: '9', state: 'ACCEPTED', final: false, error: null }],
    ['status in place of stat', 'id:9 status:DELIVERED', { state: 'DELIVERED', final: true }],
    ['an empty err', 'id:9 stat:DELIVRD err: text:x', { state: 'DELIVERED', error: null }],
    ['a number for the state', 'id:9 stat:5 err:1', { state: 'UNDELIVERABLE', final: true }],
    ['on its way', 'id:9 stat:ENROUTE err:000', { state: 'ENROUTE', final: false }],
    ['buffered', 'id:9 stat:BUFFRED', { state: 'ENROUTE', final: false }],
    ['unknown to the carrier', 'id:9 stat:UNKNOWN', { state: 'UNKNOWN', final: true }],
    ['a word nobody knows', 'id:9 stat:FROBBED', { state: 'UNKNOWN', final: false }],
    ['no state at all', 'id:9', { state: 'UNKNOWN', final: false }],
    [
      'ignores fields in the quoted message',
      'id:1 stat:DELIVRD text:id:2 stat:REJECTD err:9',
      { messageId: '1', state: 'DELIVERED', error: null },
    ],
    ['no date for a date', 'id:1 done date:2613451230 stat:DELIVRD', { doneAt: null }],
    ['nothing we know', 'Message delivered', { messageId: '', state: 'UNKNOWN', final: false, doneAt: null }],
  ])('%s', (_what, text, expected) => {
    expect(receiptOf(text)).toMatchObject(expected);
  });

  it('is read from a payload and from UCS2', () => {
    const text = 'id:5 stat:DELIVRD';
    const empty = Buffer.alloc(0);
    expect(
      receiptOf('', { shortMessage: empty, tlvs: { messagePayload: Buffer.from(text) } })?.messageId,
    ).toBe('5');
    expect(receiptOf('', { dataCoding: 8, shortMessage: encodeUcs2(text) })?.messageId).toBe('5');
  });

  it('keeps _ and @ in an id, which GSM 03.38 decodes differently', () => {
    expect(receiptOf('id:a_b@c stat:DELIVRD', { dataCoding: 0 })?.messageId).toBe('a_b@c');
  });
});

describe('optional parameters', () => {
  it('take precedence over the text', () => {
    const tlvs = {
      receiptedMessageId: 'ff',
      messageState: 2,
      networkErrorCode: { networkType: 3, code: 34 },
    };
    expect(receiptOf('id:255 stat:UNDELIV err:000', { tlvs })).toMatchObject({
      messageId: 'ff',
      state: 'DELIVERED',
      final: true,
      error: '34',
    });
  });

  it('are enough without a text, even if esm_class is not set', () => {
    const tlvs = { receiptedMessageId: 'ff', messageState: 8 };
    expect(receiptOf('', { esmClass: 0, tlvs })).toMatchObject({
      messageId: 'ff',
      state: 'REJECTED',
      final: true,
    });
  });
});

describe('a deliver_sm that is not a receipt', () => {
  it.each(['Hello', 'id:5', 'id:@x stat:DELIVRD', 'id:5 sub:001 dlvrd:001 stat:DELIVRD err:000', ''])(
    '%j from a handset',
    (text) => {
      expect(receiptOf(text, { esmClass: 0 })).toBeNull();
    },
  );

  it.each([{ receiptedMessageId: '5' }, { messageState: 2 }])(
    'has one optional parameter alone: %j',
    (tlvs) => {
      expect(receiptOf('id:5 stat:DELIVRD', { esmClass: 0, tlvs })).toBeNull();
    },
  );

  it('an intermediate notification is never final', () => {
    expect(receiptOf('id:5 stat:UNDELIV', { esmClass: 0x20 })).toMatchObject({
      state: 'UNDELIVERABLE',
      final: false,
    });
  });
});

describe('characters that a database may reject', () => {
  it('are removed from ids and errors', () => {
    expect(receiptOf('id:12\0 stat:UNDELIV err:001\0')).toMatchObject({ messageId: '12', error: '001' });
    expect(receiptOf('id:12\0stat:UNDELIV err:\u0007')).toMatchObject({
      state: 'UNDELIVERABLE',
      error: null,
    });
    const broken = { dataCoding: 8, shortMessage: encodeUcs2('id:a\ud800 stat:DELIVRD') };
    expect(receiptOf('', broken)?.messageId).toBe('a\ufffd');
    const tlvs = { receiptedMessageId: 'a\u0001b', messageState: 2 };
    expect(receiptOf('', { tlvs })?.messageId).toBe('ab');
  });

  it('are removed at any length', () => {
    expect(receiptOf(`id:1 stat:UNDELIV err:${'9'.repeat(500)}`)?.error).toHaveLength(32);
  });
});

describe('a trimmed receipt', () => {
  it('parses to the same result', () => {
    const text = 'id:0123456789 stat:UNDELIV err:027 text:'.padStart(990);
    const header = Buffer.from([0, 3, 1, 2, 1].toSpliced(0, 0, 5));
    const whole: Partial<SmInput>[] = [
      { shortMessage: Buffer.from(text.trim()) },
      { tlvs: { messagePayload: Buffer.from(text.padEnd(60_000)) } },
      { esmClass: 0x44, tlvs: { messagePayload: Buffer.concat([header, Buffer.from(text.padEnd(60_000))]) } },
      { dataCoding: 8, tlvs: { messagePayload: encodeUcs2(text.trim().padEnd(30_000)) } },
      { esmClass: 0, tlvs: { receiptedMessageId: 'a1', messageState: 5 } },
      { tlvs: { receiptedMessageId: 'a1', messageState: 5, networkErrorCode: { networkType: 3, code: 27 } } },
    ];
    for (const fields of whole) {
      const pdu = deliver({ esmClass: 4, sourceAddr: '94771234567', sourceAddrTon: 1, ...fields });
      const trimmed = trimReceipt(pdu);
      expect(parseReceipt(trimmed)).toEqual(parseReceipt(pdu));
      expect(parseReceipt(trimmed)?.messageId).toMatch(/^0123456789$|^a1$/);
      const { sourceAddr, sourceAddrTon, destinationAddr } = pdu;
      expect(trimmed).toMatchObject({ sourceAddr, sourceAddrTon, destinationAddr });
    }
  });

  it('is short, however long each field was', () => {
    const long = 'x'.repeat(20_000);
    const others = [{ tag: 0x1400, value: Buffer.alloc(60_000) }];
    const pdus = [
      deliver({ serviceType: long, scheduleDeliveryTime: long, validityPeriod: long }),
      deliver({ sourceAddr: long, destinationAddr: long, tlvs: { receiptedMessageId: long } }),
      deliver({ shortMessage: Buffer.alloc(254), tlvs: { messagePayload: Buffer.from(long), others } }),
    ];
    for (const pdu of pdus) expect(encodePdu(trimReceipt(pdu)).length).toBeLessThan(3_000);
  });
});

describe('any deliver_sm', () => {
  it('is parsed without an exception', () => {
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 254 }).map((values) => Buffer.from(values)),
      fc
        .string({ unit: fc.constantFrom(...'id:statubmdone er0129 ,'), maxLength: 254 })
        .map((text) => Buffer.from(text)),
    );
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(octets, octet, octet, (shortMessage, esmClass, dataCoding) => {
        const receipt = parseReceipt(deliver({ shortMessage, esmClass, dataCoding }));
        expect(`${receipt?.messageId}${receipt?.error}`).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 1000 },
    );
  });

  it('is parsed in linear time, also with a hostile payload', () => {
    const hostile = ['id ', ' ', 'submit date', 'id:', 'err:,'].map((piece) =>
      piece.repeat(60_000 / piece.length),
    );
    const startedMs = performance.now();
    for (const text of hostile) receiptOf('', { tlvs: { messagePayload: Buffer.from(text) } });
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });
});

it('formatReceipt writes what parseReceipt reads', () => {
  const states = [
    'DELIVERED',
    'EXPIRED',
    'DELETED',
    'UNDELIVERABLE',
    'ACCEPTED',
    'UNKNOWN',
    'REJECTED',
    'ENROUTE',
  ] as const;
  fc.assert(
    fc.property(
      fc.constantFrom<ReceiptState>(...states),
      fc.uuid(),
      fc.string(),
      (state, messageId, text) => {
        const written = formatReceipt({
          messageId,
          state,
          submittedAt: noon,
          doneAt: noon,
          error: '001',
          text,
        });
        expect(written.length).toBeLessThanOrEqual(254);
        expect(receiptOf(written)).toMatchObject({
          messageId,
          state,
          error: '001',
          doneAt: noon,
        });
        const tlvs = { receiptedMessageId: messageId, messageState: messageStateValue(state) };
        expect(receiptOf('', { tlvs })).toMatchObject({ messageId, state });
      },
    ),
  );
});

describe('normaliseMessageId', () => {
  it('gives the ids of a response and its receipt one spelling', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 160n }),
        fc.nat({ max: 6 }),
        fc.boolean(),
        (id, zeros, upper) => {
          const hexadecimal = '0'.repeat(zeros) + (upper ? id.toString(16).toUpperCase() : id.toString(16));
          const decimal = '0'.repeat(zeros) + id.toString();
          expect(normaliseMessageId(hexadecimal, 'answer', 'hex')).toBe(id.toString());
          expect(normaliseMessageId(decimal, 'receipt', 'hex')).toBe(id.toString());
          expect(normaliseMessageId(decimal, 'answer', 'dec')).toBe(id.toString());
          expect(normaliseMessageId(hexadecimal, 'receipt', 'dec')).toBe(id.toString());
        },
      ),
    );
  });

  it.each<[string, 'answer' | 'receipt', MessageIdBase, string]>([
    [' 00Ab-C1 ', 'answer', 'text', '00ab-c1'],
    ['007', 'receipt', 'text', '7'],
    ['0x00AB', 'receipt', 'text', 'ab'],
    ['000', 'answer', 'text', '0'],
    ['00-7', 'answer', 'text', '00-7'],
    ['a\0b', 'answer', 'text', 'ab'],
    ['0x1F', 'answer', 'hex', '31'],
    ['not-a-number', 'answer', 'hex', 'not-a-number'],
    ['12ab', 'receipt', 'hex', '12ab'],
    ['', 'receipt', 'dec', ''],
    ['f'.repeat(65), 'answer', 'hex', 'f'.repeat(65)],
  ])('%j in the %s of a %s carrier', (id, where, base, expected) => {
    expect(normaliseMessageId(id, where, base)).toBe(expected);
  });
});

it('an id of any length becomes at most 128 characters, the same from a response and a receipt', () => {
  for (const base of ['hex', 'dec', 'text'] as const) {
    const long = 'f'.repeat(3_000);
    const kept = normaliseMessageId(long, 'answer', base);
    expect(kept.length).toBeLessThanOrEqual(128);
    expect(normaliseMessageId(long, 'receipt', base)).toBe(kept);
    expect(normaliseMessageId(`${'f'.repeat(300)}e`, 'receipt', base)).not.toBe(kept);
  }
});

it('answeredMessageId finds the id of a response in any base of the link', () => {
  const written = {
    hex: (id: bigint) => ({ answer: id.toString(16).toUpperCase(), receipt: id.toString() }),
    dec: (id: bigint) => ({ answer: id.toString(), receipt: id.toString(16) }),
    text: (id: bigint) => ({ answer: id.toString(16), receipt: id.toString(16).toUpperCase() }),
  };
  const base = fc.constantFrom<MessageIdBase>('hex', 'dec', 'text');
  const id = fc.bigInt({ min: 0n, max: 2n ** 128n });
  fc.assert(
    fc.property(id, base, base, fc.nat({ max: 9 }), fc.nat({ max: 9 }), (number, set, actual, a, b) => {
      const { answer, receipt } = written[actual](number);
      const kept = normaliseMessageId('0'.repeat(a) + answer, 'answer', set);
      expect(answeredMessageId('0'.repeat(b) + receipt, set, actual)).toBe(kept);
    }),
  );
});
