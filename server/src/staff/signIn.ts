// Staff signing in: a password, then a password of one's own and an authenticator app the first time, then a code of it.
import type { SignInStep } from '@godwit/contract/staff';
import { checkNewPassword, hashPassword, inTurn, isPassword } from '../accounts/passwords.ts';
import { browserToken, forgiveTries, type Lane, laneOf, takeTry } from '../accounts/throttle.ts';
import { recordAudit } from '../audit/record.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { Services } from '../services.ts';
import { matchTotp, newRecoveryCodes, newTotpSecret, plainRecoveryCode, totpUri } from '../totp.ts';
import {
  confirmSecret,
  holdStaff,
  selectFactor,
  selectStaffCredentials,
  takeRecoveryCode,
  takeStep,
  updateOwnPassword,
  updatePendingSecret,
} from './queries.ts';
import type { FoundSession } from './sessionQueries.ts';
import { findStaffSession, type StaffSignIn, startStaffSession } from './sessions.ts';

/** A session in its present step; `browserToken` is what the browser is known by at the next login. */
export type StaffSignedIn = { sessionId: string; browserToken: string; next: SignInStep };

const SEALED_FOR = 'staff second factor';
const WRONG_CODE = 'This code is not right, or was used already. Wait for the next one.';

/** The lane of tries at a member's password: customers' rule, other lanes. */
export function staffLane(secrets: Secrets, email: string, browser: string | null): Lane {
  return laneOf(secrets, `staff ${email}`, browser);
}

/** Checks e-mail and password. Unknown and wrong are one refusal (4003) after the same work; too early is 1006, too many 1014. */
export async function staffLogin(
  { kysely, secrets }: Services,
  { email, password }: { email: string; password: string },
  { lane, browser, replaces }: StaffSignIn & { lane: Lane },
): Promise<StaffSignedIn | Refusal> {
  const staff = await inTurn(async () => {
    const tooEarly = await takeTry(kysely, lane);
    if (tooEarly) return inStaffWords(tooEarly);
    const known = await selectStaffCredentials(kysely, email);
    const isRight = await isPassword(password, known?.password_hash ?? null);
    return known && isRight ? known : refuse('invalidCredentials');
  });
  if (isRefusal(staff)) return staff;
  await forgiveTries(kysely, lane);
  if (staff.password_dead) {
    const description = 'This one-time password is too old. Ask for a new one: godwit staff add.';
    return refuse('invalidCredentials', { description });
  }
  const sessionId = await kysely.transaction().execute(async (trx) => {
    if (!(await holdStaff(trx, staff))) return null;
    return startStaffSession(trx, { staffId: staff.id, browser, replaces, complete: false });
  });
  const found = sessionId && (await findStaffSession(kysely, sessionId));
  if (!found) return refuse('invalidCredentials');
  return { sessionId, browserToken: browserToken(secrets, `staff ${email}`), next: found.next };
}

/** Puts a password of one's own in place of the one-time one; refused (1002) where it is no good, or the same. */
export async function changeOneTimePassword(
  { kysely }: Services,
  staff: FoundSession,
  password: string,
  ip: string,
): Promise<Refusal | 'changed'> {
  const problem = checkNewPassword(password, staff.email);
  if (problem) return problem;
  const passwordHash = await hashPassword(password);
  if (isRefusal(passwordHash)) return passwordHash;
  return kysely.transaction().execute(async (trx) => {
    if (!(await updateOwnPassword(trx, staff.id, passwordHash))) return refuse('notSignedIn');
    await recordAudit(trx, { ...staff, ip }, { action: 'PASSWORD_CHANGED' });
    return 'changed' as const;
  });
}

/** Makes a secret for an authenticator app; it counts once a code of it is confirmed. */
export async function beginEnrolment(
  { kysely, secrets }: Services,
  staff: FoundSession,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  await updatePendingSecret(kysely, staff.id, secrets.seal(SEALED_FOR, secret));
  return { secret, uri: totpUri(secret, staff.email) };
}

