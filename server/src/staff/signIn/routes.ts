// Staff sign-in and sign-out, under /v1/staff. The answer to each step names the next one.
import { type SignInStep, staffSignInCalls } from '@godwit/contract/staff/accounts';
import type { FastifyRequest } from 'fastify';
import { addressOf } from '../../http/address.ts';
import { backgroundOf } from '../../http/background.ts';
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
import type { OpenId } from '../../identity/openId.ts';
import { keepAttempt, takeAttempt } from '../../identity/openIdAttempt.ts';
import { beginFactor } from '../../identity/secondFactor.ts';
import { findStaff, type StaffFound } from '../../identity/sessions.ts';
import { isRefusal, orThrow, RefusalError, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  changeOneTimePassword,
  confirmEnrolment,
  loginWithCode,
  recordFailure,
  staffLogin,
  staffLogout,
  staffThrottleKey,
} from './signIn.ts';
import { finishStaffSignOn, staffProvider, startStaffSignOn } from './singleSignOn.ts';

/** Sign-in, its state, and sign-out. None of them needs a session. */
export function staffLoginRoutes(part: App, services: Services): void {
  const on = serve(part, staffSignInCalls);
  const { settings, secrets } = services;
  const { limitAddress, limitStrangers } = loginLimits('staff login', () => settings.limitLogin);
  const inBackground = backgroundOf(part);

  on('GET /csrf', async (request, reply) => ({
    id: refreshCsrf(request, reply, services, 'staff'),
  }));

  on('POST /login', { onRequest: [limitAddress, shed] }, async (request, reply) => {
    const { email, password } = request.body;
    const throttleKey = staffThrottleKey(secrets, email, browserTokenOf(request, settings, 'staff'));
    if (!throttleKey.known) limitStrangers('all', null);
    const signIn = { ...signInOf(request, settings, 'staff'), throttleKey };
    const signedIn = await staffLogin(services, { email, password }, signIn);
    // Logged after the answer: the time of the answer must not reveal whether the account exists.
    if (isRefusal(signedIn) && signedIn.refused === 'invalidCredentials')
      inBackground('log a failed sign-in', () => recordFailure(services, email, addressOf(request)));
    const { next, sessionId } = orThrow(signedIn);
    setSession(reply, settings, { sessionId, browserToken: null }, 'staff');
    return { next };
  });

  on('GET /session', async (request) => {
    const { next, id, email, role } = await requireSession(services, request);
    return { next, staff: { id, email, role } };
  });

  on('POST /logout', async (request, reply) => {
    const sessionId = sessionIdOf(request, settings, 'staff');
    if (sessionId !== null) await staffLogout(services, sessionId, addressOf(request));
    clearSession(reply, settings, 'staff');
    return {};
  });
}

/** Single sign-on if staff have a provider: the redirect to it and the return from it. */
export function staffSignOnRoutes(part: App, services: Services, openId: OpenId): void {
  const on = serve(part, staffSignInCalls);
  const { settings } = services;
  const { limitAddress } = loginLimits('staff single sign-on', () => settings.limitLogin);

  on('GET /sign_in', async () => ({
    single_sign_on: staffProvider(settings) !== null,
  }));

  on('POST /sso/start', { onRequest: limitAddress }, async (_request, reply) => {
    const { url, attempt } = orThrow(await startStaffSignOn(services, openId));
    keepAttempt(reply, services, 'staff', attempt);
    return { url };
  });

  on('POST /sso/finish', { onRequest: limitAddress }, async (request, reply) => {
    const attempt = takeAttempt(request, reply, services, 'staff');
    const given = { query: request.body.query, signIn: signInOf(request, settings, 'staff') };
    const { next, sessionId } = orThrow(await finishStaffSignOn(services, openId, attempt, given));
    setSession(reply, settings, { sessionId, browserToken: null }, 'staff');
    return { next };
  });
}

/** The steps between the password and a complete session. */
export function staffStepRoutes(part: App, services: Services): void {
  const on = serve(part, staffSignInCalls);
  const { settings } = services;
  const atStep = (request: FastifyRequest, step: SignInStep) => requireSession(services, request, step);
  const given = (request: FastifyRequest, code: string) => ({
    code,
    sessionId: sessionIdOf(request, settings, 'staff')!,
    ip: addressOf(request),
    known: browserTokenOf(request, settings, 'staff'),
  });
  const { limitAddress } = loginLimits('staff code', () => settings.limitLogin);

  on('POST /login/password', { onRequest: shed }, async (request) => {
    const staff = await atStep(request, 'CHANGE_PASSWORD');
    orThrow(await changeOneTimePassword(services, staff, request.body.password, addressOf(request)));
    return { next: (await requireSession(services, request)).next };
  });

  on('POST /login/enrol', async (request) => {
    const { id, email } = await atStep(request, 'ENROL');
    return orThrow(await beginFactor(services, { staff_id: id }, email));
  });

  on('POST /login/enrol/confirm', { onRequest: limitAddress }, async (request, reply) => {
    const staff = await atStep(request, 'ENROL');
    const proof = given(request, request.body.code);
    const { recoveryCodes, ...signedIn } = orThrow(await confirmEnrolment(services, staff, proof));
    setSession(reply, settings, signedIn, 'staff');
    return { next: 'NONE' as const, recovery_codes: recoveryCodes };
  });

  on('POST /login/code', { onRequest: limitAddress }, async (request, reply) => {
    const staff = await atStep(request, 'CODE');
    const signedIn = orThrow(await loginWithCode(services, staff, given(request, request.body.code)));
    setSession(reply, settings, signedIn, 'staff');
    return { next: 'NONE' as const };
  });
}

/** The session of a request. 4001 if it has none, 1013 if the session is at another step. */
async function requireSession(
  { kysely, settings }: Services,
  request: FastifyRequest,
  step?: SignInStep,
): Promise<StaffFound> {
  const sessionId = sessionIdOf(request, settings, 'staff');
  const found = sessionId && (await findStaff(kysely, sessionId));
  if (!found) throw new RefusalError(refuse('notSignedIn'));
  if (step && found.next !== step) {
    const description = 'This is not the next step of signing in. Load the page again.';
    throw new RefusalError(refuse('conflict', { description }));
  }
  return found;
}
