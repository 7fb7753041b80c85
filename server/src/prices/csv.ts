// Price lists as CSV: written for a spreadsheet, and read back with what is wrong by line.
import { CsvError, parse } from 'csv-parse/sync';
import { csvLines } from '../csv.ts';
import { parseAmount } from '../money.ts';

/** A row of a list; the empty prefix is everywhere else. */
export type PriceEntry = { dial_prefix: string; name: string; price_micros: bigint };
export type Problem = { line: number; problem: string };

const COLUMNS = ['dial_prefix', 'name', 'price'] as const;
const MAX_PROBLEMS = 100;
// As a spreadsheet shows it: nothing that it would take for a formula.
const NAME = /^[\p{L}\p{N}][^\p{Cc}]{0,79}$/u;

type Line = { record: Partial<Record<(typeof COLUMNS)[number], string>>; info: { lines: number } };

/** Writes a list; prices have as many decimals as they need. */
export function writePrices(rows: readonly PriceEntry[]): string {
  const lines = rows.map(({ dial_prefix, name, price_micros }) => [dial_prefix, name, asText(price_micros)]);
  return csvLines([COLUMNS, ...lines]);
}

/** Reads a list. Where there are problems, at most 100 of which are returned, the rows are of no use. */
export function readPrices(csv: string): { rows: PriceEntry[]; problems: Problem[] } {
  let lines: Line[];
  try {
    lines = parse(csv, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      info: true,
      // A file that two programs wrote has both; by itself the parser goes by the first line.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as CsvError & { lines?: number }).lines ?? 1);
    return {
      rows: [],
      problems: [{ line, problem: 'This is not CSV: look for a quotation mark too many.' }],
    };
  }
  const missing = COLUMNS.filter((column) => lines[0] && !(column in lines[0].record));
  if (lines.length === 0 || missing.length > 0) {
    const problem = `The first line must name the columns ${COLUMNS.join(', ')}, and prices follow.`;
    return { rows: [], problems: [{ line: 1, problem }] };
  }
  const seen = new Map<string, number>();
  const problems: Problem[] = [];
  const rows = lines.flatMap(({ record, info }) => {
    const row = readRow(record);
    const first = typeof row === 'string' ? undefined : seen.get(row.dial_prefix);
    const problem =
      typeof row === 'string' ? row : first && `This prefix has a price already, in line ${first}.`;
    if (problem) problems.push({ line: info.lines, problem });
    if (problem || typeof row === 'string') return [];
    seen.set(row.dial_prefix, info.lines);
    return [row];
  });
  return { rows, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** A row, or what is wrong with it. */
function readRow({ dial_prefix = '', name = '', price = '' }: Line['record']): PriceEntry | string {
  const prefix = dial_prefix.replace(/^\+/, '');
  if (!/^\d{0,8}$/.test(prefix)) return 'A prefix is up to eight digits, or nothing for everywhere else.';
  if (!NAME.test(name)) return 'Give a name of up to 80 characters that begins with a letter or a digit.';
  const micros = parseAmount(price);
  if (!micros) return 'Give a price above zero such as 0.85, with at most four decimals.';
  return { dial_prefix: prefix, name, price_micros: micros };
}

function asText(micros: bigint): string {
  const decimals = (micros % 1_000_000n)
    .toString()
    .padStart(6, '0')
    .slice(0, 4)
    .replace(/0{1,2}$/, '');
  return `${micros / 1_000_000n}.${decimals}`;
}
