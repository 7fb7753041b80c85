// A file of contacts on its way in: read by a thread while it arrives, what is good kept in a file that nobody else sees.
import { randomUUID } from 'node:crypto';
import { on } from 'node:events';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { FileReport } from './fileRows.ts';
import type { FileWorkerData, FileWorkerMessage } from './fileWorker.ts';

/** A file that has been read: what it held, and its good rows as text for COPY. */
export type ReadFile = { report: FileReport; rows: AsyncIterable<Uint8Array> };

// More than any file within the limits needs; what needs more ends with an error, and not the process with it.
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

/**
 * Reads a file to its end and hands it to `use`; nothing of it is left afterwards. Throws what `source` throws, where it is cut.
 * Refusals: those of reading, and of `use`.
 */
export async function withFile<T>(
  source: AsyncIterable<Uint8Array>,
  country: string,
  use: (file: ReadFile) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const kept = await openNameless();
  try {
    const outcome = await readInThread(source, { country, fd: kept.fd });
    if (isRefusal(outcome)) return outcome;
    return await use({ report: outcome, rows: kept.createReadStream({ start: 0, autoClose: false }) });
  } finally {
    await kept.close();
  }
}

/** A file without a name: it is gone when it is closed, or when the process ends, however it ends. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `godwit-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function readInThread(
  source: AsyncIterable<Uint8Array>,
  workerData: FileWorkerData,
): Promise<FileReport | Refusal> {
  const worker = new Worker(new URL('./fileWorker.ts', import.meta.url), {
    workerData,
    resourceLimits: MEMORY,
  });
  const messages = on(worker, 'message');
  const heard = async () => (await messages.next()).value![0] as FileWorkerMessage;
  try {
    for await (const chunk of source) {
      const message = await heard();
      if (message !== 'more') return message.outcome;
      // A copy of just these bytes, as others lie around them; it goes over without another copy.
      const piece = new Uint8Array(chunk);
      worker.postMessage(piece, [piece.buffer]);
    }
    let message = await heard();
    if (message === 'more') {
      worker.postMessage(null);
      message = await heard();
    }
    return (message as Exclude<FileWorkerMessage, 'more'>).outcome;
  } finally {
    await worker.terminate();
  }
}
