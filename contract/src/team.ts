// Members of a team and their roles, and invitations. roles.ts has the permissions.

import { z } from 'zod';
import { emailAddress } from './accounts/accounts.ts';
import type { Calls } from './calls/call.ts';
import { empty, id, instant } from './common.ts';
import { role } from './roles.ts';
import { OPEN_LINK_AGAIN } from './sentences/access.ts';
import { LETTER_REQUIRED } from './sentences/settings.ts';

/**
 * Letters of the three languages, so every screen, message and PDF can show the name. Characters that hide or
 * reverse others are excluded.
 */
const NAME_CHARACTERS =
  /^(?:[\p{Script=Latin}\p{Script=Sinhala}\p{Script=Tamil}\p{M}\p{N} &'’.,()/+–-]|\u200c|\u200d)*$/u;
/** Mail programs turn these into links. */
const WEB_ADDRESS = /\p{L}\.\p{L}{2}|:\/\/|\bwww\b/iu;
export const MAX_TEAM_NAME = 60;

/**
 * The name by which recipients, invited people and staff know a business, with single blanks. The server also
 * refuses well-known names.
 */
export const teamName = z
  .string({ error: 'Name is required' })
  .transform((typed) => typed.trim().replace(/\s+/g, ' ').normalize('NFC'))
  .pipe(
    z
      .string()
      .min(1, 'Name is required')
      .min(2, 'Name is too short')
      .max(MAX_TEAM_NAME, `Use at most ${MAX_TEAM_NAME} characters`)
      .regex(NAME_CHARACTERS, 'Use letters of English, Sinhala or Tamil, numbers and & . , - / + ( )')
      .refine((name) => /\p{L}/u.test(name), LETTER_REQUIRED)
      .refine(
        (name) => !WEB_ADDRESS.test(name),
        'Leave out web addresses, and put a space after a full stop',
      ),
  );

/** PUT /team: owners only. Returns the stored name. */
export const renameTeamRequest = z.object({ name: teamName });
const renameTeamAnswer = z.object({ id, name: z.string() });

/**
 * A member. `role` applies to every project except those in `project_roles`; owners are owners everywhere.
 * `sign_on_link`: the account is linked to an identity at the single sign-on provider of the team, and no
 * other team of the person uses that link.
 */
const teamMember = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role,
  project_roles: z.array(z.object({ project_id: id, role })),
  joined_at: instant,
  is_me: z.boolean(),
  sign_on_link: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMember>;

/** GET /team/members: by role, owners first, then by name. */
const membersAnswer = z.array(teamMember);

/** An open invitation. If it has `expired`, its link is dead; inviting the person again sends a new one. */
const invitation = z.object({
  id,
  email: z.string(),
  role,
  invited_by: z.string(),
  created_at: instant,
  expires_at: instant,
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** GET /team/invitations, newest first. */
const invitationsAnswer = z.array(invitation);

/** POST /team/invitations: returns the invitation. Only owners may invite an OWNER. */
export const inviteRequest = z.object({ email: emailAddress, role });
export type InviteRequest = z.input<typeof inviteRequest>;

/**
 * PUT /team/members/{user_id}, and PUT /team/members/{user_id}/projects/{project_id} for one project. Both
 * return the member.
 */
const changeRoleRequest = z.object({ role });

const token = z.string({ error: OPEN_LINK_AGAIN }).min(1, OPEN_LINK_AGAIN).max(100);

/**
 * GET /invitation: the invitation that a mailed link belongs to; needs no session. A dead link returns 1002
 * for the field `token`.
 */
const invitationQuery = z.object({ token });

/**
 * `has_account`: the person should sign in with this email and accept. Otherwise they register with it and
 * the token. `team_name` is only shown to the invited person.
 */
const invitationAnswer = z.object({
  email: z.string(),
  team_id: id,
  team_name: z.string(),
  role,
  invited_by: z.string(),
  has_account: z.boolean(),
});
export type InvitationDetails = z.infer<typeof invitationAnswer>;

/** POST /invitation/accept: in a session of the invited email. Returns the id of the team. */
const acceptInvitationRequest = z.object({ token });
const acceptInvitationAnswer = z.object({ team_id: id });

export const teamCalls = {
  'PUT /team': { action: 'owners', body: renameTeamRequest, answer: renameTeamAnswer },
  'GET /team/members': { answer: membersAnswer },
  'PUT /team/members/:user_id': { body: changeRoleRequest, answer: teamMember },
  'DELETE /team/members/:user_id': { answer: empty },
  'DELETE /team/members/:user_id/sign_on_link': { action: 'owners', answer: teamMember },
  'PUT /team/members/:user_id/projects/:project_id': { body: changeRoleRequest, answer: teamMember },
  'DELETE /team/members/:user_id/projects/:project_id': { answer: teamMember },
  'GET /team/invitations': { answer: invitationsAnswer },
  'POST /team/invitations': { action: 'members', body: inviteRequest, answer: invitation },
  'DELETE /team/invitations/:id': { answer: empty },
  'POST /invitation/accept': { anyTeam: true, body: acceptInvitationRequest, answer: acceptInvitationAnswer },
  'GET /invitation': { query: invitationQuery, answer: invitationAnswer },
} satisfies Calls;
