// SQL of mails.
import { type Insertable, sql } from 'kysely';
import type { Mails } from '../db/types.ts';
import type { Database } from '../services.ts';

export async function insertMail(db: Database, mail: Insertable<Mails>): Promise<void> {
  await db.insertInto('mails').values(mail).execute();
}

/**
 * Claims up to `limit` due mails for `leaseSeconds`. If this process dies, another worker claims them after
 * that. A mail older than three days is not sent any more.
 */
export function claimMails(db: Database, { limit, leaseSeconds }: { limit: number; leaseSeconds: number }) {
  return db
    .updateTable('mails')
    .set({ due_at: sql`now() + ${leaseSeconds} * interval '1 second'`, attempts: sql`attempts + 1` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', sql<Date>`now()`)
        .where('created_at', '>', sql<Date>`now() - interval '3 days'`)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'subject', 'text_body', 'html_body', 'sealed', 'attempts'])
    .execute();
}

/** Marks a mail as sent and deletes its text, because a link in it may be worth a password. */
export async function markSent(db: Database, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: sql`now()`, last_error: null, text_body: '', html_body: '', sealed: null })
    .where('id', '=', id)
    .execute();
}

/** Stores why a mail was not sent and when to retry; null: never, and its text is deleted. */
export async function markFailed(
  db: Database,
  id: string,
  { error, retrySeconds }: { error: string; retrySeconds: number | null },
): Promise<void> {
  const due =
    retrySeconds === null ? sql<Date>`'infinity'` : sql<Date>`now() + ${retrySeconds} * interval '1 second'`;
  const text = retrySeconds === null ? { text_body: '', html_body: '', sealed: null } : {};
  await db
    .updateTable('mails')
    .set({ last_error: error, due_at: due, ...text })
    .where('id', '=', id)
    .execute();
}

/** Deletes the texts of mails that were not sent within three days: they are not retried. */
export async function deleteOldTexts(db: Database): Promise<void> {
  await db
    .updateTable('mails')
    .set({ text_body: '', html_body: '', sealed: null })
    .where('sent_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '3 days'`)
    .where((eb) => eb.or([eb('text_body', '<>', ''), eb('sealed', 'is not', null)]))
    .execute();
}

/**
 * Unsent mails of the last three days with a failed attempt: how many are retried or given up, the last
 * error.
 */
export type MailTrouble = { retried: number; givenUp: number; lastError: string | null };

export async function mailTrouble(db: Database): Promise<MailTrouble> {
  const { rows } =
    await sql<MailTrouble>`select count(*) filter (where due_at < 'infinity')::integer as "retried",
      count(*) filter (where due_at = 'infinity')::integer as "givenUp", (array_agg(last_error order by id desc))[1] as "lastError"
    from mails where sent_at is null and last_error is not null and created_at > now() - interval '3 days'`.execute(
      db,
    );
  return rows[0]!;
}

/** The newest mails, for the mailbox of an installation without a mail server. */
export function selectNewest(db: Database, limit: number) {
  return db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'text_body', 'html_body', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
