// The call of the public API that checks credentials, under /v1.
import { keyAnswer } from '@godwit/contract/publicApi/account';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { findProject } from './find.ts';

/** POST /login returns the owner of a key. */
export function loginWithKeyRoute(api: App, services: Services): void {
  api.post('/login', { schema: { response: { 200: keyAnswer } } }, async ({ key }) => {
    const { id, name } = await findProject(services, key.teamId, key.projectId);
    return { project_id: id, project_name: name, mode: key.mode };
  });
}
