// Changing a team's contacts and groups: one change at a time.
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { lockBook } from './queries.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** How long a person waits for somebody else's change; a large import stores for longer. */
const PATIENCE_MS = 5_000;

/** What to say when another change takes longer than anybody waits. */
export const BUSY: Refusal = refuse('unavailable', {
  description:
    'Contacts of your team are being imported or changed, and this change has not been made. Try again shortly.',
  retryAfterSeconds: 10,
});

/**
 * Runs a change of a team's contacts or groups in a transaction, after those that came before it. `work` refuses before it
 * changes anything. Refusals: those of `work`, unavailable.
 */
export async function inBook<T>(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  work: (trx: Database) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  try {
    return await kysely.transaction().execute(async (trx) => {
      await lockBook(trx, teamId, PATIENCE_MS);
      return work(trx);
    });
  } catch (error) {
    if (isTooLong(error)) return BUSY;
    throw error;
  }
}

/** Whether what failed had waited too long for the book. */
export function isTooLong(error: unknown): boolean {
  return (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
}
