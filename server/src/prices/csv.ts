// Price lists as CSV: written for spreadsheets, read back with problems by line.
import { cellOf, csvLines } from '@godwit/contract/csv/cells';
import { openCsv } from '@godwit/contract/csv/rows';
import { FILE_NOT_CSV } from '@godwit/contract/sentences/contacts';
import { parseAmount } from '../money.ts';

/** A row of a list; the empty prefix is everywhere else. */
export type PriceEntry = { dial_prefix: string; name: string; price_micros: bigint };
export type Problem = { line: number; problem: string };

const COLUMNS = ['dial_prefix', 'name', 'price'] as const;
const MAX_PROBLEMS = 100;
// As a spreadsheet shows it: nothing that it would take for a formula.
const NAME = /^[\p{L}\p{N}][^\p{Cc}]{0,79}$/u;

/** Writes a list; prices have as many decimals as they need. */
export function writePrices(rows: readonly PriceEntry[]): string {
  const lines = rows.map(({ dial_prefix, name, price_micros }) => [dial_prefix, name, asText(price_micros)]);
  return csvLines([COLUMNS, ...lines]);
}

/** Reads a list. If there are problems, at most 100 of which are returned, the rows are of no use. */
export function readPrices(csv: string): { rows: PriceEntry[]; problems: Problem[] } {
  const rows: PriceEntry[] = [];
  const problems: Problem[] = [];
  const seen = new Map<string, number>();
  let columns: number[] = [];
  const reader = openCsv({
    onHead: (head) => {
      const names = head?.map((_, column) => cellOf(head, column).toLowerCase()) ?? [];
      columns = COLUMNS.map((name) => names.indexOf(name));
    },
    onRow: (cells, line) => {
      if (columns.includes(-1)) return false;
      const row = readRow(columns.map((column) => cellOf(cells, column)) as Cells);
      const first = typeof row === 'string' ? undefined : seen.get(row.dial_prefix);
      if (typeof row === 'string') problems.push({ line, problem: row });
      else if (first) problems.push({ line, problem: `This prefix has a price already, in line ${first}.` });
      else {
        seen.set(row.dial_prefix, line);
        rows.push(row);
      }
      return true;
    },
  });
  const found = reader.write(csv.replace(/^\ufeff/, '')) ?? reader.end();
  if (found?.problem === 'noRows' || (!found && columns.includes(-1)))
    problems.push({ line: 1, problem: NO_COLUMNS });
  else if (found) problems.unshift({ line: found.line, problem: FILE_NOT_CSV });
  return { rows: found ? [] : rows, problems: problems.slice(0, MAX_PROBLEMS) };
}

const NO_COLUMNS = `The first line must name the columns ${COLUMNS.join(', ')}, and prices follow.`;
type Cells = [prefix: string, name: string, price: string];

/** A row, or what is wrong with it. */
function readRow([typed, name, price]: Cells): PriceEntry | string {
  const prefix = typed.replace(/^\+/, '');
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
