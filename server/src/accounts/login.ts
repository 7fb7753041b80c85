// Signing in.
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { inTurn, isPassword } from './passwords.ts';
import { holdPassword, selectCredentials } from './queries.ts';
import { type SignedIn, type SignIn, startSession } from './sessions.ts';
import { browserToken, forgiveTries, type Lane, takeTry } from './throttle.ts';

/**
 * Checks e-mail and password and begins a session in place of the one the browser had. Unknown user and wrong password are
 * one refusal (4003) after the same work; 4004 only follows a right password. Tries that come too early are refused (1006)
 * unseen, the right one too, and those that are too many at once (1014).
 */
export async function login(
  { kysely, secrets }: Services,
  { email, password }: { email: string; password: string },
  { lane, browser, replaces }: SignIn & { lane: Lane },
): Promise<SignedIn | Refusal> {
  // Nothing is asked of the database before there is a place: what a flood has too much of costs no query.
  const user = await inTurn(async () => {
    const tooEarly = await takeTry(kysely, lane);
    if (tooEarly) return tooEarly;
    const known = await selectCredentials(kysely, email);
    const isRight = await isPassword(password, known?.password_hash ?? null);
    return known && isRight ? known : refuse('invalidCredentials');
  });
  if (isRefusal(user)) return user;
  await forgiveTries(kysely, lane);
  if (user.email_verified_at === null) return refuse('emailNotVerified');

  const sessionId = await kysely.transaction().execute(async (trx) => {
    // Who resets the password meanwhile ends all sessions; one by the old password must not begin after that.
    if (!(await holdPassword(trx, user))) return null;
    return startSession(trx, { userId: user.id, browser, replaces });
  });
  if (sessionId === null) return refuse('invalidCredentials');
  return { sessionId, browserToken: browserToken(secrets, email) };
}
