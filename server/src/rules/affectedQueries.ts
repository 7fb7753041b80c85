// SQL of what a change of rules affects: approved names, messages that wait for their time, and scheduled
// campaigns. Each statement is bounded by a limit and a timeout.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentClass } from '@godwit/contract/contentClass';
import type { ClientBase, Pool } from 'pg';
import { classOf } from '../db/contentClass.ts';
import { IN_FORCE, keyOf } from '../db/registrations.ts';
import { fragment, prepared, unprepared } from '../db/sql.ts';
import { transaction } from '../db/transaction.ts';

const STATEMENT_STOPPED = '57014';

class TooLongError extends Error {}

/**
 * Runs `work` in a transaction that only reads. Null if it takes longer than `ms`, or a statement of it does.
 * `pause`, between two pieces of work, lets others have their turn, and ends it if it has taken too long.
 */
export async function withinTime<T>(
  pool: Pool,
  ms: number,
  work: (client: ClientBase, pause: () => Promise<void>) => Promise<T>,
): Promise<T | null> {
  const endMs = performance.now() + ms;
  const pause = async () => {
    await nextTurn();
    if (performance.now() > endMs) throw new TooLongError();
  };
  try {
    return await transaction(pool, async (client) => {
      await LIMIT.run(client, { ms: String(ms) });
      return work(client, pause);
    });
  } catch (error) {
    if (error instanceof TooLongError || (error as { code?: string }).code === STATEMENT_STOPPED) return null;
    throw error;
  }
}

const LIMIT = prepared('limit-reading')`
  select set_config('statement_timeout', ${'ms'}, true), set_config('transaction_read_only', 'on', true)`;

/** The places (`placeOf`) at which a name of a row `s` of sender ids is registered now, over any telco. */
const placesOf = (name: string) => fragment`array(
  select r.country || ' ' || r.network from sender_registrations r where r.team_id = s.team_id
    and r.project_id = s.project_id and r.sender_key = ${keyOf(name)} and ${IN_FORCE})`;

/** An approved name. `substitute`: the sender that goes instead of it if networks refuse it. */
export type ApprovedName = {
  team_id: string;
  project_id: string;
  sender: string;
  content_class: ContentClass;
  registered: string[];
  substitute: string | null;
  substitute_registered: string[];
};

const NAME = fragment`s.team_id, s.project_id, s.sender, ${classOf('s')} as content_class, ${placesOf('s.sender')} as registered,
    s.substitute, case when s.substitute ~ '[A-Za-z]' then ${placesOf('s.substitute')} else '{}' end as substitute_registered`;

// Reads the table in the order of its key, up to the limit.
const SELECT_NAMES = unprepared<ApprovedName & { team_name: string }>('select-approved-names')`
  select ${NAME}, t.name as team_name from sender_ids s
    join teams t on t.id = s.team_id and t.closed_at is null
    join projects p on p.team_id = s.team_id and p.id = s.project_id and p.archived_at is null
  order by s.team_id, s.project_id, s.sender limit ${'limit'}::integer`;

const COUNT_NAMES = unprepared<{ count: number }>('count-approved-names')`
  select count(*)::integer as count from sender_ids s
    join teams t on t.id = s.team_id and t.closed_at is null
    join projects p on p.team_id = s.team_id and p.id = s.project_id and p.archived_at is null`;

/** Approved names of open teams, at most `limit`, and how many there are. */
export async function selectApprovedNames(client: ClientBase, limit: number) {
  const { rows } = await SELECT_NAMES.run(client, { limit });
  if (rows.length < limit) return { rows, total: rows.length };
  const counted = await COUNT_NAMES.run(client);
  return { rows, total: counted.rows[0]!.count };
}

// By the primary key.
const SELECT_THESE = unprepared<ApprovedName>('select-these-names')`
  select ${NAME} from unnest(${'teams'}::uuid[], ${'projects'}::uuid[], ${'senders'}::text[]) as asked (team_id, project_id, sender)
    join sender_ids s on (s.team_id, s.project_id, s.sender) = (asked.team_id, asked.project_id, asked.sender)`;

type NameKey = Pick<ApprovedName, 'team_id' | 'project_id' | 'sender'>;

/** The approved ones among these names. */
export async function selectThese(client: ClientBase, names: readonly NameKey[]): Promise<ApprovedName[]> {
  const { rows } = await SELECT_THESE.run(client, {
    teams: names.map((one) => one.team_id),
    projects: names.map((one) => one.project_id),
    senders: names.map((one) => one.sender),
  });
  return rows;
}

export type PlannedMessage = NameKey & { recipient: string; due_at: Date };

// Reads the queue, and the partitions of messages by their key.
const SELECT_PLANNED = unprepared<PlannedMessage>('select-planned-messages')`
  select m.team_id, m.project_id, m.sender, m.recipient, q.due_at from send_queue q
    join messages m on m.team_id = q.team_id and m.id = q.message_id
  where q.due_at > now() and q.due_at < 'infinity' and m.mode = 'LIVE' and m.sender ~ '[A-Za-z]'
    and m.recipient like any(${'patterns'}::text[])
  limit ${'limit'}::integer`;

/** LIVE messages from names that wait for their time and go to numbers of these patterns, such as `+94%`. */
export async function selectPlanned(
  client: ClientBase,
  asked: { patterns: readonly string[]; limit: number },
): Promise<PlannedMessage[]> {
  return (await SELECT_PLANNED.run(client, { ...asked })).rows;
}

/** `sampled`: how many of its people were looked at; `counts`: how many of them each pattern fits. */
export type ScheduledCampaign = NameKey & {
  id: string;
  name: string;
  team_name: string;
  due_at: Date;
  keeps_hours: boolean;
  sampled: number;
  counts: Record<string, number>;
};

// By the index of campaigns that are open. `each`: how many people of a campaign are looked at.
const SELECT_CAMPAIGNS = unprepared<ScheduledCampaign>('select-scheduled-campaigns')`
  select c.team_id, c.project_id, c.sender, c.id, c.name, t.name as team_name, c.due_at,
    p.quiet_from is not null as keeps_hours, people.sampled, people.counts
  from (select * from campaigns where mode = 'LIVE' and open and state = 'scheduled' order by due_at, id limit ${'limit'}::integer) c
    join teams t on t.id = c.team_id
    join projects p on p.team_id = c.team_id and p.id = c.project_id
    cross join lateral (
      with sample as materialized (
        (select n.number from contact_group_members g join contacts n on n.team_id = g.team_id and n.id = g.contact_id
          where c.retry_of is null and g.team_id = c.team_id and g.group_id = any(c.group_ids) limit ${'each'}::integer)
        union all
        (select r.number from campaign_recipients r
          where r.team_id = c.team_id and r.campaign_id = c.retry_of limit ${'each'}::integer))
      select (select count(*)::integer from sample) as sampled, coalesce((select jsonb_object_agg(pattern, count) from (
        select pattern, count(*)::integer as count from sample join unnest(${'patterns'}::text[]) as pattern on sample.number like pattern
        group by pattern) as counted), '{}') as counts) as people
  order by c.due_at, c.id`;

/** Scheduled LIVE campaigns, the next first, at most `limit`. */
export async function selectScheduled(
  client: ClientBase,
  asked: { patterns: readonly string[]; each: number; limit: number },
): Promise<ScheduledCampaign[]> {
  return (await SELECT_CAMPAIGNS.run(client, { ...asked })).rows;
}
