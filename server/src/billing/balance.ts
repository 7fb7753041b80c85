// A team's balance as it is now.
import type { Pool } from 'pg';
import { selectBalance } from './queries.ts';

/** The balance in micro-units of the team's currency. */
export function readBalance(pool: Pool, teamId: string): Promise<bigint> {
  return selectBalance(pool, teamId);
}
