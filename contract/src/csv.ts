// How CSV files of contacts and numbers are read and written: one set of rules for the service and for the look into a file before it is sent.

/** Columns of a file of contacts, in their order: of the header line where there is one, and of every export. */
export const CSV_COLUMNS = ['Mobile', 'FirstName', 'LastName', 'Group1', 'Group2'] as const;

/** What may stand between the cells of a file. */
export const CSV_SEPARATORS = [',', ';', '\t'] as const;
type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/**
 * What a file was saved as, for a TextDecoder: UTF-16 by its mark, UTF-8 where the first piece with letters beyond ASCII is that, else the
 * encoding of Western Windows (Latin-1 and more).
 * @param open gives the file's pieces from its start; it is called more than once
 * @param isCut the file goes on behind the last piece, which may end inside a letter
 */
export function encodingOf(open: () => Iterable<Uint8Array>, isCut = false): string {
  const [first, second] = bytesOf(open());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Its mark is a letter beyond ASCII, and decides too.
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for (const piece of open()) if (/\P{ASCII}/u.test(utf8.decode(piece, { stream: true }))) return 'utf-8';
    utf8.decode(new Uint8Array(), { stream: isCut });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function* bytesOf(pieces: Iterable<Uint8Array>): Generator<number> {
  for (const piece of pieces) yield* piece;
}

/** The separator of a file: the one that its first line has most of outside quotes; a comma where it has none. */
export function separatorOf(firstLine: string): CsvSeparator {
  const bare = firstLine.replace(/"[^"]*"/g, '');
  const countOf = (separator: string) => bare.split(separator).length;
  return CSV_SEPARATORS.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

/** Whether a file's first row names the columns: its first cell then has letters and no digit, as no number has. */
export function isHeader(firstRow: readonly string[]): boolean {
  const cell = firstRow[0] ?? '';
  return /\p{L}/u.test(cell) && !/\d/.test(cell);
}

// What is a formula to a spreadsheet, all numbers with it as they begin with +, or was one before it got an apostrophe.
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** A cell for a file: what a spreadsheet would take for a formula gets an apostrophe in front, which makes it text there. */
export function escapeCell(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** A cell of a file as it was typed: the apostrophe of `escapeCell` and the blanks around it left out. */
export function cellOf(cells: readonly string[], column: number): string {
  const cell = (cells[column] ?? '').trim();
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1).trim() : cell;
}

/** Whether a cell is a number that a spreadsheet has shortened, such as `9.477E+10`: its last digits are lost. */
export function isShortened(cell: string): boolean {
  return /^\+?\d+(?:[.,]\d+)?E\+?\d+$/i.test(cell.trim());
}

/** What to say of such a number. */
export const SHORTENED =
  'A spreadsheet has shortened this number and its last digits are lost: format the column as text and save the file again';
