// Calls about a project's named API keys, under /v1/web/projects, for people who may see its keys.
import { namedKeyCalls } from '@godwit/contract/apiKeys';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { countedDay } from './days.ts';
import { requireProject } from './find.ts';
import { createNamedKey, listNamedKeys, revokeNamedKey, rotateNamedKey } from './namedKeys.ts';
import { zonesOf } from './serialize.ts';

export function namedKeyRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, namedKeyCalls);
  const placeOf = async (member: Member, projectId: string) => {
    const project = await requireProject(services, member, projectId, 'projects');
    const day = countedDay(zonesOf(project), new Date());
    return { teamId: member.teamId, projectId: project.id, day };
  };

  on('GET /projects/:id/api_keys', async ({ member, params }) =>
    listNamedKeys(services, await placeOf(member, params.id)),
  );

  on('POST /projects/:id/api_keys', async ({ member, params, body }) =>
    orThrow(await createNamedKey(services, member, await placeOf(member, params.id), body)),
  );

  on('POST /projects/:id/api_keys/:key_id/rotate', async ({ member, params, body }) => {
    const key = { ...(await placeOf(member, params.id)), keyId: params.key_id };
    return orThrow(await rotateNamedKey(services, member, key, body));
  });

  on('DELETE /projects/:id/api_keys/:key_id', async ({ member, params }) => {
    const key = { ...(await placeOf(member, params.id)), keyId: params.key_id };
    return orThrow(await revokeNamedKey(services, key));
  });
}
