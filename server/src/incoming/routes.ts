// The console's calls about a project's incoming messages, under /v1/web/projects.
import { incomingCalls } from '@godwit/contract/incoming';
import type { Action } from '@godwit/contract/roles';
import { createLimiter } from '../http/rateLimit.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { readNumber } from '../phoneNumbers.ts';
import { requireProject } from '../projects/find.ts';
import { isRefusal, orThrow, RefusalError, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { changeSettings, deleteKeyword, keepKeyword, readSettings, testNumberOf } from './settings.ts';
import { handOver } from './simulate.ts';

/**
 * Shows the settings to everyone who may see the project, and lets owners and admins change them. Everyone
 * who may send can also simulate a reply from a phone.
 */
export function incomingRoutes(
  signedIn: App,
  services: Services,
  { simulatorPort }: { simulatorPort: number | null },
): void {
  const on = serve(signedIn, incomingCalls);
  const placeOf = async (member: Member, projectId: string, action: Action) => {
    const project = await requireProject(services, member, projectId, action);
    return { teamId: project.team_id, projectId: project.id };
  };

  on('GET /projects/:id/incoming', async ({ member, params }) =>
    readSettings(services, await placeOf(member, params.id, 'read')),
  );

  on('PUT /projects/:id/incoming', async ({ member, params, body }) =>
    orThrow(await changeSettings(services, await placeOf(member, params.id, 'projects'), body)),
  );

  on('POST /projects/:id/keywords', async ({ member, params, body }) =>
    orThrow(await keepKeyword(services, await placeOf(member, params.id, 'projects'), body)),
  );

  on('PUT /projects/:id/keywords/:keyword_id', async ({ member, params, body }) => {
    const place = await placeOf(member, params.id, 'projects');
    return orThrow(await keepKeyword(services, place, body, params.keyword_id));
  });

  on('DELETE /projects/:id/keywords/:keyword_id', async ({ member, params }) =>
    orThrow(await deleteKeyword(services, await placeOf(member, params.id, 'projects'), params.keyword_id)),
  );

  // Each is a connection to the simulated carrier.
  const limit = createLimiter('simulated-incoming', { count: 60, seconds: 60 });
  on('POST /projects/:id/incoming_messages', async ({ member, params, body }, reply) => {
    const place = await placeOf(member, params.id, 'send');
    const from = readNumber(body.from, member.regionId);
    if (isRefusal(from))
      throw new RefusalError(refuseField(from.refused, 'from', from.description ?? 'Check the number'));
    if (simulatorPort === null) throw new RefusalError(refuse('unavailable'));
    limit(place.projectId, reply);
    const to = await testNumberOf(services.pool, place);
    const carrier = { host: '127.0.0.1', port: simulatorPort, systemId: 'TEST', password: 'practice' };
    const refusal = await handOver(carrier, { from, to, body: body.body }, services.log);
    if (refusal) throw new RefusalError(refusal);
    return {};
  });
}
