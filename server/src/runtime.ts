// What every command stands on: settings, database, secrets, log; opened in one order and closed in the reverse one.
import { startEmbedded } from './db/embedded.ts';
import { assertSafeDatabase, LOOK_UPS, openKysely, openPool } from './db/pool.ts';
import { createLog } from './log.ts';
import { loadSecrets } from './secrets.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';

export type Runtime = Services & {
  /** Whether a cluster left by a killed process was taken over. */
  adopted: boolean;
  close(): Promise<void>;
};

/** Starts or finds the database and opens it. Throws with a sentence for the operator where it is not fit for use. */
export async function openRuntime(
  settings: Settings,
  name: string,
  maxConnections: number,
): Promise<Runtime> {
  const log = createLog(settings);
  const secrets = loadSecrets(settings);
  const embedded = settings.databaseUrl
    ? null
    : await startEmbedded({ dataDir: settings.dataDir, log: (line) => log.info(line) });
  const config = embedded?.config ?? { connectionString: settings.databaseUrl! };
  const pool = openPool(config, {
    max: maxConnections,
    applicationName: `godwit ${name}`,
    options: LOOK_UPS,
  });
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await assertSafeDatabase(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    settings,
    secrets,
    pool,
    kysely: openKysely(pool),
    log,
    adopted: embedded?.adopted ?? false,
    close,
  };
}
