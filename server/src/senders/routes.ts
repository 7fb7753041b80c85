// Calls about requests for sender ids, under /v1/web/projects.
import { id } from '@godwit/contract/common';
import { senderIdRequest, senderIdRequestAnswer, senderIdRequestsAnswer } from '@godwit/contract/senders';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { listSenderRequests, requestSender } from './request.ts';

/** A project's requests, and making one. */
export function senderRoutes(signedIn: App, services: Services): void {
  const params = z.object({ id });

  signedIn.get(
    '/projects/:id/sender_id_requests',
    { schema: { params, response: { 200: senderIdRequestsAnswer } } },
    async ({ member, params }) => {
      const project = await requireProject(services, member, params.id, 'read');
      return listSenderRequests(services, member.teamId, project.id);
    },
  );

  signedIn.post(
    '/projects/:id/sender_id_requests',
    { schema: { params, body: senderIdRequest, response: { 200: senderIdRequestAnswer } } },
    async ({ member, params, body }) => {
      const project = await requireProject(services, member, params.id, 'projects');
      const { teamId, userId } = member;
      return orThrow(await requestSender(services, { teamId, userId, projectId: project.id, form: body }));
    },
  );
}
