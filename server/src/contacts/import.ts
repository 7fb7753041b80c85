// Taking a file of contacts in: all of its good rows in one transaction, or nothing.
import { type ImportReport, MAX_GROUPS } from '@godwit/contract/contacts';
import type { Member } from '../accounts/sessions.ts';
import { transaction } from '../db/pool.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { BUSY, isTooLong } from './book.ts';
import { type ReadFile, withFile } from './file.ts';
import {
  copyRows,
  countGroupsWith,
  holdBook,
  insertNew,
  joinGroups,
  makeGroups,
  mergeRows,
  renameOld,
} from './importQueries.ts';

/** How long a file waits for others of the team: longer than any of them takes. */
const PATIENCE_MS = 60_000;

/**
 * Takes a file in while it arrives. Contacts that are there get the names that are given, and groups on top of theirs. Throws
 * where the file is cut. Refusals: invalidArgument and tooLarge for what cannot be read, conflict for too many groups, unavailable.
 */
export function importFile(
  services: Pick<Services, 'pool'>,
  { teamId, regionId }: Pick<Member, 'teamId' | 'regionId'>,
  source: AsyncIterable<Uint8Array>,
): Promise<ImportReport | Refusal> {
  return withFile(source, regionId, async ({ report, rows }) => {
    const { rejected, rejectedTotal } = report;
    const stored = await store(services, teamId, { report, rows });
    if (isRefusal(stored)) return stored;
    const { contacts, created, updated, groupsCreated } = stored;
    return {
      created,
      updated,
      unchanged: contacts - created - updated,
      merged: report.rows - contacts,
      rejected,
      rejected_total: rejectedTotal,
      groups_created: groupsCreated,
    };
  });
}

async function store({ pool }: Pick<Services, 'pool'>, teamId: string, { report, rows }: ReadFile) {
  try {
    return await transaction(pool, async (client) => {
      await copyRows(client, rows);
      await holdBook(client, teamId, PATIENCE_MS);
      if ((await countGroupsWith(client, teamId, report.groups)) > MAX_GROUPS) return tooManyGroups();
      const groupsCreated = await makeGroups(client, teamId, report.groups);
      const { contacts, created } = await mergeRows(client, teamId);
      await insertNew(client, teamId);
      await renameOld(client, teamId);
      const updated = await joinGroups(client, teamId, report.groups);
      return { contacts, created, updated, groupsCreated };
    });
  } catch (error) {
    if (isTooLong(error)) return BUSY;
    throw error;
  }
}

function tooManyGroups(): Refusal {
  const most = MAX_GROUPS.toLocaleString('en-US');
  const description = `A team has at most ${most} groups, and this file would make more. Check that its columns 4 and 5 hold groups.`;
  return refuse('conflict', { description, fields: { csv: description } });
}
