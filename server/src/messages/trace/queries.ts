// SQL of messages for staff: finds one by its id alone, and reads texts to be masked.

import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { prepared, unprepared } from '../../db/sql.ts';

// Messages are stored by team: this looks the key up once for each team, in the partition of the id's month.
const LOCATE_MESSAGE = prepared<{ teamId: string; projectId: string }>('locate-message')`
  select team_id as "teamId", project_id as "projectId" from messages
    where team_id = any (array(select id from teams)) and id = ${'id'}`;

/** Finds the team and project of the message with this id; null if there is none. */
export async function locateMessage(
  pool: Pool,
  id: string,
): Promise<{ teamId: string; projectId: string } | null> {
  const { rows } = await LOCATE_MESSAGE.run(pool, { id });
  return rows[0] ?? null;
}

// Looks each message up by its primary key.
const SELECT_BODIES = unprepared<{ id: string; body: string }>('select-bodies')`
  select m.id, m.body from unnest(${'ids'}::uuid[]) as wanted (id)
    cross join lateral (select m.id, m.body from messages m where m.team_id = ${'teamId'} and m.id = wanted.id ${FENCE}) as m`;

/** The texts of some messages of a team, by id. */
export async function selectBodies(pool: Pool, teamId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await SELECT_BODIES.run(pool, { teamId, ids });
  return new Map(rows.map(({ id, body }) => [id, body]));
}
