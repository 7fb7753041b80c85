// Callbacks: whether one is the service's own, by Standard Webhooks 1.0, and what it says.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingCallback, StatusCallback } from './types.ts';

const PREFIX = 'whsec_';
const VERSION = 'v1,';
const TOLERANCE_SECONDS = 300;

/** Headers as Node's `request.headers`, or anything with `get`, such as a `Request`'s. */
export type CallbackHeaders =
  | { readonly [name: string]: string | string[] | undefined }
  | { get(name: string): string | null };

export type Callback = {
  /** The project's callback secret, `whsec_…`, or several while you change from one to the next. */
  secret: string | readonly string[];
  headers: CallbackHeaders;
  /** The body as it came, byte by byte: what a JSON parser has read and written again no longer fits the signature. */
  body: string | Uint8Array;
  /** How far the callback's time may be from now, either way; 300 unless told. */
  toleranceSeconds?: number;
  now?: Date;
};

/** A callback that is not to be believed: answer it with 400 and do nothing. */
export class CallbackError extends Error {
  override name = 'CallbackError';
  readonly reason: 'header' | 'timestamp' | 'signature' | 'body';

  constructor(reason: CallbackError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * What a callback says, once its signature and its time are right; at the URL of incoming messages an `IncomingCallback`. Throws a
 * CallbackError otherwise.
 */
export function verifyCallback<Said extends StatusCallback | IncomingCallback = StatusCallback>(
  callback: Callback,
): Said {
  const { headers, body, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = callback;
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('verifyCallback needs the body as it came: text or bytes, not what was parsed of it');
  const keys = [callback.secret].flat().map(keyOf);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const given = header(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new CallbackError('timestamp', 'webhook-timestamp is not a number of seconds');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new CallbackError(
      'timestamp',
      `webhook-timestamp is more than ${toleranceSeconds} s from now: the callback is old, or this machine's clock is wrong`,
    );
  const expected = keys.map((key) => {
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    return VERSION + signed.digest('base64');
  });
  // All are compared, so that the time it takes says nothing of which one fits.
  const fitting = expected.flatMap((one) => given.map((other) => isSame(one, other)));
  if (!fitting.includes(true))
    throw new CallbackError(
      'signature',
      'No signature fits: the secret is another one, or the body was changed',
    );
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as Said;
  } catch {
    throw new CallbackError('body', 'The body is not JSON');
  }
}

function keyOf(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new TypeError("The callback secret is not as the project's settings show it: whsec_ and base64");
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
