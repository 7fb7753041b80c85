// The console's calls about statistics, under /v1/web/stats.
import { statsCalls } from '@godwit/contract/stats';
import { localDay } from '@godwit/contract/timezones';
import type { Pool } from 'pg';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow, type Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { readHours } from './hours.ts';
import { type Place, readGraphs, readOverview } from './read.ts';
import { readFailures, readSummary } from './summary.ts';

/** The project and mode of each of these calls. */
type Asked = { project_id: string; mode: Place['mode'] };

/** The summary, figures and graphs of Home, and the reasons why messages failed. */
export function statsRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, statsCalls);

  on('GET /stats/project_overview', (request) => read(request, readOverview));
  on('GET /stats/project_graphs', (request) => read(request, readGraphs));
  on('GET /stats/project_summary', (request) => read(request, readSummary));
  on('GET /stats/project_hours', (request) => read(request, readHours));
  on('GET /stats/project_failures', (request) => read(request, readFailures));

  async function read<Query extends Asked, T>(
    { member, query }: { member: Member; query: Query },
    of: (pool: Pool, place: Place, query: Query) => Promise<T | Refusal>,
  ): Promise<T> {
    const place = await placeOf(member, query);
    return orThrow(await services.reads.people(({ pool }) => of(pool, place, query)));
  }

  async function placeOf(member: Member, { project_id, mode }: Asked): Promise<Place> {
    const { id, timezone } = await requireProject(services, member, project_id, 'read');
    const now = new Date();
    return { teamId: member.teamId, projectId: id, mode, timezone, now, today: localDay(now, timezone) };
  }
}
