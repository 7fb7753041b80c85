// Moves a month of messages to files: copies it in blocks, reads all of them back and compares them with the
// database, and drops the month in the transaction that records the archive. A process may die at any point.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isLocked, retryLocked } from '../db/locks.ts';
import type { Month } from '../db/schema/months.ts';
import { FIRST_ID, newId } from '../ids.ts';
import { pack, readPart } from './blocks.ts';
import { type Block, type BlockPlace, insertBlocks, selectBlocksAfter } from './queries.ts';
import { removeDead } from './remove.ts';
import type { Store } from './store.ts';
import {
  abandonArchive,
  type Copied,
  claimMonth,
  copyBatch,
  countMonth,
  countSame,
  finishArchive,
  insertFile,
  keepSize,
  keepVerified,
  renewLease,
  watchMonth,
} from './writeQueries.ts';

export { countMonth } from './writeQueries.ts';

/**
 * `block`: messages of a block; a page of the log reads one or two blocks. `fileBytes`: compressed bytes of a
 * pair of files, which stay in memory until they are written.
 */
const SIZES = { block: 1_000, fileBytes: 16 * 1024 ** 2 };
/** Longer than it takes to write a file, with retries. */
const LEASE_SECONDS = 180;
const RENEW_MS = 20_000;
/** Attempts to lock the month: each waits 500 ms at most, and the pauses let others run. */
const WATCH = { attempts: 10, pauseMs: 1_000 };
const DROP = { attempts: 60, pauseMs: 5_000 };

export type WriteParts = {
  pool: Pool;
  store: Store;
  log: Pick<Logger, 'info'>;
  signal: AbortSignal;
  /** How often it tries to lock the month; the default waits for minutes. */
  patience?: { attempts: number; pauseMs: number };
  sizes?: typeof SIZES;
};

/**
 * The outcome of archiving a month. BUSY: another process writes it. OPEN: some messages may still change.
 * CHANGED: a message changed while it was copied. LOCKED: something else reads the month, such as a dump.
 */
export type Outcome =
  | { outcome: 'DONE'; messages: number }
  | { outcome: 'BUSY' | 'CHANGED' | 'LOCKED' }
  | { outcome: 'OPEN'; open: number };

/** This process was too slow and lost its archive to another one, or it has to stop. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Moves a month to files. Unless the outcome is DONE, nothing has changed and it can run again. */
export async function archiveMonth(parts: WriteParts, month: Month): Promise<Outcome> {
  const { pool, store, signal } = parts;
  await removeDead(pool, store);
  const writing = await claimMonth(pool, month, { id: newId(), leaseSeconds: LEASE_SECONDS });
  if (!writing) return { outcome: 'BUSY' };
  const { id, verified } = writing;
  const lease = openLease(pool, id, signal);
  const giveUp = async () => {
    await abandonArchive(pool, id);
    await removeDead(pool, store);
  };
  try {
    if (verified === null && !writing.isNew) {
      // The files of another process may be incomplete, and that process may still write.
      await giveUp();
      return await archiveMonth(parts, month);
    }
    const copied: Outcome =
      verified === null
        ? await copyMonth({ ...parts, id, lease }, month)
        : { outcome: 'DONE', messages: Number(verified) };
    if (copied.outcome !== 'DONE') {
      await giveUp();
      return copied;
    }
    const finish = () => lease.keep().then(() => finishArchive(pool, id, copied.messages));
    if (await retryLocked(finish, parts.patience ?? DROP)) return copied;
    await giveUp();
    return { outcome: 'CHANGED' };
  } catch (error) {
    if (isLocked(error)) return { outcome: 'LOCKED' };
    throw error;
  } finally {
    // Ends the lease, so the next run need not wait. Kept archives have no lease.
    await renewLease(pool, id, 0);
  }
}

const TAKEN_OVER = 'Another process took over this month, because this one was too slow';

type Lease = { keep(): Promise<void> };

/** Renews a lease from time to time; throws if it is lost or the process has to stop. */
function openLease(pool: Pool, id: string, signal: AbortSignal): Lease {
  let renewedAt = performance.now();
  return {
    async keep() {
      if (signal.aborted) throw new StoppedError('Stopped: run the command again to continue');
      if (performance.now() - renewedAt < RENEW_MS) return;
      if (!(await renewLease(pool, id, LEASE_SECONDS))) throw new StoppedError(TAKEN_OVER);
      renewedAt = performance.now();
    },
  };
}

type Copying = WriteParts & { id: string; lease: Lease };

