// Splits the text of a CSV file into rows as it arrives, with the same rules for the import and for the
// preview of a file. RFC 4180, with any line break, and with cells such as ="+94771234567", which
// spreadsheets write without quotes around them.
import { FILE_EMPTY, FILE_NOT_TEXT } from '../sentences/contacts.ts';
import { separatorOf } from './cells.ts';
import { isHeader } from './columns.ts';

/** The maximum number of rows of a file, without the headings and empty rows. */
export const MAX_CSV_ROWS = 500_000;
/** The longest row, in UTF-16 units. A row has several lines if a cell has line breaks. */
const MAX_ROW = 65_536;
/** The limit of rows including empty ones, which take as long to read. Spreadsheets have the same limit. */
const MAX_LINES = 1_048_576;

/** Why reading stops. */
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

/** `line` is counted from 1, as in an editor. */
export type CsvProblem = { problem: keyof typeof CSV_PROBLEMS; line: number };

/** Returns the sentence for a problem, with its line if it has one. */
export function csvProblemText({ problem, line }: CsvProblem): string {
  const isOfLine = problem === 'badQuote' || problem === 'tooLong';
  return isOfLine ? `Line ${line}: ${CSV_PROBLEMS[problem]}` : CSV_PROBLEMS[problem];
}

export type CsvHandlers = {
  /** Called once, before the first row, with the headings of the columns; null if there are none. */
  onHead: (head: string[] | null) => void;
  /**
   * Called for each row that is not empty, with the line on which it begins. Returning false stops the
   * reading.
   */
  onRow: (cells: string[], line: number) => boolean;
};

/** Reads a file piece by piece. Both methods return the problem that stopped it, or null. */
type CsvReader = {
  write(text: string): CsvProblem | null;
  end(): CsvProblem | null;
};

/** Opens a reader. The first line decides the separator. */
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

/** Splits text into rows as it arrives. */
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
 * The formula with which spreadsheets keep a number unchanged. Any other cell with quotes must be quoted
 * itself.
 */
const TEXT_FORMULA = /^\s*="[^"]*"\s*$/;

/**
 * Returns a function that reads the row at a position. Positions must increase. It returns null if the end of
 * the row has not arrived.
 */
function openText(text: string, separator: string, isEnd: boolean) {
  const [lineFeed, carriageReturn, quote, between] = ['\n', '\r', '"', separator].map((one) =>
    finder(text, one),
  );
  const lineEnd = (from: number) => Math.min(lineFeed!(from), carriageReturn!(from));
  /** Whether the next piece may continue what ends here, as with a line break of two characters. */
  const isOpen = (end: number) =>
    !isEnd && (end === text.length || (text[end] === '\r' && end + 1 === text.length));
  const after = (end: number) => (text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length));

  /** Returns the position of the quote that closes the one at `from`; -1 if there is none yet. */
  function closeOf(from: number): number {
    let at = quote!(from + 1);
    while (text[at] === '"' && text[at + 1] === '"') at = quote!(at + 2);
    return at === text.length ? -1 : at;
  }

  /** Returns the text and the end of the cell at a position; null if its end has not arrived. */
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
 * Returns a function that finds a character from a position on, or the end of the text. Positions must
 * increase, so no part of the text is searched twice.
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