/** Confirms the app by a code of it: a complete session and recovery codes, or a refusal (4003, 1006). */
export async function confirmEnrolment(
  { kysely, secrets }: Services,
  staff: FoundSession,
  code: string,
  signIn: StaffSignIn,
): Promise<{ sessionId: string; recoveryCodes: string[] } | Refusal> {
  const lane = codeLane(secrets, staff.id);
  const tooEarly = await takeTry(kysely, lane);
  if (tooEarly) return inStaffWords(tooEarly);
  const { totp_pending: pending } = await selectFactor(kysely, staff.id);
  const step =
    pending &&
    matchTotp(secrets.open(SEALED_FOR, pending).toString(), code, { atMs: Date.now(), usedStep: null });
  if (!pending || step === null) return wrongCode();
  const recoveryCodes = newRecoveryCodes();
  const codeHashes = recoveryCodes.map((one) => recoveryHash(secrets, staff.id, one));
  const who = { ...staff, ip: signIn.browser.ip };
  return kysely.transaction().execute(async (trx) => {
    if (!(await confirmSecret(trx, staff.id, { pending, step: step as number, codeHashes })))
      return wrongCode();
    await forgiveTries(trx, lane);
    await recordAudit(trx, who, { action: 'SECOND_FACTOR_ENROLLED' });
    await recordAudit(trx, who, { action: 'SIGN_IN' });
    const sessionId = await startStaffSession(trx, { staffId: staff.id, ...signIn, complete: true });
    return { sessionId, recoveryCodes };
  });
}

/** Completes a session by a code of the app or a recovery code, each good once; refused with 4003, or 1006 where too early. */
export async function giveCode(
  { kysely, secrets }: Services,
  staff: FoundSession,
  code: string,
  signIn: StaffSignIn,
): Promise<{ sessionId: string } | Refusal> {
  const lane = codeLane(secrets, staff.id);
  const tooEarly = await takeTry(kysely, lane);
  if (tooEarly) return inStaffWords(tooEarly);
  const { totp_sealed: sealed, totp_step, password_hash } = await selectFactor(kysely, staff.id);
  if (!sealed) return refuse('notSignedIn');
  const secret = secrets.open(SEALED_FOR, sealed).toString();
  const usedStep = totp_step === null ? null : Number(totp_step);
  const step = matchTotp(secret, code, { atMs: Date.now(), usedStep });
  const who = { ...staff, ip: signIn.browser.ip };
  return kysely.transaction().execute(async (trx) => {
    if (!(await holdStaff(trx, { id: staff.id, password_hash }))) return refuse('notSignedIn');
    const isApp = step !== null && (await takeStep(trx, staff.id, step));
    const isRecovery =
      step === null && (await takeRecoveryCode(trx, staff.id, recoveryHash(secrets, staff.id, code)));
    if (!isApp && !isRecovery) {
      await recordAudit(trx, who, { action: 'SIGN_IN_FAILED', detail: { step: 'CODE' } });
      return wrongCode();
    }
    await forgiveTries(trx, lane);
    if (isRecovery) await recordAudit(trx, who, { action: 'RECOVERY_CODE_USED' });
    await recordAudit(trx, who, { action: 'SIGN_IN' });
    return { sessionId: await startStaffSession(trx, { staffId: staff.id, ...signIn, complete: true }) };
  });
}

/** Logs a try that failed, where it was at the account of somebody there is. */
export async function recordFailure({ kysely }: Services, email: string, ip: string): Promise<void> {
  const known = await selectStaffCredentials(kysely, email);
  if (known) await recordAudit(kysely, { ...known, ip }, { action: 'SIGN_IN_FAILED' });
}

function codeLane(secrets: Secrets, staffId: string): Lane {
  return laneOf(secrets, `staff code ${staffId}`, null);
}

function recoveryHash(secrets: Secrets, staffId: string, code: string): Buffer {
  return secrets.hmac('staff recovery code', `${staffId} ${plainRecoveryCode(code)}`);
}

function wrongCode(): Refusal {
  return refuse('invalidCredentials', { description: WRONG_CODE, fields: { code: WRONG_CODE } });
}

/** Staff cannot reset a password by mail. */
function inStaffWords(tooEarly: Refusal): Refusal {
  return { ...tooEarly, description: `Too many attempts. Try again in ${tooEarly.retryAfterSeconds} s.` };
}
