// A file of contacts, or of numbers alone, as lines for COPY: its good rows, and a report of the others.
import { MAX_CSV_ROWS, MAX_GROUPS, MAX_REJECTED_LISTED, type RejectedRow } from '@godwit/contract/contacts';
import { cellOf } from '@godwit/contract/csv';
import { newId } from '../ids.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { readCsv } from './csvRows.ts';
import { type FileRow, readRow } from './row.ts';

/** What a file held: `rows` good ones, the names of the groups they name, and the rows left out. */
export type FileReport = {
  rows: number;
  groups: string[];
  rejected: RejectedRow[];
  rejectedTotal: number;
};

/** What of a row counts: its number and all that a contact has, or the number alone. */
export type Columns = 'contact' | 'number';

/** Of a cell that is shown among the rejected rows. */
const SHOWN = 64;
const PIECE = 65_536;

const TOO_MANY_ROWS = `The file has more than ${MAX_CSV_ROWS.toLocaleString('en-US')} rows. Upload it in parts.`;
const TOO_MANY_GROUPS = `The file names more than ${MAX_GROUPS.toLocaleString('en-US')} groups. Check that its columns 4 and 5 hold groups.`;

/**
 * Reads a file and writes its good rows as text for COPY: line, id, number, first name, last name, and the places of its groups
 * in `groups`, of which each has two. Refusals: invalidArgument, tooLarge.
 */
export async function readFileRows(
  open: () => Iterable<Uint8Array>,
  { country, columns }: { country: string; columns: Columns },
  write: (text: string) => void,
): Promise<FileReport | Refusal> {
  const report: FileReport = { rows: 0, groups: [], rejected: [], rejectedTotal: 0 };
  const places = new Map<string, number>();
  let piece = '';

  const placeOf = (name: string | undefined): string | number => {
    if (name === undefined) return NULL;
    const key = name.toLowerCase();
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, places.size);
    report.groups.push(name);
    return places.size - 1;
  };
  const keep = ({ number, firstName, lastName, groups: [first, second] }: FileRow, line: number) => {
    const cells = [
      line,
      newId(),
      number,
      escaped(firstName),
      escaped(lastName),
      placeOf(first),
      placeOf(second),
    ];
    piece += `${cells.join('\t')}\n`;
    report.rows++;
    if (piece.length < PIECE) return;
    write(piece);
    piece = '';
  };

  const refused = await readCsv(open, (cells, line) => {
    if (report.rows + report.rejectedTotal === MAX_CSV_ROWS) return tooLarge();
    const row = readRow(columns === 'number' ? cells.slice(0, 1) : cells, country);
    if ('reason' in row)
      reject(report, { line, number: cellOf(cells, 0).slice(0, SHOWN).toWellFormed(), reason: row.reason });
    else keep(row, line);
    return report.groups.length > MAX_GROUPS ? tooManyGroups() : null;
  });
  write(piece);
  return refused ?? report;
}

const NULL = '\\N';

function reject(report: FileReport, row: RejectedRow): void {
  report.rejectedTotal++;
  if (report.rejected.length < MAX_REJECTED_LISTED) report.rejected.push(row);
}

/** Names have no line breaks and no tabs; a backslash means something to COPY. */
function escaped(name: string): string {
  return name.includes('\\') ? name.replaceAll('\\', '\\\\') : name;
}

function tooLarge(): Refusal {
  return refuse('tooLarge', { description: TOO_MANY_ROWS, fields: { csv: TOO_MANY_ROWS } });
}

function tooManyGroups(): Refusal {
  return refuse('invalidArgument', { description: TOO_MANY_GROUPS, fields: { csv: TOO_MANY_GROUPS } });
}
