// Reads from the audit log when staff paused a team's sending.
import type { Database } from '../services.ts';
import { selectAudit } from './queries.ts';

const MOST = 100;

/** The newest pauses of a team; `until` is null for one that lasts. */
export async function readPauses(
  db: Database,
  teamId: string,
): Promise<{ from: Date; until: Date | null }[]> {
  const read = (action: string) => selectAudit(db, { like: null, action, teamId, before: null, limit: MOST });
  const [paused, resumed] = await Promise.all([read('TEAM_PAUSED'), read('TEAM_RESUMED')]);
  return paused.map(({ at }) => ({
    from: at,
    until: resumed.findLast((one) => one.at > at)?.at ?? null,
  }));
}
