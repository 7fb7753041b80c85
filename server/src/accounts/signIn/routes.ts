// Calls to sign in and out, under /v1/web: login, logout, password reset and sessions.
import { accountCalls } from '@godwit/contract/accounts/accounts';
import { backgroundOf } from '../../http/background.ts';
import { createLimiter, limitByAddress } from '../../http/rateLimit.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import {
  browserTokenOf,
  clearSession,
  refreshCsrf,
  sessionIdOf,
  setSession,
  signInOf,
} from '../../identity/cookies.ts';
import { loginLimits, shed } from '../../identity/guards.ts';
import { endSession, endSessions, listSessions } from '../../identity/sessions.ts';
import { throttleKeyOf } from '../../identity/throttle.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { login, loginWithCode } from './login.ts';
import { countReset, readReset, requestReset, resetPassword } from './resetPassword.ts';

/** Log in and out, and get the CSRF token that these calls need like all others. */
export function loginRoutes(web: App, services: Services): void {
  const on = serve(web, accountCalls);
  const { settings, secrets } = services;
  const { limitAddress, limitStrangers } = loginLimits('login', () => settings.limitLogin);

  on('GET /generic/refresh_csrf', async (request, reply) => ({
    id: refreshCsrf(request, reply, services),
  }));

  on('POST /login', { onRequest: [limitAddress, shed] }, async (request, reply) => {
    const { user_id: email, password } = request.body;
    const throttleKey = throttleKeyOf(secrets, email, browserTokenOf(request, settings));
    // The common limit leaves out browsers that have signed in before, so a flood does not lock them out.
    if (!throttleKey.known) limitStrangers('all', null);
    const signIn = { ...signInOf(request, settings), throttleKey };
    const signedIn = orThrow(await login(services, { email, password }, signIn));
    setSession(reply, settings, signedIn);
    return signedIn.browserToken === null ? { second_factor: true as const } : {};
  });

  on('POST /login/second_factor', { onRequest: limitAddress }, async (request, reply) => {
    const proof = { code: request.body.code, known: browserTokenOf(request, settings) };
    setSession(
      reply,
      settings,
      orThrow(await loginWithCode(services, sessionIdOf(request, settings), proof)),
    );
    return {};
  });

  // An expired session can be logged out too.
  on('POST /logout', async (request, reply) => {
    const sessionId = sessionIdOf(request, settings);
    if (sessionId !== null) await endSession(services.kysely, sessionId);
    clearSession(reply, settings);
    return {};
  });
}

/** Request a password reset by mail, and set the new password. */
export function resetRoutes(web: App, services: Services): void {
  const on = serve(web, accountCalls);
  const { settings } = services;
  const inBackground = backgroundOf(web);
  const limitRequest = limitByAddress(createLimiter('request_reset_password', () => settings.limitRegister));
  const limitReset = limitByAddress(createLimiter('reset_password', () => settings.limitLogin));

  on('POST /request_reset_password', { onRequest: limitRequest }, async ({ body: { email } }) => {
    orThrow(await countReset(services, email));
    inBackground('request_reset_password', () => requestReset(services, email));
    return {};
  });

  on('GET /reset_password', { onRequest: limitReset }, async ({ query: { token } }) =>
    orThrow(await readReset(services, token)),
  );

  on('POST /reset_password', { onRequest: limitReset }, async (request, reply) => {
    const outcome = orThrow(await resetPassword(services, request.body, signInOf(request, settings)));
    if (outcome === 'needs code') return { second_factor: true as const };
    setSession(reply, settings, outcome);
    return {};
  });
}

/** List and end the sessions of the person. */
export function sessionRoutes(signedIn: App, { kysely, settings }: Services): void {
  const on = serve(signedIn, accountCalls);
  on('GET /sessions', async (request) =>
    listSessions(kysely, request.member.userId, sessionIdOf(request, settings)),
  );

  on('DELETE /sessions/clear_inactive', async (request) => {
    const owner = { user_id: request.member.userId };
    await endSessions(kysely, owner, { keep: sessionIdOf(request, settings) });
    return {};
  });
}
