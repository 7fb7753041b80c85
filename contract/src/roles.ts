// The permissions of a member of a team, by role: the one table that server and screens use.
import { z } from 'zod';

/** Roles of a team's members, from all to least. */
export const ROLES = ['OWNER', 'ADMIN', 'SENDER', 'VIEWER'] as const;
export type Role = (typeof ROLES)[number];

export const role = z.enum(ROLES, { error: 'role must be OWNER, ADMIN, SENDER or VIEWER' });

/**
 * The roles that may perform each action. `read`: look at everything but keys and secrets. `send`: messages
 * and campaigns, cancelling them, and templates. `contacts`: change contacts, groups and opt-outs.
 * `projects`: make projects, change their settings, keys and sender ids. `verification`: hand in identity
 * documents. `billing`: pay. `members`: invite and remove people. `owners`: make or unmake an owner, archive
 * a project, set up single sign-on.
 */
const ALLOWED = {
  read: ['OWNER', 'ADMIN', 'SENDER', 'VIEWER'],
  send: ['OWNER', 'ADMIN', 'SENDER'],
  contacts: ['OWNER', 'ADMIN', 'SENDER'],
  projects: ['OWNER', 'ADMIN'],
  verification: ['OWNER', 'ADMIN'],
  billing: ['OWNER', 'ADMIN'],
  members: ['OWNER', 'ADMIN'],
  owners: ['OWNER'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof ALLOWED;

/** Whether a role may do something. */
export function may(role: Role, action: Action): boolean {
  return (ALLOWED[action] as readonly Role[]).includes(role);
}
