// Decisions on requests, under /v1/staff. Identity and sender ids each have a queue, a case with documents,
// and a decision.

import { reviewCalls } from '@godwit/contract/staff/reviews';
import type { FastifyReply } from 'fastify';
import { openEvidence } from '../../files/documents.ts';
import { sendFile } from '../../files/open.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import type { Staff } from '../../identity/sessions.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { decideIdentity, identityCase, identityQueue } from '../signIn/identity.ts';
import { decideSenderCase, noteDocument, senderCase, senderQueue } from './senders.ts';

/** Sends a document of a case, and records that in the audit log. */
async function sendDocument(
  services: Services,
  staff: Staff,
  reply: FastifyReply,
  { found, documentId }: { found: { id: string; team: { id: string } }; documentId: string },
): Promise<FastifyReply> {
  const document = { teamId: found.team.id, subjectId: found.id, documentId };
  return sendFile(reply, orThrow(await openEvidence(services, staff, document)));
}

/** The queue of identities, one request and its documents, and the decision. */
export function identityRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, reviewCalls);

  on('GET /identity', async ({ query }) => identityQueue(services, query));

  on('GET /identity/:id', async ({ staff, params }) =>
    orThrow(await identityCase(services, staff, params.id)),
  );

  on('GET /identity/:id/documents/:document', async ({ staff, params }, reply) => {
    const found = orThrow(await identityCase(services, staff, params.id));
    return sendDocument(services, staff, reply, { found, documentId: params.document });
  });

  on('POST /identity/:id/approve', async ({ staff, params }) =>
    orThrow(await decideIdentity(services, staff, { ...params, reason: null })),
  );

  on('POST /identity/:id/reject', async ({ staff, params, body }) =>
    orThrow(await decideIdentity(services, staff, { ...params, ...body })),
  );
}

/** The same for sender ids. */
export function senderReviewRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, reviewCalls);

  on('GET /sender_ids', async ({ query }) => senderQueue(services, query));

  on('GET /sender_ids/:id', async ({ staff, params }) =>
    orThrow(await senderCase(services, staff, params.id)),
  );

  on('GET /sender_ids/:id/documents/:document', async ({ staff, params }, reply) => {
    const found = orThrow(await senderCase(services, staff, params.id));
    return sendDocument(services, staff, reply, { found, documentId: params.document });
  });

  on('POST /sender_ids/:id/documents/:document/evidence', async ({ staff, params, body }) =>
    orThrow(await noteDocument(services, staff, params, body)),
  );

  on('POST /sender_ids/:id/approve', async ({ staff, params, body }) =>
    orThrow(
      await decideSenderCase(services, staff, { ...params, reason: null, contentClass: body?.class ?? null }),
    ),
  );

  on('POST /sender_ids/:id/reject', async ({ staff, params, body }) =>
    orThrow(await decideSenderCase(services, staff, { ...params, ...body })),
  );
}
