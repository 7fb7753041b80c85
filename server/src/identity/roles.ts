// Holding a member to what their role allows.
import { type Action, may, type Role } from '@godwit/contract/roles';
import { RefusalError, refuse } from '../refusal.ts';

/** Lets only members act whose role allows it; else a 1012 RefusalError. */
export function requireRole({ role }: { role: Role }, action: Action): void {
  if (!may(role, action)) throw new RefusalError(refuse('notAllowed'));
}
