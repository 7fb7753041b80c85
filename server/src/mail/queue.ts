// Queueing a mail: a row in the transaction that causes it, so that neither exists without the other.

import { newId } from '../ids.ts';
import type { Database } from '../services.ts';
import { insertMail } from './queries.ts';

/** A mail to one person; `text` and `html` say the same. */
export type Mail = { to: string; subject: string; text: string; html: string };

const listeners = new Set<() => void>();

/** Queues a mail in the caller's transaction. Call `wakeMail` after the commit, or it waits for the next look. */
export async function queueMail(trx: Database, { to, subject, text, html }: Mail): Promise<void> {
  // Whatever ends up here has been validated before; a header of an attacker's own must not get through a gap.
  if (/[\r\n]/.test(to + subject)) throw new Error('A mail header cannot hold a line break');
  await insertMail(trx, { id: newId(), recipient: to, subject, text_body: text, html_body: html });
}

/** Tells this process's mail worker that something may be due. */
export function wakeMail(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` at every `wakeMail`; gives a function that stops that. */
export function onMailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
