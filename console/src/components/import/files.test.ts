import { openCsv } from '@godwit/contract/csv/rows';
import { describe, expect, test } from 'vitest';
import { reportCsv, reportName, templateCsv } from './files.ts';

/** The rows of a CSV file, headings first. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  const reader = openCsv({ onHead: (head) => rows.push(head!), onRow: (cells) => rows.push(cells) > 0 });
  expect(reader.write(text) ?? reader.end()).toBeNull();
  return rows;
}

const CONFLICT = {
  number: '+94771234567',
  kept: { line: 9, first_name: 'Kamala', last_name: 'Perera' },
  others: [{ line: 4, first_name: 'Kumari', last_name: 'Silva' }],
  others_total: 1,
};

describe('the report of an upload', () => {
  test('has a line for each rejected row and each name that was not kept', async () => {
    const blob = reportCsv(
      [
        {
          line: 2,
          number: 'abc',
          reason: 'This is not a phone number: use digits, with or without the country code',
        },
        { line: 7, number: 'a "quoted",\ncell', reason: 'Not valid' },
      ],
      [CONFLICT],
    );
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const data = rowsOf(new TextDecoder().decode(bytes));
    expect(data).toEqual([
      ['Line', 'Number', 'Reason'],
      ['2', 'abc', 'This is not a phone number: use digits, with or without the country code'],
      ['4', '="+94771234567"', 'The name Kumari Silva was not kept: with line 9 it is Kamala Perera'],
      ['7', 'a "quoted",\ncell', 'Not valid'],
    ]);
  });

  test('runs no formula in a spreadsheet', async () => {
    const text = await reportCsv(
      [{ line: 1, number: '=HYPERLINK("https://bad.example")', reason: '@x' }],
      [],
    ).text();
    const data = rowsOf(text);
    expect(data[1]).toEqual(['1', `'=HYPERLINK("https://bad.example")`, "'@x"]);
  });

  test('writes numbers so that spreadsheets keep them', async () => {
    const text = await reportCsv([{ line: 1, number: '+9477', reason: 'x' }], []).text();
    expect(rowsOf(text)[1]).toEqual(['1', '="+9477"', 'x']);
  });

  test('is named after the file', () => {
    expect(reportName('contacts.CSV')).toBe('contacts-report.csv');
    expect(reportName('May.list.csv')).toBe('May.list-report.csv');
  });
});

test('a template has only the headings', async () => {
  expect(await templateCsv(['Mobile', 'FirstName']).text()).toBe('Mobile,FirstName\r\n');
});
