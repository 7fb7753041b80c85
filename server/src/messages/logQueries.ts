// SQL of a log: messages of one project and mode in a span of time, a page at a time.
import type { Pool } from 'pg';
import type { MessageListRow, MessageMode, MessageState } from './queries.ts';

/** What a log is read by. `from` and `before` are ids: a span of time is a range of them. */
export type LogFilter = {
  teamId: string;
  projectId: string;
  mode: MessageMode;
  from: string;
  before: string;
  states: readonly MessageState[] | null;
  direction: 'OUTGOING' | 'INCOMING' | null;
  search: { recipient: string | null; sender: string; id: string | null } | null;
};

const MATCHING = `team_id = $1 and project_id = $2 and mode = $3 and id >= $4 and id < $5
  and ($6::message_state[] is null or state = any($6)) and ($7::message_direction is null or direction = $7)
  and ($8::boolean is not true or recipient like $9 or lower(sender) like $10 or id = $11)`;

function parameters({ teamId, projectId, mode, from, before, states, direction, search }: LogFilter) {
  const prefix = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    teamId,
    projectId,
    mode,
    from,
    before,
    states,
    direction,
    search !== null,
    search?.recipient ? prefix(search.recipient) : null,
    search ? prefix(search.sender.toLowerCase()) : null,
    search?.id ?? null,
  ];
}

/** How many messages match. */
export async function countMessages(pool: Pool, filter: LogFilter): Promise<number> {
  const { rows } = await pool.query(
    `select count(*) as total from messages where ${MATCHING}`,
    parameters(filter),
  );
  return Number(rows[0].total);
}

/** A page of the messages that match, by time of acceptance. */
export async function listMessages(
  pool: Pool,
  filter: LogFilter,
  { order, limit, offset }: { order: 'ASC' | 'DESC'; limit: number; offset: number },
): Promise<MessageListRow[]> {
  const { rows } = await pool.query(
    `select id, project_id as "projectId", accepted_at as "acceptedAt", direction, api_type as "apiType", sender, recipient,
      segments, state, mode
      from messages where ${MATCHING} order by id ${order} limit $12 offset $13`,
    [...parameters(filter), limit, offset],
  );
  return rows;
}
