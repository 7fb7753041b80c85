// CSV files that an import offers: a report of rejected rows and dropped names, and a template.
import type { NameConflict, RejectedRow } from '@godwit/contract/contacts';
import { csvLines } from '@godwit/contract/csv/cells';
import { fullName } from './csvPreview.ts';

// Without it, spreadsheets assume a legacy encoding.
const BYTE_ORDER_MARK = '\ufeff';

const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([BYTE_ORDER_MARK, csvLines(rows)], { type: 'text/csv' });

export function reportCsv(rejected: readonly RejectedRow[], conflicts: readonly NameConflict[]): Blob {
  const replaced = conflicts.flatMap(({ number, kept, others }) =>
    others.map(({ line, ...name }) => ({
      line,
      number,
      reason: `The name ${fullName(name)} was not kept: with line ${kept.line} it is ${fullName(kept)}`,
    })),
  );
  const rows = [...rejected, ...replaced]
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, number, reason }) => [String(line), number, reason]);
  return csvFile([['Line', 'Number', 'Reason'], ...rows]);
}

/** `contacts.csv` becomes `contacts-report.csv`. */
export const reportName = (file: string): string => `${file.replace(/\.csv$/i, '')}-report.csv`;

/** A file with only the headings. */
export const templateCsv = (headings: readonly string[]): Blob => csvFile([headings]);
