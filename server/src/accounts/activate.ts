// Proving an e-mail address: the mail with the link, asking for another one, and what a person does with it.
import type { Activation } from '@godwit/contract/accounts';
import type { Language } from '@godwit/contract/languages';
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
const DEAD_LINK = refuseField(
  'invalidArgument',
  'token',
  'This link is not valid any more. Have another one sent.',
);

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

/** Counts a request for another link; refused (1006) where it is one too many, with an account or without. */
export const countActivation = ({ kysely, secrets }: Services, email: string): Promise<Refusal | null> =>
  countMail(kysely, secrets, { purpose: 'activation', email });

/** Sends another link to the user who registered this e-mail and hasn't proved it; for all others nothing happens. */
export async function requestActivation(services: Services, email: string): Promise<void> {
  const { kysely, settings } = services;
  await kysely.transaction().execute(async (trx) => {
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

/** What a link stands for; refused (1002) where it is none of ours. Programs that open links in mails before people do come this far. */
export async function readActivation({ kysely }: Services, token: string): Promise<Activation | Refusal> {
  const found = TOKEN.test(token) ? await selectToken(kysely, hashToken(token), 'activate') : undefined;
  if (!found) return DEAD_LINK;
  const { email, email_verified_at, works } = found;
  if (email_verified_at !== null) return { email, state: 'CONFIRMED' };
  return { email, state: works ? 'OPEN' : 'DEAD' };
}

/**
 * Confirms the email by a link and begins a session for this browser, if the email was registered in it: another person may have registered
 * it (`elsewhere`), whose password the account has. An email that is confirmed already (`before`) stays so, and no link of this kind begins
 * a session then: it lives for a day, and the account may have a second factor by now. Refused (1002) where the link is dead.
 */
export async function activate(
  { kysely, secrets }: Services,
  token: string,
  { signIn, isOwn }: { signIn: SignIn; isOwn: (email: string) => boolean },
): Promise<SignedIn | 'before' | 'elsewhere' | Refusal> {
  if (!TOKEN.test(token)) return DEAD_LINK;
  const hash = hashToken(token);
  return kysely.transaction().execute(async (trx) => {
    const found = await selectToken(trx, hash, 'activate');
    if (!found) return DEAD_LINK;
    // Of two calls at once the second looks after the first is done.
    const user = await lockByEmail(trx, found.email);
    if (user?.email_verified_at) return 'before';
    if (!(await useToken(trx, hash, 'activate'))) return DEAD_LINK;
    await markEmailVerified(trx, found.id);
    if (!isOwn(found.email)) return 'elsewhere';
    const sessionId = await startSession(trx, { user_id: found.id }, { ...signIn, complete: true });
    return { sessionId, browserToken: browserToken(secrets, found.email) };
  });
}
