// Imports a contact file: all good rows in one transaction, or nothing.
import {
  type ImportReport,
  MAX_CONFLICTS_LISTED,
  MAX_CONTACT_GROUPS,
  MAX_GROUPS,
  MAX_OTHERS_LISTED,
} from '@godwit/contract/contacts';
import { CONSENT_FIELDS, CSV_FIELDS, type CsvColumns } from '@godwit/contract/csv/columns';
import { importConsents } from '../../consents/record.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import { transaction } from '../../db/transaction.ts';
import type { Member } from '../../identity/sessions.ts';
import { isRefusal, type Refusal, RefusalError, refuseField } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { BUSY, isTooLong } from '../lock.ts';
import { lockContacts } from '../queries.ts';
import {
  countGroupsWith,
  findMembers,
  findNameConflicts,
  insertNew,
  joinGroups,
  makeGroups,
  mergeRows,
  renameOld,
} from './queries.ts';
import { type CsvFile, type ReadFile, readFile } from './upload.ts';

const FIELDS = [...CSV_FIELDS, ...CONSENT_FIELDS];

/** How long a file waits for other changes of the team: longer than any of them takes. */
const PATIENCE_MS = 60_000;

/**
 * Imports a file, from `columns` if they are given. Contacts that are there get the names of the file, and
 * its groups on top of theirs. Refusals: invalidArgument and tooLarge for what cannot be read, conflict
 * for too many groups of the team or of a contact, unavailable.
 */
export async function importFile(
  services: Services,
  { teamId, regionId }: Pick<Member, 'teamId' | 'regionId'>,
  { file, columns }: { file: CsvFile; columns?: CsvColumns | undefined },
): Promise<ImportReport | Refusal> {
  const read = await readFile(file, { country: regionId, fields: FIELDS, columns });
  if (isRefusal(read)) return read;
  const stored = await store(services, teamId, read);
  if (isRefusal(stored)) return stored;
  const { contacts, created, updated, groupsCreated, conflicts, consents } = stored;
  return {
    created,
    updated,
    unchanged: contacts - created - updated,
    merged: read.report.rows - contacts,
    name_conflicts: conflicts.listed,
    name_conflicts_total: conflicts.total,
    rejected: read.report.rejected,
    rejected_total: read.report.rejectedTotal,
    groups_created: groupsCreated,
    consents,
  };
}

async function store({ pool }: Services, teamId: string, { report, copyRows }: ReadFile) {
  try {
    return await transaction(pool, async (client) => {
      await copyRows(client);
      const trx = kyselyWithin(client);
      await lockContacts(trx, teamId, PATIENCE_MS);
      if ((await countGroupsWith(trx, teamId, report.groups)) > MAX_GROUPS)
        return refuseField('conflict', 'csv', TOO_MANY_GROUPS);
      const groupsCreated = await makeGroups(trx, teamId, report.groups);
      const { contacts, created } = await mergeRows(trx, teamId);
      const full = await findMembers(trx, teamId, { names: report.groups, most: MAX_CONTACT_GROUPS });
      if (full !== null) throw new RefusalError(refuseField('conflict', 'csv', tooManyOf(full)));
      const conflicts = report.rows > contacts ? await findNameConflicts(trx, LISTED) : NO_CONFLICTS;
      await insertNew(trx, teamId);
      await renameOld(trx, teamId);
      const updated = await joinGroups(trx, teamId);
      const consents = await importConsents(client, teamId);
      return { contacts, created, updated, groupsCreated, conflicts, consents };
    });
  } catch (error) {
    if (isTooLong(error)) return BUSY;
    // Thrown within the transaction, which has made groups by then.
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
}

const LISTED = { most: MAX_CONFLICTS_LISTED, mostOthers: MAX_OTHERS_LISTED };
const NO_CONFLICTS = { listed: [], total: 0 };

const TOO_MANY_GROUPS = `A team has at most ${MAX_GROUPS.toLocaleString('en-US')} groups, and this file would make more. Check which of its columns hold groups.`;
const tooManyOf = (number: string) =>
  `The file would put ${number} into too many groups: a contact is in at most ${MAX_CONTACT_GROUPS} groups. Nothing of it was taken in.`;
