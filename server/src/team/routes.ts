// Calls about a team's people, under /v1/web: members and their roles, invitations, and following one.
import { empty, id } from '@godwit/contract/common';
import {
  acceptInvitationAnswer,
  acceptInvitationRequest,
  changeRoleRequest,
  invitation,
  invitationAnswer,
  invitationQuery,
  invitationsAnswer,
  inviteRequest,
  membersAnswer,
  teamMember,
} from '@godwit/contract/team';
import { z } from 'zod';
import { addressOf } from '../http/address.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { acceptInvitation, readInvitation } from './follow.ts';
import { invite, listInvitations, revoke } from './invite.ts';
import { changeProjectRole, changeRole, forgetLink, listMembers, removeMember } from './members.ts';

const person = z.object({ user_id: id });
const place = z.object({ user_id: id, project_id: id });

/** The people of a team and their roles. */
export function memberRoutes(signedIn: App, services: Services): void {
  const one = { 200: teamMember };
  const limitForget = createLimiter('sign-on links', services.settings.limitRegister);

  signedIn.get('/team/members', { schema: { response: { 200: membersAnswer } } }, async ({ member }) =>
    listMembers(services, member),
  );

  signedIn.put(
    '/team/members/:user_id',
    { schema: { params: person, body: changeRoleRequest, response: one } },
    async ({ member, params, body }) =>
      orThrow(await changeRole(services, member, params.user_id, body.role)),
  );

  signedIn.delete(
    '/team/members/:user_id',
    { schema: { params: person, response: { 200: empty } } },
    async ({ member, params }) => {
      orThrow(await removeMember(services, member, params.user_id));
      return {};
    },
  );

  signedIn.delete(
    '/team/members/:user_id/sign_on_link',
    { config: { action: 'owners' }, schema: { params: person, response: one } },
    async (request, reply) => {
      const { member, params } = request;
      limitForget(member.teamId, reply);
      const asked = { userId: params.user_id, ip: addressOf(request) };
      return orThrow(await forgetLink(services, member, asked));
    },
  );

  signedIn.put(
    '/team/members/:user_id/projects/:project_id',
    { schema: { params: place, body: changeRoleRequest, response: one } },
    async ({ member, params: { user_id: userId, project_id: projectId }, body }) =>
      orThrow(await changeProjectRole(services, member, { userId, projectId }, body.role)),
  );

  signedIn.delete(
    '/team/members/:user_id/projects/:project_id',
    { schema: { params: place, response: one } },
    async ({ member, params: { user_id: userId, project_id: projectId } }) =>
      orThrow(await changeProjectRole(services, member, { userId, projectId }, null)),
  );
}

/** Inviting to a team, and joining one. */
export function invitationRoutes(signedIn: App, services: Services): void {
  const limitInvite = createLimiter('invite', services.settings.limitRegister);

  signedIn.get(
    '/team/invitations',
    { schema: { response: { 200: invitationsAnswer } } },
    async ({ member }) => listInvitations(services, member),
  );

  signedIn.post(
    '/team/invitations',
    { schema: { body: inviteRequest, response: { 200: invitation } } },
    async ({ member, body }, reply) => {
      limitInvite(member.teamId, reply);
      return orThrow(await invite(services, member, body));
    },
  );

  signedIn.delete(
    '/team/invitations/:id',
    { schema: { params: z.object({ id }), response: { 200: empty } } },
    async ({ member, params }) => {
      orThrow(await revoke(services, member, params.id));
      return {};
    },
  );

  signedIn.post(
    '/invitation/accept',
    {
      config: { anyTeam: true },
      schema: { body: acceptInvitationRequest, response: { 200: acceptInvitationAnswer } },
    },
    async ({ member, body }) => ({ team_id: await acceptInvitation(services, member.userId, body.token) }),
  );
}

/** What the link of an invitation stands for; no session is needed. */
export function invitationLinkRoutes(web: App, services: Services): void {
  const limit = limitByAddress(createLimiter('invitation', services.settings.limitLogin));

  web.get(
    '/invitation',
    { onRequest: limit, schema: { querystring: invitationQuery, response: { 200: invitationAnswer } } },
    async ({ query }) => orThrow(await readInvitation(services, query.token)),
  );
}
