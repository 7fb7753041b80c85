// `godwit rotate-secret`: seals everything with the new SECRET_KEY while the service runs. Each row is its
// own step; after an interruption, run the command again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assertSameSecret, OtherSecretError, setNextSecret, setSecret } from '../db/embedded/installation.ts';
import { countOtherMarks } from '../db/processes.ts';
import {
  keepRetiredKey,
  replaceSealed,
  SEALED,
  selectRetiredKeys,
  selectSealed,
} from '../db/schema/sealed.ts';
import { keyLookups } from '../projects/keys.ts';
import type { Runtime } from '../runtime.ts';
import {
  fingerprintsOf,
  markOf,
  OLD_SECRET_FILE,
  replaceSecretKey,
  SECRET_FILE,
  type Secrets,
} from '../secrets.ts';
import { CommandError, type Report } from './report.ts';

const BATCH = 200;
/**
 * Purposes whose keys of the old secret stay, sealed by the new one: hashed values cannot be hashed again,
 * and carriers know addresses for receipts.
 */
const KEPT = [
  'smpp password',
  'named key look-up',
  'send url look-up',
  'send url signature',
  'recovery code',
  'staff recovery code',
  'carrier receipts',
];

/** Makes the secret of this process good for a database: it knows the old keys that are kept there. */
export async function loadRetiredKeys({ pool, secrets }: Pick<Runtime, 'pool' | 'secrets'>): Promise<void> {
  for (const { purpose, sealed } of await selectRetiredKeys(pool))
    secrets.addOldKey(purpose, secrets.open('retired key', sealed));
}

/**
 * Replaces the secret and prints the next steps. Without a new secret it generates one, if DATA_DIR holds
 * the secret.
 */
export async function rotateSecret(runtime: Runtime): Promise<Report> {
  const { pool, secrets, settings } = runtime;
  if (!secrets.old) return begin(runtime);
  const { present } = await assertSameSecret(pool, fingerprintsOf(secrets));
  const [ours, before] = fingerprintsOf(secrets) as [Buffer, Buffer];
  if (!present.equals(before) && !present.equals(ours))
    throw new OtherSecretError('SECRET_KEY_OLD is not the secret of this database. Nothing was changed');
  const others = await countOtherMarks(pool, markOf(secrets));
  if (others > 0)
    throw new CommandError(
      `${others} processes do not seal with the new secret yet. Restart them with SECRET_KEY and SECRET_KEY_OLD as they are here, then run this again. A process that was killed counts for 45 s. Nothing was changed.`,
    );
  await setNextSecret(pool, ours);
  for (const purpose of KEPT)
    await keepRetiredKey(pool, {
      fingerprint: before,
      purpose,
      sealed: secrets.seal('retired key', secrets.old.deriveKey(purpose)),
    });
  const changed = await resealAll(pool, secrets);
  const unreadable = changed.reduce((sum, one) => sum + one.unreadable, 0);
  if (unreadable === 0) await setSecret(pool, ours);
  return report(changed, unreadable, settings);
}

function begin({ settings: { secretKey, dataDir } }: Pick<Runtime, 'settings'>): Report {
  if (secretKey !== null)
    throw new CommandError(
      'Set SECRET_KEY to a new secret (openssl rand -base64 32) and SECRET_KEY_OLD to the one before, restart all processes with both, and run this again.',
    );
  replaceSecretKey(dataDir);
  return {
    text: `${join(dataDir, SECRET_FILE)} is a new secret, and ${OLD_SECRET_FILE} beside it the one before.\nRestart the service, then run this again.`,
    data: { begun: true },
  };
}

type Changed = { what: string; resealed: number; unreadable: number };

async function resealAll(pool: Runtime['pool'], secrets: Secrets): Promise<Changed[]> {
  const all: Changed[] = [];
  for (const place of SEALED) {
    const changed = { what: `${place.table}.${place.column}`, resealed: 0, unreadable: 0 };
    for (let after: string[] | null = null; ; ) {
      const rows = await selectSealed(pool, place, after, BATCH);
      for (const row of rows) {
        const sealed = resealed(secrets, row.purpose, row.sealed);
        if (sealed === 'unreadable') changed.unreadable++;
        if (sealed === null || sealed === 'unreadable') continue;
        const lookup = place.table === 'api_keys' ? lookupOf(secrets, row.purpose, sealed) : null;
        if (await replaceSealed(pool, place, row, { sealed, lookup })) changed.resealed++;
      }
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.key;
    }
    all.push(changed);
  }
  return all;
}

function resealed(secrets: Secrets, purpose: string, sealed: Buffer): Buffer | null | 'unreadable' {
  try {
    return secrets.reseal(purpose, sealed);
  } catch {
    return 'unreadable';
  }
}

const lookupOf = (secrets: Secrets, purpose: string, sealed: Buffer): Buffer =>
  keyLookups(secrets, secrets.open(purpose, sealed).toString())[0]!;

function report(
  changed: readonly Changed[],
  unreadable: number,
  { secretKey, dataDir }: Runtime['settings'],
): Report {
  const lines = changed.map(({ what, resealed }) => `  ${what}: ${resealed}`);
  const old = existsSync(join(dataDir, OLD_SECRET_FILE)) && secretKey === null;
  const next = old
    ? `Move ${join(dataDir, OLD_SECRET_FILE)} to where the backups made until now are kept, and restart the service.`
    : 'Start all processes without SECRET_KEY_OLD, and keep that with the backups made until now.';
  return {
    text: [
      'Given the seal of the new secret:',
      ...lines,
      unreadable === 0
        ? next
        : `${unreadable} could be read by neither secret and were left. Keep both secrets.`,
    ].join('\n'),
    data: { changed, unreadable },
    failed: unreadable > 0,
  };
}
