// Reads one row of a file of contacts or numbers: its values, or the reason to reject it. The rules are those
// of the forms.
import type { ZodType } from 'zod';
import { consentProblems } from '../consentRules.ts';
import { type ConsentFields, consentFields } from '../consents.ts';
import { contactFirstName, contactLastName, groupName } from '../contacts.ts';
import { type OptOutScope, readScope } from '../optOutScopes.ts';
import { ROW_NOT_UTF8, ROW_WITHOUT_NUMBER } from '../sentences/contacts.ts';
import { cellOf } from './cells.ts';
import { CONSENT_FIELDS, type ConsentField, type CsvColumns, type CsvField } from './columns.ts';

/**
 * `number` is the result of `readNumber`. Names may be empty; empty groups are left out. `scope` and
 * `consent` are null if the row has none.
 */
export type CsvRow = {
  number: string;
  firstName: string;
  lastName: string;
  groups: string[];
  scope: OptOutScope | null;
  consent: ConsentFields | null;
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
  const consent = consentOf(cells, columns);
  if (consent !== null && 'reason' in consent) return consent;
  const { first_name: firstName, last_name: lastName, group1, group2 } = names;
  return { ...number, firstName, lastName, groups: [group1, group2].filter(Boolean), scope, consent };
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

/** Returns the consent of a row; null if all its cells are empty. */
function consentOf(cells: readonly string[], columns: CsvColumns): ConsentFields | { reason: string } | null {
  const given: Record<string, string> = {};
  for (const field of CONSENT_FIELDS) {
    const column = columns[field];
    const cell = column === undefined ? '' : cellOf(cells, column);
    if (cell !== '') given[CONSENT_KEYS[field]] = field === 'consent' ? cell.toUpperCase() : cell;
  }
  if (Object.keys(given).length === 0) return null;
  const read = consentFields.safeParse(given);
  const [reason] = read.success
    ? Object.values(consentProblems(read.data))
    : read.error.issues.map(({ message }) => message);
  return reason === undefined ? read.data! : { reason };
}

const CONSENT_KEYS: Record<ConsentField, keyof ConsentFields> = {
  consent: 'kind',
  consent_time: 'at',
  consent_source: 'source',
  consent_wording: 'wording',
  consent_proof: 'proof',
  consent_expires: 'expires_at',
};

const NO_SCOPE = 'The scope of this row is neither PROMOTIONAL nor ALL';

const RULES: readonly [Exclude<CsvField, ConsentField | 'number' | 'scope'>, ZodType][] = [
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
