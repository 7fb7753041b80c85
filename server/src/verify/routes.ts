// The public API's calls about verifications, under /v1.
import { givenId } from '@godwit/contract/common';
import { ERRORS } from '@godwit/contract/errors';
import {
  checkAnswer,
  checkNumberRequest,
  checkVerificationRequest,
  feedbackAnswer,
  feedbackRequest,
  startVerificationRequest,
  type Verification,
  verification,
} from '@godwit/contract/publicApi/verify';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { Accept } from '../messages/accept/accept.ts';
import { refuseUnused, UNUSED_OF_VERIFICATION } from '../messages/misplaced.ts';
import { refuseAtOnce } from '../messages/publicRoutes.ts';
import { orThrow, type Refusal, RefusalError, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { cancelVerification, checkCode } from './check.ts';
import { giveFeedback } from './feedback.ts';
import { lastVerificationOf, type VerificationRow, verificationOf } from './find.ts';
import { type ProfileRow, selectProfiles } from './profileQueries.ts';
import { profileRoutes } from './profileRoutes.ts';
import { fillStart, profileOf } from './profiles.ts';
import { NO_VERIFICATION } from './refusals.ts';
import { resendVerification, startVerification, type Verifier } from './send.ts';

const ONE = { params: z.object({ id: givenId }), response: { 200: verification } };

/**
 * Adds `/verifications`, and feedback about messages. A code that was sent answers 201, a pending one that
 * was not sent again 200.
 */
export function verifyRoutes(api: App, services: Services, accept: Accept): void {
  // Not the connections of sending: checks of one verification wait for each other.
  const { pool, secrets } = services;
  const verifier = { pool, secrets, accept };

  async function find({ key, params }: FastifyRequest & { params: { id: string } }) {
    const row = await verificationOf(pool, key, params.id);
    if (row && row.mode !== key.mode) throw new RefusalError(refuse('keyMismatch'));
    return row;
  }

  async function found(request: FastifyRequest & { params: { id: string } }) {
    const row = await find(request);
    if (!row) throw new RefusalError(NO_VERIFICATION);
    return row;
  }

  startRoute(api, verifier);

  api.get('/verifications/:id', { schema: ONE }, async (request) => toVerification(await found(request)));

  api.post(
    '/verifications/:id/check',
    {
      schema: {
        params: z.object({ id: givenId }),
        body: checkVerificationRequest,
        response: { 200: checkAnswer },
      },
    },
    async (request) => {
      const row = await find(request);
      return orThrow(await checkCode(verifier, request.key.teamId, row, request.body.code));
    },
  );

  api.post(
    '/verifications/check',
    { schema: { body: checkNumberRequest, response: { 200: checkAnswer } } },
    async ({ key, body }) => {
      const named = body.profile ? orThrow(await profileOf(pool, key, body)) : null;
      // The start may have had none, or the default one of that time.
      const wanted = named ? [named.id] : [null, ...(await selectProfiles(pool, key)).map(({ id }) => id)];
      const row = orThrow(await lastVerificationOf(services, key, body.to, wanted));
      return orThrow(await checkCode(verifier, key.teamId, row, body.code));
    },
  );

  api.post('/verifications/:id/resend', { schema: ONE }, async (request) =>
    toVerification(orThrow(await resendVerification(verifier, request.key, await found(request)))),
  );

  api.post('/verifications/:id/cancel', { schema: ONE }, async (request) =>
    toVerification(orThrow(await cancelVerification(pool, await found(request)))),
  );

  feedbackRoute(api, services);
  profileRoutes(api, services);
}

/** Adds the start of a verification, which takes fields that it leaves out from its profile. */
function startRoute(api: App, verifier: Verifier): void {
  const profiles = new WeakMap<FastifyRequest, ProfileRow>();

  // Before the fields are checked, because the profile has some of them.
  async function takeProfile(request: FastifyRequest): Promise<void> {
    const profile = orThrow(await profileOf(verifier.pool, request.key, request.body));
    if (profile === null) return;
    profiles.set(request, profile);
    fillStart(request.body, profile);
  }

  api.post(
    '/verifications',
    {
      preValidation: [refuseUnused(UNUSED_OF_VERIFICATION), takeProfile],
      schema: { body: startVerificationRequest, response: { 200: verification, 201: verification } },
    },
    async (request, reply) => {
      const { key, body } = request;
      const refusal = refuseChannel(body.channel) ?? refuseAtOnce(key, { ...body, body: '' });
      if (refusal) throw new RefusalError(refusal);
      const { row, isSent } = orThrow(await startVerification(verifier, key, body, profiles.get(request)));
      return reply.code(isSent ? 201 : 200).send(toVerification(row));
    },
  );
}

/** Codes are sent by SMS; ignoring another channel would send and charge one that nobody asked for. */
const refuseChannel = (channel: string | null | undefined): Refusal | null =>
  (channel ?? 'sms') === 'sms'
    ? null
    : refuseField('verificationChannel', 'channel', ERRORS.verificationChannel.text);

/** Adds the outcome of a customer's own code. */
function feedbackRoute(api: App, { pool }: Services): void {
  api.post(
    '/messages/:id/feedback',
    {
      schema: { params: z.object({ id: givenId }), body: feedbackRequest, response: { 200: feedbackAnswer } },
    },
    async ({ key, params: { id }, body }) => ({
      message_id: id,
      outcome: orThrow(await giveFeedback(pool, key, id, body.outcome)),
    }),
  );
}

function toVerification(row: VerificationRow): Verification {
  const mayBeSent = row.state === 'PENDING' && row.sends < row.maxSends;
  return {
    ...{ id: row.id, status: row.state, mode: row.mode, to: row.recipient, from: row.sender },
    ...{ sends: row.sends, checks_left: row.maxChecks - row.checks },
    resend_at: mayBeSent ? row.resendAt.toISOString() : null,
    created_at: row.startedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    message_id: row.messageId,
    ...(row.profileId !== null && { profile: row.profileId }),
  };
}
