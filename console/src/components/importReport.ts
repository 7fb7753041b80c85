// The report of an upload as a file: the rows that were left out, by line.
import type { RejectedRow } from '@godwit/contract/contacts';
import { escapeCell } from '@godwit/contract/csv';
import Papa from 'papaparse';

// Without it a spreadsheet takes the file for an old encoding.
const BYTE_ORDER_MARK = '\ufeff';

export function reportCsv(rejected: readonly RejectedRow[]): Blob {
  const rows = rejected.map(({ line, number, reason }) => [line, escapeCell(number), escapeCell(reason)]);
  const text = Papa.unparse({ fields: ['Line', 'Number', 'Reason'], data: rows });
  return new Blob([BYTE_ORDER_MARK, text, '\r\n'], { type: 'text/csv' });
}

/** `contacts.csv` becomes `contacts-report.csv`. */
export const reportName = (file: string): string => `${file.replace(/\.csv$/i, '')}-report.csv`;
