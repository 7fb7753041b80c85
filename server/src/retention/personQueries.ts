// SQL of what is held about a phone number (E.164), team by team.

import type { Pool } from 'pg';
import { FENCE } from '../db/fences.ts';

type Row = Record<string, unknown>;

/** Teams in the order of their ids, so many after one. */
export async function selectTeamsAfter(pool: Pool, after: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from teams where id > $1 order by id limit $2',
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** The data that a team ($1) holds about a number ($2), by kind; all but messages. */
const OF_TEAM: Readonly<Record<string, string>> = {
  contact: `select c.number, c.first_name, c.last_name, c.created_at, array(select g.name from contact_group_members m
      join contact_groups g on g.team_id = m.team_id and g.id = m.group_id
      where m.team_id = c.team_id and m.contact_id = c.id order by g.name) as groups
    from contacts c where c.team_id = $1 and c.number = $2`,
  deleted_contact: `select deleted_at from contact_deletions where team_id = $1 and $2 = any(numbers)`,
  opt_out: `select mode, number, scope, source, created_at from scoped_opt_outs
    where team_id = $1 and mode = any(enum_range(null::message_mode)) and number = $2`,
  conversation: `select p.name as project, c.mode, c.last_direction, c.last_text from projects p
    cross join unnest(enum_range(null::message_mode)) as m (mode)
    join conversations c on c.team_id = p.team_id and c.project_id = p.id and c.mode = m.mode and c.number = $2
    where p.team_id = $1`,
  conversation_read: `select project_id, mode, user_id, read_through from conversation_reads where team_id = $1 and number = $2`,
  campaign_recipient: `select c.id as campaign_id, c.name as campaign, r.first_name, r.last_name, r.message_id, r.skip_reason
    from campaigns c cross join lateral (
      select * from campaign_recipients r where r.team_id = c.team_id and r.campaign_id = c.id and r.number = $2 ${FENCE}) as r
    where c.team_id = $1 order by c.id`,
  keyword_action: `select project_id, mode, phone as number, reply, group_id, created_at, done_at, failure from keyword_actions
    where team_id = $1 and phone = $2 order by created_at`,
};

/** The data held about a number ($1) before its team is known, or if it has none. */
const OF_ALL: Readonly<Record<string, string>> = {
  opt_out_link: `select team_id, mode, number from opt_out_links where number = $1`,
  incoming_part: `select team_id, project_id, mode, sender, recipient, received_at, failure from incoming_inbox where sender = $1`,
  refused_incoming: `select link_id, recipient, reason, sender, count::float8, first_at, last_at from refused_incoming where sender = $1`,
};

export const KINDS_OF_TEAM = Object.keys(OF_TEAM);
export const KINDS_OF_ALL = Object.keys(OF_ALL);

/** The data of one kind that a team holds. */
export async function selectOfTeam(pool: Pool, kind: string, teamId: string, number: string): Promise<Row[]> {
  return (await pool.query<Row>(OF_TEAM[kind]!, [teamId, number])).rows;
}

/** The data of one kind that is held without a team. */
export async function selectOfAll(pool: Pool, kind: string, number: string): Promise<Row[]> {
  return (await pool.query<Row>(OF_ALL[kind]!, [number])).rows;
}

/** A project's log of a mode. */
export type LogKey = { project: string; projectId: string; mode: string };

/** The logs of a team. */
export async function selectLogs(pool: Pool, teamId: string): Promise<LogKey[]> {
  const { rows } = await pool.query<LogKey>(
    `select p.name as project, p.id as "projectId", mode from projects p
      cross join unnest(enum_range(null::message_mode)) as m (mode) where p.team_id = $1 order by p.id, mode`,
    [teamId],
  );
  return rows;
}

// Each by the index of its log, so that one number among millions is found at once.
const SIDES = { to: 'm.recipient = $4', from: 'lower(m.sender) = $4' };

/** Messages of a log to a number or from it, so many after one of them. */
export async function selectMessagesOf(
  pool: Pool,
  side: keyof typeof SIDES,
  {
    teamId,
    projectId,
    mode,
    number,
    after,
    limit,
  }: Omit<LogKey, 'project'> & {
    teamId: string;
    number: string;
    after: string;
    limit: number;
  },
): Promise<(Row & { id: string })[]> {
  const { rows } = await pool.query(
    `select id, direction, platform, sender, recipient, body, segments, state, failure, accepted_at, send_at, sent_at,
        delivered_at, failed_at, campaign_id
      from messages m where team_id = $1 and project_id = $2 and mode = $3::message_mode and ${SIDES[side]} and id > $5
      order by id limit $6`,
    [teamId, projectId, mode, number, after, limit],
  );
  return rows;
}
