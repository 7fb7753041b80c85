// SQL that reads the data held about a phone number (E.164), team by team.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { ARCHIVED, type Loaded } from '../db/archived.ts';
import { FENCE } from '../db/fences.ts';
import { fragment, unprepared } from '../db/sql.ts';

type Row = Record<string, unknown>;

const TEAMS_AFTER = unprepared<{ id: string }>('teams-after')`
  select id from teams where id > ${'after'} order by id limit ${'limit'}`;

/** The next teams after an id, in the order of their ids. */
export async function selectTeamsAfter(pool: Pool, after: string, limit: number): Promise<string[]> {
  const { rows } = await TEAMS_AFTER.run(pool, { after, limit });
  return rows.map(({ id }) => id);
}

/** The data that a team holds about a number, by kind, without messages. */
const OF_TEAM = {
  contact: unprepared('contact-of-number')`
    select c.number, c.first_name, c.last_name, c.created_at, array(select g.name from contact_group_members m
        join contact_groups g on g.team_id = m.team_id and g.id = m.group_id
        where m.team_id = c.team_id and m.contact_id = c.id order by g.name) as groups
      from contacts c where c.team_id = ${'teamId'} and c.number = ${'number'}`,
  deleted_contact: unprepared('deleted-contact-of-number')`
    select deleted_at from contact_deletions where team_id = ${'teamId'} and ${'number'} = any(numbers)`,
  opt_out: unprepared('opt-outs-of-number')`
    select mode, number, scope, source, created_at from scoped_opt_outs
      where team_id = ${'teamId'} and mode = any(enum_range(null::message_mode)) and number = ${'number'}`,
  opt_out_change: unprepared('opt-out-changes-of-number')`
    select mode, number, scope, source, created_at, changed_at from opt_out_changes
      where team_id = ${'teamId'} and number = ${'number'} order by changed_at`,
  consent: unprepared('consents-about-number')`
    select mode, number, kind as consent, happened_at, source, wording, proof, expires_at, origin, recorded_at from consents
      where team_id = ${'teamId'} and mode = any(enum_range(null::message_mode)) and number = ${'number'} order by happened_at`,
  conversation: unprepared('conversations-of-number')`
    select p.name as project, c.mode, c.last_direction, c.last_text from projects p
      cross join unnest(enum_range(null::message_mode)) as m (mode)
      join conversations c on c.team_id = p.team_id and c.project_id = p.id and c.mode = m.mode and c.number = ${'number'}
      where p.team_id = ${'teamId'}`,
  conversation_read: unprepared('conversation-reads-of-number')`
    select project_id, mode, user_id, read_through from conversation_reads where team_id = ${'teamId'} and number = ${'number'}`,
  campaign_recipient: unprepared('campaigns-of-number')`
    select c.id as campaign_id, c.name as campaign, r.first_name, r.last_name, r.message_id, r.skip_reason
      from campaigns c cross join lateral (
        select * from campaign_recipients r where r.team_id = c.team_id and r.campaign_id = c.id and r.number = ${'number'} ${FENCE}) as r
      where c.team_id = ${'teamId'} order by c.id`,
  keyword_action: unprepared('keyword-actions-of-number')`
    select project_id, mode, phone as number, reply, group_id, created_at, done_at, failure from keyword_actions
      where team_id = ${'teamId'} and phone = ${'number'} order by created_at`,
  send_url: unprepared('send-urls-of-number')`
    select project_id, mode, name, body, created_at from send_urls
      where team_id = ${'teamId'} and ${'number'} = any(recipients) order by created_at`,
  fraud_case: unprepared('fraud-cases-of-number')`
    select id, message_id, opened_at from scam_cases where team_id = ${'teamId'} and facts #>> '{message,to}' = ${'number'}`,
  verification: unprepared('verifications-of-number')`
    select project_id, mode, sender, state, checks, sends, started_at, end_user_ip from verifications
      where team_id = ${'teamId'} and recipient = ${'number'} order by started_at`,
};

/** The data held about a number before its team is known, or if it has none. */
const OF_ALL = {
  opt_out_link: unprepared('opt-out-links-of-number')`
    select team_id, mode, number from opt_out_links where number = ${'number'}`,
  incoming_part: unprepared('incoming-parts-of-number')`
    select team_id, project_id, mode, sender, recipient, received_at, failure from incoming_inbox where sender = ${'number'}`,
  refused_incoming: unprepared('refused-incoming-of-number')`
    select link_id, recipient, reason, sender, count::float8, first_at, last_at from refused_incoming where sender = ${'number'}`,
};

type KindOfTeam = keyof typeof OF_TEAM;
type KindOfAll = keyof typeof OF_ALL;
export const KINDS_OF_TEAM = Object.keys(OF_TEAM) as KindOfTeam[];
export const KINDS_OF_ALL = Object.keys(OF_ALL) as KindOfAll[];

/** The data of one kind that a team holds. */
export async function selectOfTeam(
  pool: Pool,
  kind: KindOfTeam,
  teamId: string,
  number: string,
): Promise<Row[]> {
  return (await OF_TEAM[kind].run(pool, { teamId, number })).rows;
}

/** The data of one kind that is held without a team. */
export async function selectOfAll(pool: Pool, kind: KindOfAll, number: string): Promise<Row[]> {
  return (await OF_ALL[kind].run(pool, { number })).rows;
}

/** A project's log of a mode. */
export type LogKey = { project: string; projectId: string; mode: Mode };

const SELECT_LOGS = unprepared<LogKey>('logs-of-team')`
  select p.name as project, p.id as "projectId", mode from projects p
    cross join unnest(enum_range(null::message_mode)) as m (mode) where p.team_id = ${'teamId'} order by p.id, mode`;

/** The logs of a team. */
export async function selectLogs(pool: Pool, teamId: string): Promise<LogKey[]> {
  const { rows } = await SELECT_LOGS.run(pool, { teamId });
  return rows;
}

const COLUMNS = fragment`select id, direction, platform, sender, recipient, body, segments, state, failure, accepted_at, send_at, sent_at,
      delivered_at, failed_at, campaign_id`;
const IN_LOG = fragment`${COLUMNS}
    from messages m where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'}::message_mode`;
const NEXT = fragment`id > ${'after'} order by id limit ${'limit'}`;

// Each uses an index of the log, so one number among millions is found at once.
const MESSAGES_OF = {
  to: unprepared<Row & { id: string }>('messages-to-number')`
    ${IN_LOG} and m.recipient = ${'number'} and ${NEXT}`,
  from: unprepared<Row & { id: string }>('messages-from-number')`
    ${IN_LOG} and lower(m.sender) = ${'number'} and ${NEXT}`,
};

/** The next messages of a log to a number or from it, after an id. */
export async function selectMessagesOf(
  pool: Pool,
  side: keyof typeof MESSAGES_OF,
  page: Pick<LogKey, 'projectId' | 'mode'> & {
    teamId: string;
    number: string;
    after: string;
    limit: number;
  },
): Promise<(Row & { id: string })[]> {
  const { rows } = await MESSAGES_OF[side].run(pool, page);
  return rows;
}

const ARCHIVED_OF = unprepared<Row & { id: string }>('archived-messages-of-number')`
  ${COLUMNS} from ${ARCHIVED} as m where m.recipient = ${'number'} or lower(m.sender) = ${'number'} order by id`;

/** The messages of an archived block to a number or from it. */
export async function selectArchivedOf(
  pool: Pool,
  block: Loaded,
  number: string,
): Promise<(Row & { id: string })[]> {
  const { rows } = await ARCHIVED_OF.run(pool, { ...block, number });
  return rows;
}
