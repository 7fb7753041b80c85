import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { expect, it } from 'vitest';
import { makeRoomForFiles } from './openFiles.ts';

const ROOM = 4_000;

/** How many files the table of this process has room for. */
function room(): number {
  return Number(/^FDSize:\s+(\d+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]);
}

it.runIf(platform() === 'linux')('makes room for as many files as asked for, and leaves none open', () => {
  expect(room()).toBeLessThan(ROOM);
  makeRoomForFiles(ROOM);
  expect(room()).toBeGreaterThanOrEqual(ROOM);
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(ROOM / 2);
});
