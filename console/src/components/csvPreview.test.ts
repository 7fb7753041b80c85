import { describe, expect, test } from 'vitest';
import { decode, PREVIEW_ROWS, readPreview } from './csvPreview.ts';

const WORDS = { noNumber: 'no number', noRows: 'no rows', noText: 'no text', unreadable: 'unreadable' };
const check = (cell: string) => (/^[+\d ]+$/.test(cell) ? null : 'bad');
const read = (...parts: BlobPart[]) => readPreview(new Blob(parts), check, WORDS);

describe('the preview of a file', () => {
  test('shows the cells of each row in the columns of the file, trimmed and filled up', async () => {
    const { rows, more } = await read('+94771234567, Nimal ,Silva,VIP,Colombo,and more\r\n0712093417\r\n');
    expect(rows).toEqual([
      { line: 1, cells: ['+94771234567', 'Nimal', 'Silva', 'VIP', 'Colombo'], problem: null },
      { line: 2, cells: ['0712093417', '', '', '', ''], problem: null },
    ]);
    expect(more).toBe(false);
  });

  test('leaves a header line out and counts lines as an editor does', async () => {
    const { rows } = await read('Mobile;FirstName\n\n0712093417;"Two\nlines"\n0712093418;Kumari\n');
    expect(rows.map(({ line, cells }) => [line, cells[1]])).toEqual([
      [3, 'Two\nlines'],
      [5, 'Kumari'],
    ]);
  });

  test.each([',', ';', '\t'])('takes %j between cells', async (separator) => {
    const { rows } = await read(['0712093417', '"Silva, K; the\tsecond"', 'x'].join(separator));
    expect(rows[0]?.cells.slice(0, 3)).toEqual(['0712093417', 'Silva, K; the\tsecond', 'x']);
  });

  test('marks rows without a number, with a bad one, and with one that a spreadsheet has shortened', async () => {
    const { rows } = await read('0712093417,a\n,b\nabc,c\n9.477E+10,d\n');
    expect(rows.map(({ problem }) => problem)).toEqual([
      null,
      'no number',
      'bad',
      expect.stringContaining('spreadsheet has shortened'),
    ]);
  });

  test('shows what an export has made safe as it was', async () => {
    const { rows } = await read(`'+94771234567,'=1+1,'quoted'\n`);
    expect(rows[0]?.cells.slice(0, 3)).toEqual(['+94771234567', '=1+1', "'quoted'"]);
    expect(rows[0]?.problem).toBeNull();
  });

  test('shows the first rows and says that there are more', async () => {
    const lines = Array.from({ length: PREVIEW_ROWS + 1 }, (_, i) => `07120934${10 + i}\n`);
    const { rows, more } = await read(...lines);
    expect(rows).toHaveLength(PREVIEW_ROWS);
    expect(more).toBe(true);
    expect((await read(...lines.slice(1))).more).toBe(false);
  });

  test('reads no more than the beginning of a large file', async () => {
    const row = `0712093417,${'a'.repeat(1000)}\n`;
    const { rows, more } = await read(row.repeat(5000));
    expect(rows).toHaveLength(PREVIEW_ROWS);
    expect(more).toBe(true);
    const { rows: cut } = await read(`0712093417,"${'a'.repeat(1_000_000)}`);
    expect(cut).toHaveLength(1);
  });

  test('refuses what has no rows and what is no text', async () => {
    await expect(read('')).rejects.toThrow('no rows');
    await expect(read('Mobile,FirstName\n')).rejects.toThrow('no rows');
    await expect(read(' \n,,\n')).rejects.toThrow('no rows');
    await expect(read(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).rejects.toThrow('no text');
  });
});

describe('decoding', () => {
  const text = 'Müller, සිංහල';

  test('reads UTF-8, with or without its mark', () => {
    expect(decode(new TextEncoder().encode(text))).toBe(text);
    expect(decode(new TextEncoder().encode(`\ufeff${text}`))).toBe(text);
  });

  test('reads UTF-16 of either order by its mark', () => {
    const units = [0xfeff, ...Array.from(text, (letter) => letter.charCodeAt(0))];
    const little = new Uint8Array(units.flatMap((unit) => [unit & 0xff, unit >> 8]));
    const big = new Uint8Array(units.flatMap((unit) => [unit >> 8, unit & 0xff]));
    expect(decode(little)).toBe(text);
    expect(decode(big)).toBe(text);
  });

  test('reads what is no UTF-8 as Western Windows, and a letter that is cut as cut', () => {
    expect(decode(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]))).toBe('Müller');
    expect(decode(new TextEncoder().encode('aü').slice(0, 2))).toBe('a');
  });
});
