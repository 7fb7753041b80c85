// A look into a file of contacts or of numbers before it is sent, by the server's rules: where its columns
// are, its first rows and which of them are bad, which numbers have several names, and whether all of it can
// be read.
import { MAX_OTHERS_LISTED, type NameConflict } from '@godwit/contract/contacts';
import { cellOf, encodingOf, isShortened, MAX_CSV_COLUMNS } from '@godwit/contract/csv/cells';
import { type CsvColumns, type CsvField, findColumns } from '@godwit/contract/csv/columns';
import { type CsvRow, csvNumber, readCsvRow } from '@godwit/contract/csv/rowChecks';
import { type CsvHandlers, type CsvProblem, csvProblemText, openCsv } from '@godwit/contract/csv/rows';
import { NUMBER_SHORTENED } from '@godwit/contract/sentences/contacts';
import { translate } from '../../text/translate.ts';

/** How many rows are shown. */
export const PREVIEW_ROWS = 10;

// Small enough that nobody sees the page stand still while one is read.
const PIECE_BYTES = 256 * 1024;

export type PreviewRow = {
  /** Counted from 1, as an editor shows it. */
  line: number;
  /** The text of each field. */
  cells: Partial<Record<CsvField, string>>;
  problem: string | null;
};

/** A column of the file, `index` from 0: its heading, '' if it has none, and the first value in it. */
export type PreviewColumn = { index: number; heading: string; sample: string };

export type Preview = {
  rows: PreviewRow[];
  /** How many rows the file has. */
  total: number;
  /** The columns of the fields. */
  columns: CsvColumns;
  /** The columns of the file that have a heading or something in the rows that are shown. */
  fileColumns: PreviewColumn[];
  /** Whether any row of the file can be taken. */
  isUsable: boolean;
  conflicts: NameConflicts;
};

export type PreviewRules = {
  fields: readonly CsvField[];
  /** The columns that a person has assigned; undefined if they are to be found. */
  chosen: CsvColumns | undefined;
  /** A number as E.164, or what is wrong with it. */
  readNumber: (cell: string) => { number: string } | { reason: string };
  /** The sentence to show if the file is gone. */
  unreadable: string;
  signal?: AbortSignal;
};

/**
 * Reads a file to its end, and shows its first rows.
 * @throws with a sentence that says why it cannot be taken
 */
export async function readPreview(file: Blob, rules: PreviewRules): Promise<Preview> {
  const { fields, chosen } = rules;
  const shown: { line: number; cells: string[] }[] = [];
  const repeats = openRepeats();
  let head: string[] | null = null;
  let columns: CsvColumns = {};
  let total = 0;
  let isUsable = false;

  const read = (cells: readonly string[]): CsvRow | { reason: string } =>
    readCsvRow(cells, columns, (number) =>
      isShortened(number) ? { reason: NUMBER_SHORTENED } : rules.readNumber(number),
    );
  await readRows(file, rules, {
    onHead: (first) => {
      head = first;
      columns = chosen ?? findColumns(first, fields);
    },
    onRow: (cells, line) => {
      total += 1;
      if (shown.length < PREVIEW_ROWS) shown.push({ line, cells });
      isUsable ||= !('reason' in read(cells));
      repeats.see(csvNumber(cells, columns));
      return true;
    },
  });

  const conflicts = openConflicts();
  const hasNames = columns.first_name !== undefined || columns.last_name !== undefined;
  if (hasNames && repeats.isAny()) {
    await readRows(file, rules, {
      onHead: () => {},
      onRow: (cells, line) => {
        const row = repeats.has(csvNumber(cells, columns)) ? read(cells) : null;
        if (row && !('reason' in row)) conflicts.take(row, line);
        return true;
      },
    });
  }

  const rows = shown.map(({ line, cells }) => {
    const row = read(cells);
    const texts = fields.map((field) => [
      field,
      columns[field] === undefined ? '' : cellOf(cells, columns[field]),
    ]);
    return {
      line,
      cells: Object.fromEntries(texts),
      problem: 'reason' in row ? translate(row.reason) : null,
    };
  });
  const fileColumns = columnsOf(
    head ?? [],
    shown.map(({ cells }) => cells),
  );
  return { rows, total, columns, fileColumns, isUsable, conflicts: conflicts.end() };
}

