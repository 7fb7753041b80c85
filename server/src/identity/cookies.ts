// Session cookies and CSRF tokens of customers and staff.
import { timingSafeEqual } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import { checkCsrf, csrfToken } from '../http/csrf.ts';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { type Kind, LIFETIME_SECONDS } from './sessionLifetime.ts';
import type { SignedIn, SignIn } from './sessions.ts';
import { randomToken, TOKEN } from './tokens.ts';

/** Strict for staff: links from other sites open nothing in their session. */
const COOKIES = {
  user: { session: 'godwit_session', browser: 'godwit_browser', sameSite: 'lax' },
  staff: { session: 'godwit_staff', browser: 'godwit_staff_browser', sameSite: 'strict' },
} as const;

/** Readable by the console and worthless to others: it only hints at a session. */
const MARKER_COOKIE = 'godwit_auth';

/**
 * The browser in which an email was registered. The click on the link in its mail signs in there, and
 * nowhere else.
 */
const REGISTERED_COOKIE = 'godwit_registered';
const REGISTERED_SECONDS = 86_400;

/** How long a browser is known by a login: as long as browsers keep a cookie. */
const BROWSER_SECONDS = 400 * 86_400;

/**
 * Adds cookies to a part of the app and refuses its state-changing calls without the session's CSRF token
 * (1005).
 */
export async function guardSessions(part: App, kind: Kind, { settings, secrets }: Services): Promise<void> {
  await part.register(cookie);
  part.addHook('onRequest', async (request) => {
    const sessionId = sessionIdOf(request, settings, kind);
    checkCsrf(request, { secrets, publicUrl: settings.publicUrl, sessionId });
  });
}

/** The session id a request carries, dead or alive; null if it carries none that could be ours. */
export function sessionIdOf(request: FastifyRequest, settings: Settings, kind: Kind = 'user'): string | null {
  const value = request.cookies[cookieName(settings, COOKIES[kind].session)];
  return value !== undefined && TOKEN.test(value) ? value : null;
}

/**
 * The CSRF token of the request's session; a browser without one gets an anonymous session id without a
 * row.
 */
export function refreshCsrf(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, secrets }: Services,
  kind: Kind = 'user',
): string {
  let sessionId = sessionIdOf(request, settings, kind);
  if (sessionId === null) {
    sessionId = randomToken();
    reply.setCookie(cookieName(settings, COOKIES[kind].session), sessionId, cookieOptions(settings, kind));
  }
  return csrfToken(secrets, sessionId);
}

/** The browser that a request comes from, as far as a login has to know it. */
export function signInOf(request: FastifyRequest, settings: Settings, kind: Kind = 'user'): SignIn {
  const browser = { ip: addressOf(request), userAgent: request.headers['user-agent'] ?? '' };
  return { browser, replaces: sessionIdOf(request, settings, kind) };
}

/** The token by which the browser is known since its last login; null if it never signed in. */
export function browserTokenOf(
  request: FastifyRequest,
  settings: Settings,
  kind: Kind = 'user',
): string | null {
  return request.cookies[cookieName(settings, COOKIES[kind].browser)] ?? null;
}

/**
 * Sets the cookie of a session and, once it is complete, the one by which the browser is known, which
 * outlives the session.
 */
export function setSession(
  reply: FastifyReply,
  settings: Settings,
  { sessionId, browserToken }: SignedIn,
  kind: Kind = 'user',
): void {
  const { session, browser } = COOKIES[kind];
  const options = { ...cookieOptions(settings, kind), maxAge: LIFETIME_SECONDS[kind].whole };
  reply.setCookie(cookieName(settings, session), sessionId, options);
  if (browserToken === null) return;
  if (kind === 'user') reply.setCookie(MARKER_COOKIE, '1', { ...options, httpOnly: false });
  reply.setCookie(cookieName(settings, browser), browserToken, { ...options, maxAge: BROWSER_SECONDS });
}

/** Has the browser know for a day that this email was registered in it. */
export function setRegistered(reply: FastifyReply, { settings, secrets }: Services, email: string): void {
  const options = { ...cookieOptions(settings, 'user'), maxAge: REGISTERED_SECONDS };
  const value = secrets.hmac('registered', email).toString('base64url');
  reply.setCookie(cookieName(settings, REGISTERED_COOKIE), value, options);
}

/** Whether an email was registered in the browser of a request, and not by another person elsewhere. */
export function isRegisteredBy(
  request: FastifyRequest,
  { settings, secrets }: Services,
  email: string,
): boolean {
  const value = Buffer.from(request.cookies[cookieName(settings, REGISTERED_COOKIE)] ?? '', 'base64url');
  return secrets
    .hmacs('registered', email)
    .some((right) => value.length === right.length && timingSafeEqual(value, right));
}

/** Clears that: its session has begun. */
export function clearRegistered(reply: FastifyReply, { settings }: Services): void {
  reply.clearCookie(cookieName(settings, REGISTERED_COOKIE), cookieOptions(settings, 'user'));
}

/** Clears the cookies of the session; ending it in the database is another matter. */
export function clearSession(reply: FastifyReply, settings: Settings, kind: Kind = 'user'): void {
  const options = cookieOptions(settings, kind);
  reply.clearCookie(cookieName(settings, COOKIES[kind].session), options);
  if (kind === 'user') reply.clearCookie(MARKER_COOKIE, { ...options, httpOnly: false });
}

/** A cookie's name as browsers get it: over https one that no other host or path can set. */
export function cookieName({ publicUrl }: Settings, name: string): string {
  return publicUrl.protocol === 'https:' ? `__Host-${name}` : name;
}

function cookieOptions({ publicUrl }: Settings, kind: Kind) {
  const { sameSite } = COOKIES[kind];
  return { path: '/', sameSite, secure: publicUrl.protocol === 'https:', httpOnly: true } as const;
}
