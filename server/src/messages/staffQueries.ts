// SQL of messages as staff look at them: one by its id alone, and texts to be masked.
import type { Pool } from 'pg';

/**
 * Whose message has this id. Messages are kept by team, so each team is asked through its key: a look-up of the index a team, in the
 * one month that the id is of.
 */
export async function locateMessage(
  pool: Pool,
  id: string,
): Promise<{ teamId: string; projectId: string } | null> {
  const { rows } = await pool.query({
    name: 'locate-message',
    text: `select team_id as "teamId", project_id as "projectId" from messages
      where team_id = any (array(select id from teams)) and id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** The texts of some messages of a team, by id. */
export async function selectBodies(pool: Pool, teamId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; body: string }>(
    `select m.id, m.body from unnest($2::uuid[]) as wanted (id)
      cross join lateral (select m.id, m.body from messages m where m.team_id = $1 and m.id = wanted.id offset 0) as m`,
    [teamId, ids],
  );
  return new Map(rows.map(({ id, body }) => [id, body]));
}
