// The public API's calls about verifications, under /v1.
import { givenId } from '@godwit/contract/common';
import {
  checkAnswer,
  checkNumberRequest,
  checkVerificationRequest,
  startVerificationRequest,
  VERIFY_LIMITS,
  type Verification,
  verification,
} from '@godwit/contract/publicApi/verify';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { Accept } from '../messages/accept/accept.ts';
import { refuseAtOnce } from '../messages/publicRoutes.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { cancelVerification, checkCode } from './check.ts';
import { lastVerificationOf, type VerificationRow, verificationOf } from './find.ts';
import { resendVerification, startVerification } from './send.ts';

const ONE = { params: z.object({ id: givenId }), response: { 200: verification } };

/** Adds `/verifications`. A code that was sent answers 201, a pending one that was not sent again 200. */
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
    if (!row) throw new RefusalError(refuse('notFound'));
    return row;
  }

  api.post(
    '/verifications',
    { schema: { body: startVerificationRequest, response: { 200: verification, 201: verification } } },
    async ({ key, body }, reply) => {
      const refusal = refuseAtOnce(key, { ...body, body: '' });
      if (refusal) throw new RefusalError(refusal);
      const { row, isSent } = orThrow(await startVerification(verifier, key, body));
      return reply.code(isSent ? 201 : 200).send(toVerification(row));
    },
  );

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
      const row = orThrow(await lastVerificationOf(services, key, body.to));
      return orThrow(await checkCode(verifier, key.teamId, row, body.code));
    },
  );

  api.post('/verifications/:id/resend', { schema: ONE }, async (request) =>
    toVerification(orThrow(await resendVerification(verifier, request.key, await found(request)))),
  );

  api.post('/verifications/:id/cancel', { schema: ONE }, async (request) =>
    toVerification(orThrow(await cancelVerification(pool, await found(request)))),
  );
}

function toVerification(row: VerificationRow): Verification {
  const mayBeSent = row.state === 'PENDING' && row.sends < VERIFY_LIMITS.sends;
  return {
    ...{ id: row.id, status: row.state, mode: row.mode, to: row.recipient, from: row.sender },
    ...{ sends: row.sends, checks_left: VERIFY_LIMITS.checks - row.checks },
    resend_at: mayBeSent ? row.resendAt.toISOString() : null,
    created_at: row.startedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    message_id: row.messageId,
  };
}
