// Threads beside the one that serves.
import { platform, setPriority } from 'node:os';

/** On the scale of nice(2): a third of the share of another thread on the same core. */
const NICENESS = 5;

/** Lowers the priority of the calling thread. Linux only: elsewhere the call would be about the whole process. */
export function lowerPriority(): void {
  if (platform() === 'linux') setPriority(NICENESS);
}
