// A team's members: list, roles and leaving.
import { may, ROLES, type Role } from '@godwit/contract/roles';
import { SIGN_ON_LINK_SHARED, TEAM_NEEDS_OWNER } from '@godwit/contract/sentences/team';
import type { TeamMember } from '@godwit/contract/team';
import { CUSTOMER, recordAudit } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import { requireRole } from '../identity/roles.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { mailSignOnChange } from './notify.ts';
import {
  countMembers,
  deleteMember,
  deleteProjectRoles,
  lockTeam,
  putProjectRole,
  revokeSentBy,
  selectMembers,
  selectProjectRoles,
  updateRole,
} from './queries.ts';
import { deleteLink, endSignOns, selectLinked } from './singleSignOn/queries.ts';

export { addMember, lockTeam, wasMember } from './queries.ts';

type Row = Awaited<ReturnType<typeof selectMembers>>[number];

/** All members of the caller's team, or one of them. */
export async function listMembers(
  { kysely }: Services,
  member: Pick<Member, 'teamId' | 'userId'>,
  userId?: string,
): Promise<TeamMember[]> {
  const [members, roles, linked] = await Promise.all([
    selectMembers(kysely, member.teamId, userId),
    selectProjectRoles(kysely, member.teamId),
    selectLinked(kysely, member.teamId),
  ]);
  return members.map(({ user_id, role, created_at, ...person }) => ({
    ...person,
    user_id,
    role,
    project_roles: roles
      .filter((one) => one.user_id === user_id)
      .map(({ project_id, role: there }) => ({ project_id, role: there })),
    joined_at: created_at.toISOString(),
    is_me: user_id === member.userId,
    sign_on_link: linked.includes(user_id),
  }));
}

/**
 * Changes the role of a person in the team. Owners and admins may, what concerns owners only owners (1012).
 * A person who is not in the team is a 1001 refusal; the last owner stays one (1013).
 */
export async function changeRole(
  services: Services,
  member: Member,
  userId: string,
  role: Role,
): Promise<TeamMember | Refusal> {
  const outcome = await withMember(services, member, userId, async (trx, { me, them, isLastOwner }) => {
    requireRole(me, 'members');
    if ([them.role, role].includes('OWNER')) requireRole(me, 'owners');
    if (isLastOwner && role !== 'OWNER') return lastOwner();
    await updateRole(trx, { teamId: member.teamId, userId, role });
    await revokeSentBy(trx, { teamId: member.teamId, userId }, notInvitedBy(role));
    // Owners are owners everywhere, and a role from before must not come back when they are none any more.
    if (role === 'OWNER') await deleteProjectRoles(trx, { teamId: member.teamId, userId });
    return 'done';
  });
  return isRefusal(outcome) ? outcome : oneMember(services, member, userId);
}

/** The roles that a member with this role invites nobody to. */
function notInvitedBy(role: Role): readonly Role[] {
  if (!may(role, 'members')) return ROLES;
  return may(role, 'owners') ? [] : ['OWNER'];
}

/**
 * Sets a person's role in one project, or that of the team again (null). Owners and admins of the project
 * may (else 1012); owners are owners everywhere (1013), and there are none of a single project (1002).
 */
export async function changeProjectRole(
  services: Services,
  member: Member,
  { userId, projectId }: { userId: string; projectId: string },
  role: Role | null,
): Promise<TeamMember | Refusal> {
  const { teamId } = member;
  const project = await requireProject(services, member, projectId, 'members');
  if (role === 'OWNER') {
    const description = 'Owners own the whole team: choose ADMIN, SENDER or VIEWER for a single project.';
    return refuseField('invalidArgument', 'role', description);
  }
  const outcome = await withMember(services, member, userId, async (trx, { them }) => {
    if (them.role === 'OWNER')
      return refuse('conflict', {
        description: 'Owners are owners in every project. Change their role in the team first.',
      });
    await putProjectRole(trx, { teamId, userId, projectId: project.id, role });
    return 'done';
  });
  return isRefusal(outcome) ? outcome : oneMember(services, member, userId);
}

/**
 * Removes a person from the team, from their next request on. Owners and admins may, an owner only owners
 * (1012); each may leave. They keep their account, also in no team. The last owner stays (1013). Their
 * sessions from the team's provider and the invitations that they sent end with it.
 */
export function removeMember(services: Services, member: Member, userId: string): Promise<'done' | Refusal> {
  return withMember(services, member, userId, async (trx, { me, them, isLastOwner }) => {
    if (userId !== member.userId) requireRole(me, them.role === 'OWNER' ? 'owners' : 'members');
    if (isLastOwner) return lastOwner();
    await deleteMember(trx, { teamId: member.teamId, userId });
    await revokeSentBy(trx, { teamId: member.teamId, userId }, ROLES);
    await endSignOns(trx, member.teamId, { of: userId });
    // Invited again, they may be another one at the provider.
    await deleteLink(trx, { teamId: member.teamId, userId });
    return 'done';
  });
}

/**
 * Forgets a member's identity at the team's provider and ends their sessions from there; the next sign-in
 * with their address links again. Owners may (1012). Refused (1013) if there is none, or another team of
 * theirs uses it too.
 */
export async function forgetLink(
  services: Services,
  member: Member,
  { userId, ip }: { userId: string; ip: string },
): Promise<TeamMember | Refusal> {
  const { teamId } = member;
  const outcome = await withMember(services, member, userId, async (trx, { me, them }) => {
    requireRole(me, 'owners');
    if (!(await deleteLink(trx, { teamId, userId })))
      return refuse('conflict', {
        description: SIGN_ON_LINK_SHARED,
      });
    await endSignOns(trx, teamId, { of: userId });
    await mailSignOnChange(trx, services, member, { forgottenLink: them.email });
    const entry = { teamId, subject: userId, detail: { by: member.userId } };
    await recordAudit(trx, { ...CUSTOMER, ip }, { action: 'SIGN_ON_LINK_FORGOTTEN', ...entry });
    return 'done';
  });
  return isRefusal(outcome) ? outcome : oneMember(services, member, userId);
}

/**
 * Changes a member under a lock of the team, which serialises member changes; roles are read under the
 * lock.
 */
async function withMember(
  { kysely }: Services,
  { teamId, userId: myId }: Member,
  userId: string,
  act: (trx: Database, who: { me: Row; them: Row; isLastOwner: boolean }) => Promise<'done' | Refusal>,
): Promise<'done' | Refusal> {
  return transaction(kysely, async (trx) => {
    await lockTeam(trx, teamId);
    const [[me], [them]] = [await selectMembers(trx, teamId, myId), await selectMembers(trx, teamId, userId)];
    if (!me || !them) return refuse('notFound');
    const isLastOwner =
      them.role === 'OWNER' && (await countMembers(trx, { team_id: teamId, role: 'OWNER' })) === 1;
    return act(trx, { me, them, isLastOwner });
  });
}

async function oneMember(services: Services, member: Member, userId: string): Promise<TeamMember | Refusal> {
  const [one] = await listMembers(services, member, userId);
  return one ?? refuse('notFound');
}

function lastOwner(): Refusal {
  return refuse('conflict', { description: TEAM_NEEDS_OWNER });
}
