// Changing a team's contacts and groups: one change at a time.

import { type InTurn, openTurns } from '../jobs/turns.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type Database, type Services, servicesFor } from '../services.ts';
import { lockContacts } from './queries.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** How long a person waits for somebody else's change; a large import stores for longer. */
const PATIENCE_MS = 5_000;

/** What to say when another change takes longer than anybody waits. */
export const BUSY: Refusal = refuse('unavailable', {
  description:
    'Contacts of your team are being imported or changed, and this change has not been made. Try again shortly.',
  retryAfterSeconds: 10,
});

// Of a team one change at a time asks for a connection: all others of it wait here, where they keep nobody else from one.
const LIMITS = { waitMs: PATIENCE_MS, mostWaiting: 100, busy: BUSY.description! };
const inTurn = openTurns({ ...LIMITS, atOnce: Infinity });
/** Those take a while each, and reports and imports need connections of the same pool. */
const largeInTurn = openTurns({ ...LIMITS, atOnce: 2 });

type Work<T> = (trx: Database) => Promise<T | Refusal>;

/**
 * Runs a change of a team's contacts or groups in a transaction, after those that came before it. `work` refuses before it
 * changes anything. Refusals: those of `work`, unavailable, tooManyRequests.
 */
export function withLock<T>(services: Pick<Services, 'kysely'>, teamId: string, work: Work<T>) {
  return change(services, { teamId, inTurn }, work);
}

/** As `withLock`, for a change that may be of all the team's contacts: with the time and the connections of what takes long. */
export function withLongLock<T>(services: Pick<Services, 'pools'>, teamId: string, work: Work<T>) {
  return change(servicesFor(services, 'long'), { teamId, inTurn: largeInTurn }, work);
}

function change<T>(
  { kysely }: Pick<Services, 'kysely'>,
  { teamId, inTurn }: { teamId: string; inTurn: InTurn },
  work: Work<T>,
): Promise<T | Refusal> {
  return inTurn(teamId, async () => {
    try {
      return await kysely.transaction().execute(async (trx) => {
        await lockContacts(trx, teamId, PATIENCE_MS);
        return work(trx);
      });
    } catch (error) {
      if (isTooLong(error)) return BUSY;
      throw error;
    }
  });
}

/** Whether what failed had waited too long for the book. */
export function isTooLong(error: unknown): boolean {
  return (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
}
