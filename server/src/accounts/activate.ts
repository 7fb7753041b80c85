// Email verification: sends the link, sends another one on request, and follows the link.
import type { Activation } from '@godwit/contract/accounts/accounts';
import type { Language } from '@godwit/contract/languages';
import { ACTIVATION_LINK_EXPIRED } from '@godwit/contract/sentences/access';
import { transaction } from '../db/transaction.ts';
import { type SignedIn, type SignIn, startSession } from '../identity/sessions.ts';
import { browserToken, countMail } from '../identity/throttle.ts';
import { hashToken, MAILS_PER_HOUR, randomToken, TOKEN } from '../identity/tokens.ts';
import { MAILS } from '../mail/mails.ts';
import { queueMail, type Sealing, sealingOf } from '../mail/queue.ts';
import { type Refusal, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import {
  countRecentTokens,
  insertToken,
  lockByEmail,
  markEmailVerified,
  selectToken,
  useToken,
} from './queries.ts';

const LINK_HOURS = 24;
const DEAD_LINK = refuseField('invalidArgument', 'token', ACTIVATION_LINK_EXPIRED);

/** Queues the mail with a new link, in the caller's transaction; older links stop working. */
export async function sendActivation(
  db: Database,
  {
    userId,
    email,
    language,
    publicUrl,
    sealing,
  }: { userId: string; email: string; language: Language; publicUrl: URL; sealing: Sealing },
): Promise<void> {
  const token = randomToken();
  await insertToken(db, { hash: hashToken(token), userId, purpose: 'activate', minutes: LINK_HOURS * 60 });
  const link = new URL(`/activate?t=${token}`, publicUrl).href;
  await queueMail(db, { to: email, ...MAILS[language].activation({ link, hours: LINK_HOURS }) }, sealing);
}

/**
 * Counts a request for another link, with or without an account; refused (1006, with the seconds to wait)
 * above the limit.
 */
export const countActivation = ({ kysely, secrets }: Services, email: string): Promise<Refusal | null> =>
  countMail(kysely, secrets, { purpose: 'activation', email });

/**
 * Sends another link to the user with this email if it is unverified. Does nothing for other addresses.
 */
export async function requestActivation(services: Services, email: string): Promise<void> {
  const { kysely, settings } = services;
  await transaction(kysely, async (trx) => {
    const user = await lockByEmail(trx, email);
    if (!user || user.email_verified_at !== null) return;
    if ((await countRecentTokens(trx, user.id)) >= MAILS_PER_HOUR) return;
    const { id: userId, language } = user;
    await sendActivation(trx, {
      userId,
      email,
      language,
      publicUrl: settings.publicUrl,
      sealing: sealingOf(services),
    });
  });
}

/**
 * Reads a verification link; refused (1002) if it is not ours. Link scanners in mail programs get this far.
 */
export async function readActivation({ kysely }: Services, token: string): Promise<Activation | Refusal> {
  const found = TOKEN.test(token) ? await selectToken(kysely, hashToken(token), 'activate') : undefined;
  if (!found) return DEAD_LINK;
  const { email, email_verified_at, works } = found;
  if (email_verified_at !== null) return { email, state: 'CONFIRMED' };
  return { email, state: works ? 'OPEN' : 'DEAD' };
}

/**
 * Verifies the email by a link. Begins a session if this browser registered the email; otherwise
 * (`elsewhere`) another person may know the account's password. For an email that is verified already
 * (`before`) nothing changes and no session begins: the link lives for a day and the account may have a
 * second factor by now. Refused (1002) if the link is dead.
 */
export async function activate(
  { kysely, secrets }: Services,
  token: string,
  { signIn, isOwn }: { signIn: SignIn; isOwn: (email: string) => boolean },
): Promise<SignedIn | 'before' | 'elsewhere' | Refusal> {
  if (!TOKEN.test(token)) return DEAD_LINK;
  const hash = hashToken(token);
  return transaction(kysely, async (trx) => {
    const found = await selectToken(trx, hash, 'activate');
    if (!found) return DEAD_LINK;
    // The second of two concurrent calls sees the first one's result.
    const user = await lockByEmail(trx, found.email);
    if (user?.email_verified_at) return 'before';
    if (!(await useToken(trx, hash, 'activate'))) return DEAD_LINK;
    await markEmailVerified(trx, found.id);
    if (!isOwn(found.email)) return 'elsewhere';
    const sessionId = await startSession(trx, { user_id: found.id }, { ...signIn, complete: true });
    return { sessionId, browserToken: browserToken(secrets, found.email) };
  });
}
