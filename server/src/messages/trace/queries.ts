// SQL of messages as staff look at them: one by its id alone, and texts to be masked.

import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { prepared, unprepared } from '../../db/sql.ts';

// One look-up of the primary key for each team, in the one month that the id is of.
const LOCATE_MESSAGE = prepared<{ teamId: string; projectId: string }>('locate-message')`
  select team_id as "teamId", project_id as "projectId" from messages
    where team_id = any (array(select id from teams)) and id = ${'id'}`;

/**
 * Finds the team whose message has this id. Messages are stored by team, so it queries each team by its key:
 * one index look-up per team, in the one month of the id.
 */
export async function locateMessage(
  pool: Pool,
  id: string,
): Promise<{ teamId: string; projectId: string } | null> {
  const { rows } = await LOCATE_MESSAGE.run(pool, { id });
  return rows[0] ?? null;
}

// By the primary key, each message by itself.
const SELECT_BODIES = unprepared<{ id: string; body: string }>('select-bodies')`
  select m.id, m.body from unnest(${'ids'}::uuid[]) as wanted (id)
    cross join lateral (select m.id, m.body from messages m where m.team_id = ${'teamId'} and m.id = wanted.id ${FENCE}) as m`;

/** The texts of some messages of a team, by id. */
export async function selectBodies(pool: Pool, teamId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await SELECT_BODIES.run(pool, { teamId, ids });
  return new Map(rows.map(({ id, body }) => [id, body]));
}
