// Notes when named API keys were last used: collected in memory and stored once a minute, so a call writes
// nothing.
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { noteUses } from './namedKeyQueries.ts';

const EVERY_MS = 60_000;
/** Keys of one statement. */
const BATCH = 1_000;
/** Keys that wait to be stored, if the database is away; later ones are not noted. */
const MOST = 50_000;

export type LastUsed = {
  /** Notes a use of a key now. */
  note(keyId: string): void;
  /** Stores what is noted and ends. */
  stop(): Promise<void>;
};

/** Opens the notes of this process. */
export function openLastUsed(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  nowMs = () => performance.now(),
): LastUsed {
  const usedAtMs = new Map<string, number>();
  const loop: Loop = startLoop({ name: 'noting the use of API keys', log, everyMs: EVERY_MS, round: store });

  async function store(): Promise<undefined> {
    while (usedAtMs.size > 0) {
      const batch = [...usedAtMs.entries()].slice(0, BATCH);
      await noteUses(
        pool,
        batch.map(([id, atMs]) => ({ id, ageMs: Math.round(nowMs() - atMs) })),
      );
      // A use during the statement stays for the next one.
      for (const [id, atMs] of batch) if (usedAtMs.get(id) === atMs) usedAtMs.delete(id);
      if (batch.length < BATCH) return;
    }
  }

  return {
    note(keyId) {
      if (usedAtMs.size < MOST || usedAtMs.has(keyId)) usedAtMs.set(keyId, nowMs());
    },
    async stop() {
      await loop.stop();
      await store().catch((error: unknown) =>
        log.warn(
          { err: error },
          'Could not store when API keys were last used: the console may show older times',
        ),
      );
    },
  };
}
