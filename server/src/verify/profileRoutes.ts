// The public API's calls about profiles of verifications, under /v1.
import * as api from '@godwit/contract/publicApi/verifyProfiles';
import type { App } from '../http/types.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { ProfileScope } from './profileQueries.ts';
import { changeProfile, createProfile, deleteProfile, listProfiles, readProfile } from './profiles.ts';

const LIVE_ONLY =
  'A TEST key reads profiles but cannot change them, because LIVE codes use them. Nothing was changed. Use a LIVE key.';

/** The project of a LIVE key. Refuses a TEST key. */
function changing({ mode, teamId, projectId }: ProfileScope & { mode: 'LIVE' | 'TEST' }): ProfileScope {
  if (mode !== 'LIVE') throw new RefusalError(refuse('keyMismatch', { description: LIVE_ONLY }));
  return { teamId, projectId };
}

/** Adds `/verification_profiles`: those of the project of the key. */
export function profileRoutes(app: App, { pool }: Pick<Services, 'pool'>): void {
  const one = { params: api.oneProfile, response: { 200: api.verifyProfile } };

  app.get(
    '/verification_profiles',
    { schema: { response: { 200: api.listProfilesAnswer } } },
    async ({ key }) => ({ results: await listProfiles(pool, key) }),
  );

  app.post(
    '/verification_profiles',
    { schema: { body: api.createProfileRequest, response: { 201: api.verifyProfile } } },
    async ({ key, body }, reply) =>
      reply.code(201).send(orThrow(await createProfile(pool, changing(key), body))),
  );

  app.get('/verification_profiles/:id', { schema: one }, async ({ key, params: { id } }) =>
    orThrow(await readProfile(pool, key, id)),
  );

  app.patch(
    '/verification_profiles/:id',
    { schema: { ...one, body: api.changeProfileRequest } },
    async ({ key, params: { id }, body }) => orThrow(await changeProfile(pool, changing(key), id, body)),
  );

  app.delete(
    '/verification_profiles/:id',
    { schema: { params: api.oneProfile, response: { 200: api.deletedProfileAnswer } } },
    async ({ key, params: { id } }) => orThrow(await deleteProfile(pool, changing(key), id)),
  );
}
