// `godwit backup FILE` and `godwit restore FILE` copy the embedded database and documents to and from one
// file. `godwit restored` follows a restore with your database's own tools.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ArchiveError } from '../backup/archive.ts';
import { makeBackup } from '../backup/backup.ts';
import { checkBackup, type Restored, restoreBackup, settleRestored } from '../backup/restore.ts';
import { isServed } from '../db/processes.ts';
import { databaseName } from '../db/schema/migrate.ts';
import { transaction } from '../db/transaction.ts';
import { openRuntime, type Runtime } from '../runtime.ts';
import { fingerprintsOf, loadSecrets, OLD_SECRET_FILE, SECRET_FILE } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { ledgerDifferences } from './ledger.ts';
import { CommandError, type Report } from './report.ts';
import { bringUpToDate } from './upToDate.ts';

const CONNECTIONS = 3;

/** Writes a backup, also while the service runs. */
export async function backup(runtime: Runtime, [file]: string[]): Promise<Report> {
  const { settings } = runtime;
  if (settings.databaseUrl !== null)
    throw new CommandError(
      'A database of your own is backed up with its own tools: pg_dump --format=custom, and DATA_DIR/files or the bucket. See docs/operating.md.',
    );
  const path = requireFile(file);
  if (existsSync(path)) throw new CommandError(`${path} is there already. Name another file.`);
  const made = await makeBackup(runtime, path);
  const key = settings.secretKey === null ? `${join(settings.dataDir, SECRET_FILE)}` : 'SECRET_KEY';
  return {
    text: [
      `${path} has all as of ${made.at}: ${made.messages} messages, ${made.tables} tables, ${made.files} documents.`,
      ...(made.missing > 0 ? [`${made.missing} documents were not on the disk any more.`] : []),
      ...(settings.storageUrl ? ['Documents in the bucket of STORAGE_URL are not in it.'] : []),
      `It does not have ${key}, without which keys, secrets and documents cannot be read: keep that elsewhere.`,
    ].join('\n'),
    data: { file: path, ...made },
  };
}

/**
 * Fills an empty data directory from a backup; nothing is made if the backup is not whole or the secret
 * not the right one.
 */
export async function restore(settings: Settings, [file]: string[]): Promise<Report> {
  const path = requireFile(file);
  if (settings.databaseUrl !== null)
    throw new CommandError('A backup is restored into an embedded database: run this without DATABASE_URL.');
  const { dataDir } = settings;
  const there = existsSync(dataDir)
    ? readdirSync(dataDir).filter((name) => ![SECRET_FILE, OLD_SECRET_FILE].includes(name))
    : [];
  if (there.length > 0)
    throw new CommandError(
      `${dataDir} is not empty: name another folder with DATA_DIR. Only ${SECRET_FILE} may be in it.`,
    );
  const head = await readable(() => checkBackup(path));
  const known = knownFingerprints(settings);
  if (
    [head.fingerprint, head.next ?? null].some(
      (one, index) => !(known.includes(one) || (index === 1 && one === null)),
    )
  )
    throw new CommandError(
      `This backup belongs to another SECRET_KEY: set the right one, or put the ${SECRET_FILE} of the old DATA_DIR into ${dataDir}. Nothing was made.`,
    );
  const runtime = await openRuntime(settings, 'restore', CONNECTIONS);
  try {
    const made = await readable(() => restoreBackup(runtime, path, head));
    await bringUpToDate(runtime);
    const differences = await ledgerDifferences(runtime.pool);
    return {
      text: [
        `${dataDir} is as of ${head.at}: ${made.messages} messages, ${made.files} documents. The ledger has ${differences.length} differences.`,
        ...describeSettled(made),
      ].join('\n'),
      data: { at: head.at, ...made, differences: differences.length },
      failed: differences.length > 0,
    };
  } catch (error) {
    throw error instanceof CommandError
      ? new CommandError(`${error.message}. Remove ${dataDir} before the next try.`)
      : error;
  } finally {
    await runtime.close();
  }
}

/**
 * Ends in-flight work of a database that its own tools restored, before the service starts on it. The
 * caller must name the database: on one that was not restored this discards all waiting work.
 */
export async function restored({ pool, settings }: Runtime, [given]: string[]): Promise<Report> {
  if (settings.databaseUrl === null)
    throw new CommandError('godwit restore does this by itself. This is for a database of DATABASE_URL.');
  const name = await databaseName(pool);
  if (given !== name)
    throw new CommandError(
      `Everything that waits in the database ${name} would be given up. If it has just been restored: godwit restored ${name}`,
    );
  if (await isServed(pool))
    throw new CommandError(
      'The service runs on this database, and what is due may be on its way. Stop it; nothing was changed.',
    );
  const settled = await transaction(pool, settleRestored);
  const differences = await ledgerDifferences(pool);
  return {
    text: [...describeSettled(settled), `The ledger has ${differences.length} differences.`].join('\n'),
    data: { ...settled, differences: differences.length },
    failed: differences.length > 0,
  };
}

const describeSettled = ({ unknown, campaigns }: Pick<Restored, 'unknown' | 'campaigns'>): string[] => [
  `${unknown} messages were to be sent since then: whether they were is not known, so they have failed and are refunded, and none is sent again.`,
  `${campaigns} campaigns that had begun are cancelled. Everyone is signed out.`,
];

/** Reads the existing secrets; null if there are none. A restore must not create them. */
function knownFingerprints(settings: Settings): (string | null)[] {
  if (settings.secretKey === null && !existsSync(join(settings.dataDir, SECRET_FILE))) return [null];
  return fingerprintsOf(loadSecrets(settings)).map((one) => one.toString('hex'));
}

/** Shows the operator what is wrong with a file. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ArchiveError ? new CommandError(error.message) : error;
  }
}

function requireFile(file: string | undefined): string {
  if (!file) throw new CommandError('Give the file of the backup.');
  return resolve(file);
}
