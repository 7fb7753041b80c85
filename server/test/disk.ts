// A disk for the service that tests can fill: a tmpfs, if this user may mount one.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Disk = {
  folder: string;
  /** Null if no disk could be mounted. */
  setFull: ((full: boolean) => void) | null;
  setReadOnly: ((readOnly: boolean) => void) | null;
  remove(): void;
};

const SIZE = '8g';
const ROOM_WHEN_FULL = 64 * 1024;

/** Creates a folder for the run, on a disk of its own if possible. */
export function openDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'godwit-disk-'));
  const mounted = mount('-t', 'tmpfs', '-o', `size=${SIZE}`, 'godwit-disk', folder);
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  const setFull = (full: boolean) => {
    const { blocks, bfree, bsize } = statfsSync(folder);
    const size = full ? (blocks - bfree) * bsize + ROOM_WHEN_FULL : SIZE;
    mount('-o', `remount,size=${size}`, folder);
  };
  const setReadOnly = (readOnly: boolean) => void mount('-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder);
  return {
    folder,
    setFull: mounted ? setFull : null,
    setReadOnly: mounted ? setReadOnly : null,
    remove() {
      if (mounted) spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function mount(...args: string[]): boolean {
  return process.getuid?.() === 0 && spawnSync('mount', args).status === 0;
}
