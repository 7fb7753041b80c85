// Members of staff for tests: made as the command line makes them, signed in as they would.
import type { StaffRole } from '@godwit/contract/staff/roles';
import { startSession } from '../src/identity/sessions.ts';
import { newId } from '../src/ids.ts';
import { isRefusal } from '../src/refusal.ts';
import { addStaff } from '../src/staff/accounts.ts';
import { upsertStaff } from '../src/staff/queries.ts';
import type { TestApp } from './app.ts';
import { type Browser, openBrowser } from './browser.ts';

/** A staff member with a one-time password, before the first sign-in. */
export async function newStaff(
  t: TestApp,
  { role = 'ADMIN', email = `staff.${newId()}@example.com` }: { role?: StaffRole; email?: string } = {},
): Promise<{ id: string; email: string; password: string }> {
  const added = await addStaff(t.services.kysely, { email, role });
  if (isRefusal(added)) throw new Error(`Staff not added: ${added.refused}`);
  return { id: added.id, email, password: added.password };
}

/** A browser with the staff pages open. */
export function openStaffBrowser(t: TestApp): Browser {
  return openBrowser(t.app, '/v1/staff/csrf');
}

/** The authenticator secret of every member of `makeStaff`. */
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Of no password: hashing one takes longer than most calls that are tested. */
const NO_PASSWORD = 'none';

/**
 * A signed-in staff member, without going through sign-in, and without a password. `complete: false`: the
 * code is still missing.
 */
export async function makeStaff(
  t: TestApp,
  { complete = true, ...options }: { role?: StaffRole; email?: string; complete?: boolean } = {},
) {
  const { role = 'ADMIN', email = `staff.${newId()}@example.com` } = options;
  const { pool, kysely, secrets } = t.services;
  const { id } = await upsertStaff(kysely, { id: newId(), email, role, passwordHash: NO_PASSWORD });
  await pool.query('update staff set password_until = null where id = $1', [id]);
  await pool.query('insert into second_factors (staff_id, sealed, confirmed_at) values ($1, $2, now())', [
    id,
    secrets.seal('staff second factor', TOTP_SECRET),
  ]);
  const browserHere = { ip: '127.0.0.1', userAgent: '' };
  const signIn = { browser: browserHere, replaces: null, complete };
  const sessionId = await startSession(kysely, { staff_id: id }, signIn);
  const browser = openStaffBrowser(t);
  browser.cookies.set('godwit_staff', sessionId);
  return { id, email, browser };
}

/** The audit log's entries of an action, newest first. */
export async function auditOf(t: TestApp, action: string) {
  const { rows } = await t.services.pool.query(
    'select staff_email, team_id, subject, detail from audit_log where action = $1 order by id desc',
    [action],
  );
  return rows as { staff_email: string; team_id: string | null; subject: string | null; detail: object }[];
}
