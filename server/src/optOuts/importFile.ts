// Importing a file of opted-out numbers, a piece at a time: the same file again adds what is missing.
import type { CsvColumns } from '@godwit/contract/csvColumns';
import { MAX_REJECTED_NAMED, type OptOutImport } from '@godwit/contract/optOuts';
import { type CsvFile, readFile } from '../contacts/csvFile.ts';
import type { Member } from '../identity/sessions.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { importNumbers } from './queries.ts';

/** Reads a file, from `columns` where they are given, and puts its good numbers on a team's list. Refusals: invalidArgument and tooLarge for what cannot be read. */
export async function importOptOuts(
  { pool }: Services,
  { teamId, regionId }: Pick<Member, 'teamId' | 'regionId'>,
  { file, columns }: { file: CsvFile; columns?: CsvColumns | undefined },
): Promise<OptOutImport | Refusal> {
  const read = await readFile(file, { country: regionId, fields: ['number'], columns });
  if (isRefusal(read)) return read;
  const { report, copyRows } = read;
  const { numbers, added } = await importNumbers(pool, teamId, copyRows);
  return {
    added,
    unchanged: numbers - added,
    repeated: report.rows - numbers,
    rejected: report.rejected.slice(0, MAX_REJECTED_NAMED),
    rejected_count: report.rejectedTotal,
  };
}
