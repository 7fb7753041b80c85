// The console's calls about statistics, under /v1/web/stats.
import {
  failuresAnswer,
  graphsAnswer,
  overviewAnswer,
  statsQuery,
  summaryAnswer,
} from '@godwit/contract/stats';
import { localDay } from '@godwit/contract/timezones';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type Place, readGraphs, readOverview } from './read.ts';
import { readFailures, readSummary } from './summary.ts';

/** The words, the figures and the graphs of Home, and why messages failed. */
export function statsRoutes(signedIn: App, services: Services): void {
  const { pool } = services;

  signedIn.get(
    '/stats/project_overview',
    { schema: { querystring: statsQuery, response: { 200: overviewAnswer } } },
    async ({ member, query }) => orThrow(await readOverview(pool, await placeOf(member, query), query)),
  );

  signedIn.get(
    '/stats/project_graphs',
    { schema: { querystring: statsQuery, response: { 200: graphsAnswer } } },
    async ({ member, query }) => orThrow(await readGraphs(pool, await placeOf(member, query), query)),
  );

  signedIn.get(
    '/stats/project_summary',
    { schema: { querystring: statsQuery, response: { 200: summaryAnswer } } },
    async ({ member, query }) => orThrow(await readSummary(pool, await placeOf(member, query), query)),
  );

  signedIn.get(
    '/stats/project_failures',
    { schema: { querystring: statsQuery, response: { 200: failuresAnswer } } },
    async ({ member, query }) => orThrow(await readFailures(pool, await placeOf(member, query), query)),
  );

  async function placeOf(
    member: Member,
    { project_id, mode }: { project_id: string; mode: Place['mode'] },
  ): Promise<Place> {
    const { id, timezone } = await requireProject(services, member, project_id, 'read');
    return { teamId: member.teamId, projectId: id, mode, timezone, today: localDay(new Date(), timezone) };
  }
}
