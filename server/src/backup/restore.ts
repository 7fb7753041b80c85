// Restores a backup into an empty data directory: verifies the whole file first, then fills the database in
// one transaction.
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { RESTORE_MARK } from '../db/embedded/cluster.ts';
import { migrate } from '../db/schema/migrate.ts';
import { transaction } from '../db/transaction.ts';
import { failMessages, transitionMessages } from '../messages/state/transitions.ts';
import type { Runtime } from '../runtime.ts';
import { ArchiveError, type Entry, readArchive } from './archive.ts';
import type { BackupHead } from './backup.ts';
import {
  cancelBegun,
  closeTables,
  copyIn,
  countMessages,
  deleteTransient,
  endKeywordActions,
  openTables,
  selectMigrations,
  type Table,
  takeDue,
} from './queries.ts';

const BATCH = 2_000;
const STORED_NAME = /^[0-9a-f]{64}$/;

/** `unknown` counts messages that were due and may or may not have been sent. */
export type Restored = { messages: number; files: number; unknown: number; campaigns: number };

/** Reads a backup to its end and returns its header; throws an ArchiveError if the file is incomplete. */
export async function checkBackup(path: string): Promise<BackupHead> {
  let head: BackupHead | undefined;
  for await (const entry of readArchive(path))
    if (entry.head.kind === 'head') head = entry.head as BackupHead;
  if (!head) throw new ArchiveError(`${path} has no beginning. Use another backup`);
  return head;
}

/**
 * Fills the database and the folder of documents of a runtime that nothing has used from a backup that was
 * checked, of this version or an older one: its rows go into tables as they were then, which are migrated
 * afterwards. Until all of it is done the folder is marked: a service that starts on it would send again
 * what was sent after the backup.
 */
export async function restoreBackup(
  { pool, settings }: Pick<Runtime, 'pool' | 'settings'>,
  path: string,
  head: BackupHead,
): Promise<Restored> {
  await migrate(pool, { only: new Set(head.migrations.map(({ number }) => number)) });
  assertKnownMigrations(await selectMigrations(pool), head);
  const folder = join(settings.dataDir, 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mark = join(settings.dataDir, RESTORE_MARK);
  await writeFile(mark, head.at);
  const copied = await copyAll(pool, { folder, path, head });
  await migrate(pool);
  const settled = await transaction(pool, settleRestored);
  await rm(mark);
  return { ...copied, ...settled };
}

function copyAll(
  pool: Pool,
  { folder, path, head }: { folder: string; path: string; head: BackupHead },
): Promise<Pick<Restored, 'messages' | 'files'>> {
  return transaction(pool, async (client) => {
    await openTables(client, head.tables, head.months);
    const files = await readInto(client, folder, path);
    await closeTables(client, head.sequences);
    const messages = await countMessages(client);
    if (messages !== head.messages)
      throw new ArchiveError(
        `${path} says it has ${head.messages} messages and has ${messages}. Use another backup`,
      );
    return { messages, files };
  });
}

/**
 * Ends what was in progress when a database was copied, sessions too: it may have been done since, and is
 * not done again.
 */
export async function settleRestored(client: PoolClient): Promise<Pick<Restored, 'unknown' | 'campaigns'>> {
  await deleteTransient(client);
  await endKeywordActions(client);
  return { unknown: await giveUpDue(client), campaigns: await cancelBegun(client) };
}

function assertKnownMigrations(ours: object[], { migrations, at }: BackupHead): void {
  if (JSON.stringify(ours) === JSON.stringify(migrations)) return;
  throw new ArchiveError(
    `The backup of ${at} was made by a version of Godwit that this one does not know: restore it with that version or a newer one`,
  );
}

/** Files come before the tables that name them. */
async function readInto(client: PoolClient, folder: string, path: string): Promise<number> {
  let files = 0;
  for await (const { head, content } of readArchive(path)) {
    if (head.kind === 'table') await pipeline(content, copyIn(client, head as unknown as Table));
    if (head.kind === 'file') files += await keepFile(folder, { head, content });
  }
  return files;
}

async function keepFile(folder: string, { head, content }: Entry): Promise<number> {
  const name = String(head.name);
  if (!STORED_NAME.test(name)) throw new ArchiveError(`A document has the name ${JSON.stringify(name)}`);
  await pipeline(content, createWriteStream(join(folder, name), { mode: 0o600, flush: true }));
  return 1;
}

/**
 * Fails messages that may have been sent after the backup, and refunds them: none of them is sent again.
 * Returns how many.
 */
async function giveUpDue(client: PoolClient): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await takeDue(client, BATCH);
    if (due.length === 0) return count;
    await transitionMessages(client, 'submitting', due);
    await transitionMessages(client, 'in_doubt', due);
    await failMessages(client, 'UNKNOWN', due);
    count += due.length;
  }
}
