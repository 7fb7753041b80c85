// Room for the files, and so the connections, that a process has open.
import { closeSync, openSync } from 'node:fs';
import { platform } from 'node:os';

/**
 * Makes the table of open files large enough for `count` before anybody waits. Linux doubles it when it is full, and lets the thread
 * that opens a file wait for 10 to 25 ms meanwhile (expand_fdtable waits for RCU): with thousands of connections at once, that is
 * everybody's wait. It never shrinks. Fewer where the limit of the process is lower.
 */
export function makeRoomForFiles(count: number): void {
  if (platform() !== 'linux') return;
  const files: number[] = [];
  try {
    while (files.length < count) files.push(openSync('/dev/null', 'r'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EMFILE' && code !== 'ENFILE') throw error;
  } finally {
    for (const file of files) closeSync(file);
  }
}
