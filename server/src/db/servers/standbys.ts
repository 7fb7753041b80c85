// Whether a failover can lose what was accepted.
import type { Pool } from 'pg';
import { unprepared } from '../sql.ts';

/**
 * `safe`: a standby has each commit before it counts. `lossy`: none may have it. `waiting`: commits wait for
 * a standby, and none is connected.
 */
export type Standbys = { state: 'none' | 'safe' | 'lossy' | 'waiting'; count: number };

// An ordinary user sees how many standbys are connected, but not which of them are synchronous.
type Row = { names: string; commit: string; count: number };
const SELECT_STANDBYS = unprepared<Row>('select-standbys')`
  select current_setting('synchronous_standby_names') as names,
    current_setting('synchronous_commit') as commit,
    (select count(*)::integer from pg_stat_replication) as count`;

/**
 * Whether commits wait for a standby. `expected`: DATABASE_URL names several hosts, so there should be one.
 */
export async function readStandbys(pool: Pool, expected: boolean): Promise<Standbys> {
  const { rows } = await SELECT_STANDBYS.run(pool);
  const { names, commit, count } = rows[0]!;
  if (count === 0 && !expected && names === '') return { state: 'none', count };
  if (names === '' || commit === 'local') return { state: 'lossy', count };
  return { state: count === 0 ? 'waiting' : 'safe', count };
}

/** The consequence of standbys that commits do not wait for, and the remedy. */
export const LOSSY =
  'a failover can lose messages that were accepted, because commits do not wait for a standby: set synchronous_commit = on, and name the standbys that may be promoted in synchronous_standby_names';

/** The consequence of standbys that commits wait for in vain, and the remedy. */
export const WAITING =
  'no standby is connected, so every commit waits: start one, or take it out of synchronous_standby_names';
