// Where the contents of files are kept: a disk. Names and contents come ready, random and encrypted; this only keeps bytes.
import { createWriteStream } from 'node:fs';
import { mkdir, opendir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { requireFreeDisk } from '../http/spool.ts';
import type { Settings } from '../settings.ts';

/** Another place to keep contents would be another one of these. */
export type Storage = {
  /** Keeps what comes, under a new name; resolves when it would survive a power cut, rejects with `content`'s error, or a refusal where the disk is full. */
  write(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** All of it; rejects where there is none. */
  read(name: string): Promise<Buffer>;
  /** Deletes it; one that is not there is no error. */
  remove(name: string): Promise<void>;
  /** The names that begin with `first`, a digit of theirs, and were written so many hours ago. */
  namesBefore(hours: number, first: string): Promise<string[]>;
};

const NAME = /^[0-9a-f]{64}$/;
const HOUR_MS = 3_600_000;

/** The storage of this installation: DATA_DIR/files, which processes on several machines have to share. */
export function storageOf({ dataDir }: Pick<Settings, 'dataDir'>): Storage {
  const folder = join(dataDir, 'files');
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireFreeDisk(folder);
      await pipeline(
        content,
        createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600, flush: true }),
      );
    },
    read: (name) => readFile(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async namesBefore(hours, first) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names: string[] = [];
      for await (const { name } of await opendir(folder)) {
        if (!NAME.test(name) || !name.startsWith(first)) continue;
        const written = await stat(join(folder, name)).catch(() => null);
        if (written && written.mtimeMs < Date.now() - hours * HOUR_MS) names.push(name);
      }
      return names;
    },
  };
}
