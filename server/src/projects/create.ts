// Creates a project with a key for each mode and a two-way number for TEST.

import { MODES } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { transaction } from '../db/transaction.ts';
import type { Member } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { newKeyRow } from './keys.ts';
import { insertKeys, insertProject, insertTestNumber, selectDuplicate } from './queries.ts';

const DOUBLE_CLICK_SECONDS = 5;
export const NAME_TAKEN = refuseField(
  'conflict',
  'name',
  'Your team has a project of this name. Choose another name.',
);

/**
 * Makes a project in the member's team, in the region's time zone; owners and admins may (else 1012). The
 * same name again within seconds is the same click: it returns the project that is there; later it is
 * refused (1013).
 */
export async function createProject(
  { kysely, secrets }: Services,
  member: Member,
  name: string,
): Promise<ProjectSummary | Refusal> {
  if (!may(member.role, 'projects')) return refuse('notAllowed');
  const { teamId, regionId, role } = member;
  const id = newId();
  const keys = MODES.map((mode) => newKeyRow(secrets, { teamId, projectId: id, mode }).row);
  return transaction(kysely, async (trx) => {
    const made = await insertProject(trx, { team_id: teamId, id, name, regionId });
    if (!made) {
      const duplicate = await selectDuplicate(trx, { teamId, name, seconds: DOUBLE_CLICK_SECONDS });
      return duplicate ? { ...duplicate, role, archived_at: null } : NAME_TAKEN;
    }
    await insertKeys(trx, keys);
    while (!(await insertTestNumber(trx, teamId, id)));
    return { id, name, role, timezone: made.timezone, archived_at: null };
  });
}
