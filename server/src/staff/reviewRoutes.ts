// Deciding requests, under /v1/staff: identity and sender ids alike, each a queue, a case, its documents and the decision.

import { id } from '@godwit/contract/common';
import { senderRegistration } from '@godwit/contract/senders';
import {
  approveSenderRequest,
  identityCase as identityCaseAnswer,
  identityPage,
  rejectRequest,
  reviewQuery,
  senderCase as senderCaseAnswer,
  senderPage,
} from '@godwit/contract/staffReviews';
import { z } from 'zod';
import { openEvidence } from '../files/documents.ts';
import { sendFile } from '../files/open.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { decideIdentity, identityCase, identityQueue } from './identity.ts';
import { decideSender, registerSender, senderCase, senderQueue } from './senders.ts';

const params = z.object({ id });
const ofDocument = z.object({ id, document: id });

const ofIdentity = {
  config: { staffAction: 'identity' },
  page: identityPage,
  answer: identityCaseAnswer,
} as const;
const ofSenders = { config: { staffAction: 'senders' }, page: senderPage, answer: senderCaseAnswer } as const;

/** The queue, one request and its documents, of both kinds. */
export function reviewRoutes(signedIn: App, services: Services): void {
  for (const { path, config, page, answer, queue, find } of [
    { path: '/identity', ...ofIdentity, queue: identityQueue, find: identityCase },
    { path: '/sender_ids', ...ofSenders, queue: senderQueue, find: senderCase },
  ]) {
    signedIn.get(
      path,
      { config, schema: { querystring: reviewQuery, response: { 200: page } } },
      async ({ query }) => queue(services, query),
    );

    signedIn.get(
      `${path}/:id`,
      { config, schema: { params, response: { 200: answer } } },
      async ({ staff, params }) => orThrow(await find(services, staff, params.id)),
    );

    signedIn.get(
      `${path}/:id/documents/:document`,
      { config, schema: { params: ofDocument } },
      async ({ staff, params }, reply) => {
        const { id: subjectId, team } = orThrow(await find(services, staff, params.id));
        const document = { teamId: team.id, subjectId, documentId: params.document };
        return sendFile(reply, orThrow(await openEvidence(services, staff, document)));
      },
    );
  }
}

/** Deciding about identity. */
export function identityRoutes(signedIn: App, services: Services): void {
  const { config, answer } = ofIdentity;
  const schema = { params, response: { 200: answer } };

  signedIn.post('/identity/:id/approve', { config, schema }, async ({ staff, params }) =>
    orThrow(await decideIdentity(services, staff, { ...params, reason: null })),
  );

  signedIn.post(
    '/identity/:id/reject',
    { config, schema: { ...schema, body: rejectRequest } },
    async ({ staff, params, body }) => orThrow(await decideIdentity(services, staff, { ...params, ...body })),
  );
}

/** Deciding about sender ids. */
export function senderReviewRoutes(signedIn: App, services: Services): void {
  const { config, answer } = ofSenders;
  const schema = { params, response: { 200: answer } };

  for (const [verb, body] of [
    ['approve', approveSenderRequest],
    ['reject', rejectRequest],
  ] as const) {
    signedIn.post(
      `/sender_ids/:id/${verb}`,
      { config, schema: { ...schema, body } },
      async ({ staff, params, body }) => orThrow(await decideSender(services, staff, params.id, body)),
    );
  }

  signedIn.post(
    '/sender_ids/:id/registration',
    { config, schema: { ...schema, body: senderRegistration } },
    async ({ staff, params, body }) => orThrow(await registerSender(services, staff, params.id, body)),
  );
}
