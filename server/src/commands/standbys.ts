// Whether the database can fail over without a loss, for doctor and at a start.
import { splitHosts } from '../db/servers/hosts.ts';
import { LOSSY, readStandbys, WAITING } from '../db/servers/standbys.ts';
import type { Runtime } from '../runtime.ts';
import type { Finding } from './report.ts';

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
