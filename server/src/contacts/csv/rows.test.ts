// The laws of reading a file: however it was saved and cut on its way, the same rows on the same lines.
import { CSV_SEPARATORS, encodingOf } from '@godwit/contract/csv/cells';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from './rows.ts';

type Row = { line: number; cells: string[] };

/** Bytes in pieces of these sizes, and the rest. */
function* pieces(bytes: Uint8Array, sizes: readonly number[] = []): Generator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

function read(bytes: Uint8Array | string, sizes?: readonly number[]) {
  const rows: Row[] = [];
  const refusal = readCsv(() => pieces(Buffer.from(bytes), sizes), {
    onHead: () => {},
    onRow: (cells, line) => {
      rows.push({ line, cells });
      return null;
    },
  });
  return { rows, reason: refusal?.description ?? null };
}

const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 });
/** Cell contents, including separators, quotes and line breaks. */
const letter = fc.oneof(
  fc.constantFrom(...'ab7,;\t"\' \r\né\u0dc3\u{1F426}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const cell = fc
  .string({ unit: letter, maxLength: 12 })
  .filter((text) => !text.includes('\0') && text.isWellFormed());
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
const isEmpty = (cells: readonly string[]) => cells.every((text) => text.trim() === '');

describe('rows', () => {
  it('are the ones that were written, on the lines where they begin', () => {
    const written = fc.record({
      rows: table.filter((rows) => !rows.every(isEmpty)),
      delimiter: fc.constantFrom(...CSV_SEPARATORS),
      newline: fc.constantFrom('\n', '\r\n', '\r'),
      sizes,
    });
    fc.assert(
      fc.property(written, ({ rows, delimiter, newline, sizes }) => {
        const head = ['Mobile', 'FirstName'].join(delimiter);
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const texts = rows.map((cells) => cells.map(quoted).join(delimiter) + newline);
        let line = 2;
        const expected: Row[] = [];
        for (const [i, text] of texts.entries()) {
          if (!isEmpty(rows[i]!)) expected.push({ line, cells: rows[i]! });
          line += text.match(/\r\n|\r|\n/g)!.length;
        }
        expect(read([head, newline, ...texts].join(''), sizes)).toEqual({
          rows: expected,
          reason: null,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('need no header, no last line break and no quotes', () => {
    const { rows } = read('0771234567,Nimal\n\n , \n0712345678;x,"Perera, ""P"" "');
    expect(rows).toEqual([
      { line: 1, cells: ['0771234567', 'Nimal'] },
      { line: 4, cells: ['0712345678;x', 'Perera, "P" '] },
    ]);
  });

  it.each([
    ['nothing', '', 'has no rows'],
    ['blank lines only', '\n \n,,\n', 'has no rows'],
    ['a header only', 'Mobile,FirstName\n', 'has no rows'],
    [
      'a quote that is never closed',
      '0771234567,"Nimal\n0712345678,Kamala\n',
      'Line 1: a quote is never closed',
    ],
    [
      'a quote that is closed too early',
      'a,b\n077,"Nim"al\n',
      'Line 2: a quote is never closed, or stands inside a cell',
    ],
    ['a quote inside a cell', '077,x\n\n078,5" pipe\n', 'Line 3: a quote'],
    ['a null byte', '077,Nim\0al\n', 'not a text file'],
    ['a long line', `077,x\n078,${'x'.repeat(70_000)}\n`, 'Line 2: a row is longer than 64 KB'],
    ['100,000 columns', `077${','.repeat(100_000)}\n`, 'Line 1: a row is longer than 64 KB'],
    [
      'a long row of short lines',
      `077,x\n078,"${'short\n'.repeat(20_000)}"\n`,
      'Line 2: a row is longer than 64 KB',
    ],
  ])('of a file with %s are refused with the reason', (_what, text, reason) => {
    expect(read(text).reason).toContain(reason);
    expect(read(text, Array(50).fill(3_000)).reason).toContain(reason);
  });

  it('are read no further than the caller wants', () => {
    let taken = 0;
    const refusal = readCsv(() => pieces(Buffer.from('1\n2\n3\n4\n')), {
      onHead: () => {},
      onRow: () => (++taken === 2 ? { refused: 'tooLarge' } : null),
    });
    expect([taken, refusal]).toEqual([2, { refused: 'tooLarge' }]);
  });

  it('come after a line that names the separator', () => {
    for (const line of ['sep=;', 'SEP=;', '"sep=;"', 'sep=;;;']) {
      expect(read(`\ufeff${line}\r\nMobile;Name\r\n0771234567;Nimal, P\r\n`, [3, 4, 5])).toEqual({
        rows: [{ line: 3, cells: ['0771234567', 'Nimal, P'] }],
        reason: null,
      });
    }
    expect(read('sep=;\n').reason).toContain('has no rows');
  });

  it('may have numbers that a spreadsheet keeps as text', () => {
    const { rows, reason } = read('="+94771234567",Nimal,="007"\n"=""+94771234568""",x\n', [5, 9, 20]);
    expect(reason).toBeNull();
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['="+94771234567"', 'Nimal', '="007"'],
      ['="+94771234568"', 'x'],
    ]);
    expect(read('="077"1,x\n').reason).toContain('Line 1: a quote');
  });

  it('may be empty, as many as a spreadsheet has', () => {
    expect(read(`0771234567${'\n'.repeat(1_048_576)}`).reason).toBeNull();
    expect(read(`0771234567${'\n'.repeat(1_048_577)}`).reason).toMatch(
      /^The file has more than 1,048,576 rows, empty ones with them/,
    );
  });
});

describe('text', () => {
  const decoded = (bytes: Uint8Array, sizes: readonly number[]) => {
    const decoder = new TextDecoder(encodingOf(() => pieces(bytes, sizes)));
    const cut = [...pieces(bytes, sizes)].map((piece) => decoder.decode(piece, { stream: true }));
    return cut.join('') + decoder.decode();
  };
  const anyText = fc
    .string({ unit: letter, maxLength: 60 })
    .filter((text) => text.isWellFormed() && !text.startsWith('\ufeff'));
  const saved = {
    'UTF-8': (text: string) => Buffer.from(text),
    'UTF-8 with its mark': (text: string) => Buffer.from(`\ufeff${text}`),
    'UTF-16': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-16 of the other order': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  };

  it.each(Object.entries(saved))('saved as %s is what it was, wherever it is cut', (_encoding, save) => {
    fc.assert(
      fc.property(anyText, sizes, (text, sizes) => {
        expect(decoded(save(text), sizes)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('saved as Latin-1 is what it was, wherever it is cut', () => {
    // No two of these letters are one of UTF-8 by chance, as `ß£` would be.
    const western = fc.string({ unit: fc.constantFrom(...'abc, \nçñüßØ'), maxLength: 60 });
    fc.assert(
      fc.property(western, sizes, (text, sizes) => {
        expect(decoded(Buffer.from(text, 'latin1'), sizes)).toBe(text);
      }),
      { numRuns: 500 },
    );
    expect(decoded(Buffer.from([0x80, 0x93, 0x61, 0x94]), [1])).toBe('€“a”');
  });
});
