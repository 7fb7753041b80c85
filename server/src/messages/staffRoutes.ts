// Messages as staff see them, under /v1/staff: logs without texts, and the trace of one.
import { id } from '@godwit/contract/common';
import { messageTrace } from '@godwit/contract/staffOperations';
import { staffMessagePage, staffMessagesQuery } from '@godwit/contract/staffTeams';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { isId } from '../ids.ts';
import { findProject } from '../projects/find.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { readLog } from './log.ts';
import { maskText } from './mask.ts';
import { selectBodies } from './staffQueries.ts';
import { traceMessage } from './trace.ts';

const byId = z.object({ id });

/** The log of a team's project, and a message's trace. */
export function staffMessageRoutes(signedIn: App, services: Services): void {
  const { pool } = services;
  const config = { staffAction: 'read' } as const;

  signedIn.get(
    '/teams/:id/messages',
    {
      config,
      schema: { params: byId, querystring: staffMessagesQuery, response: { 200: staffMessagePage } },
    },
    async ({ params, query: { project_id, mode, q, page_num, page_size } }) => {
      if (!isId(params.id)) throw new RefusalError(refuse('notFound'));
      const project = await findProject(services, params.id, project_id);
      const page = { number: page_num, size: page_size };
      const found = orThrow(await readLog(pool, project, mode, { q, sort_order: 'DESC' }, page));
      const ids = found.results.map((message) => message.id);
      const bodies = await selectBodies(pool, params.id, ids);
      return {
        results: found.results.map((message) => ({
          ...message,
          masked_body: maskText(bodies.get(message.id) ?? ''),
        })),
        total: found.total,
        total_pages: found.totalPages,
        more: found.more,
      };
    },
  );

  signedIn.get(
    '/messages/:id/trace',
    { config, schema: { params: byId, response: { 200: messageTrace } } },
    async ({ staff, params }) => orThrow(await traceMessage(services, staff, params.id)),
  );
}
