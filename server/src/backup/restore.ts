// Restoring a backup into an empty data directory: all of it is read once before any is used, and the database takes it in one transaction.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { migrate } from '../db/migrate.ts';
import { transaction } from '../db/pool.ts';
import { failMessages, transitionMessages } from '../messages/transitions.ts';
import type { Runtime } from '../runtime.ts';
import { ArchiveError, type Entry, readArchive } from './archive.ts';
import type { BackupHead } from './backup.ts';
import {
  cancelBegun,
  closeTables,
  copyIn,
  countMessages,
  emptyPassing,
  endKeywordActions,
  openTables,
  selectMigrations,
  type Table,
  takeDue,
} from './queries.ts';

const BATCH = 2_000;
const STORED_NAME = /^[0-9a-f]{64}$/;

/** `unknown`: messages that were to be sent by now, of which nobody knows whether they were. */
export type Restored = { messages: number; files: number; unknown: number; campaigns: number };

/** Reads a backup to its end and returns what it says of itself; an ArchiveError where it is not whole. */
export async function checkBackup(path: string): Promise<BackupHead> {
  let head: BackupHead | undefined;
  for await (const entry of readArchive(path))
    if (entry.head.kind === 'head') head = entry.head as BackupHead;
  if (!head) throw new ArchiveError(`${path} has no beginning. Use another backup`);
  return head;
}

/** Fills the database and the folder of documents of a runtime that nothing has used from a backup that was checked. */
export async function restoreBackup(
  { pool, settings }: Pick<Runtime, 'pool' | 'settings'>,
  path: string,
  head: BackupHead,
): Promise<Restored> {
  await migrate(pool);
  assertSameMigrations(await selectMigrations(pool), head);
  const folder = join(settings.dataDir, 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return transaction(pool, async (client) => {
    await openTables(client, head.tables, head.months);
    const files = await readInto(client, folder, path);
    await closeTables(client, head.sequences);
    const messages = await countMessages(client);
    if (messages !== head.messages)
      throw new ArchiveError(
        `${path} says it has ${head.messages} messages and has ${messages}. Use another backup`,
      );
    return { messages, files, ...(await settleRestored(client)) };
  });
}

/** Ends what was under way when a database was copied, sessions too: it may have been done since, and is not done again. */
export async function settleRestored(client: PoolClient): Promise<Pick<Restored, 'unknown' | 'campaigns'>> {
  await emptyPassing(client);
  await endKeywordActions(client);
  return { unknown: await giveUpDue(client), campaigns: await cancelBegun(client) };
}

function assertSameMigrations(ours: object[], { migrations, at }: BackupHead): void {
  if (JSON.stringify(ours) === JSON.stringify(migrations)) return;
  throw new ArchiveError(
    `The backup of ${at} was made by another version of Godwit: restore it with that version, then start this one, which migrates it`,
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

/** Fails messages that may have been sent after the backup, and refunds them: none of them is sent again. Returns how many. */
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
