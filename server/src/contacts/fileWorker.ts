// A thread that reads one file, so that half a million numbers are read beside the calls of others and not between them. It says
// how it ended: a report or a refusal.
import { createReadStream, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../threads.ts';
import { type Columns, readFileRows } from './fileRows.ts';

/** What the thread starts with: the country of national numbers, what of a row counts, and the files it reads and writes. */
export type FileWorkerData = { country: string; columns: Columns; upload: number; rows: number };

const { country, columns, upload, rows } = workerData as FileWorkerData;

giveWay();
const source = createReadStream('', { fd: upload, start: 0, autoClose: false });
const outcome = await readFileRows(source, { country, columns }, (text) => writeAll(Buffer.from(text)));
parentPort!.postMessage(outcome);

function writeAll(bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(rows, bytes, written);
}
