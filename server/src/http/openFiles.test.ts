import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { expect, it } from 'vitest';
import { makeRoomForFiles } from './openFiles.ts';

const ROOM = 4_000;

/** How many files the table of this process has room for, and how many are open. */
function files() {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^FDSize:\s+(\d+)$/m.exec(status)![1]);
}

it.runIf(platform() === 'linux')('makes room for as many files as asked for, and leaves none open', () => {
  expect(files()).toBeLessThan(ROOM);
  makeRoomForFiles(ROOM);
  expect(files()).toBeGreaterThanOrEqual(ROOM);
});
