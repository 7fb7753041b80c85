// Converts a file of contacts, or of numbers alone, to COPY lines of its good rows and a report of the
// others.
import { MAX_GROUPS, MAX_REJECTED_LISTED, type RejectedRow } from '@godwit/contract/contacts';
import { type CsvColumns, type CsvField, findColumns } from '@godwit/contract/csv/columns';
import { type CsvRow, csvNumber, readCsvRow } from '@godwit/contract/csv/rowChecks';
import { newId } from '../../ids.ts';
import { readNumber } from '../../phoneNumbers.ts';
import { isRefusal, type Refusal, refuseField } from '../../refusal.ts';
import { readCsv } from './rows.ts';

/** The contents of a file: `rows` good rows, their group names, and the rejected rows. */
export type FileReport = {
  rows: number;
  groups: string[];
  rejected: RejectedRow[];
  rejectedTotal: number;
};

/**
 * How to read a file: country of national numbers, allowed fields, and their columns; without columns the
 * header decides.
 */
export type FileRules = { country: string; fields: readonly CsvField[]; columns?: CsvColumns | undefined };

/** Longest cell text shown in a rejected row. */
const SHOWN = 64;
const PIECE = 65_536;

const TOO_MANY_GROUPS = `The file names more than ${MAX_GROUPS.toLocaleString('en-US')} groups. Check which of its columns hold groups.`;

/**
 * Reads a file and writes its good rows as text for COPY: line, id, number, first name, last name, the
 * places of its groups in `groups`, of which each has two, the scope of an opt-out, and a consent. Refusals:
 * invalidArgument, tooLarge.
 */
export function readFileRows(
  open: () => Iterable<Uint8Array>,
  { country, fields, columns: chosen }: FileRules,
  write: (text: string) => void,
): FileReport | Refusal {
  const report: FileReport = { rows: 0, groups: [], rejected: [], rejectedTotal: 0 };
  const places = new Map<string, number>();
  let columns: CsvColumns = {};
  let piece = '';

  const placeOf = (name: string | undefined): string | number => {
    if (name === undefined) return NULL;
    const key = name.toLowerCase();
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(detached(key), places.size);
    report.groups.push(detached(name));
    return places.size - 1;
  };
  const keep = (row: CsvRow, line: number) => {
    const {
      number,
      firstName,
      lastName,
      groups: [first, second],
      scope,
      consent,
    } = row;
    const cells = [
      line,
      newId(),
      number,
      escaped(firstName),
      escaped(lastName),
      placeOf(first),
      placeOf(second),
      scope ?? NULL,
      consent === null ? NULL : escaped(JSON.stringify(consent)),
    ];
    piece += `${cells.join('\t')}\n`;
    report.rows++;
    if (piece.length < PIECE) return;
    write(piece);
    piece = '';
  };
  const numberOf = (typed: string) => {
    const number = readNumber(typed, country);
    return isRefusal(number) ? { reason: number.description! } : { number };
  };

  const refused = readCsv(open, {
    onHead: (head) => {
      columns = chosen ?? findColumns(head, fields);
    },
    onRow: (cells, line) => {
      const row = readCsvRow(cells, columns, numberOf);
      if ('reason' in row) {
        const number = detached(csvNumber(cells, columns).slice(0, SHOWN).toWellFormed());
        reject(report, { line, number, reason: row.reason });
      } else keep(row, line);
      return report.groups.length > MAX_GROUPS
        ? refuseField('invalidArgument', 'csv', TOO_MANY_GROUPS)
        : null;
    },
  });
  write(piece);
  return refused ?? report;
}

const NULL = '\\N';

function reject(report: FileReport, row: RejectedRow): void {
  report.rejectedTotal++;
  if (report.rejected.length < MAX_REJECTED_LISTED) report.rejected.push(row);
}

/** A copy: a part of a text keeps all of it in memory, and these parts are kept to the end of the file. */
function detached(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

/** Names have no line breaks and no tabs; a backslash means something to COPY. */
function escaped(name: string): string {
  return name.includes('\\') ? name.replaceAll('\\', '\\\\') : name;
}
