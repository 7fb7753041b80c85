// The permissions of the roles in a team. Server and screens use this one table.
import { z } from 'zod';

/** The roles of members, from most to fewest permissions. */
export const ROLES = ['OWNER', 'ADMIN', 'SENDER', 'VIEWER'] as const;
export type Role = (typeof ROLES)[number];

export const role = z.enum(ROLES, { error: 'role must be OWNER, ADMIN, SENDER or VIEWER' });

/**
 * The roles that may perform each action. `read`: see everything except keys and secrets. `send`: send and
 * cancel messages and campaigns, and change templates. `contacts`: change contacts, groups and opt-outs.
 * `projects`: create projects, change their settings, keys and sender ids. `verification`: submit identity
 * documents. `billing`: pay. `members`: invite and remove people. `owners`: add or remove owners, archive a
 * project, set up single sign-on.
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

/** Whether a role may perform an action. */
export function may(role: Role, action: Action): boolean {
  return (ALLOWED[action] as readonly Role[]).includes(role);
}
