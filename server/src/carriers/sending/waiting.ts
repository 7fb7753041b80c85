// Waiting messages for operators, by link group and team.
import type { Services } from '../../services.ts';
import { selectWaiting } from './waitingQueries.ts';

export type { Waiting } from './waitingQueries.ts';

const STATEMENT_STOPPED = '57014';

/** Waiting messages, the oldest due first, at most `limit` rows; null if the queue is too long to count. */
export async function readWaiting({ kysely }: Pick<Services, 'kysely'>, limit: number) {
  try {
    const found = await selectWaiting(kysely, limit);
    return { total: found[0]?.total ?? 0, rows: found.map(({ total: _, ...row }) => row) };
  } catch (error) {
    if ((error as { code?: string }).code === STATEMENT_STOPPED) return null;
    throw error;
  }
}
