// `godwit staff …`: manages staff accounts. Only this command can create the first one.
import { emailAddress } from '@godwit/contract/accounts/accounts';
import { staffRole } from '@godwit/contract/staff/roles';
import { isRefusal } from '../refusal.ts';
import type { Runtime } from '../runtime.ts';
import { addStaff, removeStaff } from '../staff/accounts.ts';
import { CommandError, type Report } from './report.ts';

/** Adds a staff member and prints their one-time password; resets an existing one. */
export async function staffAdd(
  { kysely, settings }: Runtime,
  [email]: string[],
  { role }: { role?: string | undefined },
): Promise<Report> {
  const address = requireEmail(email);
  const asked = role === undefined ? null : staffRole.safeParse(role.toUpperCase());
  if (asked && !asked.success) throw new CommandError('--role is SUPPORT, COMPLIANCE, FINANCE or ADMIN.');
  const added = await addStaff(kysely, { email: address, role: asked?.data ?? null });
  if (isRefusal(added)) throw new CommandError('Try again in a moment.');
  const { id, password, hours } = added;
  const url = new URL('/staff', settings.publicUrl).href;
  return {
    text: [
      `${address} is staff (${added.role}). One-time password, good for ${hours} hours:`,
      '',
      `  ${password}`,
      '',
      `Sign in at ${url}: it asks for a password of their own and an authenticator app.`,
    ].join('\n'),
    data: { staff: id, email: address, role: added.role, password, url },
  };
}

/** Removes a staff member; their actions stay in the audit log. */
export async function staffRemove({ kysely }: Runtime, [email]: string[]): Promise<Report> {
  const address = requireEmail(email);
  if (!(await removeStaff(kysely, address))) throw new CommandError(`Nobody of staff has ${address}.`);
  return { text: `${address} is no longer staff.`, data: { email: address, removed: true } };
}

function requireEmail(email: string | undefined): string {
  const address = emailAddress.safeParse(email);
  if (!address.success) throw new CommandError('Give the e-mail address of the member of staff.');
  return address.data;
}
