import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { split } from 'split-sms';
import { describe, expect, test } from 'vitest';
import {
  countSegments,
  MAX_CHARACTERS,
  MAX_SEGMENTS,
  OPT_OUT_SEPTETS,
  replaceForGsm,
  splitSegments,
} from './segments.ts';

const transactional = { promotional: false };
const promotional = { promotional: true };
const count = (text: string) => countSegments(text, transactional);

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';
const gsmCharacter = fc.constantFrom(...BASIC, ...EXTENSION);
const gsmText = fc.string({ unit: gsmCharacter, maxLength: 2000 });
const anyText = fc.oneof(
  gsmText,
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  // UTF-16 units at random: lone and swapped surrogates too.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(...'aé€’“—…\u00a0🙂ආத\u0301\u200d\ufb01'), maxLength: 400 }),
);
const anySender = fc.constantFrom(transactional, promotional);

describe('the alphabet', () => {
  test('has 127 basic characters of one septet and 10 extension characters of two', () => {
    expect([...BASIC]).toHaveLength(127);
    for (const character of BASIC) expect(count(character)).toMatchObject({ encoding: 'GSM7', length: 1 });
    for (const character of EXTENSION)
      expect(count(character)).toMatchObject({ encoding: 'GSM7', length: 2 });
  });

  test('is the one of split-sms and of sms-segments-calculator, over every UTF-16 unit', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      const { encoding } = count(character);
      if ((encoding === 'GSM7') !== (split(character).characterSet === 'GSM')) {
        expect.fail(`split-sms disagrees on U+${unit.toString(16)}`);
      }
      if ((encoding === 'GSM7') !== (new SegmentedMessage(character).getEncodingName() === 'GSM-7')) {
        expect.fail(`sms-segments-calculator disagrees on U+${unit.toString(16)}`);
      }
    }
  });
});

// Both oracles count parts over the air: 153 septets or 67 units once there is more than one. We bill 160
// (120) and 70, so they can agree on encoding and length always, and on segments only while the text fits one
// part.
describe('next to other counters', () => {
  test('encoding and length are those of split-sms; so are segments while there is one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // split-sms swallows the unit after any high surrogate; only well-formed text can be compared.
        fc.pre(text !== '' && text.isWellFormed());
        const ours = count(text);
        const theirs = split(text);
        expect(ours.encoding).toBe(theirs.characterSet === 'GSM' ? 'GSM7' : 'UNICODE');
        expect(ours.length).toBe(ours.encoding === 'GSM7' ? theirs.bytes : theirs.bytes / 2);
        expect(ours.characters).toBe(theirs.length);
        expect(ours.segments === 1).toBe(theirs.parts.length === 1);
        expect(ours.segments).toBeLessThanOrEqual(theirs.parts.length);
      }),
    );
  });

  test('encoding and code points are those of sms-segments-calculator; so are segments while there is one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(text !== '');
        const ours = count(text);
        const theirs = new SegmentedMessage(text);
        expect(ours.encoding).toBe(theirs.getEncodingName() === 'GSM-7' ? 'GSM7' : 'UNICODE');
        expect(ours.characters).toBe(theirs.numberOfUnicodeScalars);
        expect(ours.segments === 1).toBe(theirs.segmentsCount === 1);
      }),
    );
  });
});

