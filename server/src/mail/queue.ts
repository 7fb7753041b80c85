// Queueing a mail: a row in the transaction that causes it, so that neither exists without the other.
import { signalWithin } from '../db/signals.ts';
import { newId } from '../ids.ts';
import type { Database } from '../services.ts';
import { insertMail } from './queries.ts';

/** A mail to one person; `text` and `html` say the same. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** The topic of new mails. */
export const MAILS_TOPIC = 'mails';

/** Queues a mail in the caller's transaction, whose commit wakes those who send them. */
export async function queueMail(trx: Database, { to, subject, text, html }: Mail): Promise<void> {
  // Addresses and subjects are validated before; without this a gap there would let an attacker add headers.
  if (/[\r\n]/.test(to + subject)) throw new Error('A mail header cannot hold a line break');
  await insertMail(trx, { id: newId(), recipient: to, subject, text_body: text, html_body: html });
  await signalWithin(trx, MAILS_TOPIC);
}
