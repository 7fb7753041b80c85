// Mailbox of an installation without a mail server: shows unsent mails in the browser, on this machine
// only.

import { isPracticeMachine, onlyHere } from '../http/address.ts';
import { noStore } from '../http/input.ts';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { escapeHtml, html } from './html.ts';
import { selectNewest } from './queries.ts';

const NEWEST = 100;
const LINK = /(https?:\/\/[^\s<>"]+)/g;

type KeptMail = Awaited<ReturnType<typeof selectNewest>>[number];

/**
 * GET /dev/mailbox to read and /dev/mailbox.json for programs; with a mail server, or on a machine that
 * others reach, there is neither.
 */
export function mailboxRoutes(app: App, { settings, kysely }: Services): void {
  if (settings.smtpUrl !== null || !isPracticeMachine(settings)) return;

  app.register(async (mailbox: App) => {
    mailbox.addHook('onRequest', onlyHere);
    mailbox.addHook('onRequest', noStore);
    mailbox.get('/dev/mailbox.json', async () => (await selectNewest(kysely, NEWEST)).map(asJson));
    mailbox.get('/dev/mailbox', async (_request, reply) => {
      const mails = await selectNewest(kysely, NEWEST);
      return reply.type('text/html; charset=utf-8').send(page(mails));
    });
  });
}

function asJson({ id, recipient, subject, text_body, html_body, created_at }: KeptMail) {
  const links = text_body.match(LINK) ?? [];
  return { id, to: recipient, subject, text: text_body, html: html_body, links, at: created_at };
}

function page(mails: KeptMail[]): string {
  const articles = mails.map(
    ({ subject, recipient, created_at, text_body }) =>
      html`<hr><h2>${subject}</h2><p>To ${recipient}, ${created_at.toISOString()}</p>` +
      `<pre>${withLinks(text_body)}</pre>`,
  );
  const content = articles.length > 0 ? articles.join('\n') : '<p>No mail yet.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><link rel="icon" type="image/svg+xml" href="/favicon.svg"><title>Mailbox</title></head><body>
<h1>Mailbox</h1><p>No mail server is set (SMTP_URL), so mails are kept here. The newest ${NEWEST}, newest first.</p>
${content}
</body></html>
`;
}

function withLinks(text: string): string {
  // With a group in the pattern, every second piece is a link.
  return text
    .split(LINK)
    .map((piece, i) => (i % 2 === 0 ? escapeHtml(piece) : html`<a href="${piece}">${piece}</a>`))
    .join('');
}
