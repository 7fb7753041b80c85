// The other names of a sender id, which texts may have instead of it.
import type { Member } from '../identity/sessions.ts';
import { type Refusal, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type OwnProject, requireProject } from './find.ts';
import { updateAliases } from './queries.ts';

const NO_NAME =
  'This is not an approved name of the project, so nothing was changed. Choose an approved name.';

/** Replaces the other names of a sender id. Refusal, with the field: 1002. */
export async function nameOtherwise(
  services: Services,
  member: Member,
  projectId: string,
  { sender, aliases }: { sender: string; aliases: string[] },
): Promise<OwnProject | Refusal> {
  const project = await requireProject(services, member, projectId, 'projects');
  const { teamId } = member;
  const isThere = await updateAliases(services.kysely, { teamId, projectId, sender, aliases });
  return isThere ? project : refuseField('invalidArgument', 'sender', NO_NAME);
}
