// Permissions of member roles.
import { type Action, may, type Role } from '@godwit/contract/roles';
import { RefusalError, refuse } from '../refusal.ts';

/** Throws a 1012 RefusalError if the role does not allow an action. */
export function requireRole({ role }: { role: Role }, action: Action): void {
  if (!may(role, action)) throw new RefusalError(refuse('notAllowed'));
}
