// What a team's projects have sent in a stretch of time, read from counts: a month of any number of messages is some hundred rows a project.
import type { Mode } from '@godwit/contract/statuses';
import type { Pool } from 'pg';
import { piecesOf } from './grains.ts';
import type { Stretch } from './periods.ts';
import { type ProjectSum, sumProjects } from './queries.ts';

/** Messages of each project by direction and type, with what they cost after refunds; those that are none are left out. */
export function readUsage(
  pool: Pool,
  of: { teamId: string; mode: Mode },
  stretch: Stretch,
): Promise<ProjectSum[]> {
  return sumProjects(pool, of, piecesOf(stretch), stretch);
}