describe('segments', () => {
  test.each([
    ['', 0, 0],
    ['a', 1, 1],
    ['a'.repeat(120), 1, 1],
    ['a'.repeat(121), 1, 2],
    ['a'.repeat(160), 1, 2],
    ['a'.repeat(161), 2, 2],
    ['a'.repeat(320), 2, 3],
    ['€'.repeat(80), 1, 2],
    [`${'€'.repeat(80)}a`, 2, 2],
    ['ආ'.repeat(30), 1, 1],
    ['ආ'.repeat(31), 1, 2],
    ['ආ'.repeat(70), 1, 2],
    ['ආ'.repeat(71), 2, 2],
    ['🙂'.repeat(15), 1, 1],
    ['🙂'.repeat(35), 1, 2],
    ['🙂'.repeat(36), 2, 2],
    [`${'a'.repeat(70)}’`, 2, 2],
  ])('of %j: %i, promotional %i', (text, expected, expectedPromotional) => {
    expect(count(text).segments).toBe(expected);
    expect(countSegments(text, promotional).segments).toBe(expectedPromotional);
  });

  test('a promotional sender has 120 septets a segment, and 70 units as all senders, of which the link takes 40 once', () => {
    expect(countSegments('Sale', promotional).perSegment).toBe(120);
    expect(countSegments('විකිණීම', promotional).perSegment).toBe(70);
    expect(countSegments('විකිණීම', promotional).length).toBe(7 + OPT_OUT_SEPTETS);
    expect(count('Sale').perSegment).toBe(160);
    expect(count('විකිණීම').perSegment).toBe(70);
  });

  test('an empty text is GSM7 with nothing to bill', () => {
    expect(count('')).toEqual({
      encoding: 'GSM7',
      characters: 0,
      length: 0,
      perSegment: 160,
      segments: 0,
      tooLong: false,
      unicodeCharacters: [],
    });
  });

  test('are how many pieces the text fills, and the pieces joined are the text', () => {
    fc.assert(
      fc.property(anyText, anySender, (text, sender) => {
        const { encoding, length, perSegment, segments } = countSegments(text, sender);
        const room = sender.promotional && encoding === 'UNICODE' ? '_'.repeat(OPT_OUT_SEPTETS) : '';
        // The billed units: septets with the escape before an extension character, or UTF-16 units and the
        // link.
        const billed =
          encoding === 'GSM7'
            ? [...text].map((c) => (EXTENSION.includes(c) ? `\u001b${c}` : c)).join('')
            : text + room;
        const pieces: string[] = [];
        for (let at = 0; at < billed.length; at += perSegment) pieces.push(billed.slice(at, at + perSegment));
        expect(billed).toHaveLength(length);
        expect(pieces).toHaveLength(segments);
        expect(pieces.join('').replaceAll('\u001b', encoding === 'GSM7' ? '' : '\u001b')).toBe(text + room);
        const shown = splitSegments(text, sender);
        expect(shown).toHaveLength(Math.ceil((length - room.length) / perSegment));
        expect(shown.join('')).toBe(text);
      }),
    );
  });

  test('never get fewer when text is added in the same encoding', () => {
    fc.assert(
      fc.property(anyText, anyText, anySender, (text, added, sender) => {
        const before = countSegments(text, sender);
        const after = countSegments(text + added, sender);
        expect(after.characters).toBeGreaterThanOrEqual(before.characters);
        fc.pre(before.encoding === after.encoding);
        expect(after.length).toBeGreaterThanOrEqual(before.length);
        expect(after.segments).toBeGreaterThanOrEqual(before.segments);
      }),
    );
  });

  test('never get fewer for a transactional sender when the encoding changes either', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, added) => {
        expect(count(text + added).segments).toBeGreaterThanOrEqual(count(text).segments);
      }),
    );
    // The promotional exception: 301 euro signs are 602 septets of 120, and with a Sinhala letter and the
    // link 342 units of 70.
    expect(countSegments('€'.repeat(301), promotional).segments).toBe(6);
    expect(countSegments(`${'€'.repeat(301)}ආ`, promotional).segments).toBe(5);
  });
});

