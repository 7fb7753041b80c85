// Serialises changes of a team's contacts and groups.

import { transaction } from '../db/transaction.ts';
import { openFairScheduler } from '../jobs/fairScheduler.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { lockContacts } from './queries.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** How long a person waits for another change; a large import takes longer than that to store. */
const PATIENCE_MS = 5_000;

/** The refusal if another change takes longer than that. */
export const BUSY: Refusal = refuse('unavailable', {
  description:
    'Contacts of your team are being imported or changed, and this change has not been made. Try again shortly.',
  retryAfterSeconds: 10,
});

// Each team requests one connection for changes at a time; its other changes wait here and take none from
// other teams.
const LIMITS = { waitMs: PATIENCE_MS, mostWaiting: 100, busy: BUSY.description! };
const inTurn = openFairScheduler({ ...LIMITS, atOnce: Infinity });
/** Those take a while each, and reports and imports need connections of the same pool. */
const largeInTurn = openFairScheduler({ ...LIMITS, atOnce: 2 });

/**
 * Runs a change of a team's contacts or groups in a transaction, after those that came before it. `work`
 * refuses before it changes anything. One that may be of all the team's contacts `isLarge`: it has the time
 * and the connections of what takes long. Refusals: those of `work`, unavailable, tooManyRequests.
 */
export function withLock<T>(
  services: Services,
  { teamId, isLarge = false }: { teamId: string; isLarge?: boolean },
  work: (trx: Database) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const { kysely } = isLarge ? services.pools.long : services;
  const runInTurn = isLarge ? largeInTurn : inTurn;
  return runInTurn(teamId, async () => {
    try {
      return await transaction(kysely, async (trx) => {
        await lockContacts(trx, teamId, PATIENCE_MS);
        return work(trx);
      });
    } catch (error) {
      if (isTooLong(error)) return BUSY;
      throw error;
    }
  });
}

/** Whether a change failed because it had waited too long for the lock. */
export function isTooLong(error: unknown): boolean {
  return (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
}
