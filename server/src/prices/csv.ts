// Price lists as CSV: written for spreadsheets, read back with problems by line.
import { csvLines } from '@godwit/contract/csv/cells';
import { parseAmount } from '../money.ts';
import { type Problem, readNamedColumns } from '../namedColumns.ts';

/** A row of a list; the empty prefix is everywhere else. */
export type PriceEntry = { dial_prefix: string; name: string; price_micros: bigint };

const COLUMNS = ['dial_prefix', 'name', 'price'] as const;
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
  const seen = new Map<string, number>();
  const { problems, isRead } = readNamedColumns(csv, { required: COLUMNS }, (cells, line) => {
    const row = readRow(cells);
    if (typeof row === 'string') return row;
    const first = seen.get(row.dial_prefix);
    if (first) return `This prefix has a price already, in line ${first}.`;
    seen.set(row.dial_prefix, line);
    rows.push(row);
    return null;
  });
  return { rows: isRead ? rows : [], problems };
}

type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** A row, or what is wrong with it. */
function readRow({ dial_prefix: typed, name, price }: Cells): PriceEntry | string {
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
