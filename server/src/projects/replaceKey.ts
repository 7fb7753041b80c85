// Replaces an API key; the old one fails within a second in every process.
import type { Mode } from '@godwit/contract/messages/statuses';
import { transaction } from '../db/transaction.ts';
import type { Member } from '../identity/sessions.ts';
import type { Services } from '../services.ts';
import { requireProject } from './find.ts';
import { newKeyRow } from './keys.ts';
import { mailManagers } from './notify.ts';
import { storeKey } from './queries.ts';

/**
 * Makes a new key for a project's mode and mails its owners and admins. Owners and admins may (else 1012).
 */
export async function replaceKey(
  services: Services,
  member: Member,
  projectId: string,
  mode: Mode,
): Promise<string> {
  const { kysely, secrets } = services;
  const { id, team_id } = await requireProject(services, member, projectId, 'projects');
  const { key, row } = newKeyRow(secrets, { teamId: team_id, projectId: id, mode });
  await transaction(kysely, async (trx) => {
    await storeKey(trx, row);
    await mailManagers(trx, { teamId: team_id, projectId: id }, (mails, { name }) =>
      mails.keyReplaced({ project: name, mode }),
    );
  });
  return key;
}
