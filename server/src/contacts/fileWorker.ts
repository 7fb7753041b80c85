// A thread that reads one file of contacts, so that half a million numbers are read beside the calls of others and not between
// them. It asks for each piece of the file, and writes what is good in it to a file of its own.
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { Refusal } from '../refusal.ts';
import { giveWay } from '../threads.ts';
import { type FileReport, readFileRows } from './fileRows.ts';

/** What the thread starts with: the country of national numbers, and the file it writes to. */
export type FileWorkerData = { country: string; fd: number };

/** What it says: it wants the next piece, or how it ended. Pieces are Uint8Arrays; null says that there are no more. */
export type FileWorkerMessage = 'more' | { outcome: FileReport | Refusal };

const port = parentPort!;
const { country, fd } = workerData as FileWorkerData;

async function* pieces(): AsyncGenerator<Uint8Array> {
  while (true) {
    const piece = await new Promise<Uint8Array | null>((resolve) => {
      port.once('message', resolve);
      port.postMessage('more' satisfies FileWorkerMessage);
    });
    if (piece === null) return;
    yield piece;
  }
}

giveWay();
const outcome = await readFileRows(pieces(), country, (text) => writeAll(Buffer.from(text)));
port.postMessage({ outcome } satisfies FileWorkerMessage);

function writeAll(bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
