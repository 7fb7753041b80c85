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
import { sendFile } from '../files/open.ts';
import { rowsOf, searchOf, toPage } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { decideIdentity, identityCase, identityQueue } from './identity.ts';
import { openEvidence } from './reviews.ts';
import { decideSender, registerSender, senderCase, senderQueue } from './senders.ts';

const byId = z.object({ id });
const ofDocument = z.object({ id, document: id });

/** Identity requests. */
export function identityRoutes(signedIn: App, services: Services): void {
  const config = { staffAction: 'identity' } as const;
  const answersCase = { params: byId, response: { 200: identityCaseAnswer } };

  signedIn.get(
    '/identity',
    { config, schema: { querystring: reviewQuery, response: { 200: identityPage } } },
    async ({ query }) => {
      const rows = rowsOf(query);
      const filter = { status: query.status, ...searchOf(query.q) };
      const { results, total } = await identityQueue(services, filter, rows);
      return toPage(results, total, rows);
    },
  );

  signedIn.get('/identity/:id', { config, schema: answersCase }, async ({ staff, params }) =>
    orThrow(await identityCase(services, staff, params.id)),
  );

  signedIn.get(
    '/identity/:id/documents/:document',
    { config, schema: { params: ofDocument } },
    async ({ staff, params }, reply) => {
      const { id: subjectId, team } = orThrow(await identityCase(services, staff, params.id));
      const document = { teamId: team.id, subjectId, documentId: params.document };
      return sendFile(reply, orThrow(await openEvidence(services, staff, document)));
    },
  );

  signedIn.post('/identity/:id/approve', { config, schema: answersCase }, async ({ staff, params }) =>
    orThrow(await decideIdentity(services, staff, { id: params.id, reason: null })),
  );

  signedIn.post(
    '/identity/:id/reject',
    { config, schema: { ...answersCase, body: rejectRequest } },
    async ({ staff, params, body }) =>
      orThrow(await decideIdentity(services, staff, { id: params.id, reason: body.reason })),
  );
}

/** Requests for sender ids. */
export function senderReviewRoutes(signedIn: App, services: Services): void {
  const config = { staffAction: 'senders' } as const;
  const answersCase = { params: byId, response: { 200: senderCaseAnswer } };

  signedIn.get(
    '/sender_ids',
    { config, schema: { querystring: reviewQuery, response: { 200: senderPage } } },
    async ({ query }) => {
      const rows = rowsOf(query);
      const filter = { status: query.status, ...searchOf(query.q) };
      const { results, total } = await senderQueue(services, filter, rows);
      return toPage(results, total, rows);
    },
  );

  signedIn.get('/sender_ids/:id', { config, schema: answersCase }, async ({ staff, params }) =>
    orThrow(await senderCase(services, staff, params.id)),
  );

  signedIn.get(
    '/sender_ids/:id/documents/:document',
    { config, schema: { params: ofDocument } },
    async ({ staff, params }, reply) => {
      const { id: subjectId, team } = orThrow(await senderCase(services, staff, params.id));
      const document = { teamId: team.id, subjectId, documentId: params.document };
      return sendFile(reply, orThrow(await openEvidence(services, staff, document)));
    },
  );

  signedIn.post(
    '/sender_ids/:id/approve',
    { config, schema: { ...answersCase, body: approveSenderRequest } },
    async ({ staff, params, body }) => orThrow(await decideSender(services, staff, params.id, body)),
  );

  signedIn.post(
    '/sender_ids/:id/reject',
    { config, schema: { ...answersCase, body: rejectRequest } },
    async ({ staff, params, body }) => orThrow(await decideSender(services, staff, params.id, body)),
  );

  signedIn.post(
    '/sender_ids/:id/registration',
    { config, schema: { ...answersCase, body: senderRegistration } },
    async ({ staff, params, body }) => orThrow(await registerSender(services, staff, params.id, body)),
  );
}
