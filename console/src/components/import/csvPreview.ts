// Previews a CSV file of contacts or numbers by the server's rules: its columns, its first rows and their
// errors, numbers with conflicting names, and whether the whole file can be read.
import { MAX_OTHERS_LISTED, type NameConflict } from '@godwit/contract/contacts';
import { cellOf, encodingOf, isShortened, MAX_CSV_COLUMNS } from '@godwit/contract/csv/cells';
import { type CsvColumns, type CsvField, findColumns } from '@godwit/contract/csv/columns';
import { type CsvRow, csvNumber, readCsvRow } from '@godwit/contract/csv/rowChecks';
import { type CsvHandlers, type CsvProblem, csvProblemText, openCsv } from '@godwit/contract/csv/rows';
import { NUMBER_SHORTENED } from '@godwit/contract/sentences/contacts';
import { translate } from '../../text/translate.ts';

/** The number of rows in a preview. */
export const PREVIEW_ROWS = 10;

// Small enough that reading one chunk does not block the page noticeably.
const CHUNK_BYTES = 256 * 1024;

export type PreviewRow = {
  /** Counted from 1, as in an editor. */
  line: number;
  /** The text of each field. */
  cells: Partial<Record<CsvField, string>>;
  problem: string | null;
};

/**
 * A column of the file. `index` starts at 0, `heading` is '' if there is none, and `sample` is its first
 * value.
 */
export type PreviewColumn = { index: number; heading: string; sample: string };

export type Preview = {
  rows: PreviewRow[];
  /** The number of rows in the file. */
  total: number;
  /** The column of each field. */
  columns: CsvColumns;
  /** The columns with a heading or with a value in the previewed rows. */
  fileColumns: PreviewColumn[];
  /** Whether any row can be imported. */
  isUsable: boolean;
  conflicts: NameConflicts;
};

export type PreviewRules = {
  fields: readonly CsvField[];
  /** The columns assigned by the person. If undefined, they are detected. */
  chosen: CsvColumns | undefined;
  /** Returns a number as E.164, or the reason why it is invalid. */
  readNumber: (cell: string) => { number: string } | { reason: string };
  /** The error to show if the file cannot be read any more. */
  unreadable: string;
  signal?: AbortSignal;
};

/**
 * Reads the whole file and returns a preview.
 * @throws an error to show if the file cannot be imported
 */
export async function readPreview(file: Blob, rules: PreviewRules): Promise<Preview> {
  const { fields, chosen } = rules;
  const shown: { line: number; cells: string[] }[] = [];
  const repeats = createRepeatFinder();
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
      repeats.add(csvNumber(cells, columns));
      return true;
    },
  });

  const conflicts = createConflictCollector();
  const hasNames = columns.first_name !== undefined || columns.last_name !== undefined;
  if (hasNames && repeats.isAny()) {
    await readRows(file, rules, {
      onHead: () => {},
      onRow: (cells, line) => {
        const row = repeats.has(csvNumber(cells, columns)) ? read(cells) : null;
        if (row && !('reason' in row)) conflicts.add(row, line);
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

/** The text of a file in chunks. The first chunk determines the encoding. */
async function* textOf(file: Blob, unreadable: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const chunk = await file
      .slice(at, at + CHUNK_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new Error(unreadable);
      });
    const bytes = new Uint8Array(chunk);
    decoder ??= new TextDecoder(encodingOf(() => [bytes], file.size > CHUNK_BYTES));
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

/** The maximum number of conflicts in a preview. */
export const MAX_CONFLICTS = 100;

/** `isCut` means that there are more. */
type NameConflicts = { listed: NameConflict[]; isCut: boolean };

/** The last digits identify a number well enough, however it is written. */
const ENDING = 8;

/**
 * Finds numbers that may occur more than once, by their last digits. Parsing every number of a large file by
 * its numbering plan would take too long, and few files have duplicates.
 */
function createRepeatFinder() {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  const endingOf = (typed: string) => Number(typed.replace(/\D+/g, '').slice(-ENDING));
  return {
    add: (typed: string) => {
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

/** Collects conflicting names from the valid rows, in the order of the file. */
function createConflictCollector() {
  const entries = new Map<string, Entry>();
  const listed: Entry[] = [];
  let isCut = false;

  return {
    add({ number, firstName: first_name, lastName: last_name }: CsvRow, line: number): void {
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
        if (listed.length < MAX_CONFLICTS) listed.push(entry);
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

/** A full name for display. */
export const fullName = ({ first_name, last_name }: Pick<Named, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;
