// Compares the clock of this machine with the database's before a process starts.
import type { Runtime } from '../runtime.ts';
import { clockAhead } from '../status/figures.ts';
import { CommandError } from './report.ts';

/**
 * Ids and dates of messages are made by the clock of this process: hours off they would be wrong for good.
 */
const CLOCK_WARN_SECONDS = 5;
const CLOCK_REFUSE_SECONDS = 3_600;

/** Warns if this machine's clock is some seconds off the database's, and throws if it is hours off. */
export async function checkClock({ pools, log }: Runtime): Promise<void> {
  const databaseAheadSeconds = await clockAhead(pools.urgent.pool);
  const apartSeconds = Math.abs(databaseAheadSeconds);
  if (apartSeconds <= CLOCK_WARN_SECONDS) return;
  const words = `The clock of this machine is ${Math.round(apartSeconds)} s ${databaseAheadSeconds > 0 ? 'behind' : 'ahead of'} the database's: have both machines keep time (timedatectl set-ntp true)`;
  if (apartSeconds > CLOCK_REFUSE_SECONDS) throw new CommandError(`${words}.`);
  log.warn(words);
}
