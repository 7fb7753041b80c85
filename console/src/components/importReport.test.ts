import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { reportCsv, reportName } from './importReport.ts';

describe('the report of an upload', () => {
  test('has a line for each rejected row', async () => {
    const blob = reportCsv([
      {
        line: 2,
        number: 'abc',
        reason: 'This is not a phone number: use digits, with or without the country code',
      },
      { line: 7, number: 'a "quoted",\ncell', reason: 'Not valid' },
    ]);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes).trimEnd());
    expect(data).toEqual([
      ['Line', 'Number', 'Reason'],
      ['2', 'abc', 'This is not a phone number: use digits, with or without the country code'],
      ['7', 'a "quoted",\ncell', 'Not valid'],
    ]);
  });

  test('runs nothing in a spreadsheet', async () => {
    const text = await reportCsv([
      { line: 1, number: '=HYPERLINK("https://bad.example")', reason: '@x' },
    ]).text();
    const { data } = Papa.parse<string[]>(text.trimEnd());
    expect(data[1]).toEqual(['1', `'=HYPERLINK("https://bad.example")`, "'@x"]);
  });

  test('is named after the file', () => {
    expect(reportName('contacts.CSV')).toBe('contacts-report.csv');
    expect(reportName('May.list.csv')).toBe('May.list-report.csv');
  });
});
