// Calls about the team's people and the invitations to it.
import type { Role } from '@godwit/contract/roles';
import type { TeamSso, TeamSsoRequest } from '@godwit/contract/singleSignOn';
import type { Invitation, InvitationDetails, InviteRequest, TeamMember } from '@godwit/contract/team';
import { queryOptions } from '@tanstack/react-query';
import { post, readQuery, request } from './client.ts';

export const membersQuery = readQuery<TeamMember[]>(['team', 'members'], '/team/members');
export const invitationsQuery = readQuery<Invitation[]>(['team', 'invitations'], '/team/invitations');

/** Sends the mail with the link; inviting an address again sends another, and the first link works no more. */
export const invite = (form: InviteRequest) => post<Invitation>('/team/invitations', form);

export const revokeInvitation = (id: string): Promise<unknown> =>
  request({ method: 'DELETE', path: `/team/invitations/${encodeURIComponent(id)}` });

const memberPath = (userId: string): string => `/team/members/${encodeURIComponent(userId)}`;
const projectPath = (userId: string, projectId: string): string =>
  `${memberPath(userId)}/projects/${encodeURIComponent(projectId)}`;

/** The role that holds wherever a project has none of its own. */
export const changeRole = (userId: string, role: Role): Promise<TeamMember> =>
  request({ method: 'PUT', path: memberPath(userId), form: { role } });

export const changeProjectRole = (userId: string, projectId: string, role: Role): Promise<TeamMember> =>
  request({ method: 'PUT', path: projectPath(userId, projectId), form: { role } });

/** Back to the role in the team. */
export const clearProjectRole = (userId: string, projectId: string): Promise<TeamMember> =>
  request({ method: 'DELETE', path: projectPath(userId, projectId) });

export const removeMember = (userId: string): Promise<unknown> =>
  request({ method: 'DELETE', path: memberPath(userId) });

/** Who they are at the team's provider of single sign-on: whoever signs in there next with their email is linked to them. */
export const forgetLink = (userId: string): Promise<TeamMember> =>
  request({ method: 'DELETE', path: `${memberPath(userId)}/sign_on_link` });

/** What the link of a mail stands for; asked while signed out. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      request<InvitationDetails>({ path: '/invitation', query: { token }, anonymous: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Joins the team, as the person who was invited. */
export const acceptInvitation = (form: { token: string }): Promise<unknown> =>
  request({ method: 'POST', path: '/invitation/accept', form, anonymous: true });

const SIGN_ON = '/team/single_sign_on';
const domainPath = (domain: string): string => `${SIGN_ON}/domains/${encodeURIComponent(domain)}`;

export const signOnQuery = readQuery<TeamSso>(['team', 'single sign-on'], SIGN_ON);

/** Without a client secret the one that is there stays. */
export const changeSignOn = (json: TeamSsoRequest): Promise<TeamSso> =>
  request({ method: 'PUT', path: SIGN_ON, json });

export const removeSignOn = (): Promise<unknown> => request({ method: 'DELETE', path: SIGN_ON });

export const addDomain = (form: { domain: string }) => post<TeamSso>(`${SIGN_ON}/domains`, form);

/** Looks for the domain's TXT record. */
export const checkDomain = (domain: string) => post<TeamSso>(`${domainPath(domain)}/check`, {});

export const removeDomain = (domain: string): Promise<TeamSso> =>
  request({ method: 'DELETE', path: domainPath(domain) });
