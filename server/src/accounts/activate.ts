// Proving an e-mail address: the mail with the link, asking for another one, and following it.
import { hashToken, MAILS_PER_HOUR, randomToken, TOKEN } from '../identity/tokens.ts';
import { queueMail } from '../mail/queue.ts';
import { activationMail } from '../mail/templates.ts';
import type { Database, Services } from '../services.ts';
import { countRecentTokens, insertToken, lockByEmail, markEmailVerified, useToken } from './queries.ts';

const LINK_HOURS = 24;

/** Queues the mail with a new link, in the caller's transaction; older links stop working. */
export async function sendActivation(
  db: Database,
  { userId, email, publicUrl }: { userId: string; email: string; publicUrl: URL },
): Promise<void> {
  const token = randomToken();
  await insertToken(db, { hash: hashToken(token), userId, purpose: 'activate', minutes: LINK_HOURS * 60 });
  const link = new URL(`/v1/web/activate?token=${token}`, publicUrl).href;
  await queueMail(db, { to: email, ...activationMail({ link, hours: LINK_HOURS }) });
}

/** Sends another link to the user who registered this e-mail and hasn't proved it; for all others nothing happens. */
export async function requestActivation({ kysely, settings }: Services, email: string): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const user = await lockByEmail(trx, email);
    if (!user || user.email_verified_at !== null) return;
    if ((await countRecentTokens(trx, user.id)) >= MAILS_PER_HOUR) return;
    await sendActivation(trx, { userId: user.id, email, publicUrl: settings.publicUrl });
  });
}

/** Follows a link: whether it proved the address. Each works once. */
export async function activate({ kysely }: Services, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  return kysely.transaction().execute(async (trx) => {
    const taken = await useToken(trx, hashToken(token), 'activate');
    if (taken) await markEmailVerified(trx, taken.id);
    return taken !== undefined;
  });
}
