// Queueing a mail: a row in the transaction that causes it, so that neither exists without the other.
import { signalWithin } from '../db/signals.ts';
import { newId } from '../ids.ts';
import type { Secrets } from '../secrets.ts';
import type { Database, Services } from '../services.ts';
import { insertMail } from './queries.ts';

/** A mail to one person; `text` and `html` say the same. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** The topic of new mails. */
export const MAILS_TOPIC = 'mails';

/** What seals a mail with a link that is as good as a password; null where there is no mail server, and such a mail is only shown here. */
export type Sealing = Pick<Secrets, 'seal'> | null;
export const sealingOf = ({ settings, secrets }: Pick<Services, 'settings' | 'secrets'>): Sealing =>
  settings.smtpUrl === null ? null : secrets;

/**
 * Queues a mail in the caller's transaction, whose commit wakes those who send them; its words are sealed where `sealing` is given. One that no
 * mail server may be given is noted as given up: what it tells of, such as a payment, stands all the same.
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
