// One row of a file of contacts or of numbers: what it says, or why it cannot be taken. What a form refuses is not stored from a file either.
import type { ZodType } from 'zod';
import { contactFirstName, contactLastName, groupName } from './contacts.ts';
import { cellOf } from './csv.ts';
import type { CsvColumns, CsvField } from './csvColumns.ts';

/** `number` is as `readNumber` gave it; names may be empty, groups are those that are not. */
export type CsvRow = { number: string; firstName: string; lastName: string; groups: string[] };

/** Reads the columns of a row; returns the reason where it cannot be taken. */
export function readCsvRow(
  cells: readonly string[],
  columns: CsvColumns,
  readNumber: (typed: string) => { number: string } | { reason: string },
): CsvRow | { reason: string } {
  const typed = csvNumber(cells, columns);
  if (typed === '') return { reason: NO_NUMBER };
  const number = readNumber(typed);
  if ('reason' in number) return number;
  const names = { first_name: '', last_name: '', group1: '', group2: '' };
  for (const [field, rule] of RULES) {
    const column = columns[field];
    if (column === undefined) continue;
    const name = nameOf(cellOf(cells, column));
    const reason = name === '' ? null : problemOf(name, rule);
    if (reason !== null) return { reason };
    names[field] = name;
  }
  const { first_name: firstName, last_name: lastName, group1, group2 } = names;
  return { ...number, firstName, lastName, groups: [group1, group2].filter(Boolean) };
}

/** The number of a row as it was typed. */
export function csvNumber(cells: readonly string[], { number }: CsvColumns): string {
  return number === undefined ? '' : cellOf(cells, number);
}

const NO_NUMBER = 'This row has no number';
const UNREADABLE = 'This row has letters that cannot be read: save the file as UTF-8';

const RULES: readonly [Exclude<CsvField, 'number'>, ZodType][] = [
  ['first_name', contactFirstName],
  ['last_name', contactLastName],
  ['group1', groupName],
  ['group2', groupName],
];

/** Names have no line breaks and no other invisible characters. */
function nameOf(cell: string): string {
  return /\p{Cc}/u.test(cell) ? cell.replace(/\p{Cc}+/gu, ' ').trim() : cell;
}

/** What a form says of a name, and what would be right; null where it takes it. */
function problemOf(name: string, rule: ZodType): string | null {
  if (name.includes('\ufffd')) return UNREADABLE;
  const words = rule.safeParse(name).error?.issues[0]?.message;
  if (words === undefined) return null;
  const [, detail] = DETAILS.find(([end]) => words.endsWith(end)) ?? [];
  return detail === undefined ? words : `${words}: ${detail}`;
}

const DETAILS = [
  ['too short', 'at least 2 characters'],
  ['too long', 'at most 100 characters'],
  ['Invalid', 'a first name has no digits'],
] as const;
