// Stores file contents in an S3-compatible bucket (STORAGE_URL). Contents are already encrypted; requests
// are signed (AWS Signature Version 4), limited in time and memory, and retried when that can help.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '@godwit/contract/files';
import { S3mini } from 's3mini';
import { Agent, type RequestInit, fetch as send } from 'undici';
import { openSpool, SPOOL_LIMITS } from '../http/spool.ts';
import { RefusalError, refuse } from '../refusal.ts';

/** A storage (`storage.ts`) whose `read` gives null if there is none. */
export type Bucket = {
  write(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** These bytes of it; rejects if there are fewer. */
  readRange(name: string, from: number, bytes: number): Promise<Buffer>;
  /** Its size in bytes; null if there is none. */
  sizeOf(name: string): Promise<number | null>;
  remove(name: string): Promise<void>;
  namesBefore(hours: number, first: string): Promise<string[]>;
};

/** The bucket is away, full or misconfigured: the caller should retry; the log has the reason. */
export class StorageAwayError extends RefusalError {
  constructor(cause: unknown, what: string) {
    const description = `${what} cannot be reached at the moment. Try again shortly.`;
    super(refuse('unavailable', { description, retryAfterSeconds: 30 }));
    this.cause = cause;
  }
}

/** `requestMs`: limit of a whole request with its body; `againAfterMs`: pauses before each retry. */
const WITHIN = { requestMs: 30_000, silenceMs: 10_000, againAfterMs: [200, 1_000] };
const MAX_ERROR_BYTES = 16_384;
/** A content with its tag. */
const MAX_BYTES = MAX_FILE_BYTES + 1_024;
const LIST_PAGE = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Opens the bucket of `s3://key:secret@host/bucket?region=…`; `s3+http://` speaks plain HTTP. Writes pass
 * through `spoolDir`. `what` is in it, for people.
 */
export function openBucket(address: string, spoolDir: string, within = WITHIN, what = 'Documents'): Bucket {
  const url = new URL(address);
  const timeouts = { headersTimeout: within.silenceMs, bodyTimeout: within.silenceMs };
  const agent = new Agent({ ...timeouts, connect: { timeout: within.silenceMs }, connections: 16 });
  const scheme = url.protocol === 's3:' ? 'https' : 'http';
  const bucket = new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${scheme}://${url.host}${url.pathname.replace(/\/$/, '')}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    requestAbortTimeout: within.requestMs,
    fetch: (async (at: string, init: RequestInit) =>
      briefly(
        await send(at, { ...init, dispatcher: agent, duplex: 'half', redirect: 'manual' }),
      )) as unknown as typeof fetch,
  });
  const spool = openSpool(join(spoolDir, 'spool-files'), SPOOL_LIMITS);
  const patiently = <T>(work: () => Promise<T>) => tryAgain(work, within.againAfterMs, what);

  return {
    // S3 needs the length first, so the content is spooled to an unnamed file.
    write: (name, content) =>
      spool.keep(content, async (file) => {
        const { size } = await file.stat();
        await patiently(async () => {
          const from = createReadStream('', { fd: file, start: 0, autoClose: false });
          await bucket.putObject(name, Readable.toWeb(from) as never, undefined, undefined, undefined, size);
        });
      }),
    read: (name) =>
      patiently(async () => {
        const answer = await bucket.getObjectResponse(name);
        return answer && (await wholeOf(answer));
      }),
    readRange: (name, from, bytes) =>
      patiently(async () => {
        const answer = await bucket.getObjectRaw(name, false, from, from + bytes);
        const content = await wholeOf(answer);
        if (content.length !== bytes) throw new Error(`The bucket has only a part of ${name}`);
        return content;
      }),
    sizeOf: (name) =>
      patiently(async () =>
        (await bucket.objectExists(name)) === true ? await bucket.getContentLength(name) : null,
      ),
    remove: (name) => patiently(async () => void (await bucket.deleteObject(name))),
    async namesBefore(hours, first) {
      const names: string[] = [];
      let page: Awaited<ReturnType<typeof bucket.listObjectsPaged>>;
      let token: string | undefined;
      do {
        page = await patiently(() => bucket.listObjectsPaged('/', first, LIST_PAGE, token));
        for (const { Key, LastModified } of page?.objects ?? [])
          if (new Date(LastModified).getTime() < Date.now() - hours * HOUR_MS) names.push(Key);
        token = page?.nextContinuationToken;
      } while (token);
      return names;
    },
  };
}

/** Retries network errors and an overloaded bucket; a refusal is final. */
async function tryAgain<T>(work: () => Promise<T>, pausesMs: readonly number[], what: string): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { status = 500 } = error as { status?: number };
      const pauseMs = pausesMs[tries];
      if (pauseMs === undefined || (status < 500 && status !== 429)) throw new StorageAwayError(error, what);
      await sleep(pauseMs);
    }
  }
}

/** Returns the answer; of an error body only enough to explain it. */
async function briefly(answer: Awaited<ReturnType<typeof send>>) {
  if (answer.ok || !answer.body) return answer;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= MAX_ERROR_BYTES) break;
  }
  const { status, statusText, headers } = answer;
  return new Response(Buffer.concat(pieces).subarray(0, MAX_ERROR_BYTES), {
    status,
    statusText,
    headers: [...headers],
  });
}

/** All of a content; throws if it is larger than any, or cut short. */
async function wholeOf(answer: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('The bucket has more of a document than was ever put there');
    pieces.push(piece);
  }
  const said = answer.headers.get('content-length');
  if (said !== null && Number(said) !== bytes) throw new Error('The bucket cut a document short');
  return Buffer.concat(pieces);
}
