// Reads a call of an HTTP carrier with receipts or incoming messages: its fields, items and signature.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { HttpConfig } from '../links/config.ts';
import { parseLossless, pickFrom } from '../links/http/answer.ts';
import type { Signed } from '../links/http/profile.ts';
import { twilioSignature } from '../links/http/signature.ts';
import { fill } from '../links/http/template.ts';

/** The fields of a call, as picks see them. */
export type Call = Record<string, unknown>;

/** A call with more items is not read. */
const MAX_ITEMS = 1_000;

const isForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\bx-www-form-urlencoded\b/.test(headers['content-type'] ?? '');

/** The fields of a call: its query, and its body as JSON or a form. Null if the body is neither. */
export function readCall({ query, headers, body }: FastifyRequest): Call | null {
  const fields = { ...(query as Record<string, unknown>) };
  if (!Buffer.isBuffer(body) || body.length === 0) return fields;
  const text = body.toString('utf8');
  if (isForm({ headers })) return { ...fields, ...Object.fromEntries(new URLSearchParams(text)) };
  const parsed = parseLossless(text);
  if (parsed === undefined || parsed === null || typeof parsed !== 'object') return null;
  return Array.isArray(parsed) ? { ...fields, body: parsed } : { ...fields, ...parsed };
}

/**
 * The items of a call: those that `items` picks, or the call itself. Null if `items` picks no list, or one
 * that is too long.
 */
export function itemsOf(call: Call, items: string | undefined): unknown[] | null {
  const found = items === undefined ? [call] : pickFrom(call, items);
  return Array.isArray(found) && found.length <= MAX_ITEMS ? found : null;
}

/** Whether a call has the signature that the profile asks for. */
export function isSigned(
  signed: Signed | undefined,
  { secrets }: Pick<HttpConfig, 'secrets'>,
  call: Call | null,
  request: FastifyRequest,
  url: string,
): boolean {
  const key = signed?.twilio;
  if (key === undefined) return true;
  const given = request.headers['x-twilio-signature'];
  if (typeof given !== 'string' || call === null) return false;
  const form = isForm(request) ? [...new URLSearchParams(String(request.body))] : [];
  const right = twilioSignature(fill(key, secrets), url, form);
  const bytes = Buffer.from(given, 'base64');
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}
