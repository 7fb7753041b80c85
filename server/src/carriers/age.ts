// How far behind the queue is.
import type { Pool } from 'pg';
import { selectQueueAge } from './queries.ts';

/** Messages that could be on their way now, and how long the oldest of them has waited; null before the queue is made. */
export function queueAge(pool: Pool): Promise<{ due: number; oldestSeconds: number } | null> {
  return selectQueueAge(pool);
}
