// Verifies that a state-changing call comes from our own pages: a token bound to the session cookie, and
// the Origin header.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RefusalError, refuse } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The token that goes with a session id, signed in or not: an HMAC, so there is nothing to store. */
export function csrfToken(secrets: Secrets, sessionId: string): string {
  return secrets.hmac('csrf', sessionId).toString('base64url');
}

/**
 * Refuses (1005) a state-changing request without the session's token in X-CSRF-Token, or sent from another
 * site.
 */
export function checkCsrf(
  request: FastifyRequest,
  { secrets, publicUrl, sessionId }: { secrets: Secrets; publicUrl: URL; sessionId: string | null },
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const given = request.headers['x-csrf-token'];
  const matches =
    sessionId !== null &&
    typeof given === 'string' &&
    secrets.hmacs('csrf', sessionId).some((right) => sameText(given, right.toString('base64url')));
  if (!matches || isForeign(request, publicUrl)) throw new RefusalError(refuse('csrf'));
}

function sameText(given: string, expected: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}

/**
 * Over plain http (a laptop, localhost) any name the server is reached by counts as ours; over https only
 * PUBLIC_URL.
 */
function isForeign({ headers }: FastifyRequest, publicUrl: URL): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  if (headers.origin === undefined || headers.origin === publicUrl.origin) return false;
  return publicUrl.protocol === 'https:' || headers.origin !== `http://${headers.host}`;
}
