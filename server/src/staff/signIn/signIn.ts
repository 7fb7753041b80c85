// Staff sign-in: a password; at first sign-in a new password and an authenticator app; then a code.
import type { SignInStep } from '@godwit/contract/staff/accounts';
import { recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import { hashNewPassword } from '../../identity/passwords.ts';
import { provePassword } from '../../identity/provePassword.ts';
import { confirmFactor, useCode, wrongCode } from '../../identity/secondFactor.ts';
import {
  completeSession,
  endSession,
  findStaff,
  type SignedIn,
  type SignIn,
  type StaffFound,
  startSession,
} from '../../identity/sessions.ts';
import {
  browserToken,
  codeThrottleKey,
  countAttempt,
  resetAttempts,
  type ThrottleKey,
  throttleKeyOf,
} from '../../identity/throttle.ts';
import { isRefusal, orThrow, type Refusal, refuse } from '../../refusal.ts';
import type { Secrets } from '../../secrets.ts';
import type { Database, Services } from '../../services.ts';
import { lockStaff, selectStaffCredentials, updateOwnPassword } from '../queries.ts';

/** A code with its session, its address and, if the browser is known, that one's token. */
type Given = { code: string; sessionId: string; ip: string; known: string | null };

/** The throttle key of attempts at a member's password: customers' rule, other throttle keys. */
export function staffThrottleKey(secrets: Secrets, email: string, browser: string | null): ThrottleKey {
  return throttleKeyOf(secrets, accountOf(email), browser);
}

/**
 * Checks e-mail and password and begins a session that lacks the next step. Unknown and wrong are one
 * refusal (4003); early is 1006, many 1014.
 */
export async function staffLogin(
  { kysely }: Services,
  { email, password }: { email: string; password: string },
  { throttleKey, ...signIn }: SignIn & { throttleKey: ThrottleKey },
): Promise<{ sessionId: string; next: SignInStep } | Refusal> {
  const staff = await provePassword(kysely, password, {
    throttleKey,
    find: () => selectStaffCredentials(kysely, email),
    wrong: refuse('invalidCredentials'),
  });
  if (isRefusal(staff)) return staff;
  if (staff.password_dead) {
    const description = 'This one-time password is too old. Ask for a new one: godwit staff add.';
    return refuse('invalidCredentials', { description });
  }
  const sessionId = await transaction(kysely, async (trx) => {
    if (!(await lockStaff(trx, staff))) return null;
    return startSession(trx, { staff_id: staff.id }, { ...signIn, complete: false });
  });
  const found = sessionId && (await findStaff(kysely, sessionId));
  return found ? { sessionId, next: found.next } : refuse('invalidCredentials');
}

/** Replaces the one-time password; refused (1002) if the new one is unacceptable or the same. */
export async function changeOneTimePassword(
  { kysely }: Services,
  staff: StaffFound,
  password: string,
  ip: string,
): Promise<Refusal | 'changed'> {
  const passwordHash = await hashNewPassword(password, staff.email);
  if (isRefusal(passwordHash)) return passwordHash;
  return transaction(kysely, async (trx) => {
    if (!(await updateOwnPassword(trx, staff.id, passwordHash))) return refuse('notSignedIn');
    await recordAudit(trx, { ...staff, ip }, { action: 'PASSWORD_CHANGED' });
    return 'changed' as const;
  });
}

/** Confirms the app by a code of it: a complete session and recovery codes, or a refusal (1002, 1006). */
export async function confirmEnrolment(
  services: Services,
  staff: StaffFound,
  given: Given,
): Promise<(SignedIn & { recoveryCodes: string[] }) | Refusal> {
  const { secrets } = services;
  const proof = { code: given.code, throttleKey: codeThrottleKeyOf(secrets, staff, given) };
  return confirmFactor(services, { staff_id: staff.id }, proof, async (trx, recoveryCodes) => {
    await recordAudit(trx, { ...staff, ip: given.ip }, { action: 'SECOND_FACTOR_ENROLLED' });
    return { ...orThrow(await complete(trx, secrets, staff, given)), recoveryCodes };
  });
}

/**
 * Completes a session by a code of the app or a recovery code, each good once; refused if it is wrong
 * (1002) or too early (1006).
 */
export async function loginWithCode(
  { kysely, secrets }: Services,
  staff: StaffFound,
  given: Given,
): Promise<SignedIn | Refusal> {
  const throttleKey = codeThrottleKeyOf(secrets, staff, given);
  const tooEarly = await countAttempt(kysely, throttleKey);
  if (tooEarly) return tooEarly;
  const who = { ...staff, ip: given.ip };
  return transaction(kysely, async (trx) => {
    const taken = await useCode(trx, secrets, { staff_id: staff.id }, given.code);
    if (taken === null) {
      await recordAudit(trx, who, { action: 'SIGN_IN_FAILED', detail: { step: 'CODE' } });
      return wrongCode();
    }
    await resetAttempts(trx, throttleKey);
    if (taken === 'recovery') await recordAudit(trx, who, { action: 'RECOVERY_CODE_USED' });
    return complete(trx, secrets, staff, given);
  });
}

/** Completes the session; refused (4001) if it was ended in the meantime. */
async function complete(
  db: Database,
  secrets: Secrets,
  staff: StaffFound,
  { sessionId, ip }: Given,
): Promise<SignedIn | Refusal> {
  const completed = await completeSession(db, sessionId);
  if (completed === null) return refuse('notSignedIn');
  await recordAudit(db, { ...staff, ip }, { action: 'SIGN_IN' });
  return { sessionId: completed, browserToken: browserToken(secrets, accountOf(staff.email)) };
}

/** Ends a session; one that isn't there is no error. */
export async function staffLogout({ kysely }: Services, sessionId: string, ip: string): Promise<void> {
  const staff = await findStaff(kysely, sessionId);
  await transaction(kysely, async (trx) => {
    const ended = await endSession(trx, sessionId);
    if (ended && staff?.next === 'NONE') await recordAudit(trx, { ...staff, ip }, { action: 'SIGN_OUT' });
  });
}

/** Logs a failed attempt, if it was at an existing account. */
export async function recordFailure({ kysely }: Services, email: string, ip: string): Promise<void> {
  const known = await selectStaffCredentials(kysely, email);
  if (known) await recordAudit(kysely, { ...known, ip }, { action: 'SIGN_IN_FAILED' });
}

function codeThrottleKeyOf(secrets: Secrets, { email }: StaffFound, { known }: Given): ThrottleKey {
  return codeThrottleKey(secrets, staffThrottleKey(secrets, email, known));
}

/** Apart from a customer with the same e-mail. */
function accountOf(email: string): string {
  return `staff ${email}`;
}
