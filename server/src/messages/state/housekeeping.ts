// Periodic upkeep of messages: creates months ahead and deletes idempotency keys older than a day, and
// the daily spending of API keys and events older than a week.
import { purgeKeyDays } from '../../billing/keyCaps.ts';
import { isLocked } from '../../db/locks.ts';
import { checkMonths, ensureMonths } from '../../db/schema/months.ts';
import { keepUpEvents } from '../../events/upkeep.ts';
import { doEach, type Loop, startLoop } from '../../jobs/loop.ts';
import type { Services } from '../../services.ts';
import { purgeKeys } from '../accept/queries.ts';

const EVERY_MS = 3_600_000;

/**
 * Creates the months that messages are stored in, and warns if some are missing. Each process runs this at
 * its start.
 */
export async function readyForMessages({ pool, log }: Pick<Services, 'pool' | 'log'>): Promise<void> {
  try {
    await ensureMonths(pool);
  } catch (error) {
    // The next weeks' months were created long ago, and housekeeping tries again.
    if (!isLocked(error)) throw error;
  }
  const { ok, says } = await checkMonths(pool);
  if (!ok) log.warn(says);
}

/** Runs now and every hour. A step that fails does not stop the others. */
export function startHousekeeping(services: Pick<Services, 'pool' | 'log'>, everyMs = EVERY_MS): Loop {
  const { pool, log } = services;
  const steps = [
    () => ensureMonths(pool),
    () => purgeKeys(pool),
    () => purgeKeyDays(pool),
    () => keepUpEvents(pool),
  ];
  return startLoop({ name: 'housekeeping', log, everyMs, round: () => doEach(steps) });
}