/** Copies a month and reads it back. */
async function copyMonth(copying: Copying, month: Month): Promise<Outcome> {
  const { pool, id, patience = WATCH } = copying;
  await retryLocked(() => watchMonth(pool, month.name), patience);
  // From here on, the database records changes of the month.
  const { all, open } = await countMonth(pool, month);
  if (open > 0) return { outcome: 'OPEN', open };
  const copied = await writeBlocks(copying, month);
  const same = copied === all ? await verify(copying) : 0;
  if (same !== all) return { outcome: 'CHANGED' };
  await keepVerified(pool, id, all);
  return { outcome: 'DONE', messages: all };
}

/** Writes all messages of a month, log by log, and returns how many. */
async function writeBlocks(copying: Copying, month: Month): Promise<number> {
  const { pool, lease, sizes: { block: limit } = SIZES } = copying;
  const files = openFiles(copying, month);
  let count = 0;
  let next = copyBatch(pool, month, { projectId: FIRST_ID, mode: 'LIVE', id: FIRST_ID }, limit);
  for (let batch = await next; batch.length > 0; batch = await next) {
    const { projectId, mode, last } = batch.at(-1)!;
    // The database reads ahead while this process compresses.
    next = copyBatch(pool, month, { projectId, mode, id: last }, limit);
    next.catch(() => {});
    for (const copied of batch) {
      await files.add(copied);
      count += copied.messages;
    }
    await lease.keep();
  }
  await files.flush();
  return count;
}

/** The files of an archive: blocks gather in memory until there are enough for a pair of files. */
function openFiles({ pool, store, id, log, sizes = SIZES }: Copying, month: Month) {
  let number = 0;
  let blocks: Block[] = [];
  let pending = { rows: [] as Buffer[], texts: [] as Buffer[] };
  let size = { rows: 0, texts: 0 };
  const nameOf = (part: keyof typeof size) =>
    `messages-${month.starts.toISOString().slice(0, 7)}-${id}-${String(number).padStart(5, '0')}-${part}.json.zst`;

  async function append(part: keyof typeof size, text: string): Promise<BlockPlace> {
    const { content, hash } = await pack(text);
    const place = { file: nameOf(part), at: size[part], bytes: content.length, hash };
    pending[part].push(content);
    size[part] += content.length;
    return place;
  }

  async function flush(): Promise<void> {
    if (blocks.length === 0) return;
    for (const part of ['rows', 'texts'] as const) {
      const file = { archiveId: id, name: nameOf(part) };
      await insertFile(pool, { ...file, hasTexts: part === 'texts' });
      await store.write(file.name, Buffer.concat(pending[part]));
      if (await keepSize(pool, { ...file, bytes: size[part] })) continue;
      await store.remove(file.name);
      throw new StoppedError(TAKEN_OVER);
    }
    await insertBlocks(pool, blocks);
    log.info({ month: month.name, file: number, bytes: size.rows + size.texts }, 'archive files written');
    number += 1;
    blocks = [];
    pending = { rows: [], texts: [] };
    size = { rows: 0, texts: 0 };
  }

  return {
    async add({ rows, texts, ...of }: Copied): Promise<void> {
      const [rowsAt, textsAt] = await Promise.all([append('rows', rows), append('texts', texts)]);
      blocks.push({ ...of, archiveId: id, rows: rowsAt, texts: textsAt });
      if (size.rows + size.texts >= sizes.fileBytes) await flush();
    },
    flush,
  };
}

/** Reads all blocks of an archive back; returns how many messages equal those in the database. */
async function verify({ pool, store, id, lease }: Copying): Promise<number> {
  let same = 0;
  let read = { rows: [] as string[], texts: [] as string[], messages: 0 };
  async function compare(): Promise<boolean> {
    const found = await countSame(pool, { rows: listOf(read.rows), texts: listOf(read.texts) });
    const isSame = found === read.messages;
    read = { rows: [], texts: [], messages: 0 };
    same += found;
    return isSame;
  }
  let blocks = await selectBlocksAfter(pool, id, undefined, 1_000);
  while (blocks.length > 0) {
    for (const { rows, texts, messages } of blocks) {
      read.rows.push(await readPart(store, rows));
      read.texts.push(await readPart(store, texts!));
      read.messages += messages;
      // One statement compares many small logs.
      if (read.messages >= SIZES.block && !(await compare())) return 0;
      await lease.keep();
    }
    blocks = await selectBlocksAfter(pool, id, blocks.at(-1), 1_000);
  }
  return read.messages === 0 || (await compare()) ? same : 0;
}

/** Joins several JSON lists to one. */
const listOf = (lists: readonly string[]) => `[${lists.map((list) => list.slice(1, -1)).join(',')}]`;
