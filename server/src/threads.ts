// Threads beside the one that serves.
import { platform, setPriority } from 'node:os';

/** On the scale of nice(2): a third of what others get who want the same core. */
const NICENESS = 5;

/** Lets others come first where cores are few. Linux only: elsewhere the call would be about the whole process. */
export function giveWay(): void {
  if (platform() === 'linux') setPriority(NICENESS);
}
