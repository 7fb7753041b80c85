// Checks that the database has this version's schema and belongs to this secret.

import { assertSameSecret } from '../db/embedded/installation.ts';
import { openPool } from '../db/pool.ts';
import { SERVICE_ROLE } from '../db/schema/grants.ts';
import { migrate, pendingMigrations } from '../db/schema/migrate.ts';
import type { Runtime } from '../runtime.ts';
import { fingerprintsOf } from '../secrets.ts';
import { CommandError } from './report.ts';
import { loadRetiredKeys } from './rotateSecret.ts';

/**
 * Migrates Godwit's own database; on a shared one the operator decides, and a CommandError explains it.
 * Throws an OtherSecretError if the database belongs to another SECRET_KEY.
 */
export async function bringUpToDate(
  { owner, pool, secrets, log }: Runtime,
  enter: () => Promise<void> = async () => {},
): Promise<void> {
  if (owner) {
    const own = openPool(owner, { max: 1, applicationName: 'godwit migrate' });
    const migrating = migrate(own, { log: (line) => log.info(line), serviceRole: SERVICE_ROLE });
    const applied = await migrating.finally(() => own.end());
    if (applied.length > 0) log.info({ applied }, 'migrated');
  } else {
    await assertMigrated(pool);
  }
  await enter();
  await assertMigrated(pool);
  await assertSameSecret(pool, fingerprintsOf(secrets));
  await loadRetiredKeys({ pool, secrets });
}

async function assertMigrated(pool: Runtime['pool']): Promise<void> {
  const pending = await pendingMigrations(pool);
  if (pending.length === 0) return;
  throw new CommandError(
    `The database lacks migrations (${pending.join(', ')}). Run: godwit migrate (from a clone: npm run godwit -- migrate)`,
  );
}
