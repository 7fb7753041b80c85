// Verifies callbacks by Standard Webhooks 1.0 and parses them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingCallback, StatusCallback } from './types.ts';

const PREFIX = 'whsec_';
const VERSION = 'v1,';
const TOLERANCE_SECONDS = 300;

/** Node's `request.headers`, or anything with `get`, such as a `Request`'s headers. */
export type CallbackHeaders =
  | { readonly [name: string]: string | string[] | undefined }
  | { get(name: string): string | null };

export type Callback = {
  /** The project's callback secret, `whsec_…`, or several while you rotate it. */
  secret: string | readonly string[];
  headers: CallbackHeaders;
  /** The raw body: the signature does not match JSON that was parsed and serialised again. */
  body: string | Uint8Array;
  /** How far the callback's time may differ from now in seconds, either way; default: 300. */
  toleranceSeconds?: number;
  now?: Date;
};

/** Thrown if a callback is invalid: answer it with 400 and ignore it. */
export class CallbackError extends Error {
  override name = 'CallbackError';
  readonly reason: 'header' | 'timestamp' | 'signature' | 'body';

  constructor(reason: CallbackError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Verifies the signature and the time of a callback and returns its content. At the URL of incoming messages
 * that is an `IncomingCallback`. Throws a CallbackError if the callback is invalid.
 */
export function verifyCallback<Content extends StatusCallback | IncomingCallback = StatusCallback>(
  callback: Callback,
): Content {
  const { headers, body, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = callback;
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('verifyCallback needs the raw body: text or bytes, not parsed JSON');
  const keys = [callback.secret].flat().map(keyOf);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const given = header(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new CallbackError('timestamp', 'webhook-timestamp is not a number of seconds');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new CallbackError(
      'timestamp',
      `webhook-timestamp differs by more than ${toleranceSeconds} s from now: the callback is old, or this machine's clock is wrong`,
    );
  const expected = keys.map((key) => {
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    return VERSION + signed.digest('base64');
  });
  // All are compared, so that the duration does not reveal which one matches.
  const fitting = expected.flatMap((one) => given.map((other) => isSame(one, other)));
  if (!fitting.includes(true))
    throw new CallbackError(
      'signature',
      'No signature matches: the secret is wrong, or the body was changed',
    );
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as Content;
  } catch {
    throw new CallbackError('body', 'The body is not JSON');
  }
}

function keyOf(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new TypeError("The callback secret must be as in the project's settings: whsec_ and base64");
  return Buffer.from(text, 'base64');
}

function header(headers: CallbackHeaders, name: string): string {
  const found = isGettable(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(found) ? found.join(' ') : found;
  if (!text) throw new CallbackError('header', `The header ${name} is missing`);
  return text;
}

function isGettable(headers: CallbackHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
