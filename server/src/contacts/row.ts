// One row of a file of contacts: what it says, or why it cannot be taken.
import { cellOf } from '@godwit/contract/csv';
import { readNumber } from '../phoneNumbers.ts';
import { isRefusal } from '../refusal.ts';

/** `number` is E.164; names may be empty, groups are those that are not. */
export type FileRow = { number: string; firstName: string; lastName: string; groups: string[] };

const LONGEST_NAME = 100;
const COLUMNS = ['First name', 'Last name', 'Group 1', 'Group 2'] as const;

/** Reads the cells of a row in the order of CSV_COLUMNS, more of them ignored; returns the reason where it cannot be imported. */
export function readRow(cells: readonly string[], country: string): FileRow | { reason: string } {
  const typed = cellOf(cells, 0);
  if (typed === '') return { reason: 'This row has no number' };
  const number = readNumber(typed, country);
  if (isRefusal(number)) return { reason: number.description! };
  const texts = COLUMNS.map((_, i) => nameOf(cells, i + 1));
  const tooLong = texts.findIndex((text) => text.length > LONGEST_NAME);
  if (tooLong !== -1)
    return { reason: `${COLUMNS[tooLong]} is too long: at most ${LONGEST_NAME} characters` };
  if (texts.some((text) => text.includes('\ufffd'))) return { reason: UNREADABLE };
  const [firstName = '', lastName = '', ...groups] = texts;
  return { number, firstName, lastName, groups: groups.filter(Boolean) };
}

const UNREADABLE = 'This row has letters that cannot be read: save the file as UTF-8';

/** Names have no line breaks and no other invisible characters. */
function nameOf(cells: readonly string[], column: number): string {
  const cell = cellOf(cells, column);
  return /\p{Cc}/u.test(cell) ? cell.replace(/\p{Cc}+/gu, ' ').trim() : cell;
}
