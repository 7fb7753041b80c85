// Starts a carrier in a thread of its own that accepts every submit and sends its receipt, and writes the
// link to it.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Taken } from './peerSink.ts';

const SINK = new URL('./peerSink.ts', import.meta.url);
/** The window of the link, in messages. */
export const WINDOW = 100;

/** `taken` returns the messages of each account. */
export type Sink = { port: number; taken(): Promise<Map<string, Taken>>; close(): Promise<void> };

/** Starts it on a free port. Receipts come within `receiptMs` of their submit. */
export async function openSink(receiptMs = 0): Promise<Sink> {
  const thread = new Worker(SINK, { workerData: receiptMs });
  const ended = once(thread, 'exit');
  const [port] = await once(thread, 'message');
  return {
    port,
    async taken() {
      thread.postMessage('taken');
      const [taken] = await once(thread, 'message');
      return taken;
    },
    async close() {
      thread.postMessage('close');
      await ended;
    },
  };
}

/** Writes a carriers file with one link to the sink on that port; returns its path. */
export function writeLink(folder: string, id: string, port: number, sessions = 1): string {
  const file = join(folder, `${id}.json`);
  const link = { id, host: '127.0.0.1', port, system_id: id, password: 'bench', sessions };
  writeFileSync(file, JSON.stringify([{ ...link, window: WINDOW, throughput: 100_000 }]));
  return file;
}
