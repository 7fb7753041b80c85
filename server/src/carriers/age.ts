// How far behind the queue is.
import type { Pool } from 'pg';
import type { Services } from '../services.ts';
import { selectQueues, selectServedGroups } from './linkQueries.ts';
import { selectQueueAge } from './queries.ts';

/** Messages that could be on their way now, and how long the oldest of them has waited; null before the queue is made. */
export function queueAge(pool: Pool): Promise<{ due: number; oldestSeconds: number } | null> {
  return selectQueueAge(pool);
}

/** The link groups with due messages that no running process has a link for; none where no process tells of any link. */
export async function groupsWithoutLink({
  kysely,
  pool,
}: Pick<Services, 'kysely' | 'pool'>): Promise<string[]> {
  const [queues, served] = [await selectQueues(kysely), await selectServedGroups(pool)];
  if (served.length === 0) return [];
  return queues.map(({ link_group }) => link_group).filter((name) => !served.includes(name));
}
