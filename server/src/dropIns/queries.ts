// SQL of the drop-in APIs that projects accept.
import type { DropInKind } from '@godwit/contract/dropIns';
import type { Database } from '../services.ts';

type Project = { teamId: string; projectId: string };

/** The drop-in APIs that a project accepts. */
export function selectDropIns(
  db: Database,
  projectId: string,
): Promise<{ kind: string; enabled_at: Date }[]> {
  return db
    .selectFrom('drop_ins')
    .select(['kind', 'enabled_at'])
    .where('project_id', '=', projectId)
    .execute();
}

/** Accepts a drop-in API from now on, unless it is accepted already. */
export async function insertDropIn(
  db: Database,
  { teamId, projectId }: Project,
  kind: DropInKind,
): Promise<void> {
  await db
    .insertInto('drop_ins')
    .values({ team_id: teamId, project_id: projectId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Accepts a drop-in API no longer. */
export async function deleteDropIn(db: Database, { projectId }: Project, kind: DropInKind): Promise<void> {
  await db.deleteFrom('drop_ins').where('project_id', '=', projectId).where('kind', '=', kind).execute();
}
