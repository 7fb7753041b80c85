// Reads and writes the cells of CSV files, with one set of rules for the import and for the preview of a
// file. rows.ts finds the rows and columns.ts the columns.

/** The separators that are recognised. */
export const CSV_SEPARATORS = [',', ';', '\t'] as const;
type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** Further columns are ignored. */
export const MAX_CSV_COLUMNS = 256;

/**
 * Returns the encoding of a file, for a TextDecoder: UTF-16 by its byte order mark, UTF-8 if the first piece
 * with non-ASCII letters is valid UTF-8, otherwise windows-1252.
 * @param open returns the pieces of the file from its start; it is called more than once
 * @param isCut the file continues after the last piece, which may end inside a letter
 */
export function encodingOf(open: () => Iterable<Uint8Array>, isCut = false): string {
  const [first, second] = bytesOf(open());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // The byte order mark is a non-ASCII letter and decides too.
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

// Excel reads this line as the separator of the file. No real table has it.
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\s]*$/i;

/**
 * Returns the separator of a file. A first line such as `sep=;` names it and is not a row (`isNamed`).
 * Otherwise it is the most frequent one outside quotes in the first line; a comma if there is none.
 */
export function separatorOf(firstLine: string): { separator: CsvSeparator; isNamed: boolean } {
  const [, named] = SEPARATOR_LINE.exec(firstLine) ?? [];
  if (named) return { separator: named as CsvSeparator, isNamed: true };
  const bare = firstLine.replace(/"[^"]*"/g, '');
  const countOf = (separator: string) => bare.split(separator).length;
  const separator = CSV_SEPARATORS.reduce<CsvSeparator>(
    (best, one) => (countOf(one) > countOf(best) ? one : best),
    ',',
  );
  return { separator, isNamed: false };
}

// Matches cells that a spreadsheet reads as a formula, also if apostrophes precede it. Phone numbers match
// because they begin with +.
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const PHONE_NUMBER = /^\+\d{1,15}$/;
/** A formula that is only a text; quotes in it are doubled. */
const AS_TEXT = /^="((?:[^"]|"")*)"$/;

/**
 * Escapes a cell for a file. A phone number becomes `="+94771234567"`, a text for spreadsheets: they would
 * read the bare number as a formula, drop its plus sign and shorten it. An apostrophe precedes any other cell
 * that they would read as a formula.
 */
export function escapeCell(cell: string): string {
  if (PHONE_NUMBER.test(cell)) return `="${cell}"`;
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/**
 * Formats cells as lines of a file (RFC 4180) that are safe to open in a spreadsheet. Numbers stay numbers,
 * negative ones included.
 */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map(lineCell).join(',')}\r\n`).join('');
}

function lineCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = escapeCell(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns a cell of a file as it was typed: trimmed, without invisible characters, and without what
 * `escapeCell` or a spreadsheet added.
 */
export function cellOf(cells: readonly string[], column: number): string {
  const cell = withoutMarks(cells[column] ?? '').trim();
  if (cell.startsWith("'") && FORMULA.test(cell)) return cell.slice(1).trim();
  if (!cell.startsWith('="')) return cell;
  const [, text] = AS_TEXT.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"').trim();
}

/** Characters without a width, and those that set the direction of text. */
const MARK = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;
// The two joiners (200c, 200d) stay between non-ASCII letters, because Sinhala, Tamil and emoji need them.
const NEEDLESS =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(?<![^\p{ASCII}\p{Z}\p{Cf}])[\u200c\u200d]|[\u200c\u200d](?![^\p{ASCII}\p{Z}\p{Cf}])/gu;

/**
 * Removes invisible characters, which come with a copied number or name and make it differ from the typed
 * one.
 */
export function withoutMarks(text: string): string {
  return MARK.test(text) ? text.replace(NEEDLESS, '') : text;
}

/** Whether a cell is a number that a spreadsheet shortened, such as `9.477E+10`. Its last digits are lost. */
export function isShortened(cell: string): boolean {
  return /^\+?\d+(?:[.,]\d+)?E\+?\d+$/i.test(cell.trim());
}
