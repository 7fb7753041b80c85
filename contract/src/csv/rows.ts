// The rows of a CSV file that may hold anything, as its text comes: by the same rules for the service, and
// for the look into a file before it is sent. RFC 4180, with any line break, and with cells such as
// ="+94771234567", which spreadsheets write without quotes around them.
import { FILE_EMPTY, FILE_NOT_TEXT } from '../sentences/contacts.ts';
import { separatorOf } from './cells.ts';
import { isHeader } from './columns.ts';

/** Most rows of a file, the line of headings and empty ones not counted. */
export const MAX_CSV_ROWS = 500_000;
/** Longest row, in characters: it goes over several lines where a cell has line breaks. */
const MAX_ROW = 65_536;
/** Empty rows with them, which cost as much to read: as many as a spreadsheet has. */
const MAX_LINES = 1_048_576;

/** Why a file can be read no further. */
const CSV_PROBLEMS = {
  notText: FILE_NOT_TEXT,
  noRows: FILE_EMPTY,
  badQuote:
    'a quote is never closed, or stands inside a cell. Put that cell in quotes and double those in it.',
  tooLong:
    'a row is longer than 64 KB, or a quote is never closed. Put each number on a line of its own and close every quote.',
  tooManyLines: `The file has more than ${MAX_LINES.toLocaleString('en-US')} rows, empty ones with them. Leave out those that are empty.`,
  tooManyRows: `The file has more than ${MAX_CSV_ROWS.toLocaleString('en-US')} rows. Upload it in parts.`,
} as const;

/** `line`: where in the file, counted from 1 as an editor does. */
export type CsvProblem = { problem: keyof typeof CSV_PROBLEMS; line: number };

/** A problem as a sentence, which names its line where it has one. */
export function csvProblemText({ problem, line }: CsvProblem): string {
  const isOfLine = problem === 'badQuote' || problem === 'tooLong';
  return isOfLine ? `Line ${line}: ${CSV_PROBLEMS[problem]}` : CSV_PROBLEMS[problem];
}

export type CsvHandlers = {
  /** Is called once, before the first row, with the headings of the columns: null if there are none. */
  onHead: (head: string[] | null) => void;
  /** Is given each row that is not empty with the line it begins on; false ends the reading. */
  onRow: (cells: string[], line: number) => boolean;
};

/** Takes a file piece by piece; both methods report the place after which it cannot be read. */
type CsvReader = {
  write(text: string): CsvProblem | null;
  end(): CsvProblem | null;
};

/** Reads a file, whose first line says how its cells are separated. */
export function openCsv({ onHead, onRow }: CsvHandlers): CsvReader {
  let start = '';
  let split: ReturnType<typeof openRows> | null = null;
  let isStarted = false;
  let lines = 0;
  let rows = 0;
  let found: CsvProblem | null = null;

  function open(): NonNullable<typeof split> {
    const { separator, isNamed } = separatorOf(start.split(/[\r\n]/, 1)[0]!);
    return openRows(separator, (cells, line) => {
      if (++lines > MAX_LINES) return stop('tooManyLines', line);
      const isNone = (isNamed && line === 1) || cells.every((cell) => cell.trim() === '');
      return isNone || take(cells, line);
    });
  }
  function take(cells: string[], line: number): boolean {
    const isHead = !isStarted && isHeader(cells);
    if (!isStarted) onHead(isHead ? cells : null);
    isStarted = true;
    if (isHead) return true;
    return ++rows > MAX_CSV_ROWS ? stop('tooManyRows', line) : onRow(cells, line);
  }
  function stop(problem: CsvProblem['problem'], line: number): false {
    found = { problem, line };
    return false;
  }

  function write(text: string, isEnd: boolean): CsvProblem | null {
    if (text.includes('\0')) return { problem: 'notText', line: 1 };
    start += text;
    if (!split && !isEnd && start.length <= MAX_ROW && !/[\r\n]/.test(start)) return null;
    split ??= open();
    const problem = split(start, isEnd);
    start = '';
    return found ?? problem;
  }
  return {
    write: (text) => write(text, false),
    end: () => write('', true) ?? (rows === 0 ? { problem: 'noRows', line: 1 } : null),
  };
}

