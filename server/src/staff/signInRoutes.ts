// Staff signing in and out, under /v1/staff: step by step, each answering the next.
import { csrfAnswer } from '@godwit/contract/accounts';
import { empty } from '@godwit/contract/common';
import { codeRequest, setUpAnswer } from '@godwit/contract/secondFactor';
import { ssoFinishRequest, ssoStartAnswer } from '@godwit/contract/singleSignOn';
import {
  enrolledAnswer,
  type SignInStep,
  staffLoginRequest,
  staffPasswordRequest,
  staffSessionAnswer,
  staffSignInAnswer,
  stepAnswer,
} from '@godwit/contract/staff';
import type { FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import { backgroundOf } from '../http/background.ts';
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
import type { OpenId } from '../identity/openId.ts';
import { keepAttempt, takeAttempt } from '../identity/openIdAttempt.ts';
import { beginFactor } from '../identity/secondFactor.ts';
import { findStaff, type StaffFound } from '../identity/sessions.ts';
import { isRefusal, orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
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

/** Login, where one stands, and logout: none of them needs a session. */
export function staffLoginRoutes(part: App, services: Services): void {
  const { settings, secrets } = services;
  const { limitAddress, limitStrangers } = loginLimits('staff login', settings.limitLogin);
  const inBackground = backgroundOf(part);

  part.get('/csrf', { schema: { response: { 200: csrfAnswer } } }, async (request, reply) => ({
    id: refreshCsrf(request, reply, services, 'staff'),
  }));

  part.post(
    '/login',
    { onRequest: [limitAddress, shed], schema: { body: staffLoginRequest, response: { 200: stepAnswer } } },
    async (request, reply) => {
      const { email, password } = request.body;
      const throttleKey = staffThrottleKey(secrets, email, browserTokenOf(request, settings, 'staff'));
      if (!throttleKey.known) limitStrangers('all', null);
      const signIn = { ...signInOf(request, settings, 'staff'), throttleKey };
      const signedIn = await staffLogin(services, { email, password }, signIn);
      // After the answer, whose time must not show whether there was an account to log it for.
      if (isRefusal(signedIn) && signedIn.refused === 'invalidCredentials')
        inBackground('log a failed sign-in', () => recordFailure(services, email, addressOf(request)));
      const { next, sessionId } = orThrow(signedIn);
      setSession(reply, settings, { sessionId, browserToken: null }, 'staff');
      return { next };
    },
  );

  part.get('/session', { schema: { response: { 200: staffSessionAnswer } } }, async (request) => {
    const { next, id, email, role } = await requireSession(services, request);
    return { next, staff: { id, email, role } };
  });

  part.post('/logout', { schema: { response: { 200: empty } } }, async (request, reply) => {
    const sessionId = sessionIdOf(request, settings, 'staff');
    if (sessionId !== null) await staffLogout(services, sessionId, addressOf(request));
    clearSession(reply, settings, 'staff');
    return {};
  });
}

/** Signing in at the provider of staff, where there is one: to it, and back from it. */
export function staffSignOnRoutes(part: App, services: Services, openId: OpenId): void {
  const { settings } = services;
  const { limitAddress } = loginLimits('staff single sign-on', settings.limitLogin);

  part.get('/sign_in', { schema: { response: { 200: staffSignInAnswer } } }, async () => ({
    single_sign_on: staffProvider(settings) !== null,
  }));

  part.post(
    '/sso/start',
    { onRequest: limitAddress, schema: { response: { 200: ssoStartAnswer } } },
    async (_request, reply) => {
      const { url, attempt } = orThrow(await startStaffSignOn(services, openId));
      keepAttempt(reply, services, 'staff', attempt);
      return { url };
    },
  );

  part.post(
    '/sso/finish',
    { onRequest: limitAddress, schema: { body: ssoFinishRequest, response: { 200: stepAnswer } } },
    async (request, reply) => {
      const attempt = takeAttempt(request, reply, services, 'staff');
      const given = { query: request.body.query, signIn: signInOf(request, settings, 'staff') };
      const { next, sessionId } = orThrow(await finishStaffSignOn(services, openId, attempt, given));
      setSession(reply, settings, { sessionId, browserToken: null }, 'staff');
      return { next };
    },
  );
}

/** The steps between the password and a complete session. */
export function staffStepRoutes(part: App, services: Services): void {
  const { settings } = services;
  const atStep = (request: FastifyRequest, step: SignInStep) => requireSession(services, request, step);
  const given = (request: FastifyRequest, code: string) => ({
    code,
    sessionId: sessionIdOf(request, settings, 'staff')!,
    ip: addressOf(request),
    known: browserTokenOf(request, settings, 'staff'),
  });
  const { limitAddress } = loginLimits('staff code', settings.limitLogin);

  part.post(
    '/login/password',
    { onRequest: shed, schema: { body: staffPasswordRequest, response: { 200: stepAnswer } } },
    async (request) => {
      const staff = await atStep(request, 'CHANGE_PASSWORD');
      orThrow(await changeOneTimePassword(services, staff, request.body.password, addressOf(request)));
      return { next: (await requireSession(services, request)).next };
    },
  );

  part.post('/login/enrol', { schema: { response: { 200: setUpAnswer } } }, async (request) => {
    const { id, email } = await atStep(request, 'ENROL');
    return orThrow(await beginFactor(services, { staff_id: id }, email));
  });

  part.post(
    '/login/enrol/confirm',
    { onRequest: limitAddress, schema: { body: codeRequest, response: { 200: enrolledAnswer } } },
    async (request, reply) => {
      const staff = await atStep(request, 'ENROL');
      const proof = given(request, request.body.code);
      const { recoveryCodes, ...signedIn } = orThrow(await confirmEnrolment(services, staff, proof));
      setSession(reply, settings, signedIn, 'staff');
      return { next: 'NONE' as const, recovery_codes: recoveryCodes };
    },
  );

  part.post(
    '/login/code',
    { onRequest: limitAddress, schema: { body: codeRequest, response: { 200: stepAnswer } } },
    async (request, reply) => {
      const staff = await atStep(request, 'CODE');
      const signedIn = orThrow(await loginWithCode(services, staff, given(request, request.body.code)));
      setSession(reply, settings, signedIn, 'staff');
      return { next: 'NONE' as const };
    },
  );
}

/** The session a request carries; 4001 where it is none, 1013 where it stands at another step than the one asked for. */
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
