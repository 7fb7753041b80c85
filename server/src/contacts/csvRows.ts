// The rows of a CSV file that may hold anything: read as they come, within bounds.
import { encodingOf, isHeader, separatorOf } from '@godwit/contract/csv';
import { type CsvError, parse } from 'csv-parse';
import { type Refusal, refuse } from '../refusal.ts';

/** Is given each row but the header and empty ones, with the line it begins on, counted from 1; a refusal ends the reading. */
export type OnRow = (cells: readonly string[], line: number) => Refusal | null;

/** Longest line, and longest row: a row goes over several lines where a cell has line breaks. */
const MAX_ROW_BYTES = 65_536;
const LOOK_AHEAD = 16;
/** Empty ones with them, which cost as much to read: as many as a spreadsheet has. */
const MAX_LINES = 1_048_576;

const NOT_TEXT = 'The file is not text. Save it as CSV and choose that.';
const NO_ROWS = 'The file has no rows. Put each number on a line of its own, in the first column.';
const TOO_LONG =
  'a row is longer than 64 KB, or a quote is never closed. Put each number on a line of its own and close every quote.';
const TOO_MANY = `The file has more than ${MAX_LINES.toLocaleString('en-US')} rows, empty ones with them. Leave out those that are empty.`;
const BAD_QUOTE =
  'a quote is never closed, or stands inside a cell. Put that cell in quotes and double those in it.';

/**
 * Reads a file to its end, or gives why it cannot be; rows have then been given up to there. `open` gives its pieces from the start.
 * Refusals: invalidArgument for what is no CSV or has no rows, and those of `onRow`.
 */
export async function readCsv(open: () => Iterable<Uint8Array>, onRow: OnRow): Promise<Refusal | null> {
  const encoding = encodingOf(open);
  const findTooLong = openLineCheck();
  const rows = openRows(separatorOf(firstLineOf(textOf(open(), encoding))), onRow);
  for (const text of textOf(open(), encoding)) {
    const bytes = Buffer.from(text);
    if (bytes.includes(0)) return wrong(NOT_TEXT);
    const tooLongAt = findTooLong(bytes);
    // The parser knows that a row has ended once it has seen a little of the next.
    const refused = await rows.write(tooLongAt === null ? bytes : bytes.subarray(0, tooLongAt + LOOK_AHEAD));
    if (refused) return refused;
    if (tooLongAt !== null) return rows.atLine(TOO_LONG);
  }
  return rows.end();
}

function* textOf(pieces: Iterable<Uint8Array>, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** The first line, or its start where it is too long anyway. */
function firstLineOf(texts: Iterable<string>): string {
  let start = '';
  for (const text of texts) {
    start += text;
    if (/[\r\n]/.test(text) || start.length > MAX_ROW_BYTES) break;
  }
  return start.split(/[\r\n]/, 1)[0]!;
}

/** Tells where in these bytes the end of a line is missing for too long, before anything keeps all of it; null where nowhere. */
function openLineCheck(): (bytes: Buffer) => number | null {
  let length = 0;
  return (bytes) => {
    const breaks = [bytes.indexOf('\n'), bytes.indexOf('\r')].filter((at) => at !== -1);
    const first = breaks.length > 0 ? Math.min(...breaks) : bytes.length;
    if (length + first > MAX_ROW_BYTES) return 0;
    const last = Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r'));
    length = last === -1 ? length + bytes.length : bytes.length - last - 1;
    return length > MAX_ROW_BYTES ? last + 1 : null;
  };
}

/** Splits text into rows. */
function openRows(delimiter: string, onRow: OnRow) {
  const lines = openLineCount();
  let isFirst = true;
  let isEmpty = true;
  let count = 0;
  let refused: Refusal | null = null;

  function onRecord(cells: string[], { lines: endsAt }: { lines: number }): null {
    const line = lines.startOf(cells, endsAt);
    if (++count > MAX_LINES) {
      refused = refuse('tooLarge', { description: TOO_MANY, fields: { csv: TOO_MANY } });
      throw new Error('no further');
    }
    if (cells.every((cell) => cell.trim() === '')) return null;
    const isHead = isFirst && isHeader(cells);
    isFirst = false;
    if (isHead) return null;
    isEmpty = false;
    refused = onRow(cells, line);
    if (refused) throw new Error('no further');
    return null;
  }
  const atLine = (what: string) => wrong(`Line ${lines.next()}: ${what}`);

  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: onRecord as never,
  });
  // The call that writes gets it; an error event without a listener would end the process.
  parser.on('error', () => {});

  async function settle(act: (done: (error?: unknown) => void) => void): Promise<Refusal | null> {
    const error = await new Promise<unknown>((resolve) => act(resolve));
    if (!error) return null;
    return refused ?? atLine((error as CsvError).code === 'CSV_MAX_RECORD_SIZE' ? TOO_LONG : BAD_QUOTE);
  }
  return {
    atLine,
    write: (bytes: Buffer) => settle((done) => parser.write(bytes, done)),
    end: async () => (await settle((done) => parser.end(done))) ?? (isEmpty ? wrong(NO_ROWS) : null),
  };
}

/** Where rows begin. The parser tells where they end, and counts a line break of two characters inside a cell as two. */
function openLineCount() {
  let ended = 0;
  let tooMany = 0;
  return {
    startOf(cells: readonly string[], endsAt: number): number {
      const breaks = cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? []);
      tooMany += breaks.filter((one) => one.length === 2).length;
      ended = endsAt - tooMany;
      return ended - breaks.length;
    },
    next: () => ended + 1,
  };
}

function wrong(description: string): Refusal {
  return refuse('invalidArgument', { description, fields: { csv: description } });
}
