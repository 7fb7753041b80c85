// The brand of a sender in texts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandOf, hasBrand, tradingName } from './brandInText.ts';

const names = (name: string, text: string) => hasBrand(brandOf([name])!, text);

const NAMES = ['LankaRetail', 'Lanka Retail', 'ලංකා රීටේල්', 'ශ්‍රී', 'லங்கா', 'Café 24'];
const VOWEL_SIGNS = { 'ලංකා රීටේල්': 'ෙ', ශ්‍රී: 'ු', லங்கா: 'ி' };

test('is in a text that has it in any case and with any spacing', () => {
  const between = fc.constantFrom('', ' ', '-', '. ', '\u200d', '\u200c', '\n', '’', '  ');
  const around = fc.constantFrom('', 'Hello ', 'ආයුබෝවන් ', 'வணக்கம், ', '(', '20% off! ');
  const form = fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD');
  fc.assert(
    fc.property(
      fc.constantFrom(...NAMES),
      fc.array(fc.tuple(fc.boolean(), between), { minLength: 20, maxLength: 20 }),
      ...[around, around, form],
      (name, each, before, after, how) => {
        const letters = [...name].filter((letter) => /[^\s]/.test(letter));
        const written = letters.map((letter, at) => {
          const [isUpper, space] = each[at % 20]!;
          const next = letters[at + 1] ?? '';
          // A sign belongs to the letter before it.
          return `${isUpper ? letter.toUpperCase() : letter.toLowerCase()}${/\p{M}/u.test(next) ? '' : space}`;
        });
        expect(names(name, `${before}${written.join('')} ${after}`.normalize(how))).toBe(true);
      },
    ),
  );
});

test('is not in a text that has another vowel sign in its place, or one more', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.entries(VOWEL_SIGNS)), fc.nat(), ([name, sign], at) => {
      const signs = [...name.matchAll(/\p{M}/gu)].map(({ index }) => index);
      const chosen = signs[at % signs.length]!;
      expect(names(name, `${name.slice(0, chosen)}${sign}${name.slice(chosen + 1)}`)).toBe(false);
      expect(names(name, `${name}${sign}`)).toBe(false);
    }),
  );
  expect(names('ලංක', 'ලංකා')).toBe(false);
});

test.each([
  ['LankaRetail', 'Lanka Retail: sale', true],
  ['LankaRetail', 'lanka-retail.lk has a sale', true],
  ['LankaRetail', 'ＬＡＮＫＡ Retail', true],
  ['LankaRetail', 'Sale at Lanka', false],
  ['ලංකා රීටේල්', 'ලංකාරීටේල් හි අඩු මිල', true],
  ['ACE', 'Place your order', false],
  ['ACE', 'Order at Ace-hardware', true],
  ['A.B', 'From a b', true],
])('%s in "%s": %s', (name, text, isThere) => {
  expect(names(name, text)).toBe(isThere);
});

test('is one of several names, and a name of one letter is none', () => {
  const brand = brandOf(['H&', 'LankaRetail', 'லங்கா'])!;
  expect(['Sale', 'At h', 'லங்கா', 'lankaretail'].map((text) => hasBrand(brand, text))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(brandOf(['H&', '👍'])).toBeNull();
});

test('is looked for in a time that hostile names do not change', () => {
  // Names that begin everywhere in the text and end nowhere, each of a character that is written as three.
  const names = [41, 42, 43, 44, 45].map((count) => `${'\ufc5e'.repeat(count)}a`);
  const brand = brandOf(names)!;
  const begun = performance.now();
  for (let at = 0; at < 100; at++) expect(hasBrand(brand, `${'\ufc5e'.repeat(660)} ${at}`)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(3_000);
});

test.each([
  ['Lanka Retail (Pvt) Ltd', 'Lanka Retail'],
  ['Lanka Retail Private Limited', 'Lanka Retail'],
  ['Lanka Shop Pty. Ltd.', 'Lanka Shop'],
  ['Ceylon Tea PLC', 'Ceylon Tea'],
  ['Limited Offers', 'Limited Offers'],
  ['Ltd', 'Ltd'],
  ['Acme, Inc.', 'Acme'],
  [`Lanka ${'Ltd...'.repeat(30)}X`, `Lanka ${'Ltd...'.repeat(30)}X`],
])('the trading name of %s is %s', (legal, trading) => {
  expect(tradingName(legal)).toBe(trading);
});
