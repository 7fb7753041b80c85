// Receives the receipts that HTTP carriers push.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/types.ts';
import { RefusalError, refuse } from '../../refusal.ts';
import type { Secrets } from '../../secrets.ts';
import type { Services } from '../../services.ts';
import { type HttpConfig, isHttp, type LinkConfig } from '../links/config.ts';
import { parseLossless } from '../links/http/answer.ts';
import { fill } from '../links/http/template.ts';
import { openInboxWriter } from './inboxWriter.ts';
import { readReceipts } from './readReceipts.ts';

const BODY_LIMIT_BYTES = 262_144;
const PURPOSE = 'carrier receipts';

/** The address for receipts of a link, under /v1/hooks. Nobody can guess it without SECRET_KEY. */
export function receiptUrl(
  { secrets, settings }: Pick<Services, 'secrets' | 'settings'>,
  linkId: string,
): string {
  const path = `/v1/hooks/carriers/${linkId}/${secrets.hmac(PURPOSE, linkId).toString('base64url')}`;
  return new URL(path, settings.publicUrl).href;
}

/** Takes receipts of the HTTP links in `links`. They are stored before the answer. */
export function carrierHookRoutes(hooks: App, services: Services, links: () => readonly LinkConfig[]): void {
  const { pool, secrets, settings, log } = services;
  const inbox = openInboxWriter(pool);

  const take = async (request: FastifyRequest) => {
    const { link: id, secret, ref = '' } = request.params as Params;
    const link = links().find((one) => one.id === id);
    const isKnown = link && isHttp(link) && link.profile.receipt && isSecret(secrets, id, secret);
    if (!isKnown) throw new RefusalError(refuse('notFound'));
    const sent = readCall(request);
    if (!isSigned(link, sent, request, new URL(request.url, settings.publicUrl).href))
      throw new RefusalError(refuse('invalidArgument', { description: 'The signature is wrong.' }));
    const rules = link.profile.receipt!;
    const { readable, finals } = readReceipts(rules, rules, sent, { ref });
    // The carrier would repeat what is refused, and it would be as unreadable again.
    if (readable === 0) log.warn({ link: id }, 'a call with receipts could not be read');
    await Promise.all(finals.map((pdu) => inbox.add(id, pdu)));
    return {};
  };
  const options = { bodyLimit: BODY_LIMIT_BYTES, config: { checksItems: true } } as const;
  for (const path of ['/carriers/:link/:secret', '/carriers/:link/:secret/:ref']) {
    hooks.post(path, options, take);
    hooks.get(path, options, take);
  }
}

type Params = { link: string; secret: string; ref?: string };
type Call = Record<string, unknown>;

function isSecret(secrets: Secrets, linkId: string, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url');
  return secrets
    .hmacs(PURPOSE, linkId)
    .some((right) => bytes.length === right.length && timingSafeEqual(bytes, right));
}

const isForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\bx-www-form-urlencoded\b/.test(headers['content-type'] ?? '');

/** The fields of a call: its query, and its body as JSON or a form. Null if the body is neither. */
function readCall({ query, headers, body }: FastifyRequest): Call | null {
  const fields = { ...(query as Record<string, unknown>) };
  if (!Buffer.isBuffer(body) || body.length === 0) return fields;
  const text = body.toString('utf8');
  if (isForm({ headers })) return { ...fields, ...Object.fromEntries(new URLSearchParams(text)) };
  const parsed = parseLossless(text);
  if (parsed === undefined || parsed === null || typeof parsed !== 'object') return null;
  return Array.isArray(parsed) ? { ...fields, body: parsed } : { ...fields, ...parsed };
}

/**
 * Whether a call has the signature that the profile asks for. Twilio signs the address and the sorted fields
 * of a form (twilio.com/docs/usage/security).
 */
function isSigned(
  { profile, secrets }: HttpConfig,
  call: Call | null,
  request: FastifyRequest,
  url: string,
): boolean {
  const key = profile.receipt?.signed?.twilio;
  if (key === undefined) return true;
  const given = request.headers['x-twilio-signature'];
  if (typeof given !== 'string' || call === null) return false;
  const form = isForm(request) ? [...new URLSearchParams(String(request.body))] : [];
  const fields = form.map((field) => field.join('')).sort();
  const right = createHmac('sha1', fill(key, secrets))
    .update(url + fields.join(''))
    .digest();
  const bytes = Buffer.from(given, 'base64');
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}
