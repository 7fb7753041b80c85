// Imports a file of opted-out numbers in pieces. The same file again adds only missing numbers.
import { type CsvColumns, OPT_OUT_FIELDS } from '@godwit/contract/csv/columns';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutScope } from '@godwit/contract/optOutScopes';
import { MAX_REJECTED_NAMED, type OptOutImport } from '@godwit/contract/optOuts';
import { type CsvFile, readFile } from '../contacts/csv/upload.ts';
import type { Member } from '../identity/sessions.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { importNumbers } from './queries.ts';

/**
 * Reads a file, by `columns` if given, and adds its valid numbers to a list of a team. `scope` applies to
 * rows without one.
 * Refusals: invalidArgument and tooLarge for an unreadable file.
 */
export async function importOptOuts(
  { pool }: Services,
  { teamId, regionId }: Pick<Member, 'teamId' | 'regionId'>,
  {
    file,
    columns,
    mode,
    scope,
  }: { file: CsvFile; columns?: CsvColumns | undefined; mode: Mode; scope: OptOutScope },
): Promise<OptOutImport | Refusal> {
  const read = await readFile(file, { country: regionId, fields: OPT_OUT_FIELDS, columns });
  if (isRefusal(read)) return read;
  const { report, copyRows } = read;
  const { numbers, added } = await importNumbers(pool, { teamId, mode, scope }, copyRows);
  return {
    added,
    unchanged: numbers - added,
    repeated: report.rows - numbers,
    rejected: report.rejected.slice(0, MAX_REJECTED_NAMED),
    rejected_count: report.rejectedTotal,
  };
}
