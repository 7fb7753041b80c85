// Making a project, with a key for each mode.
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { MODES } from '@godwit/contract/statuses';
import type { Member } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { newKeyRow } from './keys.ts';
import { insertKeys, insertProject, lockTwin } from './queries.ts';

const DOUBLE_CLICK_SECONDS = 5;

/**
 * Makes a project in the member's team, in the region's time zone; owners and admins may (else 1012). The same name again
 * within seconds is the same click: it gives the project that is there.
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
  return kysely.transaction().execute(async (trx) => {
    const twin = await lockTwin(trx, { teamId, name, seconds: DOUBLE_CLICK_SECONDS });
    if (twin) return { ...twin, role, archived_at: null };
    const { timezone } = await insertProject(trx, { team_id: teamId, id, name, regionId });
    await insertKeys(trx, keys);
    return { id, name, role, timezone, archived_at: null };
  });
}
