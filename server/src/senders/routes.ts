// Calls about requests for sender ids, under /v1/web/projects.

import { senderCalls } from '@godwit/contract/senders';
import { addressOf } from '../http/address.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { checkSender, listSenderRequests, requestSender } from './request.ts';
import { withdrawRequest } from './withdraw.ts';

/** A project's requests, checking a name for one, and making and withdrawing one. */
export function senderRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, senderCalls);

  on('GET /projects/:id/sender_id_requests', async ({ member, params }) => {
    const project = await requireProject(services, member, params.id, 'read');
    return listSenderRequests(services, member.teamId, project.id);
  });

  on('GET /projects/:id/sender_id_checks', async ({ member, params, query }) => {
    await requireProject(services, member, params.id, 'projects');
    return checkSender(services, member.teamId, query);
  });

  on('POST /projects/:id/sender_id_requests', async ({ member, params, body }) => {
    const project = await requireProject(services, member, params.id, 'projects');
    const { teamId, userId } = member;
    return orThrow(await requestSender(services, { teamId, userId, projectId: project.id, form: body }));
  });

  on('POST /projects/:id/sender_id_requests/:request_id/withdraw', async (request) => {
    const { member, params } = request;
    const project = await requireProject(services, member, params.id, 'projects');
    const by = { userId: member.userId, ip: addressOf(request) };
    const key = { teamId: member.teamId, projectId: project.id, requestId: params.request_id };
    return orThrow(await withdrawRequest(services, key, by));
  });
}
