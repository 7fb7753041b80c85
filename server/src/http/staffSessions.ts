// The staff pages' side of a session: cookies of their own, the same proof against foreign pages, and who asks.
import cookie from '@fastify/cookie';
import { type StaffAction, type StaffRole, staffMay } from '@godwit/contract/staff';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomToken, TOKEN } from '../accounts/tokens.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { findStaffSession, STAFF_SESSION_HOURS, type StaffSignIn } from '../staff/sessions.ts';
import { addressOf } from './address.ts';
import { checkCsrf, csrfToken } from './csrf.ts';
import { cookieName, cookieOptions } from './sessions.ts';
import type { App } from './types.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who of staff asks. Only inside what `requireStaff` guards. */
    staff: Staff;
  }
  interface FastifyContextConfig {
    /** What a member of staff must be allowed to do for this call. */
    staffAction?: StaffAction;
  }
}

/** A member of staff who is signed in, at an address. */
export type Staff = { id: string; email: string; role: StaffRole; ip: string };

const SESSION_COOKIE = 'godwit_staff';
const BROWSER_COOKIE = 'godwit_staff_browser';
const BROWSER_DAYS = 400;

/** Gives a part of the app cookies and refuses its state-changing calls without the staff session's CSRF token (1005). */
export async function guardStaff(part: App, { settings, secrets }: Services): Promise<void> {
  await part.register(cookie);
  part.addHook('onRequest', async (request) => {
    const sessionId = staffSessionIdOf(request, settings);
    checkCsrf(request, { secrets, publicUrl: settings.publicUrl, sessionId });
  });
}

/** Makes every route of a part of the app need a complete session (4001) of somebody who may do it (1012): `request.staff`. */
export function requireStaff(signedIn: App, { settings, kysely }: Services): void {
  signedIn.decorateRequest('staff');
  signedIn.addHook('onRoute', ({ config, url }) => {
    if (!config?.staffAction) throw new Error(`${url} does not say what staff must be allowed to do`);
  });
  signedIn.addHook('onRequest', async (request) => {
    const sessionId = staffSessionIdOf(request, settings);
    const found = sessionId === null ? null : await findStaffSession(kysely, sessionId);
    if (found?.next !== 'NONE') throw new RefusalError(refuse('notSignedIn'));
    const { id, email, role } = found;
    if (!staffMay(role, request.routeOptions.config.staffAction!))
      throw new RefusalError(refuse('notAllowed'));
    request.staff = { id, email, role, ip: addressOf(request) };
  });
}

/** The staff session id a request carries, dead or alive; null where it carries none that we could have given. */
export function staffSessionIdOf(request: FastifyRequest, settings: Settings): string | null {
  const value = request.cookies[cookieName(settings, SESSION_COOKIE)];
  return value !== undefined && TOKEN.test(value) ? value : null;
}

/** The CSRF token of the request's staff session; a browser without one gets an id that no row stands for. */
export function refreshStaffCsrf(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, secrets }: Services,
): string {
  let sessionId = staffSessionIdOf(request, settings);
  if (sessionId === null) {
    sessionId = randomToken();
    reply.setCookie(cookieName(settings, SESSION_COOKIE), sessionId, strictOptions(settings));
  }
  return csrfToken(secrets, sessionId);
}

/** The browser that a staff sign-in comes from. */
export function staffSignInOf(request: FastifyRequest, settings: Settings): StaffSignIn {
  const browser = { ip: addressOf(request), userAgent: request.headers['user-agent'] ?? '' };
  return { browser, replaces: staffSessionIdOf(request, settings) };
}

/** What the browser got at its last login to be known by; null where staff never signed in with it. */
export function staffBrowserTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[cookieName(settings, BROWSER_COOKIE)] ?? null;
}

/** Hands a session to the browser, and what it is known by where that is new. */
export function giveStaffSession(
  reply: FastifyReply,
  settings: Settings,
  { sessionId, browserToken }: { sessionId: string; browserToken?: string },
): void {
  const options = strictOptions(settings);
  const maxAge = STAFF_SESSION_HOURS * 3600;
  reply.setCookie(cookieName(settings, SESSION_COOKIE), sessionId, { ...options, maxAge });
  if (browserToken === undefined) return;
  const known = { ...options, maxAge: BROWSER_DAYS * 86_400 };
  reply.setCookie(cookieName(settings, BROWSER_COOKIE), browserToken, known);
}

/** Takes the session away from the browser; ending it in the database is another matter. */
export function takeStaffSession(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(cookieName(settings, SESSION_COOKIE), strictOptions(settings));
}

/** Strict: no link from elsewhere opens a document or an export in a staff session. */
function strictOptions(settings: Settings) {
  return { ...cookieOptions(settings), sameSite: 'strict', httpOnly: true } as const;
}
