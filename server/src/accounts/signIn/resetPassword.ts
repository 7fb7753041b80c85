// Password reset: mails the link and follows it.
import { RESET_LINK_EXPIRED } from '@godwit/contract/sentences/access';
import { transaction } from '../../db/transaction.ts';
import { hashNewPassword } from '../../identity/passwords.ts';
import { hasFactor } from '../../identity/secondFactor.ts';
import { endSessions, type SignedIn, type SignIn, startSession } from '../../identity/sessions.ts';
import { browserToken, countMail, resetAttempts, throttleKeyOf } from '../../identity/throttle.ts';
import { hashToken, MAILS_PER_HOUR, randomToken, TOKEN } from '../../identity/tokens.ts';
import { MAILS } from '../../mail/mails.ts';
import { queueMail, sealingOf } from '../../mail/queue.ts';
import { isRefusal, type Refusal, refuseField } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  countRecentTokens,
  insertToken,
  lockByEmail,
  markEmailVerified,
  selectToken,
  useToken,
} from '../queries.ts';

const LINK_MINUTES = 30;
const DEAD_LINK = refuseField('invalidArgument', 'token', RESET_LINK_EXPIRED);

/** Counts a request for a link, with or without an account; refused (1006) above the limit. */
export const countReset = ({ kysely, secrets }: Services, email: string): Promise<Refusal | null> =>
  countMail(kysely, secrets, { purpose: 'reset', email });

/**
 * Mails a link to the user with this email and does nothing for other addresses. Older links stop working.
 */
export async function requestReset(services: Services, email: string): Promise<void> {
  const { kysely, settings } = services;
  await transaction(kysely, async (trx) => {
    const user = await lockByEmail(trx, email);
    if (!user) return;
    // Strangers can request both kinds of mail. A confirmed email gets only this kind, and countReset
    // limits it.
    if (user.email_verified_at === null && (await countRecentTokens(trx, user.id)) >= MAILS_PER_HOUR) return;
    const token = randomToken();
    await insertToken(trx, {
      hash: hashToken(token),
      userId: user.id,
      purpose: 'reset_password',
      minutes: LINK_MINUTES,
    });
    const sealing = sealingOf(services);
    const link = new URL(`/reset-password?t=${token}`, settings.publicUrl).href;
    await queueMail(
      trx,
      { to: email, ...MAILS[user.language].reset({ link, minutes: LINK_MINUTES }) },
      sealing,
    );
  });
}

/**
 * Returns the user whose password a link resets; refused (1002) if the link is dead. Reading does not use
 * the link up.
 */
export async function readReset({ kysely }: Services, token: string): Promise<{ email: string } | Refusal> {
  const found = TOKEN.test(token) ? await selectToken(kysely, hashToken(token), 'reset_password') : undefined;
  return found?.works ? { email: found.email } : DEAD_LINK;
}

/**
 * Sets a password by the token of a link and ends every session of the user. Starts a session for this
 * browser, unless a second factor is on: access to the mailbox does not prove the second factor. Refused
 * (1002) if the link is dead or the password breaks a rule; a link still works after a refused password.
 */
export async function resetPassword(
  { kysely, settings, secrets }: Services,
  { token, password }: { token: string; password: string },
  signIn: SignIn,
): Promise<SignedIn | 'needs code' | Refusal> {
  const hash = hashToken(token);
  const owner = TOKEN.test(token) ? await selectToken(kysely, hash, 'reset_password') : undefined;
  if (!owner?.works) return DEAD_LINK;
  const user = { user_id: owner.id };
  const passwordHash = await hashNewPassword(password, owner.email);
  if (isRefusal(passwordHash)) return passwordHash;

  return transaction(kysely, async (trx) => {
    if (!(await useToken(trx, hash, 'reset_password'))) return DEAD_LINK;
    await markEmailVerified(trx, owner.id, { password_hash: passwordHash });
    await endSessions(trx, user, { keep: null });
    await resetAttempts(trx, throttleKeyOf(secrets, owner.email, null));
    const link = new URL('/forgot-password', settings.publicUrl).href;
    await queueMail(trx, { to: owner.email, ...MAILS[owner.language].passwordChanged({ link }) });
    if (await hasFactor(trx, user)) return 'needs code';
    const sessionId = await startSession(trx, user, { ...signIn, complete: true });
    return { sessionId, browserToken: browserToken(secrets, owner.email) };
  });
}
