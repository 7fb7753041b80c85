// The messages of a team by day, over all of its projects, for staff.
import type { TeamDay } from '@godwit/contract/staff/teams';
import type { Pool } from 'pg';
import { GRAIN_MS } from './grains.ts';
import { sumTeamDays } from './queries.ts';

const DAYS = 30;

/** The last 30 days of UTC with the LIVE messages of a team, oldest first. */
export async function readTeamDays(pool: Pool, teamId: string): Promise<TeamDay[]> {
  const first = (Math.floor(Date.now() / GRAIN_MS.DAY) - DAYS + 1) * GRAIN_MS.DAY;
  const sums = await sumTeamDays(pool, { teamId, from: new Date(first) });
  return Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(first + index * GRAIN_MS.DAY).toISOString().slice(0, 10);
    return sums.find((one) => one.date === date) ?? { date, total: 0, delivered: 0, failed: 0 };
  });
}
