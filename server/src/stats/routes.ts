// The console's calls about statistics, under /v1/web/stats.
import { statsCalls } from '@godwit/contract/stats';
import { localDay } from '@godwit/contract/timezones';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { readHours } from './hours.ts';
import { type Place, readGraphs, readOverview } from './read.ts';
import { readFailures, readSummary } from './summary.ts';

/** The summary, figures and graphs of Home, and the reasons why messages failed. */
export function statsRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, statsCalls);
  const { pool } = services;

  on('GET /stats/project_overview', async ({ member, query }) =>
    orThrow(await readOverview(pool, await placeOf(member, query), query)),
  );

  on('GET /stats/project_graphs', async ({ member, query }) =>
    orThrow(await readGraphs(pool, await placeOf(member, query), query)),
  );

  on('GET /stats/project_summary', async ({ member, query }) =>
    orThrow(await readSummary(pool, await placeOf(member, query), query)),
  );

  on('GET /stats/project_hours', async ({ member, query }) =>
    orThrow(await readHours(pool, await placeOf(member, query), query)),
  );

  on('GET /stats/project_failures', async ({ member, query }) =>
    orThrow(await readFailures(pool, await placeOf(member, query), query)),
  );

  async function placeOf(
    member: Member,
    { project_id, mode }: { project_id: string; mode: Place['mode'] },
  ): Promise<Place> {
    const { id, timezone } = await requireProject(services, member, project_id, 'read');
    const now = new Date();
    return { teamId: member.teamId, projectId: id, mode, timezone, now, today: localDay(now, timezone) };
  }
}
