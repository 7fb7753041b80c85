// Files that an import hands out: the rows that were left out, by line, and the headings to begin a file with.
import type { RejectedRow } from '@godwit/contract/contacts';
import { csvLines } from '@godwit/contract/csv';

// Without it a spreadsheet takes the file for an old encoding.
const BYTE_ORDER_MARK = '\ufeff';

const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([BYTE_ORDER_MARK, csvLines(rows)], { type: 'text/csv' });

export function reportCsv(rejected: readonly RejectedRow[]): Blob {
  const rows = rejected.map(({ line, number, reason }) => [String(line), number, reason]);
  return csvFile([['Line', 'Number', 'Reason'], ...rows]);
}

/** `contacts.csv` becomes `contacts-report.csv`. */
export const reportName = (file: string): string => `${file.replace(/\.csv$/i, '')}-report.csv`;

/** A file with headings and no rows. */
export const templateCsv = (headings: readonly string[]): Blob => csvFile([headings]);
