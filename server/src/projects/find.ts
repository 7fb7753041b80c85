// Finding the project that a call names.
import type { Action, Role } from '@godwit/contract/roles';
import type { Selectable } from 'kysely';
import type { Projects } from '../db/types.ts';
import { requireRole } from '../identity/roles.ts';
import type { Member } from '../identity/sessions.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { selectProject, selectProjectOf } from './queries.ts';

/** A project with the role that a member has in it. */
export type OwnProject = Selectable<Projects> & { role: Role };

/**
 * Finds the project a member names for an action. Another team's project is refused exactly like a missing
 * one: a 1001 RefusalError; an action the member's role does not allow gets 1012.
 */
export async function requireProject(
  { kysely }: Services,
  member: Pick<Member, 'teamId' | 'userId'>,
  projectId: string,
  action: Action,
): Promise<OwnProject> {
  const project = await selectProjectOf(kysely, member, projectId);
  if (!project) throw new RefusalError(refuse('notFound'));
  requireRole(project, action);
  return project;
}

/** The team's project of this id; a 1001 RefusalError if it has none. */
export async function findProject(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  projectId: string,
): Promise<Selectable<Projects>> {
  const project = await selectProject(kysely, teamId, projectId);
  if (!project) throw new RefusalError(refuse('notFound'));
  return project;
}
