// Messages as staff see them, under /v1/staff: logs without texts, and the trace of one.
import { empty, id } from '@godwit/contract/common';
import { messageTrace } from '@godwit/contract/staffOperations';
import {
  holdPage,
  holdsQuery,
  releaseRequest,
  staffMessagePage,
  staffMessagesQuery,
} from '@godwit/contract/staffTeams';
import { z } from 'zod';
import { rowsOf } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { isId } from '../ids.ts';
import { findProject } from '../projects/find.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findTeam } from '../team/find.ts';
import { findHolds, releaseHold } from './holds.ts';
import { readLog } from './log.ts';
import { maskText } from './serialize.ts';
import { selectBodies } from './staffQueries.ts';
import { type CarrierParts, traceMessage } from './trace.ts';

const byId = z.object({ id });

/** The log of a team's project, what is held of teams, and a message's trace. */
export function staffMessageRoutes(signedIn: App, services: Services, carriers: CarrierParts): void {
  const { pool } = services;
  const config = { staffAction: 'read' } as const;

  signedIn.get(
    '/teams/:id/messages',
    {
      config,
      schema: { params: byId, querystring: staffMessagesQuery, response: { 200: staffMessagePage } },
    },
    async ({ params, query: { project_id, mode, q, ...query } }) => {
      if (!isId(params.id)) throw new RefusalError(refuse('notFound'));
      const project = await findProject(services, params.id, project_id);
      const team = await findTeam(services.kysely, params.id);
      const search = { q, regionId: team!.regionId };
      const found = orThrow(
        await readLog(pool, project, mode, { search, sort_order: 'DESC' }, rowsOf(query)),
      );
      const ids = found.results.map((message) => message.id);
      const bodies = await selectBodies(pool, params.id, ids);
      const masked = (id: string) => ({ masked_body: maskText(bodies.get(id) ?? '') });
      return { ...found, results: found.results.map((message) => ({ ...message, ...masked(message.id) })) };
    },
  );

  signedIn.get(
    '/holds',
    { config, schema: { querystring: holdsQuery, response: { 200: holdPage } } },
    async ({ query }) => findHolds(services, query),
  );

  signedIn.post(
    '/teams/:id/release',
    {
      config: { staffAction: 'pause' },
      schema: { params: byId, body: releaseRequest, response: { 200: empty } },
    },
    async ({ staff, params, body }) => orThrow(await releaseHold(services, staff, { ...params, ...body })),
  );

  signedIn.get(
    '/messages/:id/trace',
    { config, schema: { params: byId, response: { 200: messageTrace } } },
    async ({ staff, params }) => orThrow(await traceMessage(services, staff, params.id, carriers)),
  );
}
