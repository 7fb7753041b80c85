// A look into a file of contacts before it is sent: its first rows, read by the server's rules, and which of them are bad.
import {
  CSV_COLUMNS,
  cellOf,
  encodingOf,
  isHeader,
  isShortened,
  SHORTENED,
  separatorOf,
} from '@godwit/contract/csv';
import Papa from 'papaparse';

/** How many rows are shown. */
export const PREVIEW_ROWS = 10;

// Enough for that many rows of any sensible file; a longer row is shown cut.
const READ_BYTES = 256 * 1024;

export type PreviewRow = {
  /** Counted from 1, as an editor shows it. */
  line: number;
  /** As many as there are columns. */
  cells: string[];
  problem: string | null;
};

export type Preview = { rows: PreviewRow[]; more: boolean };

/** Says what is wrong with a number, or null; asked for what is not empty. */
export type CheckNumber = (cell: string) => string | null;

/**
 * Reads the first rows of a file.
 * @param words what to say of a row without a number, and of a file that has no rows, is no text or cannot be read
 * @throws with one of the latter
 */
export async function readPreview(
  file: Blob,
  checkNumber: CheckNumber,
  words: { noNumber: string; noRows: string; noText: string; unreadable: string },
): Promise<Preview> {
  const start = await file
    .slice(0, READ_BYTES)
    .arrayBuffer()
    .catch(() => {
      throw new Error(words.unreadable);
    });
  const text = decode(new Uint8Array(start));
  if (text.includes('\0')) throw new Error(words.noText);
  const isWhole = file.size <= READ_BYTES;
  const parsed = parseRows(text);
  // The last row of what was read may be cut.
  const all = isWhole || parsed.length < 2 ? parsed : parsed.slice(0, -1);
  const rows = all[0] && isHeader(all[0].cells) ? all.slice(1) : all;
  if (rows.length === 0) throw new Error(words.noRows);
  const shown = rows.slice(0, PREVIEW_ROWS).map(({ line, cells }) => ({
    line,
    cells: CSV_COLUMNS.map((_, column) => cellOf(cells, column)),
    problem: problemOf(cellOf(cells, 0), checkNumber, words.noNumber),
  }));
  return { rows: shown, more: rows.length > PREVIEW_ROWS || !isWhole };
}

function problemOf(cell: string, checkNumber: CheckNumber, noNumber: string): string | null {
  if (cell === '') return noNumber;
  return isShortened(cell) ? SHORTENED : checkNumber(cell);
}

/** The text of a file's start, whose last letter may be cut. */
export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder(encodingOf(() => [bytes], true)).decode(bytes, { stream: true });
}

function parseRows(text: string): { line: number; cells: string[] }[] {
  const [firstLine = ''] = text.split(/\r\n|\r|\n/, 1);
  const rows: { line: number; cells: string[] }[] = [];
  let line = 1;
  let read = 0;
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(firstLine),
    step: ({ data, meta }, parser) => {
      if (data.some((cell) => cell.trim() !== '')) rows.push({ line, cells: data });
      line += text.slice(read, meta.cursor).match(/\r\n|\r|\n/g)?.length ?? 0;
      read = meta.cursor;
      if (rows.length > PREVIEW_ROWS + 2) parser.abort();
    },
  });
  return rows;
}
