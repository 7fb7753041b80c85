// The page that a recipient opts out on, at the end of the link in a message: no sign-in, no script, in three languages.
import { randomBytes } from 'node:crypto';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@godwit/contract/languages';
import { OPT_OUT_PATH } from '@godwit/contract/optOuts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import { noStore } from '../http/input.ts';
import { PAGE_STYLE } from '../http/pageStyle.ts';
import { pagePolicy } from '../http/securityHeaders.ts';
import type { App } from '../http/types.ts';
import { escapeHtml, html } from '../mail/html.ts';
import type { Services } from '../services.ts';
import { OPT_OUT_TOKEN } from './links.ts';
import { languageOf, WORDS } from './pageWords.ts';
import {
  deleteOptOut,
  insertOptOuts,
  type LinkOwner,
  type OptOutSource,
  selectLinkOwner,
} from './queries.ts';

const schema = {
  params: z.object({ token: z.string().max(64) }),
  querystring: z.object({ lang: z.string().max(8).optional(), again: z.string().max(1).optional() }),
};

/** Opt-outs by the recipient, who may take them back. */
const RECIPIENTS_OWN: readonly OptOutSource[] = ['LINK', 'STOP'];

/** GET shows whom the link is about and asks; only POST opts out or takes that back, as programs that look at links in messages send GET. */
export function optOutPages(app: App, { pool, settings }: Services, signals: Pick<Signals, 'send'>): void {
  const https = settings.publicUrl.protocol === 'https:';
  const find = (token: string) => (OPT_OUT_TOKEN.test(token) ? selectLinkOwner(pool, token) : null);
  const show = (
    request: FastifyRequest<{ Querystring: { lang?: string | undefined } }>,
    reply: FastifyReply,
    owner: LinkOwner | null,
  ) => {
    const nonce = randomBytes(16).toString('base64');
    const language = languageOf(request.query.lang, request.headers['accept-language']);
    return reply
      .code(owner ? 200 : 404)
      .header('content-security-policy', pagePolicy(nonce, { https, showsDocuments: false }))
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(pageOf(owner, language, nonce));
  };

  app.get(`${OPT_OUT_PATH}:token`, { schema, onRequest: noStore }, async (request, reply) =>
    show(request, reply, await find(request.params.token)),
  );
  app.post(`${OPT_OUT_PATH}:token`, { schema, onRequest: noStore }, async (request, reply) => {
    const owner = await find(request.params.token);
    if (owner && request.query.again) await deleteOptOut(pool, owner, RECIPIENTS_OWN);
    else if (owner) await insertOptOuts(pool, { teamId: owner.teamId, source: 'LINK' }, [owner.number]);
    if (owner) signals.send(SETTINGS_TOPIC, owner.teamId);
    return show(request, reply, await find(request.params.token));
  });
}

function pageOf(owner: LinkOwner | null, language: Language, nonce: string): string {
  const words = WORDS[language];
  const links = LANGUAGES.map(
    (one) =>
      `<a href="?lang=${one}" lang="${one}"${one === language ? ' aria-current="true"' : ''}>${LANGUAGE_NAMES[one]}</a>`,
  );
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/favicon.svg"><title>${escapeHtml(words.title)}</title><style nonce="${nonce}">${PAGE_STYLE}</style></head><body><main>
<h1>${escapeHtml(words.title)}</h1>
${content(owner, language)}
<nav>${links.join('\n')}</nav>
</main></body></html>
`;
}

function content(owner: LinkOwner | null, language: Language): string {
  const { question, button, done, again, unknown } = WORDS[language];
  if (!owner) return html`<p>${unknown}</p>`;
  const from = owner.senders.length > 0 ? owner.senders.join(', ') : owner.teamName;
  // The page shows no whole number, as others than the recipient may see it.
  const number = `…${owner.number.slice(-4)}`;
  if (owner.optedOut === null)
    return html`<p>${question(from, number)}</p>
<form method="post" action="?lang=${language}"><button type="submit">${button}</button></form>`;
  const told = html`<p role="status">${done(from, number)}</p>`;
  if (!RECIPIENTS_OWN.includes(owner.optedOut)) return told;
  return `${told}
${html`<form method="post" action="?lang=${language}&amp;again=1"><button type="submit">${again}</button></form>`}`;
}
