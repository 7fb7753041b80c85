// Whether the database is what this version of the code expects, and belongs to this secret.
import { SERVICE_ROLE } from '../db/grants.ts';
import { assertSameSecret } from '../db/installation.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import type { Runtime } from '../runtime.ts';
import { fingerprintsOf } from '../secrets.ts';
import { CommandError } from './report.ts';
import { loadRetiredKeys } from './rotateSecret.ts';

/**
 * Migrates Godwit's own database by itself; on a shared one that is the operator's decision, and a CommandError says so. Throws an
 * OtherSecretError where the database belongs to another SECRET_KEY.
 */
export async function bringUpToDate({ owner, pool, secrets, log }: Runtime): Promise<void> {
  if (owner) {
    const own = openPool(owner, { max: 1, applicationName: 'godwit migrate' });
    const migrating = migrate(own, { log: (line) => log.info(line), serviceRole: SERVICE_ROLE });
    const applied = await migrating.finally(() => own.end());
    if (applied.length > 0) log.info({ applied }, 'migrated');
  } else {
    const pending = await pendingMigrations(pool);
    if (pending.length > 0) {
      throw new CommandError(
        `The database lacks migrations (${pending.join(', ')}). Run: godwit migrate (from a clone: npm run godwit -- migrate)`,
      );
    }
  }
  await assertSameSecret(pool, fingerprintsOf(secrets));
  await loadRetiredKeys({ pool, secrets });
}
