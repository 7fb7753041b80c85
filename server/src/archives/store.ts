// Keeps the files of archives in a folder or a bucket, and reads parts of them.
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openBucket } from '../files/s3.ts';
import { requireFreeDisk } from '../http/spool.ts';
import type { Settings } from '../settings.ts';

/** The files of archives, by name. */
export type Store = {
  /** Writes a file; resolves once it would survive a power cut. */
  write(name: string, content: Buffer): Promise<void>;
  /** A part of a file; rejects if the file or the part is missing. */
  readRange(name: string, from: number, bytes: number): Promise<Buffer>;
  /** The size of a file in bytes; null if there is none. */
  sizeOf(name: string): Promise<number | null>;
  /** Deletes a file; a missing one is no error. */
  remove(name: string): Promise<void>;
};

type Where = Pick<Settings, 'archiveUrl' | 'dataDir'>;

const stores = new Map<string, Store>();

/** The store of ARCHIVE_URL, opened once; null if it is not set. */
export function storeOf({ archiveUrl, dataDir }: Where): Store | null {
  if (archiveUrl === null) return null;
  const store = stores.get(archiveUrl) ?? openStore(archiveUrl, dataDir);
  stores.set(archiveUrl, store);
  return store;
}

function openStore(url: string, dataDir: string): Store {
  if (url.startsWith('file:')) return openFolder(fileURLToPath(url));
  const bucket = openBucket(url, dataDir, undefined, 'Archived messages');
  return { ...bucket, write: (name, content) => bucket.write(name, Readable.from([content])) };
}

function openFolder(folder: string): Store {
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireFreeDisk(folder);
      // Written under another name first, so a file with its final name is complete.
      const unfinished = join(folder, `${name}.part`);
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(folder, name));
      const parent = await open(folder);
      await parent.sync().finally(() => parent.close());
    },
    async readRange(name, from, bytes) {
      const file = await open(join(folder, name));
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
        if (bytesRead !== bytes)
          throw new Error(`${name} of the archive is cut off: restore it from a backup`);
        return buffer;
      } finally {
        await file.close();
      }
    },
    async sizeOf(name) {
      try {
        return (await stat(join(folder, name))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(name) {
      await rm(join(folder, name), { force: true });
      await rm(join(folder, `${name}.part`), { force: true });
    },
  };
}
