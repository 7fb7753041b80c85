// One row of a file of contacts or of numbers: its values, or the reason why it is refused. Values that a
// form refuses are not stored from a file either.
import type { ZodType } from 'zod';
import { contactFirstName, contactLastName, groupName } from '../contacts.ts';
import { type OptOutScope, readScope } from '../optOutScopes.ts';
import { ROW_NOT_UTF8, ROW_WITHOUT_NUMBER } from '../sentences/contacts.ts';
import { cellOf } from './cells.ts';
import type { CsvColumns, CsvField } from './columns.ts';

/**
 * `number` is as `readNumber` gave it; names may be empty, groups are those that are not; `scope` is null if
 * the row names none.
 */
export type CsvRow = {
  number: string;
  firstName: string;
  lastName: string;
  groups: string[];
  scope: OptOutScope | null;
};

/** Reads the columns of a row; returns the reason where it cannot be taken. */
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

/** The number of a row as it was typed. */
export function csvNumber(cells: readonly string[], { number }: CsvColumns): string {
  return number === undefined ? '' : cellOf(cells, number);
}

/** The scope of a row; null if it names none, undefined if what it names is none. */
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

/** Names have no line breaks and no other invisible characters. */
function nameOf(cell: string): string {
  return /\p{Cc}/u.test(cell) ? cell.replace(/\p{Cc}+/gu, ' ').trim() : cell;
}

/** The sentence that a form shows for a name, with the remedy; null if the name is valid. */
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
