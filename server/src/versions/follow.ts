// Applies the current version of a document in this process, within a second of the decision.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Signals } from '../db/signals.ts';
import { startLoop } from '../jobs/loop.ts';
import type { Versioned } from './decide.ts';
import { selectCurrentNumber } from './queries.ts';

/** Signals are only hints: without one, a process still applies a version within a second. */
const LOOK_EVERY_MS = 250;

/** `inUse`: the version that is used from now on; unchanged if it is left out. */
export type Applied = { inUse?: number | null; trouble: string | null };

type Parts = {
  pool: Pool;
  signals: Pick<Signals, 'on'>;
  log: Logger;
  /** The work of the loop for the log. */
  name: string;
  document: Pick<Versioned, 'table' | 'topic'>;
  /** The version that this process started with, and why that is not the one it tried. */
  started: { inUse: number | null; tried: number | null; trouble: string | null };
  /** The interval at which it looks without a signal. */
  everyMs?: number | undefined;
  /** Reads the current version and switches to it. */
  apply(): Promise<Applied>;
  /** Records which version this process uses. */
  note(inUse: { version: number | null; trouble: string | null }): Promise<void>;
};

/**
 * Follows the current version until it is stopped. `request` looks at once, and also tries a version again
 * that could not be used. If a version cannot be used, the one in use stays.
 */
export function followVersions({
  pool,
  signals,
  log,
  name,
  document: { table, topic },
  started,
  everyMs = LOOK_EVERY_MS,
  apply,
  note,
}: Parts) {
  let { inUse } = started;
  /** The version that was tried last, so that an unusable one is logged once. */
  let tried: number | null | undefined = started.tried;
  /** Why the version that was tried last cannot be used; null if it can. */
  let { trouble } = started;
  let isNoted = false;

  const loop = startLoop({
    name,
    log,
    everyMs,
    wakeOn: { signals, topic },
    async round() {
      const number = await selectCurrentNumber(pool, table);
      if (number !== tried) {
        const applied = await apply();
        if (applied.inUse !== undefined) inUse = applied.inUse;
        ({ trouble } = applied);
        tried = number;
        isNoted = false;
      }
      if (!isNoted) await note({ version: inUse, trouble });
      isNoted = true;
      return undefined;
    },
  });
  return {
    request() {
      tried = undefined;
      loop.wake();
    },
    stop: () => loop.stop(),
  };
}
