// A team's balance as it is now.
import type { ClientBase, Pool } from 'pg';
import { selectBalance } from './queries.ts';

/** The balance in micro-units of the team's currency. */
export function readBalance(client: ClientBase | Pool, teamId: string): Promise<bigint> {
  return selectBalance(client, teamId);
}
