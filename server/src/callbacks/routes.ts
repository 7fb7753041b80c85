// The console's calls about a project's callbacks, under /v1/web.
import { callbackSecretAnswer, callbackSecretParams } from '@godwit/contract/callbacks';
import type { App } from '../http/types.ts';
import { requireProject } from '../projects/find.ts';
import type { Services } from '../services.ts';
import { readSecret, rotateSecret } from './secret.ts';

/** Looking at the secret that signs callbacks, and rotating it; owners and admins may. */
export function callbackRoutes(signedIn: App, services: Services): void {
  const schema = { params: callbackSecretParams, response: { 200: callbackSecretAnswer } };

  signedIn.get('/projects/:id/callback_secret', { schema }, async ({ member, params }) => {
    const project = await requireProject(services, member, params.id, 'projects');
    return readSecret(services, { teamId: project.team_id, projectId: project.id });
  });

  signedIn.post('/projects/:id/callback_secret/rotate', { schema }, async ({ member, params }) => {
    const project = await requireProject(services, member, params.id, 'projects');
    return rotateSecret(services, { teamId: project.team_id, projectId: project.id });
  });
}
