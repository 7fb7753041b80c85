// The console's calls about profiles of codes, under /v1/web: those of the public API.
import { codeProfileCalls } from '@godwit/contract/verifyProfiles';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { ProfileScope } from './profileQueries.ts';
import { changeProfile, createProfile, deleteProfile, listProfiles } from './profiles.ts';

/** All members see the profiles of a project; owners and admins change them. */
export function profileWebRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, codeProfileCalls);
  const { pool } = services;
  type Asked = { member: Member; params: { id: string } };
  const scopeOf = async ({ member, params }: Asked, action: 'read' | 'projects'): Promise<ProfileScope> => {
    const project = await requireProject(services, member, params.id, action);
    return { teamId: project.team_id, projectId: project.id };
  };

  on('GET /projects/:id/verification_profiles', async (request) =>
    listProfiles(pool, await scopeOf(request, 'read')),
  );

  on('POST /projects/:id/verification_profiles', async (request) =>
    orThrow(await createProfile(pool, await scopeOf(request, 'projects'), request.body)),
  );

  on('PUT /projects/:id/verification_profiles/:profile_id', async (request) =>
    orThrow(
      await changeProfile(pool, await scopeOf(request, 'projects'), request.params.profile_id, request.body),
    ),
  );

  on('DELETE /projects/:id/verification_profiles/:profile_id', async (request) => {
    orThrow(await deleteProfile(pool, await scopeOf(request, 'projects'), request.params.profile_id));
    return {};
  });
}
