// Calls about the team's members, invitations and single sign-on.

import type { TeamSsoRequest } from '@godwit/contract/accounts/singleSignOn';
import type { Role } from '@godwit/contract/roles';
import type { InviteRequest } from '@godwit/contract/team';
import { readQuery, request } from './client.ts';

export const membersQuery = readQuery(['team', 'members'], 'GET /team/members');
export const invitationsQuery = readQuery(['team', 'invitations'], 'GET /team/invitations');

/** Sends a mail with an invitation link. Inviting the same address again replaces the link. */
export const invite = (form: InviteRequest) => request('POST /team/invitations', { form });

export const revokeInvitation = (id: string) => request('DELETE /team/invitations/:id', { params: { id } });

/** Changes the team's name. */
export const renameTeam = (form: { name: string }) => request('PUT /team', { form });

/** Changes a member's role, which applies to all projects in which they have no role of their own. */
export const changeRole = (userId: string, role: Role) =>
  request('PUT /team/members/:user_id', { params: { user_id: userId }, form: { role } });

const inProject = (userId: string, projectId: string) => ({
  params: { user_id: userId, project_id: projectId },
});

export const changeProjectRole = (userId: string, projectId: string, role: Role) =>
  request('PUT /team/members/:user_id/projects/:project_id', {
    ...inProject(userId, projectId),
    form: { role },
  });

/** Removes the role in a project, so that the role in the team applies there. */
export const clearProjectRole = (userId: string, projectId: string) =>
  request('DELETE /team/members/:user_id/projects/:project_id', inProject(userId, projectId));

export const removeMember = (userId: string) =>
  request('DELETE /team/members/:user_id', { params: { user_id: userId } });

/**
 * Unlinks a member from the team's single sign-on provider. The next person who signs in there with the same
 * email is linked to the account.
 */
export const forgetLink = (userId: string) =>
  request('DELETE /team/members/:user_id/sign_on_link', { params: { user_id: userId } });

/** The invitation of a mailed link. Read while signed out. */
export const invitationQuery = (token: string) => ({
  ...readQuery(['invitation', token], 'GET /invitation', { query: { token }, anonymous: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Joins the team as the invited person. */
export const acceptInvitation = (form: { token: string }) =>
  request('POST /invitation/accept', { form, anonymous: true });

export const signOnQuery = readQuery(['team', 'single sign-on'], 'GET /team/single_sign_on');

/** Without a client secret, the stored one stays. */
export const changeSignOn = (json: TeamSsoRequest) => request('PUT /team/single_sign_on', { json });

export const removeSignOn = () => request('DELETE /team/single_sign_on');

export const addDomain = (form: { domain: string }) => request('POST /team/single_sign_on/domains', { form });

/** Looks for the domain's TXT record. */
export const checkDomain = (domain: string) =>
  request('POST /team/single_sign_on/domains/:domain/check', { params: { domain } });

export const removeDomain = (domain: string) =>
  request('DELETE /team/single_sign_on/domains/:domain', { params: { domain } });
