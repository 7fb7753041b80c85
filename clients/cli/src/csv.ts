// Reads a CSV file of contacts, with the headings of the console's templates and exports.
import { UsageError } from './settings.ts';

/** A row of the file, and the line on which it begins. */
export type CsvContact = {
  line: number;
  number: string;
  first_name: string;
  last_name?: string;
  groups: string[];
};

const COLUMNS: Record<string, 'number' | 'first_name' | 'last_name' | 'group'> = {
  ...{ mobile: 'number', number: 'number', phone: 'number' },
  ...{ firstname: 'first_name', lastname: 'last_name' },
  ...{ group: 'group', group1: 'group', group2: 'group' },
};

/** Returns the contacts of a file. Its first row has the headings. */
export function readContacts(text: string): CsvContact[] {
  const [head, ...rows] = rowsOf(text.replace(/^\ufeff/, ''));
  const columns = (head?.cells ?? []).map(
    (cell) => COLUMNS[cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')],
  );
  if (!columns.includes('number') || !columns.includes('first_name'))
    throw new UsageError(
      'The first row of the file must have the headings Mobile and FirstName; LastName, Group1 and Group2 may follow. Nothing was done.',
    );
  return rows.map(({ line, cells }) => {
    const of = (name: string) => cells.filter((_, i) => columns[i] === name).map((cell) => cell.trim());
    const [number = ''] = of('number');
    const [first_name = ''] = of('first_name');
    const [last_name] = of('last_name');
    const groups = of('group').filter(Boolean);
    return { line, number, first_name, ...(last_name !== undefined && { last_name }), groups };
  });
}

type Row = { line: number; cells: string[] };

/** The rows of a file that are not empty. Cells in quotes may have separators, line breaks and `""`. */
function rowsOf(text: string): Row[] {
  const separator = [',', ';', '\t'].find((one) => text.split('\n', 1)[0]!.includes(one)) ?? ',';
  const rows: Row[] = [];
  let line = 1;
  let row: Row = { line, cells: [] };
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const found = cell.exec(text);
    if (!found) throw new UsageError(`Line ${line} has a quote in the wrong place. Nothing was done.`);
    const [whole, quoted, plain = '', end] = found;
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
    if (cell.lastIndex >= text.length) break;
  }
  return rows;
}
