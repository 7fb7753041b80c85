// Sends queued mails through the mail server; what fails is tried again, less and less often.
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Services } from '../services.ts';
import { claimMails, markFailed, markSent } from './queries.ts';
import { onMailQueued } from './queue.ts';

/** Seconds until the second try, the third and so on; the last one repeats. */
const RETRY_SECONDS = [60, 300, 900, 3_600, 14_400, 43_200];
const BATCH = 5;
/** Longer than a try can take by the timeouts below. */
const LEASE_SECONDS = 120;
const POLL_MS = 5_000;
/** What is still being said to a mail server when we stop is left; its lease ends and it is tried again. */
const STOP_MS = 5_000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

type ClaimedMail = Awaited<ReturnType<typeof claimMails>>[number];
type Deliver = (mail: ClaimedMail) => Promise<unknown>;

/** Starts sending; without a mail server mails are only kept and there is nothing to do. */
export function startMail({ settings, kysely, log }: Services): { stop(): Promise<void> } {
  if (settings.smtpUrl === null) return { stop: async () => {} };
  const deliver = delivery(settings.smtpUrl, settings.mailFrom);
  let stopped = false;
  let pause = new AbortController();
  const stopListening = onMailQueued(() => pause.abort());

  async function work(): Promise<void> {
    while (!stopped) {
      pause = new AbortController();
      const claimed = await claimMails(kysely, { limit: BATCH, leaseSeconds: LEASE_SECONDS });
      await Promise.all(claimed.map((mail) => send(mail)));
      if (claimed.length < BATCH) await sleep(POLL_MS, undefined, { signal: pause.signal }).catch(() => {});
    }
  }

  async function send(mail: ClaimedMail): Promise<void> {
    try {
      await deliver(mail);
    } catch (error) {
      const { message, code, responseCode = 0 } = error as Error & { code?: string; responseCode?: number };
      // Refused for good: this mail or its recipient, not our way in.
      const final = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
      const retrySeconds = final ? null : (RETRY_SECONDS[mail.attempts - 1] ?? RETRY_SECONDS.at(-1)!);
      log.warn(
        { mail: mail.id, attempts: mail.attempts, code, responseCode, retrySeconds },
        'A mail did not go out',
      );
      await markFailed(kysely, mail.id, { error: message, retrySeconds });
      return;
    }
    await markSent(kysely, mail.id);
  }

  async function run(): Promise<void> {
    while (!stopped) {
      await work().catch(async (error: unknown) => {
        if (stopped) return;
        log.error({ err: error }, 'Sending mails failed');
        await sleep(POLL_MS, undefined, { signal: pause.signal }).catch(() => {});
      });
    }
  }

  const running = run();
  return {
    async stop() {
      stopped = true;
      stopListening();
      pause.abort();
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

function delivery(smtpUrl: string, from: string): Deliver {
  const transport = createTransport(
    { url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  const domain = /@([^>]+)/.exec(from)?.[1] ?? 'localhost';
  return ({ id, recipient, subject, text_body, html_body }) =>
    transport.sendMail({
      // The same at every try, so that a mail that went out twice is shown once.
      messageId: `<${id}@${domain}>`,
      to: { name: '', address: recipient },
      subject,
      text: text_body,
      html: html_body,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
}
