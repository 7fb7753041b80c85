// Sign-in by email and password, then by a code if the account has a second factor.
import { LOGIN_TOO_SLOW, TOO_MANY_LOGINS } from '@godwit/contract/sentences/access';
import { transaction } from '../../db/transaction.ts';
import { signOnOnly } from '../../identity/guards.ts';
import { provePassword } from '../../identity/provePassword.ts';
import { hasFactor, proveCode } from '../../identity/secondFactor.ts';
import {
  completeSession,
  findUnfinished,
  type SignedIn,
  type SignIn,
  startSession,
} from '../../identity/sessions.ts';
import { browserToken, codeThrottleKey, type ThrottleKey, throttleKeyOf } from '../../identity/throttle.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { isSignOnOnly } from '../../team/singleSignOn/singleSignOn.ts';
import { lockPassword, selectCredentials } from '../queries.ts';

const WAIT_WORDS = (wait: string) => `${TOO_MANY_LOGINS} Try again in ${wait}, or reset your password.`;

/**
 * Checks email and password and begins a session that replaces the browser's. Without a browser token the
 * session needs a code. An unknown user and a wrong password get the same refusal (4003) after the same
 * work. Only a right password can lead to 4004, or to 1012 if all teams of the person require single
 * sign-on. Too many attempts are refused unchecked: 1006 by throttle, 1014 by load.
 */
export async function login(
  { kysely, secrets }: Services,
  { email, password }: { email: string; password: string },
  { throttleKey, ...signIn }: SignIn & { throttleKey: ThrottleKey },
): Promise<SignedIn | Refusal> {
  const user = await provePassword(kysely, password, {
    throttleKey,
    words: WAIT_WORDS,
    find: () => selectCredentials(kysely, { email }),
    wrong: refuse('invalidCredentials'),
  });
  if (isRefusal(user)) return user;
  if (user.email_verified_at === null) return refuse('emailNotVerified');
  const owner = { user_id: user.id };
  if (await isSignOnOnly(kysely, user.id)) return signOnOnly();
  return transaction(kysely, async (trx) => {
    // A password reset at the same time ends all sessions; no session by the old password may begin after
    // that.
    if (!(await lockPassword(trx, user))) return refuse('invalidCredentials');
    const complete = !(await hasFactor(trx, owner));
    const sessionId = await startSession(trx, owner, { ...signIn, complete });
    return { sessionId, browserToken: complete ? browserToken(secrets, user.email) : null };
  });
}

/**
 * Completes a session by its code. Refused if it waited too long or the password changed (4003), the code
 * is wrong (1002), or after too many codes (1006).
 */
export async function loginWithCode(
  services: Services,
  sessionId: string | null,
  { code, known }: { code: string; known: string | null },
): Promise<SignedIn | Refusal> {
  const { kysely, secrets } = services;
  const tooLate = refuse('invalidCredentials', { description: LOGIN_TOO_SLOW });
  const user = sessionId === null ? undefined : await findUnfinished(kysely, sessionId);
  if (sessionId === null || !user) return tooLate;
  const throttleKey = codeThrottleKey(secrets, throttleKeyOf(secrets, user.email, known));
  const refused = await proveCode(services, { user_id: user.id }, { code, throttleKey });
  if (refused) return refused;
  const completed = await completeSession(kysely, sessionId);
  return completed === null
    ? tooLate
    : { sessionId: completed, browserToken: browserToken(secrets, user.email) };
}
