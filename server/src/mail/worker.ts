// Sends queued mails through the mail server and retries failures with growing pauses.
import { createTransport } from 'nodemailer';
import type { Signals } from '../db/signals.ts';
import { startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { isLoopback } from '../settings.ts';
import { claimMails, deleteOldTexts, markFailed, markSent } from './queries.ts';
import { MAILS_TOPIC } from './queue.ts';

export { mailTrouble } from './queries.ts';

/** Seconds until the second try, the third and so on; the last one repeats. */
const RETRY_SECONDS = [60, 300, 900, 3_600, 14_400, 43_200];
const MOST_UNDER_WAY = 5;
/** Longer than a try can take by the timeouts below. */
const LEASE_SECONDS = 120;
const POLL_MS = 5_000;
/** A stop abandons mails in progress; their lease expires and they are retried. */
const STOP_MS = 5_000;
/** Keeps this many characters of a mail server's reply. */
const MAX_ERROR = 500;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

type ClaimedMail = Awaited<ReturnType<typeof claimMails>>[number];
type Deliver = (mail: ClaimedMail) => Promise<unknown>;

/**
 * Starts sending; without a mail server mails are only kept and there is nothing to do. Any number of
 * processes may.
 */
export function startMail(
  { settings, secrets, kysely, log }: Services,
  signals: Pick<Signals, 'on'>,
  everyMs = POLL_MS,
  timeouts = TIMEOUTS,
): { stop(): Promise<void> } {
  if (settings.smtpUrl === null) return { stop: async () => {} };
  const deliver = delivery(settings.smtpUrl, settings.mailFrom, timeouts);

  async function send(mail: ClaimedMail): Promise<void> {
    try {
      await deliver(opened(mail, secrets));
    } catch (error) {
      const { message, code, responseCode = 0 } = error as Error & { code?: string; responseCode?: number };
      // Permanent failure of this mail or recipient, not of our login.
      const final = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
      const retrySeconds = final ? null : (RETRY_SECONDS[mail.attempts - 1] ?? RETRY_SECONDS.at(-1)!);
      log.warn(
        { mail: mail.id, attempts: mail.attempts, code, responseCode, retrySeconds },
        'A mail did not go out',
      );
      await markFailed(kysely, mail.id, { error: storable(message), retrySeconds });
      return;
    }
    await markSent(kysely, mail.id);
  }

  return startLoop({
    name: 'sending mails',
    log,
    everyMs,
    wakeOn: { signals, topic: MAILS_TOPIC },
    stopMs: STOP_MS,
    async round({ inFlight, begin }) {
      // A mail that takes its time waits for no other, and no other for it.
      const limit = MOST_UNDER_WAY - inFlight;
      if (limit === 0) return;
      await deleteOldTexts(kysely);
      const claimed = await claimMails(kysely, { limit, leaseSeconds: LEASE_SECONDS });
      // If a mail's outcome cannot be stored, its lease expires and it is retried.
      for (const mail of claimed) begin(() => send(mail), { mail: mail.id });
    },
  });
}

/** A foreign server's words, which may hold what PostgreSQL refuses in a text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').slice(0, MAX_ERROR);
}

/** Null if the mail server lets us in, as sending would come in; else the error. Nothing is sent. */
export async function mailServerTrouble(smtpUrl: string): Promise<NodeJS.ErrnoException | null> {
  const transport = createTransport(transportOptions(smtpUrl, TIMEOUTS));
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    transport.close();
  }
}

/**
 * Connection options of SMTP_URL. Except on this machine, smtp:// requires STARTTLS: an attacker could
 * remove it from the server's greeting to get the password. smtp+plain:// does not require it.
 */
function transportOptions(smtpUrl: string, timeouts: typeof TIMEOUTS) {
  const url = smtpUrl.replace(/^smtp\+plain:/, 'smtp:');
  const isPlain = url !== smtpUrl;
  const requireTLS = !isPlain && !isLoopback(new URL(smtpUrl).hostname);
  return {
    url,
    ...timeouts,
    requireTLS,
    ignoreTLS: isPlain,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A mail with its words. */
function opened(mail: ClaimedMail, secrets: Services['secrets']): ClaimedMail {
  if (mail.sealed === null) return mail;
  const { text, html } = JSON.parse(secrets.open('mail', mail.sealed).toString()) as {
    text: string;
    html: string;
  };
  return { ...mail, text_body: text, html_body: html };
}

function delivery(smtpUrl: string, from: string, timeouts: typeof TIMEOUTS): Deliver {
  const transport = createTransport(transportOptions(smtpUrl, timeouts), { from });
  const domain = /@([^>]+)/.exec(from)?.[1] ?? 'localhost';
  return ({ id, recipient, subject, text_body, html_body }) =>
    transport.sendMail({
      // The same id at each attempt: mail programs show a mail sent twice once.
      messageId: `<${id}@${domain}>`,
      to: { name: '', address: recipient },
      subject,
      text: text_body,
      html: html_body,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
}
