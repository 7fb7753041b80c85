// The browser's side of a session: its cookies, its CSRF token, and the member a request is made by.
import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TICKET_MINUTES } from '../accounts/loginTicket.ts';
import {
  type AwaitsCode,
  findMember,
  type Member,
  SESSION_DAYS,
  type SignedIn,
  type SignIn,
  touchSession,
} from '../accounts/sessions.ts';
import { randomToken, TOKEN } from '../accounts/tokens.ts';
import { isId } from '../ids.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { addressOf } from './address.ts';
import { checkCsrf, csrfToken } from './csrf.ts';
import type { App } from './types.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, in which team. Only inside what `requireMember` guards. */
    member: Member;
  }
  interface FastifyContextConfig {
    /** The call is about the person, so X-Team-Id is not looked at. */
    anyTeam?: boolean;
  }
}

/** Readable by the page, worth nothing: it only says that there may be a session. */
const MARKER_COOKIE = 'godwit_auth';
const DAY_SECONDS = 86_400;

/** How long a browser is known by a login: as long as browsers keep a cookie. */
const BROWSER_DAYS = 400;

/** Stands for an X-Team-Id that no team can have. */
const NO_TEAM = '00000000-0000-0000-0000-000000000000';

/** Gives a part of the app cookies and refuses its state-changing calls without a CSRF token (1005). */
export async function guardConsole(web: App, { settings, secrets }: Services): Promise<void> {
  await web.register(cookie);
  web.addHook('onRequest', async (request) => {
    checkCsrf(request, { secrets, publicUrl: settings.publicUrl, sessionId: sessionIdOf(request, settings) });
  });
}

/** Makes every route of a part of the app need a live session (4001) and a team of its user (1001): `request.member`. */
export function requireMember(signedIn: App, { settings, kysely }: Services): void {
  signedIn.decorateRequest('member');
  signedIn.addHook('onRequest', async (request) => {
    const sessionId = sessionIdOf(request, settings);
    const asked = request.routeOptions.config.anyTeam ? undefined : request.headers['x-team-id'];
    const teamId = asked === undefined ? null : typeof asked === 'string' && isId(asked) ? asked : NO_TEAM;
    const found = sessionId && (await findMember(kysely, sessionId, teamId));
    if (!found) throw new RefusalError(refuse('notSignedIn'));
    if (found.member === null) throw new RefusalError(refuse('notFound'));
    if (found.touch) await touchSession(kysely, sessionId);
    request.member = found.member;
  });
}

/** The session id a request carries, dead or alive; null where it carries none that we could have given. */
export function sessionIdOf(request: FastifyRequest, settings: Settings): string | null {
  const value = request.cookies[sessionCookie(settings)];
  return value !== undefined && TOKEN.test(value) ? value : null;
}

/** The CSRF token of the request's session; a browser without one gets an anonymous session id, which no row stands for. */
export function refreshCsrf(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, secrets }: Services,
): string {
  let sessionId = sessionIdOf(request, settings);
  if (sessionId === null) {
    sessionId = randomToken();
    reply.setCookie(sessionCookie(settings), sessionId, { ...cookieOptions(settings), httpOnly: true });
  }
  return csrfToken(secrets, sessionId);
}

/** The browser that a request comes from, as far as a login has to know it. */
export function signInOf(request: FastifyRequest, settings: Settings): SignIn {
  const browser = { ip: addressOf(request), userAgent: request.headers['user-agent'] ?? '' };
  return { browser, replaces: sessionIdOf(request, settings) };
}

/** What the browser got at its last login to be known by; null where it never signed in. */
export function browserTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[browserCookie(settings)] ?? null;
}

/** Hands the browser what stands for the right password until a code follows. */
export function giveTicket(reply: FastifyReply, settings: Settings, { ticket }: AwaitsCode): void {
  const options = { ...cookieOptions(settings), httpOnly: true, maxAge: TICKET_MINUTES * 60 };
  reply.setCookie(ticketCookie(settings), ticket, options);
}

/** Takes back what `giveTicket` gave. */
export function takeTicket(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(ticketCookie(settings), { ...cookieOptions(settings), httpOnly: true });
}

/** What `giveTicket` gave the browser of a request; null where it gave nothing, or too long ago. */
export function ticketOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[ticketCookie(settings)] ?? null;
}

/** Hands a signed-in session to the browser. What it is known by outlives the session. */
export function giveSession(
  reply: FastifyReply,
  settings: Settings,
  { sessionId, browserToken }: SignedIn,
): void {
  const options = { ...cookieOptions(settings), maxAge: SESSION_DAYS * DAY_SECONDS };
  reply.setCookie(sessionCookie(settings), sessionId, { ...options, httpOnly: true });
  reply.setCookie(MARKER_COOKIE, '1', options);
  const known = { ...options, httpOnly: true, maxAge: BROWSER_DAYS * DAY_SECONDS };
  reply.setCookie(browserCookie(settings), browserToken, known);
}

/** Takes the session away from the browser; ending it in the database is another matter. */
export function takeSession(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(sessionCookie(settings), { ...cookieOptions(settings), httpOnly: true });
  reply.clearCookie(MARKER_COOKIE, cookieOptions(settings));
}

function isHttps({ publicUrl }: Settings): boolean {
  return publicUrl.protocol === 'https:';
}

function sessionCookie(settings: Settings): string {
  return cookieName(settings, 'godwit_session');
}

function ticketCookie(settings: Settings): string {
  return isHttps(settings) ? '__Host-godwit_ticket' : 'godwit_ticket';
}

function browserCookie(settings: Settings): string {
  return cookieName(settings, 'godwit_browser');
}

/** A cookie's name as browsers get it: over https one that no other host or path can set. */
export function cookieName(settings: Settings, name: string): string {
  return isHttps(settings) ? `__Host-${name}` : name;
}

/** What every cookie of ours has in common. */
export function cookieOptions(settings: Settings) {
  return { path: '/', sameSite: 'lax', secure: isHttps(settings) } as const;
}
