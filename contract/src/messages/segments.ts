// Counts segments. Screens, prices and limits all use this one counter.

/** The longest text, in Unicode code points. */
export const MAX_CHARACTERS = 1600;

/** The maximum number of segments of a message. */
export const MAX_SEGMENTS = 10;

/** The longest opt-out line of a promotional message, in septets and in UTF-16 units. */
export const OPT_OUT_SEPTETS = 40;

const GSM_SEPTETS_PER_SEGMENT = 160;
// A promotional sender has less, because the opt-out line takes the difference.
const PROMOTIONAL_SEPTETS_PER_SEGMENT = GSM_SEPTETS_PER_SEGMENT - OPT_OUT_SEPTETS;
const UNITS_PER_UNICODE_SEGMENT = 70;
/** A text in another script would otherwise list its whole alphabet. */
export const MAX_NAMED_CHARACTERS = 20;

// GSM 03.38 §6.2.1, in the order of its codes 0x00 to 0x7F without the escape (0x1B). Octets on the wire are
// those of smpp/src/codec/encoding.ts; a test of the server holds both tables equal.
const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
// GSM 03.38 §6.2.1.1. Each takes two septets: an escape and a code.
const GSM_EXTENSION = '\f^{}\\[~]|€';

/**
 * Septets by UTF-16 unit: 1 for the basic table, 2 for the extension, 0 outside GSM 03.38. The euro sign is
 * the highest unit.
 */
const SEPTETS = new Uint8Array(0x20ad);
for (const character of GSM_BASIC) SEPTETS[character.charCodeAt(0)] = 1;
for (const character of GSM_EXTENSION) SEPTETS[character.charCodeAt(0)] = 2;

// Characters that word processors, phones and web pages insert, and what a person would have typed. Accented
// letters stay, because removing an accent changes the word. Zero-width joiners stay, because Sinhala needs
// them.
const PLAIN: readonly (readonly [characters: string, replacement: string])[] = [
  ['\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4\u0060\u02bc', "'"],
  ['\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb', '"'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022\u2023\u2043\u00b7', '-'],
  ['\u2026', '...'],
  ['\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000', ' '],
  ['\u2028\u2029\u0085', '\n'],
  // Soft hyphen, zero-width space, word joiner, byte order mark, and the direction marks around a pasted
  // phone number.
  ['\u00ad\u200b\u2060\ufeff\u200e\u202a\u202c\u202d\u2068\u2069', ''],
  ['\u2044', '/'],
  ['\u00d7', 'x'],
  ['\u00a9', '(c)'],
  ['\u00ae', '(R)'],
  ['\u2122', '(TM)'],
  ['\u00bc', '1/4'],
  ['\u00bd', '1/2'],
  ['\u00be', '3/4'],
  ['\ufb00', 'ff'],
  ['\ufb01', 'fi'],
  ['\ufb02', 'fl'],
];
const REPLACEMENTS = new Map(
  PLAIN.flatMap(([characters, replacement]) => [...characters].map((character) => [character, replacement])),
);
const REPLACEABLE = new RegExp(`[${[...REPLACEMENTS.keys()].join('')}]`, 'g');

/** GSM7: all characters are in GSM 03.38 with its extension table. UNICODE: UTF-16. */
type Encoding = 'GSM7' | 'UNICODE';

/**
 * A character outside GSM 03.38, its first position in code points from 1, and its plain replacement, or
 * null.
 */
export type UnicodeCharacter = { character: string; index: number; replacement: string | null };

export type SegmentCount = {
  encoding: Encoding;
  /** Unicode code points, shown as the length. An emoji may have several. */
  characters: number;
  /**
   * The billed length: septets in GSM7 (2 for the extension table), UTF-16 units in UNICODE, plus
   * OPT_OUT_SEPTETS for a promotional sender in UNICODE.
   */
  length: number;
  /** Septets or units per segment. */
  perSegment: number;
  segments: number;
  /** More than MAX_SEGMENTS segments or MAX_CHARACTERS characters. */
  tooLong: boolean;
  /**
   * The distinct characters that force UNICODE, in order of appearance, at most MAX_NAMED_CHARACTERS. Empty
   * in GSM7.
   */
  unicodeCharacters: UnicodeCharacter[];
};

/**
 * Counts the segments that a text is billed as: its length divided by the segment size, rounded up; 0 if it
 * is empty. A segment has 160 septets of GSM 03.38, or 120 for a promotional sender, whose opt-out line takes
 * the rest. A text with any other character has 70 UTF-16 units per segment, and the opt-out line counts as
 * OPT_OUT_SEPTETS further units, however long it is.
 *
 * This is a billing rule. Parts on air with a concatenation header are smaller (153 and 67). Accepts any
 * string: a lone surrogate is one character outside GSM 03.38. Takes linear time.
 */
export function countSegments(text: string, { promotional }: { promotional: boolean }): SegmentCount {
  const firstPositions = new Map<number, number>();
  let characters = 0;
  let septets = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    characters++;
    const width = unit < SEPTETS.length ? SEPTETS[unit]! : 0;
    septets += width;
    if (width > 0) continue;
    const codePoint = text.codePointAt(at)!;
    if (codePoint > 0xffff) at++;
    if (firstPositions.size < MAX_NAMED_CHARACTERS && !firstPositions.has(codePoint)) {
      firstPositions.set(codePoint, characters);
    }
  }

  const encoding = firstPositions.size === 0 ? 'GSM7' : 'UNICODE';
  const gsmPerSegment = promotional ? PROMOTIONAL_SEPTETS_PER_SEGMENT : GSM_SEPTETS_PER_SEGMENT;
  const perSegment = encoding === 'GSM7' ? gsmPerSegment : UNITS_PER_UNICODE_SEGMENT;
  const length = encoding === 'GSM7' ? septets : text.length + (promotional ? OPT_OUT_SEPTETS : 0);
  const segments = Math.ceil(length / perSegment);
  return {
    encoding,
    characters,
    length,
    perSegment,
    segments,
    tooLong: segments > MAX_SEGMENTS || characters > MAX_CHARACTERS,
    unicodeCharacters: [...firstPositions].map(([codePoint, index]) => {
      const character = String.fromCodePoint(codePoint);
      return { character, index, replacement: REPLACEMENTS.get(character) ?? null };
    }),
  };
}

/**
 * Splits a text into the segments that it is billed as. A character across a boundary is in the later one.
 */
export function splitSegments(text: string, sender: { promotional: boolean }): string[] {
  const { encoding, perSegment } = countSegments(text, sender);
  const pieces: string[] = [];
  let length = 0;
  for (const character of text) {
    length += encoding === 'GSM7' ? SEPTETS[character.charCodeAt(0)]! : character.length;
    const piece = Math.ceil(length / perSegment) - 1;
    pieces[piece] = (pieces[piece] ?? '') + character;
  }
  return pieces;
}

/**
 * Replaces every character that has a plain form (’ by ', — by -, … by three dots, a no-break space by a
 * blank). Only useful if the result is GSM7, because one letter of another script keeps 70 units per segment.
 */
export function replaceForGsm(text: string): string {
  return text.replace(REPLACEABLE, (character) => REPLACEMENTS.get(character)!);
}
