// The page behind the opt-out link of a message: without sign-in or script, in three languages.
import { randomBytes } from 'node:crypto';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@godwit/contract/languages';
import { OPT_OUT_PATH } from '@godwit/contract/messages/optOutLine';
import { OPT_OUT_SCOPES } from '@godwit/contract/optOutScopes';
import { isTeamsOwn } from '@godwit/contract/optOuts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SETTINGS_TOPIC, type Signals } from '../../db/signals.ts';
import { noStore } from '../../http/input.ts';
import { PAGE_STYLE } from '../../http/pageStyle.ts';
import { pagePolicy } from '../../http/securityHeaders.ts';
import type { App } from '../../http/types.ts';
import { escapeHtml, html } from '../../mail/html.ts';
import type { Services } from '../../services.ts';
import {
  deleteOptOuts,
  insertOptOuts,
  type LinkOwner,
  type OptOutSource,
  selectLinkOwner,
} from '../queries.ts';
import { OPT_OUT_TOKEN } from './links.ts';
import { languageOf, WORDS } from './pageWords.ts';

const schema = {
  params: z.object({ token: z.string().max(64) }),
  querystring: z.object({
    lang: z.string().max(8).optional(),
    again: z.string().max(1).optional(),
    scope: z.enum(OPT_OUT_SCOPES).default('PROMOTIONAL'),
  }),
};

/** Opt-outs by the recipient, who may lift them. */
const RECIPIENTS_OWN: readonly OptOutSource[] = ['LINK', 'STOP'];

/** GET shows the page; only POST changes an opt-out, because link scanners send GET. */
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
    const { again, scope } = request.query;
    if (owner && again) await deleteOptOuts(pool, owner, RECIPIENTS_OWN);
    else if (owner) {
      await insertOptOuts(pool, { ...owner, scope, source: 'LINK' }, [owner.number]);
      // Narrowing: add the promotional opt-out before removing the wider one.
      if (scope === 'PROMOTIONAL') await deleteOptOuts(pool, { ...owner, scope: 'ALL' }, RECIPIENTS_OWN);
    }
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
  const words = WORDS[language];
  if (!owner) return html`<p>${words.unknown}</p>`;
  const from = owner.senders.length > 0 ? owner.senders.join(', ') : owner.teamName;
  // The page shows no whole number, since others than the recipient may see it.
  const number = `…${owner.number.slice(-4)}`;
  const button = (query: string, label: string) =>
    html`<button type="submit" formaction="?lang=${language}&amp;${query}">${label}</button>`;
  const [widest] = owner.optOuts;
  // The team may remove its own opt-outs, so until there is another one the recipient is asked.
  const [decided] = owner.optOuts.filter(({ source }) => !isTeamsOwn(source, 'LIVE'));
  const isAll = decided?.scope === 'ALL';
  const isOwn = decided !== undefined && RECIPIENTS_OWN.includes(decided.source);
  return [
    owner.mode === 'TEST' ? html`<p>${words.test}</p>` : '',
    decided
      ? html`<p role="status">${(widest?.scope === 'ALL' ? words.doneAll : words.donePromotional)(from, number)}</p>`
      : html`<p>${words.question(from, number)}</p>`,
    '<form method="post">',
    decided ? '' : button('scope=PROMOTIONAL', words.stopPromotional),
    isAll && isOwn ? button('scope=PROMOTIONAL', words.onlyPromotional) : '',
    isAll ? '' : button('scope=ALL', words.stopAll),
    isOwn ? button('again=1', words.again) : '',
    '</form>',
  ].join('\n');
}
