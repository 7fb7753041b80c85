// SQL of messages for staff: finds one by its id alone, or those of a number, and reads texts to be masked.

import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import type { MessageListRow } from '../accept/queries.ts';
import { ROW } from '../log/queries.ts';

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

/** A message of any team, with its team. */
export type NumberRow = MessageListRow & { teamId: string; teamName: string };

const HAS_TEXT = fragment`(${'text'}::text is null or strpos(lower(body), lower(${'text'}::text)) > 0)`;

// The indexes of the log's search hold the numbers of one project: this looks each number up once in every
// project and mode, in the partitions from `from` until `until`.
const LIST_OF_NUMBERS = unprepared<NumberRow>('list-of-numbers')`
  with newest as materialized (
      select p.team_id, of_number.id from projects p
      cross join unnest(enum_range(null::message_mode)) as of_mode (mode)
      cross join unnest(${'numbers'}::text[]) as wanted (number)
      cross join lateral (
        (select id from messages where project_id = p.id and mode = of_mode.mode and recipient = wanted.number
          and id >= ${'from'} and id < ${'until'} and ${HAS_TEXT} order by id desc limit ${'most'})
        union all
        (select id from messages where project_id = p.id and mode = of_mode.mode and lower(sender) = wanted.number
          and id >= ${'from'} and id < ${'until'} and ${HAS_TEXT} order by id desc limit ${'most'})
      ) as of_number order by of_number.id desc limit ${'most'}
    )
    select m.*, t.id as "teamId", t.name as "teamName" from newest join teams t on t.id = newest.team_id
      cross join lateral (
        select ${ROW} from messages m where m.team_id = newest.team_id and m.id = newest.id ${FENCE}
      ) as m order by m.id desc`;

type Wanted = { from: string; until: string; most: number };

/**
 * The newest `most` messages from the id `from` until before `until`, to and from any of these numbers, of
 * all teams, that contain a text if one is given.
 */
export async function listOfNumbers(
  pool: Pool,
  wanted: Wanted & { numbers: string[]; text: string | null },
): Promise<NumberRow[]> {
  const { rows } = await LIST_OF_NUMBERS.run(pool, wanted);
  return rows;
}

// Texts are not indexed: this reads each team's messages of the time, by the primary key.
const LIST_OF_TEXT = unprepared<NumberRow>('list-of-text')`
  with newest as materialized (
      select t.id as team_id, t.name, of_team.id from teams t
      cross join lateral (
        select id from messages where team_id = t.id and id >= ${'from'} and id < ${'until'} and direction = 'OUTGOING' and ${HAS_TEXT}
          order by id desc limit ${'most'}
      ) as of_team order by of_team.id desc limit ${'most'}
    )
    select m.*, newest.team_id as "teamId", newest.name as "teamName" from newest
      cross join lateral (
        select ${ROW} from messages m where m.team_id = newest.team_id and m.id = newest.id ${FENCE}
      ) as m order by m.id desc`;

/** The newest `most` messages with these ids that were sent with a text, of all teams. */
export async function listOfText(pool: Pool, wanted: Wanted & { text: string }): Promise<NumberRow[]> {
  const { rows } = await LIST_OF_TEXT.run(pool, wanted);
  return rows;
}
