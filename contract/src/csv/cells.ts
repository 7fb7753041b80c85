// How cells of CSV files are read and written: one set of rules for the service and for the look into a file
// before it is sent. How a file falls into rows: csvRows.ts; what its columns are: csvColumns.ts.

/** The separators that a file may have between its cells. */
export const CSV_SEPARATORS = [',', ';', '\t'] as const;
type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** Columns of a file after these are not looked at. */
export const MAX_CSV_COLUMNS = 256;

/**
 * The encoding of a file, for a TextDecoder: UTF-16 by its mark, UTF-8 if the first piece with letters beyond
 * ASCII is valid UTF-8, else the encoding of Western Windows (Latin-1 and more).
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

// Excel reads this line, and no table of its own has it: the separator of the lines that follow.
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\s]*$/i;

/**
 * The separator of a file: the one that its first line names as `sep=;` does, which is then no row
 * (`isNamed`); else the one that this line has most of outside quotes; a comma where it has none.
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

// Matches cells that a spreadsheet takes for a formula, and cells that were one before they got an
// apostrophe. Numbers match too, because they begin with +.
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const PHONE_NUMBER = /^\+\d{1,15}$/;
/** A formula that is nothing but a text, in which quotes are doubled. */
const AS_TEXT = /^="((?:[^"]|"")*)"$/;

/**
 * A cell for a file. A phone number becomes `="+94771234567"`: spreadsheets would take the bare one for a
 * sum, lose its plus sign and shorten it, and this is a text to them. Any other cell that they would take for
 * a formula gets an apostrophe in front.
 */
export function escapeCell(cell: string): string {
  if (PHONE_NUMBER.test(cell)) return `="${cell}"`;
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/**
 * Cells as lines of a file (RFC 4180), safe to open in a spreadsheet; numbers are numbers there too, below
 * zero as well.
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
 * A cell of a file as it was typed, without blanks around it, without what `escapeCell` or a spreadsheet put
 * there, and `withoutMarks`.
 */
export function cellOf(cells: readonly string[], column: number): string {
  const cell = withoutMarks(cells[column] ?? '').trim();
  if (cell.startsWith("'") && FORMULA.test(cell)) return cell.slice(1).trim();
  if (!cell.startsWith('="')) return cell;
  const [, text] = AS_TEXT.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"').trim();
}

/** Marks without a width, and those that turn the direction of text. */
const MARK = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;
// Sinhala, Tamil and emoji need the two joiners (200c, 200d) between letters of theirs.
const NEEDLESS =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(?<![^\p{ASCII}\p{Z}\p{Cf}])[\u200c\u200d]|[\u200c\u200d](?![^\p{ASCII}\p{Z}\p{Cf}])/gu;

/**
 * A text without the marks that nobody sees, which come along when a number or a name is copied and make it
 * another one.
 */
export function withoutMarks(text: string): string {
  return MARK.test(text) ? text.replace(NEEDLESS, '') : text;
}

/**
 * Whether a cell is a number that a spreadsheet has shortened, such as `9.477E+10`: its last digits are lost.
 */
export function isShortened(cell: string): boolean {
  return /^\+?\d+(?:[.,]\d+)?E\+?\d+$/i.test(cell.trim());
}
