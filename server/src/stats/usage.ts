// A team's usage in a time range, read from counts: some hundred rows per project and month.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { piecesOf } from './grains.ts';
import type { Stretch } from './periods.ts';
import { type ProjectSum, sumProjects } from './queries.ts';

/**
 * Messages of each project by direction and type, with what they cost after refunds; those that are none are
 * left out.
 */
export function readUsage(
  pool: Pool,
  of: { teamId: string; mode: Mode },
  stretch: Stretch,
): Promise<ProjectSum[]> {
  return sumProjects(pool, of, piecesOf(stretch), stretch);
}
