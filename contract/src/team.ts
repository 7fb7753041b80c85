// A team's people: who is in it with which role, inviting, and following an invitation. What a role may do is in roles.ts.
import { z } from 'zod';
import { email } from './accounts.ts';
import { id, instant } from './common.ts';
import { role } from './roles.ts';

/**
 * A member of the team. `role` holds in every project but those of `project_roles`; owners are owners everywhere. `sign_on_link`: the team's
 * provider of single sign-on knows who they are there, and no other team of theirs goes by that.
 */
export const teamMember = z.object({
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

/** GET /team/members: owners first, then by role and name. */
export const membersAnswer = z.array(teamMember);

/** An invitation that is not followed yet. `expired`: its link works no more; inviting again sends another. */
export const invitation = z.object({
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
export const invitationsAnswer = z.array(invitation);

/** POST /team/invitations; answers the invitation. OWNER by owners only. */
export const inviteRequest = z.object({ email, role });
export type InviteRequest = z.input<typeof inviteRequest>;

/** PUT /team/members/{user_id}, and PUT /team/members/{user_id}/projects/{project_id} for one project; answers the member. */
export const changeRoleRequest = z.object({ role });

const token = z
  .string({ error: 'Open the link in the email again' })
  .min(1, 'Open the link in the email again')
  .max(100);

/** GET /invitation, which needs no session: what the link of a mail stands for. A dead link answers 1002 by its field. */
export const invitationQuery = z.object({ token });

/** `has_account`: sign in with this e-mail and accept; else register with it and the token. `team_name` is for the eyes of the invited. */
export const invitationAnswer = z.object({
  email: z.string(),
  team_id: id,
  team_name: z.string(),
  role,
  invited_by: z.string(),
  has_account: z.boolean(),
});
export type InvitationDetails = z.infer<typeof invitationAnswer>;

/** POST /invitation/accept, signed in with the e-mail that was invited; answers the team's id. */
export const acceptInvitationRequest = z.object({ token });
export const acceptInvitationAnswer = z.object({ team_id: id });
