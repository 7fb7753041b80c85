// Stores file contents on a disk or in a bucket. Names are random and contents encrypted by the caller.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, opendir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requireFreeDisk } from '../http/spool.ts';
import type { Settings } from '../settings.ts';
import { type Bucket, openBucket } from './s3.ts';

/** A store of file contents. */
export type Storage = {
  /**
   * Keeps what comes, under a new name; resolves when it would survive a power cut, rejects with
   * `content`'s error, or a refusal if the disk is full.
   */
  write(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** All of it; rejects if there is none. */
  read(name: string): Promise<Buffer>;
  /** Deletes it; one that is not there is no error. */
  remove(name: string): Promise<void>;
  /** The names that begin with `first`, a digit of theirs, and were written so many hours ago. */
  namesBefore(hours: number, first: string): Promise<string[]>;
};

const NAME = /^[0-9a-f]{64}$/;
const HOUR_MS = 3_600_000;

type Where = Pick<Settings, 'dataDir' | 'storageUrl'>;

const buckets = new Map<string, Bucket>();

/** The bucket of STORAGE_URL; opened once. */
function bucketOf({ dataDir, storageUrl }: Where): Bucket | null {
  if (storageUrl === null) return null;
  const bucket = buckets.get(storageUrl) ?? openBucket(storageUrl, dataDir);
  buckets.set(storageUrl, bucket);
  return bucket;
}

/**
 * The storage of this installation: the bucket in STORAGE_URL, or DATA_DIR/files, which several machines
 * must share. Contents missing from the bucket are read from the disk, which allows a move while the
 * service runs.
 */
export function storageOf(where: Where): Storage {
  const disk = diskOf(where.dataDir);
  const bucket = bucketOf(where);
  if (!bucket) return disk;
  return {
    ...bucket,
    read: async (name) => (await bucket.read(name)) ?? disk.read(name),
    async remove(name) {
      await bucket.remove(name);
      await disk.remove(name);
    },
  };
}

/**
 * Moves what is on the disk to the bucket, each deleted from the disk once the bucket has given it back;
 * returns how many.
 */
export async function moveToBucket(where: Where): Promise<number> {
  const bucket = bucketOf(where);
  if (!bucket) throw new Error('There is no STORAGE_URL');
  const disk = diskOf(where.dataDir);
  const names = await disk.namesBefore(0, '');
  for (const name of names) {
    const content = await disk.read(name);
    await bucket.write(name, Readable.from([content]));
    if (!(await bucket.read(name))?.equals(content)) throw new Error(`The bucket changed ${name}`);
    await disk.remove(name);
  }
  return names.length;
}

/** Keeps something for a moment, reads it back and removes it; throws what goes wrong. */
export async function tryStorage(where: Where): Promise<void> {
  const storage = storageOf(where);
  const name = randomBytes(32).toString('hex');
  const content = randomBytes(1_000);
  try {
    await storage.write(name, Readable.from([content]));
    if (!(await storage.read(name)).equals(content)) throw new Error('It gave back something else');
  } finally {
    await storage.remove(name);
  }
}

function diskOf(dataDir: string): Storage {
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
