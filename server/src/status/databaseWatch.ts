// Looks every second whether the database's server still answers, and whether another one takes its writes.
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Runtime } from '../runtime.ts';

const EVERY_MS = 1_000;

/** Starts looking at the servers of the database. */
export function startDatabaseWatch({ servers, log }: Pick<Runtime, 'servers' | 'log'>): Loop {
  return startLoop({
    name: 'database servers',
    log,
    everyMs: EVERY_MS,
    async round() {
      await servers.look();
      return undefined;
    },
  });
}
