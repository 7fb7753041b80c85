// Stores the addresses that use each API key in an hour, for staff who look for the origin of a message.
// A process stores each key and address once an hour, so most calls write nothing.
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { insertUses, type KeyUse } from './keyUseQueries.ts';

export type KeyUses = {
  /** Notes a use of a key now. */
  note(use: Omit<KeyUse, 'hour'>): void;
  /** Stores what is noted and ends. */
  stop(): Promise<void>;
};

const HOUR_MS = 3_600_000;
/** If the database is unavailable, a round repeats after this time. */
const RETRY_MS = 10_000;
/** Uses of one statement. */
const BATCH = 1_000;
/** Keys and addresses of an hour; further ones are not noted. */
const MOST = 50_000;

/** Opens the notes of this process. */
export function openKeyUses({ pool, log }: Pick<Services, 'pool' | 'log'>, now = Date.now): KeyUses {
  const noted = new Set<string>();
  let waiting: KeyUse[] = [];
  let hour = 0;
  const name = 'noting the addresses of API keys';
  const loop: Loop = startLoop({ name, log, everyMs: RETRY_MS, round: store });

  async function store(): Promise<undefined> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      await insertUses(pool, batch);
      waiting = waiting.slice(batch.length);
    }
  }

  return {
    note(use) {
      const thisHour = Math.floor(now() / HOUR_MS);
      if (thisHour !== hour) {
        hour = thisHour;
        noted.clear();
      }
      const key = `${use.projectId} ${use.mode} ${use.keyId} ${use.address}`;
      if (noted.has(key) || noted.size >= MOST) return;
      noted.add(key);
      waiting.push({ ...use, hour: new Date(hour * HOUR_MS) });
      loop.wake();
    },
    async stop() {
      await loop.stop();
      await store().catch((error: unknown) =>
        log.warn({ err: error }, 'Could not store addresses of API keys: cases of fraud may lack them'),
      );
    },
  };
}
