// Signing in: by e-mail and password and, where a second factor is on, by a code after them.
import { signOnOnly } from '../identity/guards.ts';
import { provePassword } from '../identity/provePassword.ts';
import { hasFactor, proveCode } from '../identity/secondFactor.ts';
import {
  completeSession,
  findUnfinished,
  type SignedIn,
  type SignIn,
  startSession,
} from '../identity/sessions.ts';
import { browserToken, codeThrottleKey, type ThrottleKey, throttleKeyOf } from '../identity/throttle.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { isSignOnOnly } from '../team/singleSignOn.ts';
import { lockPassword, selectCredentials } from './queries.ts';

const TOO_LATE = 'This took too long. Sign in with your email and password again.';
const WAIT_WORDS = (wait: string) => `Too many login attempts. Try again in ${wait}, or reset your password.`;

/**
 * Checks e-mail and password and begins a session in place of the one the browser had; without a browser token it lacks a code. Unknown
 * user and wrong password are one refusal (4003) after the same work; 4004 only follows a right password, and so does 1012, where all teams of
 * the person want single sign-on. Attempts that come too early are
 * refused (1006) unseen, the right one too, and those that are too many at once (1014).
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
  return kysely.transaction().execute(async (trx) => {
    // A reset of the password meanwhile ends all sessions; one by the old password must not begin after that.
    if (!(await lockPassword(trx, user))) return refuse('invalidCredentials');
    const complete = !(await hasFactor(trx, owner));
    const sessionId = await startSession(trx, owner, { ...signIn, complete });
    return { sessionId, browserToken: complete ? browserToken(secrets, user.email) : null };
  });
}

/**
 * Takes the code that a session lacks. Refused where it has waited too long for one, or the password was changed meanwhile (4003), where
 * the code is wrong (1002), and after too many codes (1006).
 */
export async function loginWithCode(
  services: Services,
  sessionId: string | null,
  { code, known }: { code: string; known: string | null },
): Promise<SignedIn | Refusal> {
  const { kysely, secrets } = services;
  const tooLate = refuse('invalidCredentials', { description: TOO_LATE });
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
