// Splitting: no text is lost, no part exceeds the limits, no pair is split.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Charset, dataCoding, gsmSeptets } from './encoding.ts';
import { type LongMessages, type MessagePart, readPart, splitMessage } from './split.ts';

function joinParts(parts: readonly MessagePart[]): string {
  const read = parts.map(readPart);
  read.sort((a, b) => (a.concatenation?.sequence ?? 0) - (b.concatenation?.sequence ?? 0));
  return read.map((part) => part.text).join('');
}

const charset = fc.constantFrom<Charset>('gsm7', 'latin1', 'ascii');
const longMessages = fc.constantFrom<LongMessages>('udh', 'sar', 'payload');
const plain = fc.constantFrom(...'abc XYZ019@£é\n_');
const extended = fc.constantFrom(...'{}[]€|^\\~');
const wide = fc.constantFrom('ඩ', 'த', 'ç', '`', '😀', '\ud83d', '\ude00');
const body = fc
  .oneof(
    fc.array(fc.oneof(plain, extended), { maxLength: 900 }),
    fc.array(fc.oneof({ weight: 3, arbitrary: plain }, extended, wide), { maxLength: 900 }),
  )
  .map((characters) => characters.join(''));

const septets = (text: string) =>
  [...text].reduce((sum, character) => sum + gsmSeptets(character.charCodeAt(0)), 0);

function lengthOf(part: MessagePart): { length: number; single: number; inParts: number } {
  const { text } = readPart(part);
  return part.dataCoding === dataCoding.ucs2
    ? { length: text.length, single: 70, inParts: 67 }
    : { length: septets(text), single: 160, inParts: 153 };
}

const options = { charset: 'gsm7', longMessages: 'udh', reference: 0x1234 } as const;

describe('splitMessage', () => {
  it('loses nothing, and every part is within its limit and ends at a whole character', () => {
    fc.assert(
      fc.property(body, charset, longMessages, fc.nat(), (text, set, long, reference) => {
        const parts = splitMessage(text, { charset: set, longMessages: long, reference });
        expect(joinParts(parts)).toBe(text);
        for (const part of parts) {
          expect(part.shortMessage.length).toBeLessThanOrEqual(160);
          const { length, single, inParts } = lengthOf(part);
          if (part.tlvs.messagePayload === undefined)
            expect(length).toBeLessThanOrEqual(parts.length === 1 ? single : inParts);
        }
        for (const part of parts.slice(0, -1)) {
          const piece = readPart(part).text;
          const next = readPart(parts[parts.indexOf(part) + 1]!).text;
          const torn = /[\ud800-\udbff]$/.test(piece) && /^[\udc00-\udfff]/.test(next);
          expect(torn).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('joins parts in any order', () => {
    fc.assert(
      fc.property(
        body,
        fc.constantFrom<LongMessages>('udh', 'sar'),
        fc.infiniteStream(fc.nat()),
        (text, long, random) => {
          const parts = splitMessage(text, { ...options, longMessages: long });
          const shuffled = parts
            .map((part) => ({ part, key: random.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ part }) => part);
          expect(joinParts(shuffled)).toBe(text);
        },
      ),
    );
  });

  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    // 153 is odd: 76 pairs in a part, the last septet stays empty.
    ['€'.repeat(152), 2],
    ['€'.repeat(153), 3],
    ['ඩ'.repeat(70), 1],
    ['ඩ'.repeat(71), 2],
    ['ඩ'.repeat(134), 2],
    ['ඩ'.repeat(135), 3],
    ['😀'.repeat(35), 1],
    // 67 is odd as well.
    ['😀'.repeat(66), 2],
    ['😀'.repeat(67), 3],
    ['', 1],
  ])('%#: the right number of parts', (text, count) => {
    expect(splitMessage(text, options)).toHaveLength(count);
    expect(splitMessage(text, { ...options, longMessages: 'sar' })).toHaveLength(count);
    expect(splitMessage(text, { ...options, longMessages: 'payload' })).toHaveLength(1);
  });

  it.each<[Charset, string, number]>([
    ['gsm7', 'Grüße €', dataCoding.gsm7],
    ['gsm7', 'ça', dataCoding.ucs2],
    ['latin1', 'Grüße', dataCoding.latin1],
    ['latin1', 'Grüße €', dataCoding.ucs2],
    ['latin1', 'ça', dataCoding.ucs2],
    ['ascii', 'Gruss', dataCoding.ascii],
    ['ascii', 'Grüße', dataCoding.ucs2],
    ['ascii', 'a`b', dataCoding.ucs2],
  ])('%s: %j has its data_coding', (set, text, coding) => {
    expect(splitMessage(text, { ...options, charset: set })[0]?.dataCoding).toBe(coding);
  });

  it('numbers the parts in a header', () => {
    const parts = splitMessage('a'.repeat(200), options);
    expect(parts.map((part) => part.shortMessage.subarray(0, 6).toString('hex'))).toEqual([
      '050003340201',
      '050003340202',
    ]);
    expect(parts.map((part) => part.esmClass)).toEqual([0x40, 0x40]);
    expect(parts.map((part) => part.shortMessage.length)).toEqual([159, 53]);
  });

  it('numbers the parts in optional parameters', () => {
    const [first, second] = splitMessage('a'.repeat(200), { ...options, longMessages: 'sar' });
    expect(first?.tlvs).toEqual({ sarMsgRefNum: 0x1234, sarTotalSegments: 2, sarSegmentSeqnum: 1 });
    expect(second?.tlvs).toEqual({ sarMsgRefNum: 0x1234, sarTotalSegments: 2, sarSegmentSeqnum: 2 });
    expect(first?.esmClass).toBe(0);
  });

  it('puts a long text into message_payload without splitting it', () => {
    const [part] = splitMessage('a'.repeat(200), { ...options, longMessages: 'payload' });
    expect(part?.shortMessage).toHaveLength(0);
    expect(part?.tlvs.messagePayload).toHaveLength(200);
  });

  it('rejects texts that no receiver could reassemble', () => {
    expect(splitMessage('a'.repeat(255 * 153), options)).toHaveLength(255);
    expect(() => splitMessage('a'.repeat(255 * 153 + 1), options)).toThrow(RangeError);
  });
});

describe('readPart', () => {
  it('finds a 16-bit reference after another element', () => {
    const shortMessage = Buffer.from('092401010804123403024142', 'hex');
    const part = { shortMessage, dataCoding: dataCoding.gsm7, esmClass: 0x40, tlvs: {} };
    expect(readPart(part)).toEqual({
      text: 'AB',
      concatenation: { reference: 0x1234, total: 3, sequence: 2 },
    });
  });

  it('reads any octets with any header length', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 0, max: 255 }), (octets, coding) => {
        const part = { shortMessage: Buffer.from(octets), dataCoding: coding, esmClass: 0x40, tlvs: {} };
        expect(typeof readPart(part).text).toBe('string');
      }),
    );
  });
});
