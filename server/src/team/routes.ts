// Calls about a team's people, under /v1/web: members and their roles, and invitations.
import { teamCalls } from '@godwit/contract/team';
import { addressOf } from '../http/address.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { acceptInvitation, readInvitation } from './follow.ts';
import { invite, listInvitations, revoke } from './invite.ts';
import { changeProjectRole, changeRole, forgetLink, listMembers, removeMember } from './members.ts';
import { renameTeam } from './rename.ts';

/** The limit for one team: a name that keeps changing misleads people who know the team by it. */
const RENAMES = { count: 10, seconds: 86_400 };

/** Rename a team. */
export function teamNameRoute(signedIn: App, services: Services): void {
  const on = serve(signedIn, teamCalls);
  const limit = createLimiter('team name', RENAMES);

  on('PUT /team', async (request, reply) => {
    const { member, body } = request;
    limit(member.teamId, reply);
    return orThrow(await renameTeam(services, member, { name: body.name, ip: addressOf(request) }));
  });
}

/** List and remove the members of a team, and change their roles. */
export function memberRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, teamCalls);
  const limitForget = createLimiter('sign-on links', () => services.settings.limitRegister);

  on('GET /team/members', async ({ member }) => listMembers(services, member));

  on('PUT /team/members/:user_id', async ({ member, params, body }) =>
    orThrow(await changeRole(services, member, params.user_id, body.role)),
  );

  on('DELETE /team/members/:user_id', async ({ member, params }) => {
    orThrow(await removeMember(services, member, params.user_id));
    return {};
  });

  on('DELETE /team/members/:user_id/sign_on_link', async (request, reply) => {
    const { member, params } = request;
    limitForget(member.teamId, reply);
    const asked = { userId: params.user_id, ip: addressOf(request) };
    return orThrow(await forgetLink(services, member, asked));
  });

  on(
    'PUT /team/members/:user_id/projects/:project_id',
    async ({ member, params: { user_id: userId, project_id: projectId }, body }) =>
      orThrow(await changeProjectRole(services, member, { userId, projectId }, body.role)),
  );

  on(
    'DELETE /team/members/:user_id/projects/:project_id',
    async ({ member, params: { user_id: userId, project_id: projectId } }) =>
      orThrow(await changeProjectRole(services, member, { userId, projectId }, null)),
  );
}

/** Invite people to a team, and join one. */
export function invitationRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, teamCalls);
  const limitInvite = createLimiter('invite', () => services.settings.limitRegister);

  on('GET /team/invitations', async ({ member }) => listInvitations(services, member));

  // The role is checked before the limit, so a refused call does not count.
  on('POST /team/invitations', async ({ member, body }, reply) => {
    limitInvite(member.teamId, reply);
    return orThrow(await invite(services, member, body));
  });

  on('DELETE /team/invitations/:id', async ({ member, params }) => {
    orThrow(await revoke(services, member, params.id));
    return {};
  });

  on('POST /invitation/accept', async ({ member, body }) => ({
    team_id: await acceptInvitation(services, member.userId, body.token),
  }));
}

/** Read the invitation of a link. This needs no session. */
export function invitationLinkRoutes(web: App, services: Services): void {
  const on = serve(web, teamCalls);
  const limit = limitByAddress(createLimiter('invitation', () => services.settings.limitLogin));

  on('GET /invitation', { onRequest: limit }, async ({ query }) =>
    orThrow(await readInvitation(services, query.token)),
  );
}
