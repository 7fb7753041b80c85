// Mails to the people who look after a team: its owners and admins.
import type { Mails, Words } from '../mail/letter.ts';
import { MAILS } from '../mail/mails.ts';
import { queueMail } from '../mail/queue.ts';
import type { Database } from '../services.ts';
import { selectAdmins } from './queries.ts';

/** Queues a mail to each owner and admin of a team, in the caller's transaction and in their languages. */
export async function mailAdmins(
  trx: Database,
  teamId: string,
  words: (mails: Mails) => Words,
): Promise<void> {
  for (const { email: to, language } of await selectAdmins(trx, teamId))
    await queueMail(trx, { to, ...words(MAILS[language]) });
}
