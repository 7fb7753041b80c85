// The console's calls about a project's callbacks, under /v1/web.
import { callbackSecretCalls } from '@godwit/contract/callbacks';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { requireProject } from '../projects/find.ts';
import type { Services } from '../services.ts';
import { readSecret, rotateSecret } from './secret.ts';

/** Shows and rotates the secret that signs callbacks, for owners and admins. */
export function callbackRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, callbackSecretCalls);

  on('GET /projects/:id/callback_secret', async ({ member, params }) => {
    const project = await requireProject(services, member, params.id, 'projects');
    return readSecret(services, { teamId: project.team_id, projectId: project.id });
  });

  on('POST /projects/:id/callback_secret/rotate', async ({ member, params }) => {
    const project = await requireProject(services, member, params.id, 'projects');
    return rotateSecret(services, { teamId: project.team_id, projectId: project.id });
  });
}
