// Calls about the send URLs of a project, under /v1/web/projects, for people who may see its keys.
import { sendUrlCalls } from '@godwit/contract/sendUrls';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import type { Member } from '../../identity/sessions.ts';
import { requireProject } from '../../projects/find.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { createSendUrl, listSendUrls, removeSendUrl } from './manage.ts';

export function sendUrlRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, sendUrlCalls);
  const projectOf = async (member: Member, projectId: string) => {
    const project = await requireProject(services, member, projectId, 'projects');
    return { teamId: member.teamId, projectId: project.id };
  };

  on('GET /projects/:id/send_urls', async ({ member, params }) =>
    listSendUrls(services, await projectOf(member, params.id)),
  );

  on('POST /projects/:id/send_urls', async ({ member, params, body }) =>
    orThrow(await createSendUrl(services, await projectOf(member, params.id), body)),
  );

  on('DELETE /projects/:id/send_urls/:url_id', async ({ member, params }) =>
    orThrow(await removeSendUrl(services, await projectOf(member, params.id), params.url_id)),
  );
}
