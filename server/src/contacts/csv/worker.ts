// Worker thread that parses one file: half a million rows do not block other requests. It posts a report or
// a refusal.
import { readSync, writeSync } from 'node:fs';
import { platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type FileRules, readFileRows } from './copyLines.ts';

/** The thread's input: parse options, and the files to read and write. */
export type FileWorkerData = { rules: FileRules; upload: number; rows: number };

const { rules, upload, rows } = workerData as FileWorkerData;

const PIECE = 65_536;
/** On the scale of nice(2): a third of what others get who want the same core. */
const NICENESS = 5;

// Linux only: elsewhere the call would be about the whole process.
if (platform() === 'linux') setPriority(NICENESS);
const outcome = readFileRows(pieces, rules, (text) => writeAll(Buffer.from(text)));
parentPort!.postMessage(outcome);

/**
 * The upload. A stream would close the file if it is not read to its end, and it is not this thread's to
 * close.
 */
function* pieces(): Generator<Uint8Array> {
  for (let at = 0; ; ) {
    const piece = Buffer.alloc(PIECE);
    const bytes = readSync(upload, piece, 0, PIECE, at);
    if (bytes === 0) return;
    yield piece.subarray(0, bytes);
    at += bytes;
  }
}

function writeAll(bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(rows, bytes, written);
}
