// Whether the database can fail over without a loss, for doctor and at a start.
import { openPool } from '../db/pool.ts';
import { checkStandby } from '../db/reads.ts';
import { targetsOf } from '../db/servers/address.ts';
import { splitHosts } from '../db/servers/hosts.ts';
import { LOSSY, readStandbys, WAITING } from '../db/servers/standbys.ts';
import type { Runtime } from '../runtime.ts';
import type { Finding } from './report.ts';

/** Doctor's check of the standbys that are read; null if there are none. */
export async function checkReads({ pool, settings }: Runtime): Promise<Finding | null> {
  if (settings.databaseReadUrl === null) return null;
  const found = await Promise.all(
    targetsOf(settings.databaseReadUrl).map(async ({ url, name }) => {
      const standby = openPool(
        { connectionString: url },
        { max: 1, acquireMs: CONNECT_WITHIN_MS, applicationName: 'godwit doctor', isStandby: true },
      );
      const trouble = await checkStandby(pool, standby).finally(() => standby.end());
      return {
        ok: trouble === null,
        says: trouble ? `${name} cannot be read: ${trouble}` : `${name} can be read`,
      };
    }),
  );
  return { ok: found.every(({ ok }) => ok), says: found.map(({ says }) => says).join('; ') };
}

const CONNECT_WITHIN_MS = 5_000;

/** Doctor's check; null for the embedded database. */
export async function checkStandbys({ pool, settings, servers }: Runtime): Promise<Finding | null> {
  if (settings.databaseUrl === null) return null;
  const refused = servers.refused();
  if (refused.length > 0)
    return {
      ok: false,
      says: `${refused.join(', ')}: not used, because it lacks what Godwit has stored. If it is an old primary, stop it and let it follow the new one (pg_rewind, or a new base backup). If it is of another cluster, correct DATABASE_URL`,
    };
  const hasSeveral = splitHosts(settings.databaseSessionUrl ?? settings.databaseUrl).length > 1;
  const { state, count } = await readStandbys(pool, hasSeveral);
  if (state === 'none') return { ok: true, says: 'none connected' };
  if (state === 'waiting') return { ok: false, says: WAITING };
  if (state === 'safe') return { ok: true, says: `${count} connected; commits wait for one` };
  // A standby that only serves reports need not be waited for.
  return { ok: !hasSeveral, says: `${count} connected; ${LOSSY}` };
}

/** Warns if a failover of the database can lose what was accepted, or if no commit can end. */
export async function warnOfStandbys({ settings, pools, log }: Runtime): Promise<void> {
  const url = settings.databaseSessionUrl ?? settings.databaseUrl;
  if (url === null) return;
  const { state, count } = await readStandbys(pools.urgent.pool, splitHosts(url).length > 1);
  if (state === 'lossy') log.warn({ standbys: count }, `Database: ${LOSSY}`);
  if (state === 'waiting') log.warn({ standbys: count }, `Database: ${WAITING}`);
}
