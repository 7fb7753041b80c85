// Whether the database is what this version of the code expects, and belongs to this secret.
import { assertSameSecret } from '../db/installation.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError } from './report.ts';

/**
 * Migrates Godwit's own database by itself; on a shared one that is the operator's decision, and a CommandError says so. Throws an
 * OtherSecretError where the database belongs to another SECRET_KEY.
 */
export async function bringUpToDate({ settings, pool, secrets, log }: Runtime): Promise<void> {
  if (settings.databaseUrl === null) {
    const applied = await migrate(pool, { log: (line) => log.info(line) });
    if (applied.length > 0) log.info({ applied }, 'migrated');
  } else {
    const pending = await pendingMigrations(pool);
    if (pending.length > 0) {
      throw new CommandError(
        `The database lacks migrations (${pending.join(', ')}). Run: godwit migrate (from a clone: npm run godwit -- migrate)`,
      );
    }
  }
  await assertSameSecret(pool, secrets.hmac('fingerprint', 'godwit'));
}
