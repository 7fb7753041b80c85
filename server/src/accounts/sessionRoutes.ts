// Signing in and out, under /v1/web: login, logout, a new password, and the browsers a person is signed in with.
import {
  csrfAnswer,
  linkQuery,
  loginRequest,
  requestResetRequest,
  resetLinkAnswer,
  resetPasswordRequest,
  sessionsAnswer,
  signInAnswer,
} from '@godwit/contract/accounts';
import { empty } from '@godwit/contract/common';
import { codeRequest } from '@godwit/contract/secondFactor';
import { backgroundOf } from '../http/background.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import {
  browserTokenOf,
  clearSession,
  refreshCsrf,
  sessionIdOf,
  setSession,
  signInOf,
} from '../identity/cookies.ts';
import { loginLimits, shed } from '../identity/guards.ts';
import { endSession, endSessions, listSessions } from '../identity/sessions.ts';
import { throttleKeyOf } from '../identity/throttle.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { login, loginWithCode } from './login.ts';
import { countReset, readReset, requestReset, resetPassword } from './resetPassword.ts';

/** Login and logout, and the CSRF token that they need as all calls do. */
export function loginRoutes(web: App, services: Services): void {
  const { settings, secrets } = services;
  const { limitAddress, limitStrangers } = loginLimits('login', settings.limitLogin);

  web.get('/generic/refresh_csrf', { schema: { response: { 200: csrfAnswer } } }, async (request, reply) => ({
    id: refreshCsrf(request, reply, services),
  }));

  web.post(
    '/login',
    { onRequest: [limitAddress, shed], schema: { body: loginRequest, response: { 200: signInAnswer } } },
    async (request, reply) => {
      const { user_id: email, password } = request.body;
      const throttleKey = throttleKeyOf(secrets, email, browserTokenOf(request, settings));
      // A flood from many addresses does not stop browsers that have signed in before.
      if (!throttleKey.known) limitStrangers('all', null);
      const signIn = { ...signInOf(request, settings), throttleKey };
      const signedIn = orThrow(await login(services, { email, password }, signIn));
      setSession(reply, settings, signedIn);
      return signedIn.browserToken === null ? { second_factor: true as const } : {};
    },
  );

  web.post(
    '/login/second_factor',
    { onRequest: limitAddress, schema: { body: codeRequest, response: { 200: empty } } },
    async (request, reply) => {
      const proof = { code: request.body.code, known: browserTokenOf(request, settings) };
      setSession(
        reply,
        settings,
        orThrow(await loginWithCode(services, sessionIdOf(request, settings), proof)),
      );
      return {};
    },
  );

  // Also for a session that is dead already.
  web.post('/logout', { schema: { response: { 200: empty } } }, async (request, reply) => {
    const sessionId = sessionIdOf(request, settings);
    if (sessionId !== null) await endSession(services.kysely, sessionId);
    clearSession(reply, settings);
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
      orThrow(await countReset(services, email));
      inBackground('request_reset_password', () => requestReset(services, email));
      return {};
    },
  );

  web.get(
    '/reset_password',
    { onRequest: limitReset, schema: { querystring: linkQuery, response: { 200: resetLinkAnswer } } },
    async ({ query: { token } }) => orThrow(await readReset(services, token)),
  );

  web.post(
    '/reset_password',
    { onRequest: limitReset, schema: { body: resetPasswordRequest, response: { 200: signInAnswer } } },
    async (request, reply) => {
      const outcome = orThrow(await resetPassword(services, request.body, signInOf(request, settings)));
      if (outcome === 'needs code') return { second_factor: true as const };
      setSession(reply, settings, outcome);
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
      const owner = { user_id: request.member.userId };
      await endSessions(kysely, owner, { keep: sessionIdOf(request, settings) });
      return {};
    },
  );
}
