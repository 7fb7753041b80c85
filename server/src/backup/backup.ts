// Backs up a running service: every table from one snapshot, and the documents its rows name.
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { spanOfMonths } from '../db/schema/months.ts';
import { transaction } from '../db/transaction.ts';
import type { Runtime } from '../runtime.ts';
import { writeArchive } from './archive.ts';
import {
  type AppliedMigration,
  beginSnapshot,
  copyOut,
  countMessages,
  selectFingerprints,
  selectMigrations,
  selectSequences,
  selectStoredFiles,
  selectTables,
  type Table,
} from './queries.ts';

/**
 * The first entry of a backup. `fingerprint` is of the SECRET_KEY that belongs to it, which it does not
 * hold.
 */
export type BackupHead = {
  kind: 'head';
  at: string;
  fingerprint: string | null;
  /** The same of the one that was taking its place. */
  next: string | null;
  migrations: AppliedMigration[];
  /**
   * The first day of the first month that messages have a partition for, and how many months there are from
   * it to the last.
   */
  months: { first: string; count: number };
  sequences: [string, string][];
  tables: Table[];
  messages: number;
};

/** Contents of a backup. `missing` counts documents that someone removed from the disk. */
export type Backup = { at: string; messages: number; tables: number; files: number; missing: number };

/** Writes a backup to a file. */
export async function makeBackup(
  { pool, settings }: Pick<Runtime, 'pool' | 'settings'>,
  path: string,
): Promise<Backup> {
  const folder = join(settings.dataDir, 'files');
  return transaction(pool, async (client) => {
    await beginSnapshot(client);
    const tables = await selectTables(client);
    // Those in a bucket stay there.
    const stored = settings.storageUrl === null ? await selectStoredFiles(client) : [];
    const present = stored.filter((name) => existsSync(join(folder, name)));
    const head: BackupHead = {
      kind: 'head',
      at: new Date().toISOString(),
      ...(await selectFingerprints(client)),
      migrations: await selectMigrations(client),
      months: await spanOfMonths(client),
      sequences: await selectSequences(client),
      tables,
      messages: await countMessages(client),
    };
    await writeArchive(path, async ({ add }) => {
      await add(head);
      for (const name of present) await add({ kind: 'file', name }, createReadStream(join(folder, name)));
      for (const table of tables) await add({ kind: 'table', ...table }, copyOut(client, table));
    });
    const missing = stored.length - present.length;
    return { at: head.at, messages: head.messages, tables: tables.length, files: present.length, missing };
  });
}