async function readRows(file: Blob, { unreadable, signal }: PreviewRules, handlers: CsvHandlers) {
  const reader = openCsv(handlers);
  for await (const text of textOf(file, unreadable)) {
    signal?.throwIfAborted();
    refuse(reader.write(text));
  }
  refuse(reader.end());
}

function refuse(problem: CsvProblem | null): void {
  if (problem) throw new Error(translate(csvProblemText(problem)));
}

/** The text of a file, piece by piece. Its encoding is what its first piece is in. */
async function* textOf(file: Blob, unreadable: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const piece = await file
      .slice(at, at + PIECE_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new Error(unreadable);
      });
    const bytes = new Uint8Array(piece);
    decoder ??= new TextDecoder(encodingOf(() => [bytes], file.size > PIECE_BYTES));
    yield decoder.decode(bytes, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

function columnsOf(head: readonly string[], rows: readonly (readonly string[])[]): PreviewColumn[] {
  const count = Math.min(Math.max(head.length, ...rows.map((cells) => cells.length)), MAX_CSV_COLUMNS);
  return Array.from({ length: count }, (_, index) => ({
    index,
    heading: cellOf(head, index),
    sample: rows.map((cells) => cellOf(cells, index)).find(Boolean) ?? '',
  })).filter(({ heading, sample }) => heading !== '' || sample !== '');
}

/** How many of them a preview knows. */
export const MOST_CONFLICTS = 100;

/** `isCut`: there are more than these. */
type NameConflicts = { listed: NameConflict[]; isCut: boolean };

/** As many last digits as tell numbers apart well enough, however they are written. */
const ENDING = 8;

/**
 * Says, once all rows were shown to `see`, which may have a number in common. Reading every number of a large
 * file by its numbering plan would take longer than anyone waits, and few files have a number twice.
 */
function openRepeats() {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  const endingOf = (typed: string) => Number(typed.replace(/\D+/g, '').slice(-ENDING));
  return {
    see: (typed: string) => {
      const ending = endingOf(typed);
      if (seen.has(ending)) repeated.add(ending);
      else seen.add(ending);
    },
    isAny: () => repeated.size > 0,
    has: (typed: string) => repeated.has(endingOf(typed)),
  };
}

type Named = NameConflict['kept'];
type Entry = NameConflict & { last: Named; differs: boolean };

/** Is shown the good rows in their order, and gives the numbers that have different names. */
function openConflicts() {
  const entries = new Map<string, Entry>();
  const listed: Entry[] = [];
  let isCut = false;

  return {
    take({ number, firstName: first_name, lastName: last_name }: CsvRow, line: number): void {
      if (first_name === '' && last_name === '') return;
      const row = { line, first_name, last_name };
      const entry = entries.get(number);
      if (!entry) {
        entries.set(number, { number, kept: row, others: [], others_total: 0, last: row, differs: false });
        return;
      }
      const { kept } = entry;
      if (!entry.differs && (differ(kept.first_name, first_name) || differ(kept.last_name, last_name))) {
        entry.differs = true;
        if (listed.length < MOST_CONFLICTS) listed.push(entry);
        else isCut = true;
      }
      if (entry.others.length < MAX_OTHERS_LISTED) entry.others.push(entry.last);
      entry.others_total++;
      entry.last = row;
      entry.kept = {
        line,
        first_name: first_name || kept.first_name,
        last_name: last_name || kept.last_name,
      };
    },
    end: (): NameConflicts => ({
      listed: listed.map(({ last: _, differs: __, ...conflict }) => conflict),
      isCut,
    }),
  };
}

/** First and last name as people read them. */
export const fullName = ({ first_name, last_name }: Pick<Named, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;
