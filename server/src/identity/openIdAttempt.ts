// A sign-in in progress at a provider, sealed in the browser that began it. Another browser cannot complete
// it, and abandoned ones need no storage.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { cookieName } from './cookies.ts';
import type { Checks } from './openId.ts';
import type { Kind } from './sessionLifetime.ts';

/** `teamId` is null for staff; `to` is the page the person wanted. */
export type Attempt = { teamId: string | null; issuer: string; checks: Checks; to: string | null };

const COOKIE = 'godwit_sso';
const SECONDS = 600;
const sealedFor = (kind: Kind) => `single sign-on of ${kind}`;

export function keepAttempt(
  reply: FastifyReply,
  { settings, secrets }: Services,
  kind: Kind,
  attempt: Attempt,
): void {
  const untilMs = Date.now() + SECONDS * 1000;
  const value = secrets.seal(sealedFor(kind), JSON.stringify({ ...attempt, untilMs })).toString('base64url');
  reply.setCookie(cookieName(settings, COOKIE), value, { ...optionsOf(settings), maxAge: SECONDS });
}

/**
 * The attempt that a browser comes back with, which it has no more afterwards; null if there is none, or
 * an old one.
 */
export function takeAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, secrets }: Services,
  kind: Kind,
): Attempt | null {
  const value = request.cookies[cookieName(settings, COOKIE)];
  if (!value) return null;
  reply.clearCookie(cookieName(settings, COOKIE), optionsOf(settings));
  try {
    const opened = JSON.parse(secrets.open(sealedFor(kind), Buffer.from(value, 'base64url')).toString());
    return opened.untilMs > Date.now() ? opened : null;
  } catch {
    return null;
  }
}

function optionsOf({ publicUrl }: Services['settings']) {
  // Our own page sends it, so it need not come along from the provider's.
  return { path: '/', sameSite: 'strict', secure: publicUrl.protocol === 'https:', httpOnly: true } as const;
}
