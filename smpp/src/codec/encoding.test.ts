// Checks GSM 03.38 against its published tables and round-trips every encoding.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dataCoding,
  decodeGsm7,
  decodeText,
  decodeUcs2,
  encodeGsm7,
  encodeUcs2,
  gsmSeptets,
} from './encoding.ts';

const allGsm = Array.from({ length: 0x10000 }, (_, unit) => unit).filter((unit) => gsmSeptets(unit) > 0);
const gsmText = fc
  .array(fc.constantFrom(...allGsm), { maxLength: 300 })
  .map((units) => String.fromCharCode(...units));

describe('GSM 03.38', () => {
  it('has 127 characters of one septet and 10 of two', () => {
    expect(allGsm.filter((unit) => gsmSeptets(unit) === 1)).toHaveLength(127);
    const extended = allGsm.filter((unit) => gsmSeptets(unit) === 2);
    expect(new Set(String.fromCharCode(...extended))).toEqual(new Set('\f^{}\\[~]|€'));
  });

  it.each([
    ['@', '00'],
    ['Ç', '09'],
    ['Δ', '10'],
    ['_', '11'],
    ['Ξ', '1a'],
    ['É', '1f'],
    ['¤', '24'],
    ['¡', '40'],
    ['§', '5f'],
    ['¿', '60'],
    ['à', '7f'],
    ['Aa0', '416130'],
    ['€[]', '1b651b3c1b3e'],
    ['\f', '1b0a'],
  ])('writes %j as %s', (text, hex) => {
    expect(encodeGsm7(text).toString('hex')).toBe(hex);
    expect(decodeGsm7(Buffer.from(hex, 'hex'))).toBe(text);
  });

  it('replaces ç, backtick, ඩ and half an emoji by ?', () => {
    for (const character of 'ç`ඩ\ud83d\u001b') expect(gsmSeptets(character.charCodeAt(0))).toBe(0);
    expect(encodeGsm7('aඩb').toString()).toBe('a?b');
  });

  it('round-trips text', () => {
    fc.assert(fc.property(gsmText, (text) => decodeGsm7(encodeGsm7(text)) === text));
  });

  it('reads an escape before an unknown code as the plain character, and one at the end as a blank', () => {
    expect(decodeGsm7(Buffer.from('1b4161', 'hex'))).toBe('Aa');
    expect(decodeGsm7(Buffer.from('411b', 'hex'))).toBe('A ');
    expect(decodeGsm7(Buffer.from('1b1b41', 'hex'))).toBe(' A');
  });

  it('reads any octets', () => {
    fc.assert(fc.property(fc.uint8Array(), (octets) => typeof decodeGsm7(Buffer.from(octets)) === 'string'));
  });
});

describe('UCS2', () => {
  it('round-trips any UTF-16 text, including lone surrogates', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        expect(decodeUcs2(encodeUcs2(text))).toBe(text);
      }),
    );
  });

  it('is big-endian and drops an odd octet', () => {
    expect(encodeUcs2('ඩ😀').toString('hex')).toBe('0da9d83dde00');
    expect(decodeUcs2(Buffer.from('0da9d8', 'hex'))).toBe('ඩ');
  });
});

it('reads unknown data codings as Latin-1', () => {
  expect(decodeText(Buffer.from([0xe9, 0x40]), 0xf5)).toBe('é@');
  expect(decodeText(Buffer.from([0xe9]), dataCoding.latin1)).toBe('é');
});
