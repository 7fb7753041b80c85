// Staff getting in and out, under /v1/staff: step by step, each answering the next.
import { csrfAnswer } from '@godwit/contract/accounts';
import { empty } from '@godwit/contract/common';
import {
  enrolAnswer,
  enrolledAnswer,
  type SignInStep,
  staffCodeRequest,
  staffLoginRequest,
  staffPasswordRequest,
  staffSessionAnswer,
  stepAnswer,
} from '@godwit/contract/staff';
import type { FastifyRequest } from 'fastify';
import { shed } from '../accounts/sessionRoutes.ts';
import { addressOf } from '../http/address.ts';
import { backgroundOf } from '../http/background.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import {
  giveStaffSession,
  refreshStaffCsrf,
  staffBrowserTokenOf,
  staffSessionIdOf,
  staffSignInOf,
  takeStaffSession,
} from '../http/staffSessions.ts';
import type { App } from '../http/types.ts';
import { isRefusal, orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { FoundSession } from './sessionQueries.ts';
import { endStaffSession, findStaffSession } from './sessions.ts';
import {
  beginEnrolment,
  changeOneTimePassword,
  confirmEnrolment,
  giveCode,
  recordFailure,
  staffLane,
  staffLogin,
} from './signIn.ts';

/** All strangers together have as many attempts as this many addresses. */
const ADDRESSES_AT_ONCE = 20;

/** Login, where one stands, and logout: none of them needs a session. */
export function staffLoginRoutes(part: App, services: Services): void {
  const { settings, secrets, kysely } = services;
  const { limitLogin: limit } = settings;
  const limitAddress = limitByAddress(createLimiter('staff login', limit));
  const limitStrangers = createLimiter(
    'staff login of strangers',
    limit && { ...limit, count: limit.count * ADDRESSES_AT_ONCE },
  );
  const inBackground = backgroundOf(part);

  part.get('/csrf', { schema: { response: { 200: csrfAnswer } } }, async (request, reply) => ({
    id: refreshStaffCsrf(request, reply, services),
  }));

  part.post(
    '/login',
    { onRequest: [limitAddress, shed], schema: { body: staffLoginRequest, response: { 200: stepAnswer } } },
    async (request, reply) => {
      const { email, password } = request.body;
      const lane = staffLane(secrets, email, staffBrowserTokenOf(request, settings));
      if (!lane.known) limitStrangers('all', null);
      const signIn = { ...staffSignInOf(request, settings), lane };
      const signedIn = await staffLogin(services, { email, password }, signIn);
      // After the answer, which must not tell by its time whether there was an account to log it for.
      if (isRefusal(signedIn) && signedIn.refused === 'invalidCredentials')
        inBackground('log a failed sign-in', () => recordFailure(services, email, addressOf(request)));
      const { next, ...session } = orThrow(signedIn);
      giveStaffSession(reply, settings, session);
      return { next };
    },
  );

  part.get('/session', { schema: { response: { 200: staffSessionAnswer } } }, async (request) => {
    const { next, id, email, role } = await requireSession(services, request);
    return { next, staff: { id, email, role } };
  });

  part.post('/logout', { schema: { response: { 200: empty } } }, async (request, reply) => {
    const sessionId = staffSessionIdOf(request, settings);
    if (sessionId !== null) await endStaffSession(kysely, sessionId, request);
    takeStaffSession(reply, settings);
    return {};
  });
}

/** The steps between the password and a complete session. */
export function staffStepRoutes(part: App, services: Services): void {
  const { settings } = services;
  const atStep = (request: FastifyRequest, step: SignInStep) => requireSession(services, request, step);

  part.post(
    '/login/password',
    { onRequest: shed, schema: { body: staffPasswordRequest, response: { 200: stepAnswer } } },
    async (request) => {
      const staff = await atStep(request, 'CHANGE_PASSWORD');
      orThrow(await changeOneTimePassword(services, staff, request.body.password, addressOf(request)));
      return { next: (await requireSession(services, request)).next };
    },
  );

  part.post('/login/enrol', { schema: { response: { 200: enrolAnswer } } }, async (request) =>
    beginEnrolment(services, await atStep(request, 'ENROL')),
  );

  part.post(
    '/login/enrol/confirm',
    { schema: { body: staffCodeRequest, response: { 200: enrolledAnswer } } },
    async (request, reply) => {
      const staff = await atStep(request, 'ENROL');
      const signIn = staffSignInOf(request, settings);
      const { sessionId, recoveryCodes } = orThrow(
        await confirmEnrolment(services, staff, request.body.code, signIn),
      );
      giveStaffSession(reply, settings, { sessionId });
      return { next: 'NONE' as const, recovery_codes: recoveryCodes };
    },
  );

  part.post(
    '/login/code',
    { schema: { body: staffCodeRequest, response: { 200: stepAnswer } } },
    async (request, reply) => {
      const staff = await atStep(request, 'CODE');
      const signIn = staffSignInOf(request, settings);
      giveStaffSession(reply, settings, orThrow(await giveCode(services, staff, request.body.code, signIn)));
      return { next: 'NONE' as const };
    },
  );
}

/** The session a request carries; 4001 where it is none, 1013 where it stands at another step than the one asked for. */
async function requireSession(
  { kysely, settings }: Services,
  request: FastifyRequest,
  step?: SignInStep,
): Promise<FoundSession> {
  const sessionId = staffSessionIdOf(request, settings);
  const found = sessionId && (await findStaffSession(kysely, sessionId));
  if (!found) throw new RefusalError(refuse('notSignedIn'));
  if (step && found.next !== step) {
    const description = 'This is not the next step of signing in. Load the page again.';
    throw new RefusalError(refuse('conflict', { description }));
  }
  return found;
}