describe('too long', () => {
  test.each([
    ['a'.repeat(MAX_CHARACTERS), false, true],
    ['a'.repeat(MAX_CHARACTERS + 1), true, true],
    ['a'.repeat(1200), false, false],
    ['€'.repeat(800), false, true],
    ['€'.repeat(801), true, true],
    ['ආ'.repeat(660), false, false],
    ['ආ'.repeat(700), false, true],
    ['ආ'.repeat(701), true, true],
  ])('%#', (text, expected, expectedPromotional) => {
    expect(count(text).tooLong).toBe(expected);
    expect(countSegments(text, promotional).tooLong).toBe(expectedPromotional);
  });

  test('a megabyte is counted like any text', () => {
    expect(count('a'.repeat(1_000_000))).toMatchObject({
      characters: 1_000_000,
      segments: 6250,
      tooLong: true,
    });
    expect(count('🙂'.repeat(500_000))).toMatchObject({
      characters: 500_000,
      length: 1_000_000,
      tooLong: true,
    });
  });

  test('at most ten segments and 1,600 characters pass', () => {
    fc.assert(
      fc.property(anyText, anySender, (text, sender) => {
        const { segments, characters, tooLong } = countSegments(text, sender);
        expect(tooLong).toBe(segments > MAX_SEGMENTS || characters > MAX_CHARACTERS);
      }),
    );
  });
});

describe('the characters that force UNICODE', () => {
  test('are named once each, at their first position counted in characters', () => {
    expect(count('🙂 “Sale” – now… “ආ”').unicodeCharacters).toEqual([
      { character: '🙂', index: 1, replacement: null },
      { character: '“', index: 3, replacement: '"' },
      { character: '”', index: 8, replacement: '"' },
      { character: '–', index: 10, replacement: '-' },
      { character: '…', index: 15, replacement: '...' },
      { character: 'ආ', index: 18, replacement: null },
    ]);
  });

  test('are none in GSM7 and at most twenty in all', () => {
    expect(count(BASIC + EXTENSION).unicodeCharacters).toEqual([]);
    const alphabet = Array.from({ length: 60 }, (_, at) => String.fromCharCode(0x0d85 + at)).join('');
    expect(count(alphabet).unicodeCharacters).toHaveLength(20);
  });

  test.each(['ආයුබෝවන්', 'ශ්\u200dරී ලංකා', 'வணக்கம்', '你好', 'ç', 'ê', 'e\u0301', '\u0000', '\u001b'])(
    '%j',
    (text) => {
      expect(count(text)).toMatchObject({
        encoding: 'UNICODE',
        length: text.length,
        characters: [...text].length,
      });
    },
  );

  test('a lone surrogate is one of them', () => {
    for (const text of ['\ud83d', 'a\ude42', '\ude42\ud83d', '\ud83d\ud83d\ude42']) {
      expect(count(text)).toMatchObject({
        encoding: 'UNICODE',
        length: text.length,
        characters: [...text].length,
      });
    }
    expect(count('a\ud83d').unicodeCharacters).toEqual([
      { character: '\ud83d', index: 2, replacement: null },
    ]);
  });
});

describe('plain replacements', () => {
  test('stand in for what word processors put in', () => {
    expect(replaceForGsm('‘It’s’ “50\u00a0%” — today–only… • T\u202f1\u200b\ufeff')).toBe(
      "'It's' \"50 %\" - today-only... - T 1",
    );
    expect(count('It’s “on”…').encoding).toBe('UNICODE');
    expect(count(replaceForGsm('It’s “on”…')).encoding).toBe('GSM7');
  });

  test('leave letters, emoji and the joiners of other scripts alone', () => {
    for (const text of ['façade', 'ශ්\u200dරී', '👩\u200d👧', 'e\u0301', BASIC, EXTENSION]) {
      expect(replaceForGsm(text)).toBe(text);
    }
  });

  test('are all that is replaced, are GSM 03.38 themselves, and once is enough', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const replaced = replaceForGsm(text);
        expect(replaceForGsm(replaced)).toBe(replaced);
        for (const { replacement } of count(replaced).unicodeCharacters) expect(replacement).toBeNull();
        for (const { character, replacement } of count(text).unicodeCharacters) {
          expect(replaceForGsm(character)).toBe(replacement ?? character);
          if (replacement !== null) expect(count(replacement).encoding).toBe('GSM7');
        }
      }),
    );
  });
});
