// Staff calls about messages, under /v1/staff: logs with masked texts, held destinations, and traces.

import { staffTeamCalls } from '@godwit/contract/staff/teams';
import { archiveOf } from '../archives/read.ts';
import { rowsOf } from '../http/paging.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { findProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findTeam } from '../team/find.ts';
import { findHolds, releaseHold } from './accept/heldDestinations.ts';
import { archivedTexts } from './log/archived.ts';
import { readLog } from './log/log.ts';
import { maskText, toRow } from './log/serialize.ts';
import { findByNumber } from './trace/byNumber.ts';
import { selectBodies } from './trace/queries.ts';
import { type CarrierParts, traceMessage } from './trace/trace.ts';

/** The log of a team's project, held destinations, and the trace of a message. */
export function staffMessageRoutes(signedIn: App, services: Services, carriers: CarrierParts): void {
  const on = serve(signedIn, staffTeamCalls);
  const { pool } = services;
  const source = { ...services, archive: archiveOf(services.settings) };

  on('GET /teams/:id/messages', async ({ params, query: { project_id, mode, q, ...query } }) => {
    const project = await findProject(services, params.id, project_id);
    const team = await findTeam(services.kysely, params.id);
    const search = { q, regionId: team!.regionId };
    const found = orThrow(
      await readLog(source, project, mode, { search, sort_order: 'DESC' }, { ...rowsOf(query), toRow }),
    );
    const ids = found.results.map((message) => message.id);
    const bodies = await selectBodies(pool, params.id, ids);
    const place = { teamId: params.id, projectId: project.id };
    const elsewhere = ids.filter((id) => !bodies.has(id));
    for (const [id, text] of await archivedTexts(source, place, elsewhere)) bodies.set(id, text ?? '');
    const masked = (id: string) => ({ masked_body: maskText(bodies.get(id) ?? '') });
    return { ...found, results: found.results.map((message) => ({ ...message, ...masked(message.id) })) };
  });

  on('GET /holds', async ({ query }) => findHolds(services, query));

  on('POST /teams/:id/release', async ({ staff, params, body }) =>
    orThrow(await releaseHold(services, staff, { ...params, ...body })),
  );

  on('GET /messages', async ({ staff, query }) => orThrow(await findByNumber(services, staff, query.number)));

  on('GET /messages/:id/trace', async ({ staff, params }) =>
    orThrow(await traceMessage(services, staff, params.id, carriers)),
  );
}
