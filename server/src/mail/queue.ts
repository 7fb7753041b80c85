// Queues a mail as a row in the transaction that causes it.
import { signalWithin } from '../db/signals.ts';
import { newId } from '../ids.ts';
import type { Secrets } from '../secrets.ts';
import type { Database, Services } from '../services.ts';
import { insertMail } from './queries.ts';

/** A mail to one person; `text` and `html` have the same content. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** The topic of new mails. */
export const MAILS_TOPIC = 'mails';

/**
 * Seals mails whose link is as powerful as a password; null without a mail server, because such a mail is
 * only shown here.
 */
export type Sealing = Pick<Secrets, 'seal'> | null;
export const sealingOf = ({ settings, secrets }: Pick<Services, 'settings' | 'secrets'>): Sealing =>
  settings.smtpUrl === null ? null : secrets;

/**
 * Queues a mail in the caller's transaction; its commit wakes the senders. `sealing` seals the body. An
 * unsendable mail is stored as given up; its cause, such as a payment, stays in effect.
 */
export async function queueMail(
  trx: Database,
  { to, subject, text, html }: Mail,
  sealing: Sealing = null,
): Promise<void> {
  // Addresses and subjects are validated before; without this a gap there would let an attacker add headers.
  if (/[\r\n]/.test(to + subject)) {
    const givenUp = { due_at: 'infinity', last_error: 'A mail header cannot hold a line break' };
    return insertMail(trx, {
      id: newId(),
      recipient: to,
      subject,
      text_body: '',
      html_body: '',
      ...givenUp,
    });
  }
  const words = sealing
    ? { text_body: '', html_body: '', sealed: sealing.seal('mail', JSON.stringify({ text, html })) }
    : { text_body: text, html_body: html };
  await insertMail(trx, { id: newId(), recipient: to, subject, ...words });
  await signalWithin(trx, MAILS_TOPIC);
}
