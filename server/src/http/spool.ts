// Temporary files for the time of a request. They have no names, so none remains after the process ends.
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusalError, refuse } from '../refusal.ts';

/** `maxBytes` of all uploads that are kept at a time, and how much of the disk stays free of them. */
export type SpoolLimits = { maxBytes: number; keepFreeBytes: number };

export const SPOOL_LIMITS: SpoolLimits = { maxBytes: 1024 ** 3, keepFreeBytes: 256 * 1024 ** 2 };

export type Spool = {
  /**
   * Keeps what comes until `use` is done with it. Throws what `content` throws if it is cut; refusals:
   * unavailable if there is no space for it, and those of `use`.
   */
  keep<T>(content: AsyncIterable<Uint8Array>, use: (file: FileHandle) => Promise<T>): Promise<T>;
  /** An empty file for `use` to write to. Refusal: unavailable, if the disk is full. */
  lend<T>(use: (file: FileHandle) => Promise<T>): Promise<T>;
};

/** Interval of free-space checks during an upload. */
const LOOK_EVERY_BYTES = 4 * 1024 ** 2;
/** Error codes of a full disk or an exceeded quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Opens a folder for such files, and removes what a killed process may have left there between two calls. */
export function openSpool(folder: string, { maxBytes, keepFreeBytes }: SpoolLimits): Spool {
  let kept = 0;
  const removed = removeFiles(folder).catch(() => {});

  async function lend<T>(use: (file: FileHandle) => Promise<T>): Promise<T> {
    await removed;
    const file = await openNameless(folder);
    try {
      await requireFreeDisk(folder, keepFreeBytes);
      return await use(file);
    } catch (error) {
      throw asDiskFull(error);
    } finally {
      await file.close();
    }
  }

  return {
    lend,
    keep: (content, use) =>
      lend(async (file) => {
        let bytes = 0;
        let looked = 0;
        try {
          for await (const piece of content) {
            bytes += piece.length;
            kept += piece.length;
            if (kept > maxBytes) throw diskFull();
            await file.writeFile(piece);
            if (bytes - looked < LOOK_EVERY_BYTES) continue;
            looked = bytes;
            await requireFreeDisk(folder, keepFreeBytes);
          }
          return await use(file);
        } finally {
          kept -= bytes;
        }
      }),
  };
}

/** Throws a refusal if less of the disk of a folder is free than stays free of uploads. */
export async function requireFreeDisk(folder: string, bytes = SPOOL_LIMITS.keepFreeBytes): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw diskFull();
}

/**
 * Returns the error to throw when a file could not be written: a refusal if the disk is full, else the
 * error.
 */
export function asDiskFull(error: unknown): unknown {
  return FULL.has((error as NodeJS.ErrnoException).code ?? '') ? diskFull() : error;
}

function diskFull(): RefusalError {
  return new RefusalError(
    refuse('unavailable', {
      description: 'There is no room for files now, and nothing of this one is in. Upload it again later.',
      retryAfterSeconds: 60,
    }),
  );
}

/** A file without a name: it is gone when it is closed, or when the process ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  // Another process that starts now may have removed it already, which is as well.
  await rm(path, { force: true });
  return file;
}

async function removeFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
}
