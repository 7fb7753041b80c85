// Getting in and out, under /v1/web: login, logout, a new password, and the browsers a person is signed in with.
import {
  loginRequest,
  requestResetRequest,
  resetPasswordRequest,
  sessionsAnswer,
} from '@godwit/contract/accounts';
import { empty } from '@godwit/contract/common';
import type { onRequestHookHandler } from 'fastify';
import { backgroundOf } from '../http/background.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import { browserTokenOf, giveSession, sessionIdOf, signInOf, takeSession } from '../http/sessions.ts';
import type { App } from '../http/types.ts';
import { orThrow, RefusalError } from '../refusal.ts';
import type { Services } from '../services.ts';
import { login } from './login.ts';
import { busyWithPasswords } from './passwords.ts';
import { requestReset, resetPassword } from './resetPassword.ts';
import { endSession, endSessions, listSessions } from './sessions.ts';
import { laneOf } from './throttle.ts';

/** All strangers together have as many login attempts as this many addresses. */
const ADDRESSES_AT_ONCE = 20;

/** Refuses what there is no place for before its body is read: that is most of what a flood would cost. */
export const shed: onRequestHookHandler = (_request, _reply, done) => {
  const busy = busyWithPasswords();
  done(busy ? new RefusalError(busy) : undefined);
};

/** Login and logout. */
export function loginRoutes(web: App, services: Services): void {
  const { settings, secrets } = services;
  const { limitLogin: limit } = settings;
  const limitAddress = limitByAddress(createLimiter('login', limit));
  const limitStrangers = createLimiter(
    'login of strangers',
    limit && { ...limit, count: limit.count * ADDRESSES_AT_ONCE },
  );

  web.post(
    '/login',
    { onRequest: [limitAddress, shed], schema: { body: loginRequest, response: { 200: empty } } },
    async (request, reply) => {
      const { user_id: email, password } = request.body;
      const lane = laneOf(secrets, email, browserTokenOf(request, settings));
      // A flood from everywhere keeps nobody out who has been in before.
      if (!lane.known) limitStrangers('all', null);
      const signIn = { ...signInOf(request, settings), lane };
      giveSession(reply, settings, orThrow(await login(services, { email, password }, signIn)));
      return {};
    },
  );

  // Also for a session that is dead already: who wants out gets out.
  web.post('/logout', { schema: { response: { 200: empty } } }, async (request, reply) => {
    const sessionId = sessionIdOf(request, settings);
    if (sessionId !== null) await endSession(services.kysely, sessionId);
    takeSession(reply, settings);
    return {};
  });
}

/** Asking for the mail with the link to a new password, and following it. */
export function resetRoutes(web: App, services: Services): void {
  const { settings } = services;
  const inBackground = backgroundOf(web);
  const limitRequest = limitByAddress(createLimiter('request_reset_password', settings.limitRegister));
  const limitReset = limitByAddress(createLimiter('reset_password', settings.limitLogin));

  web.post(
    '/request_reset_password',
    { onRequest: limitRequest, schema: { body: requestResetRequest, response: { 200: empty } } },
    async ({ body: { email } }) => {
      inBackground('request_reset_password', () => requestReset(services, email));
      return {};
    },
  );

  web.post(
    '/reset_password',
    { onRequest: limitReset, schema: { body: resetPasswordRequest, response: { 200: empty } } },
    async (request, reply) => {
      const signedIn = await resetPassword(services, request.body, signInOf(request, settings));
      giveSession(reply, settings, orThrow(signedIn));
      return {};
    },
  );
}

/** Where the person is signed in. */
export function sessionRoutes(signedIn: App, { kysely, settings }: Services): void {
  signedIn.get(
    '/sessions',
    { config: { anyTeam: true }, schema: { response: { 200: sessionsAnswer } } },
    async (request) => listSessions(kysely, request.member.userId, sessionIdOf(request, settings)),
  );

  signedIn.delete(
    '/sessions/clear_inactive',
    { config: { anyTeam: true }, schema: { response: { 200: empty } } },
    async (request) => {
      await endSessions(kysely, request.member.userId, { keep: sessionIdOf(request, settings) });
      return {};
    },
  );
}
