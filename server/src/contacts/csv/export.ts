// Exports contacts as CSV; an import accepts the file unchanged.
import type { Contact } from '@godwit/contract/contacts';
import { csvLines } from '@godwit/contract/csv/cells';
import { CSV_COLUMNS } from '@godwit/contract/csv/columns';
import type { Services } from '../../services.ts';
import type { Filter } from '../filter.ts';
import { readBatches } from '../list.ts';

const GROUP_COLUMNS = CSV_COLUMNS.filter((column) => column.startsWith('Group')).length;

/** By this mark spreadsheets know that a file is UTF-8. */
const MARK = '\ufeff';

/** Writes the contacts that match, newest first. */
export async function* exportContacts(services: Services, filter: Filter): AsyncGenerator<string, void> {
  yield MARK + csvLines([CSV_COLUMNS]);
  for await (const batch of readBatches(services, filter)) yield csvLines(batch.flatMap(rowsOf));
}

/** A contact in more groups than there are columns takes more rows; an import merges them again. */
function rowsOf({ number, first_name: firstName, last_name: lastName, groups }: Contact): string[][] {
  const names = groups.map(({ name }) => name);
  const rows: string[][] = [];
  do {
    const here = names.splice(0, GROUP_COLUMNS);
    rows.push([number, firstName, lastName, ...here, ...Array(GROUP_COLUMNS - here.length).fill('')]);
  } while (names.length > 0);
  return rows;
}