type Row = { cells: string[]; next: number; breaks: number };

/** Splits text into rows as it comes. */
function openRows(
  separator: string,
  onRow: CsvHandlers['onRow'],
): (piece: string, isEnd: boolean) => CsvProblem | null {
  let rest = '';
  let line = 1;
  let isOver = false;

  return (piece, isEnd) => {
    const text = rest + piece;
    const rowAt = openText(text, separator, isEnd);
    let at = 0;
    while (!isOver && at < text.length) {
      const row = rowAt(at);
      if (row === 'badQuote') return { problem: row, line };
      if ((row === null ? text.length : row.next) - at > MAX_ROW) return { problem: 'tooLong', line };
      if (row === null) break;
      isOver = !onRow(row.cells, line);
      line += row.breaks;
      at = row.next;
    }
    rest = text.slice(at);
    return null;
  };
}

/**
 * The formula that a spreadsheet writes to keep a number unchanged. No other cell has quotes without being in
 * quotes itself.
 */
const TEXT_FORMULA = /^\s*="[^"]*"\s*$/;

/**
 * Gives the function that reads the row at a place of a text, places in rising order: null where its end has
 * not come yet.
 */
function openText(text: string, separator: string, isEnd: boolean) {
  const [lineFeed, carriageReturn, quote, between] = ['\n', '\r', '"', separator].map((one) =>
    finder(text, one),
  );
  const lineEnd = (from: number) => Math.min(lineFeed!(from), carriageReturn!(from));
  /** Whether what ends here may go on with the next piece, as a line break of two characters does. */
  const isOpen = (end: number) =>
    !isEnd && (end === text.length || (text[end] === '\r' && end + 1 === text.length));
  const after = (end: number) => (text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length));

  /**
   * Returns the position of the closing quotes for the opening ones at a position; -1 if they do not close.
   */
  function closeOf(from: number): number {
    let at = quote!(from + 1);
    while (text[at] === '"' && text[at + 1] === '"') at = quote!(at + 2);
    return at === text.length ? -1 : at;
  }

  /** Returns the end and the text of the cell at a position; null if its end has not arrived yet. */
  function cellAt(at: number): { cell: string; end: number } | 'badQuote' | null {
    if (text[at] !== '"') {
      const end = Math.min(between!(at), lineEnd(at));
      const cell = text.slice(at, end);
      if (isOpen(end)) return null;
      return cell.includes('"') && !TEXT_FORMULA.test(cell) ? 'badQuote' : { cell, end };
    }
    const close = closeOf(at);
    if (close === -1) return isEnd ? 'badQuote' : null;
    const end = close + 1;
    if (isOpen(end)) return null;
    const isClosed = end === text.length || text[end] === separator || lineEnd(end) === end;
    return isClosed ? { cell: text.slice(at + 1, close).replaceAll('""', '"'), end } : 'badQuote';
  }

  return (start: number): Row | 'badQuote' | null => {
    const cells: string[] = [];
    let inside = 0;
    for (let at = start; ; ) {
      const end = lineEnd(at);
      if (quote!(at) >= end) {
        if (isOpen(end)) return null;
        for (const cell of text.slice(at, end).split(separator)) cells.push(cell);
        return { cells, next: after(end), breaks: inside + 1 };
      }
      const found = cellAt(at);
      if (found === null || found === 'badQuote') return found;
      cells.push(found.cell);
      if (found.end > end) inside += text.slice(at, found.end).match(/\r\n|\r|\n/g)?.length ?? 0;
      if (text[found.end] !== separator) return { cells, next: after(found.end), breaks: inside + 1 };
      at = found.end + 1;
    }
  };
}

/**
 * Finds a character from a place on, or the end of the text; as places rise, no part of it is looked at
 * twice.
 */
function finder(text: string, character: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(character, from);
      found = at === -1 ? text.length : at;
    }
    return found;
  };
}
