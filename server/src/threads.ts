// Threads beside the one that serves.
import { constants, platform, setPriority } from 'node:os';

/** Lets everybody else come first where cores are few. Linux only: elsewhere the call would be about the whole process. */
export function giveWay(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
