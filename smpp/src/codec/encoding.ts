// Encodes and decodes text for the data_coding values of SMPP 3.4 §5.2.19. GSM 03.38 is sent as unpacked
// octets.

export const dataCoding = { gsm7: 0, ascii: 1, latin1: 3, ucs2: 8 } as const;

/** The encoding a carrier expects for text that fits GSM 03.38 (the `charset` of a carrier link). */
export type Charset = 'gsm7' | 'latin1' | 'ascii';

const escapeOctet = 0x1b;
const blank = 0x20;

// GSM 03.38 §6.2.1: default alphabet in code order. 0x1B is the escape to the extension table. Segments are
// counted by contract/src/messages/segments.ts; a test of the server holds both tables equal.
const basicAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

// GSM 03.38 §6.2.1.1: extension table.
const extensionAlphabet: readonly (readonly [number, string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];

const notInGsm = 0xffff;
const codesByUnit = new Uint16Array(0x2100).fill(notInGsm);
const unitsByCode = Uint16Array.from(basicAlphabet, (character) => character.charCodeAt(0));
const extensionUnitsByCode = new Uint16Array(0x80);
unitsByCode.forEach((unit, code) => {
  if (code !== escapeOctet) codesByUnit[unit] = code;
});
// GSM 03.38 §6.2.1.1: an escape that follows an escape is shown as a blank.
unitsByCode[escapeOctet] = blank;
for (const [code, character] of extensionAlphabet) {
  codesByUnit[character.charCodeAt(0)] = (escapeOctet << 8) | code;
  extensionUnitsByCode[code] = character.charCodeAt(0);
}

/**
 * Septets that a UTF-16 unit takes in GSM 03.38: 1, or 2 from the extension table, or 0 if the alphabet lacks
 * it.
 */
export function gsmSeptets(unit: number): 0 | 1 | 2 {
  const code = codesByUnit[unit] ?? notInGsm;
  if (code === notInGsm) return 0;
  return code > 0xff ? 2 : 1;
}

/** Encodes GSM 03.38, one septet per octet. A character outside the alphabet becomes `?`. */
export function encodeGsm7(text: string): Buffer {
  const buffer = Buffer.allocUnsafe(text.length * 2);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = codesByUnit[text.charCodeAt(i)] ?? notInGsm;
    if (code === notInGsm) {
      buffer[at++] = 0x3f;
      continue;
    }
    if (code > 0xff) buffer[at++] = escapeOctet;
    buffer[at++] = code & 0xff;
  }
  return buffer.subarray(0, at);
}

/**
 * Decodes unpacked GSM 03.38 octets; the top bit is ignored. An escape before a code that the extension table
 * lacks reads as that code's plain character, as GSM 03.38 §6.2.1.1 requires. An escape at the end reads as a
 * blank.
 */
export function decodeGsm7(octets: Buffer): string {
  const units = new Uint16Array(octets.length);
  let length = 0;
  for (let i = 0; i < octets.length; i++) {
    let code = octets[i]! & 0x7f;
    let extension = 0;
    if (code === escapeOctet && i + 1 < octets.length) {
      code = octets[++i]! & 0x7f;
      extension = extensionUnitsByCode[code]!;
    }
    units[length++] = extension || unitsByCode[code]!;
  }
  // Joining character by character would keep a tree of strings many times the size of the text in memory.
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
}

/** Encodes UTF-16 units, high octet first (data_coding 8). */
export function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** Decodes UTF-16 units, high octet first (data_coding 8). An odd octet at the end is dropped. */
export function decodeUcs2(octets: Buffer): string {
  return Buffer.from(octets.subarray(0, octets.length & ~1))
    .swap16()
    .toString('utf16le');
}

/** Encodes text in a charset; every character must be in the charset. */
export function encodeCharset(text: string, charset: Charset): Buffer {
  return charset === 'gsm7' ? encodeGsm7(text) : Buffer.from(text, 'latin1');
}

/** Decodes octets by their data_coding. Unknown values (8-bit data, for example) are read as Latin-1. */
export function decodeText(octets: Buffer, coding: number): string {
  if (coding === dataCoding.gsm7) return decodeGsm7(octets);
  if (coding === dataCoding.ucs2) return decodeUcs2(octets);
  return octets.toString('latin1', 0, octets.length);
}
