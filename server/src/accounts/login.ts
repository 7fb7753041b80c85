// Signing in: by e-mail and password and, where a second factor is on, by a code after them.
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { openTicket, sealTicket } from './loginTicket.ts';
import { inTurn, isPassword } from './passwords.ts';
import { holdPassword, selectCredentials, selectCredentialsOf } from './queries.ts';
import { hasSecondFactor, takeCode, wrongCode } from './secondFactor.ts';
import { type AwaitsCode, type SignedIn, type SignIn, startSession } from './sessions.ts';
import { browserToken, codeLane, forgiveTries, type Lane, laneOf, PROOF_WORDS, takeTry } from './throttle.ts';

type Credentials = { id: string; email: string; password_hash: string };

const TOO_LATE = 'This took too long. Sign in with your email and password again.';

/**
 * Checks e-mail and password and begins a session in place of the one the browser had, or asks for a code. Unknown user and wrong
 * password are one refusal (4003) after the same work; 4004 only follows a right password. Tries that come too early are refused
 * (1006) unseen, the right one too, and those that are too many at once (1014).
 */
export async function login(
  services: Services,
  { email, password }: { email: string; password: string },
  { lane, ...signIn }: SignIn & { lane: Lane },
): Promise<SignedIn | AwaitsCode | Refusal> {
  const { kysely, secrets } = services;
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
  if (await hasSecondFactor(kysely, user.id)) return { ticket: sealTicket(secrets, user) };
  return begin(services, user, signIn);
}

/**
 * Takes the code that follows a right password and begins the session. Refused where the ticket is none or too old, or the password
 * was changed meanwhile (4003), where the code is wrong (1002), and after too many codes (1006).
 */
export async function loginWithCode(
  services: Services,
  { ticket, code }: { ticket: string | null; code: string },
  { known, ...signIn }: SignIn & { known: string | null },
): Promise<SignedIn | Refusal> {
  const { kysely, secrets } = services;
  const opened = ticket === null ? null : openTicket(secrets, ticket);
  const user = opened && (await selectCredentialsOf(kysely, opened.userId));
  if (!user || !opened?.isOf(user)) return refuse('invalidCredentials', { description: TOO_LATE });
  const lane = codeLane(secrets, laneOf(secrets, user.email, known));
  const tooEarly = await takeTry(kysely, lane, PROOF_WORDS);
  if (tooEarly) return tooEarly;
  if (!(await takeCode(services, kysely, user.id, code))) return wrongCode();
  await forgiveTries(kysely, lane);
  return begin(services, user, signIn);
}

async function begin(
  { kysely, secrets }: Services,
  user: Credentials,
  signIn: SignIn,
): Promise<SignedIn | Refusal> {
  const sessionId = await kysely.transaction().execute(async (trx) => {
    // Who resets the password meanwhile ends all sessions; one by the old password must not begin after that.
    if (!(await holdPassword(trx, user))) return null;
    return startSession(trx, { userId: user.id, ...signIn });
  });
  if (sessionId === null) return refuse('invalidCredentials');
  return { sessionId, browserToken: browserToken(secrets, user.email) };
}
