// Reads one row of a file of contacts or numbers: its values, or the reason to reject it. The rules are those
// of the forms.
import type { ZodType } from 'zod';
import { contactFirstName, contactLastName, groupName } from '../contacts.ts';
import { type OptOutScope, readScope } from '../optOutScopes.ts';
import { ROW_NOT_UTF8, ROW_WITHOUT_NUMBER } from '../sentences/contacts.ts';
import { cellOf } from './cells.ts';
import type { CsvColumns, CsvField } from './columns.ts';

/**
 * `number` is the result of `readNumber`. Names may be empty; empty groups are left out. `scope` is null if
 * the row has none.
 */
export type CsvRow = {
  number: string;
  firstName: string;
  lastName: string;
  groups: string[];
  scope: OptOutScope | null;
};

/** Reads the columns of a row. Returns the reason if the row is rejected. */
export function readCsvRow(
  cells: readonly string[],
  columns: CsvColumns,
  readNumber: (typed: string) => { number: string } | { reason: string },
): CsvRow | { reason: string } {
  const typed = csvNumber(cells, columns);
  if (typed === '') return { reason: ROW_WITHOUT_NUMBER };
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
  const scope = scopeOf(cells, columns);
  if (scope === undefined) return { reason: NO_SCOPE };
  const { first_name: firstName, last_name: lastName, group1, group2 } = names;
  return { ...number, firstName, lastName, groups: [group1, group2].filter(Boolean), scope };
}

/** Returns the number of a row as typed. */
export function csvNumber(cells: readonly string[], { number }: CsvColumns): string {
  return number === undefined ? '' : cellOf(cells, number);
}

/** Returns the scope of a row; null if it has none, undefined if it is invalid. */
function scopeOf(cells: readonly string[], { scope }: CsvColumns): OptOutScope | null | undefined {
  const cell = scope === undefined ? '' : cellOf(cells, scope);
  return cell === '' ? null : (readScope(cell) ?? undefined);
}

const NO_SCOPE = 'The scope of this row is neither PROMOTIONAL nor ALL';

const RULES: readonly [Exclude<CsvField, 'number' | 'scope'>, ZodType][] = [
  ['first_name', contactFirstName],
  ['last_name', contactLastName],
  ['group1', groupName],
  ['group2', groupName],
];

/** Replaces line breaks and other control characters in a name by blanks. */
function nameOf(cell: string): string {
  return /\p{Cc}/u.test(cell) ? cell.replace(/\p{Cc}+/gu, ' ').trim() : cell;
}

/** Returns the sentence of the form for an invalid name, with the remedy; null if the name is valid. */
function problemOf(name: string, rule: ZodType): string | null {
  if (name.includes('\ufffd')) return ROW_NOT_UTF8;
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
