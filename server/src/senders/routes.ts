// Calls about requests for sender ids, under /v1/web/projects.

import { senderCalls } from '@godwit/contract/senders';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { checkSender, listSenderRequests, requestSender } from './request.ts';

/** A project's requests, checking a name for one, and making one. */
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
}
