import { CSV_FIELDS, type CsvColumns } from '@godwit/contract/csv/columns';
import { describe, expect, test } from 'vitest';
import { MAX_CONFLICTS, PREVIEW_ROWS, readPreview } from './csvPreview.ts';

const readNumber = (cell: string) =>
  /^[+\d ]+$/.test(cell) ? { number: cell.replace(/^0/, '+94') } : { reason: 'bad' };
const read = (parts: BlobPart | BlobPart[], chosen?: CsvColumns, fields = CSV_FIELDS.slice()) => {
  const file = new Blob(Array.isArray(parts) ? parts : [parts]);
  return readPreview(file, { fields, chosen, readNumber, unreadable: 'unreadable' });
};

describe('the preview of a file', () => {
  test('shows the fields of each row, trimmed and padded', async () => {
    const { rows, total, fileColumns } = await read(
      '+94771234567, Nimal ,Silva,VIP,Colombo,and more\r\n0712093417\r\n',
    );
    expect(rows.map(({ line, cells, problem }) => [line, Object.values(cells), problem])).toEqual([
      [1, ['+94771234567', 'Nimal', 'Silva', 'VIP', 'Colombo'], null],
      [2, ['0712093417', '', '', '', ''], null],
    ]);
    expect(total).toBe(2);
    expect(fileColumns.at(-1)).toEqual({ index: 5, heading: '', sample: 'and more' });
  });

  test('skips a header line and counts lines like an editor', async () => {
    const { rows } = await read('Mobile;FirstName\n\n0712093417;"Two\nlines"\n0712093418;Kumari\n');
    expect(rows.map(({ line, cells }) => [line, cells.first_name])).toEqual([
      [3, 'Two\nlines'],
      [5, 'Kumari'],
    ]);
  });

  test('detects columns by their headings, or uses the assigned ones', async () => {
    const file = 'City,Mobile,Name\nGalle,0712093417,Kumari\nMatara,x,Nimal\n';
    const found = await read(file);
    expect(found.columns).toEqual({ number: 1, first_name: 2 });
    expect(found.fileColumns.map(({ heading }) => heading)).toEqual(['City', 'Mobile', 'Name']);
    expect(
      found.rows.map(({ cells, problem }) => [cells.number, cells.first_name, cells.group1, problem]),
    ).toEqual([
      ['0712093417', 'Kumari', '', null],
      ['x', 'Nimal', '', 'bad'],
    ]);
    const chosen = await read(file, { number: 0, group1: 2 });
    expect(chosen.rows[0]).toMatchObject({ cells: { number: 'Galle', first_name: '', group1: 'Kumari' } });
    expect([found.isUsable, chosen.isUsable]).toEqual([true, false]);
    expect((await read(file, undefined, ['number'])).rows[0]?.cells).toEqual({ number: '0712093417' });
  });

  test.each([',', ';', '\t'])('accepts the separator %j, detected or declared', async (separator) => {
    const row = ['0712093417', '"Silva, K; the\tsecond"', 'x'].join(separator);
    for (const file of [row, `sep=${separator}\r\n${row}`]) {
      const { cells } = (await read(file)).rows[0]!;
      expect([cells.number, cells.first_name, cells.last_name]).toEqual([
        '0712093417',
        'Silva, K; the\tsecond',
        'x',
      ]);
    }
  });

  test('marks rows with a missing, invalid or shortened number, or an invalid name', async () => {
    const { rows } = await read('0712093417,Anna\n,Bea\nabc,Cem\n9.477E+10,Dilani\n0712093417,E\n');
    expect(rows.map(({ problem }) => problem)).toEqual([
      null,
      'This row has no number',
      'bad',
      expect.stringContaining('spreadsheet has shortened'),
      'First name is too short: at least 2 characters',
    ]);
  });

  test('shows the original of cells that an export has escaped', async () => {
    const { rows } = await read(`"=""+94771234567""",'=SUM,'quoted'\n`);
    expect(Object.values(rows[0]!.cells).slice(0, 3)).toEqual(['+94771234567', '=SUM', "'quoted'"]);
    expect(rows[0]?.problem).toBeNull();
  });

  test('shows the first rows, the total, and whether any row is usable', async () => {
    const lines = Array.from({ length: PREVIEW_ROWS + 1 }, (_, i) => `07120934${10 + i}\n`);
    const { rows, total } = await read(lines);
    expect([rows.length, total]).toEqual([PREVIEW_ROWS, PREVIEW_ROWS + 1]);
    const bad = 'x1,y\n'.repeat(200_000);
    expect(await read([bad, '0712093417\n'])).toMatchObject({ total: 200_001, isUsable: true });
    expect(await read(bad)).toMatchObject({ total: 200_000, isUsable: false });
  });

  test('lists conflicting names with their lines, and the name that is kept', async () => {
    const rows = ['0712093417,Kumari,Silva', '+94712093417,,Perera', '712093417,Bad', '0712093417,Kamala,'];
    const others = ['0712093418,Nimal', '0712093418,Nimal', '0812093417,Ruwan', '0812093417,'];
    const { conflicts } = await read([...others, ...rows].join('\n'));
    expect(conflicts).toEqual({
      listed: [
        {
          number: '+94712093417',
          kept: { line: 8, first_name: 'Kamala', last_name: 'Perera' },
          others: [
            { line: 5, first_name: 'Kumari', last_name: 'Silva' },
            { line: 6, first_name: '', last_name: 'Perera' },
          ],
          others_total: 2,
        },
      ],
      isCut: false,
    });
    expect((await read(rows.join('\n'), { number: 0 })).conflicts.listed).toEqual([]);

    // All numbers appear twice, and one number on every second line.
    const many = Array.from({ length: MAX_CONFLICTS + 1 }, (_, i) => `07120${10_000 + i}`);
    const named = (name: string) => many.map((number) => `${number},${name}\n0712099999,${name}\n`);
    const cut = (await read([...named('Nimal'), ...named('Kamala')])).conflicts;
    expect([cut.listed.length, cut.isCut]).toEqual([MAX_CONFLICTS, true]);
    expect(cut.listed.find(({ number }) => number === '+94712099999')?.others).toHaveLength(5);
  });

  test('refuses files that have no rows, are not text, or cannot be read to the end', async () => {
    await expect(read('')).rejects.toThrow('has no rows');
    await expect(read('Mobile,FirstName\n')).rejects.toThrow('has no rows');
    await expect(read(' \n,,\n')).rejects.toThrow('has no rows');
    await expect(read(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).rejects.toThrow(
      'not a text file',
    );
    const good = '0712093417,Kumari\n'.repeat(50_000);
    await expect(read([good, '0712093418,"Nimal\n'])).rejects.toThrow('Line 50001: a quote is never closed');
    await expect(read([good, '0712093418,5" pipe\n'])).rejects.toThrow('Line 50001: a quote is never closed');
    await expect(read([good, good.replaceAll('\n', ' ')])).rejects.toThrow(
      'Line 50001: a row is longer than 64 KB',
    );
  });
});

describe('the encoding of a file', () => {
  const text = '1, Müller සිංහල';
  const firstRow = async (bytes: BlobPart) =>
    Object.values((await read(bytes)).rows[0]!.cells)
      .slice(0, 2)
      .join(', ');

  test('is UTF-8, with or without a byte order mark', async () => {
    expect(await firstRow(new TextEncoder().encode(text))).toBe(text);
    expect(await firstRow(new TextEncoder().encode(`\ufeff${text}`))).toBe(text);
  });

  test('is UTF-16 in either order, by its byte order mark', async () => {
    const units = [0xfeff, ...Array.from(text, (letter) => letter.charCodeAt(0))];
    expect(await firstRow(new Uint8Array(units.flatMap((unit) => [unit & 0xff, unit >> 8])))).toBe(text);
    expect(await firstRow(new Uint8Array(units.flatMap((unit) => [unit >> 8, unit & 0xff])))).toBe(text);
  });

  test('is Windows-1252 if it is not UTF-8', async () => {
    expect(await firstRow(new Uint8Array([0x31, 0x2c, 0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]))).toBe(
      '1, Müller',
    );
  });
});
