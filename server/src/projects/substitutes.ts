// The sender of a project that goes instead of a name that a network blocks.
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { Member } from '../identity/sessions.ts';
import { type Refusal, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type OwnProject, requireProject } from './find.ts';
import { selectSenders, updateSubstitute } from './queries.ts';

const NO_NAME =
  'This is not an approved name of the project, so nothing was changed. Choose an approved name.';
const NO_SUBSTITUTE =
  'This is not another sender of the project, so nothing was changed. Choose another approved name, or a number of the project.';
const OTHER_CLASS =
  'A substitute must be of the same class as the name: transactional, service or promotional. Nothing was changed. Choose a name of the same class, or a number.';

/**
 * Chooses the sender that goes instead of a name where networks block it; null chooses none. It is decided
 * again for each message: a name counts only where it is registered. Refusals, with the field: 1002.
 */
export async function chooseSubstitute(
  services: Services,
  member: Member,
  projectId: string,
  { sender, substitute }: { sender: string; substitute: string | null },
): Promise<OwnProject | Refusal> {
  const project = await requireProject(services, member, projectId, 'projects');
  const senders = await selectSenders(services.kysely, member.teamId, projectId);
  const name = senders.find((one) => one.sender === sender);
  if (!name || isTwoWayNumber(sender)) return refuseField('invalidArgument', 'sender', NO_NAME);
  const chosen = senders.find((one) => one.sender === substitute);
  if (substitute !== null && (!chosen || substitute === sender))
    return refuseField('invalidArgument', 'substitute', NO_SUBSTITUTE);
  if (chosen && !isTwoWayNumber(chosen.sender) && chosen.contentClass !== name.contentClass)
    return refuseField('invalidArgument', 'substitute', OTHER_CLASS);
  await updateSubstitute(services.kysely, { teamId: member.teamId, projectId, sender, substitute });
  return project;
}
