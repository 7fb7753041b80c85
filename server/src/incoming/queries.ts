// SQL of two-way numbers, of a project's settings for incoming messages, and of keywords and their actions.

import type { CALLBACK_FORMS } from '@godwit/contract/incoming';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../db/columns.ts';
import { prepared, unprepared } from '../db/sql.ts';
import type { Database } from '../services.ts';

export type NumberOwner = { teamId: string; projectId: string; mode: Mode };

// By the primary key; runs for every incoming part.
const SELECT_NUMBER_OWNER = prepared<NumberOwner>('select-number-owner')`
  select team_id as "teamId", project_id as "projectId", mode from two_way_numbers where number = ${'number'}`;

/** The owner of a number; undefined if it has none. */
export async function selectNumberOwner(pool: Pool, number: string): Promise<NumberOwner | undefined> {
  const { rows } = await SELECT_NUMBER_OWNER.run(pool, { number });
  return rows[0];
}

// By the primary key.
const SELECT_OWN_NUMBERS = unprepared<{ number: string }>('select-own-numbers')`
  select number from two_way_numbers where number = any(${'numbers'}::text[])`;

/** The numbers among these that are assigned to a project of any team. */
export async function selectOwnNumbers(client: ClientBase, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await SELECT_OWN_NUMBERS.run(client, { numbers });
  return new Set(rows.map(({ number }) => number));
}

export type NumberRow = {
  number: string;
  mode: Mode;
  assignedAt: Date;
  /** The SMPP account that it leads to. */
  systemId: string | null;
  accountName: string | null;
};
type ProjectKey = { teamId: string; projectId: string };

// By the index on (team_id, project_id).
const SELECT_NUMBERS = unprepared<NumberRow>('select-numbers')`
  select n.number, n.mode, n.assigned_at as "assignedAt", a.system_id as "systemId", a.name as "accountName"
    from two_way_numbers n left join smpp_accounts a on a.system_id = n.smpp_system_id
    where n.team_id = ${'teamId'} and n.project_id = ${'projectId'} order by n.assigned_at, n.number`;

/** The numbers of a project, with its TEST number. */
export async function selectNumbers(pool: Pool, { teamId, projectId }: ProjectKey): Promise<NumberRow[]> {
  const { rows } = await SELECT_NUMBERS.run(pool, { teamId, projectId });
  return rows;
}

export type Lead = { number: string; systemId: string | null };

// No account can be revoked until the transaction ends.
const LEAD_NUMBERS = unprepared<{ number: string }>('lead-numbers')`
  with account as materialized (
      select system_id, mode from smpp_accounts where system_id = any(${'systemId'}::text[])
        and team_id = ${'teamId'} and project_id = ${'projectId'} for key share
    ), valid as materialized (
      select n.number, lead.system_id from unnest(${'number'}::text[], ${'systemId'}::text[]) as lead (number, system_id)
      join two_way_numbers n on n.number = lead.number left join account on account.system_id = lead.system_id
      where n.team_id = ${'teamId'} and n.project_id = ${'projectId'} and (lead.system_id is null or account.mode = n.mode)
    )
    update two_way_numbers n set smpp_system_id = valid.system_id from valid
    where n.number = valid.number and (select count(*) from valid) = cardinality(${'number'}::text[])
    returning n.number`;

/**
 * Lets numbers, each given once, lead to accounts of their project and mode, or to none. Changes nothing and
 * returns false if a number or an account is not there.
 */
export async function leadNumbers(
  client: ClientBase,
  { teamId, projectId }: ProjectKey,
  leads: readonly Lead[],
): Promise<boolean> {
  if (leads.length === 0) return true;
  const { rows } = await LEAD_NUMBERS.run(client, {
    ...listsOf(leads, 'number', 'systemId'),
    teamId,
    projectId,
  });
  return rows.length > 0;
}

/** Assigns a number for LIVE; false if it is assigned to any project already. */
export async function insertNumber(
  db: Database,
  { teamId, projectId, number, by }: ProjectKey & { number: string; by: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('two_way_numbers')
    .values({ number, team_id: teamId, project_id: projectId, mode: 'LIVE', assigned_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Removes a LIVE number from a team; returns its project, or undefined if the team did not have it. */
export async function deleteNumber(
  db: Database,
  teamId: string,
  number: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('two_way_numbers')
    .where('number', '=', number)
    .where('team_id', '=', teamId)
    .where('mode', '=', 'LIVE')
    .returning('project_id')
    .executeTakeFirst();
  return row?.project_id;
}

/** The rules of a project for incoming messages. */
export type Rules = {
  projectId: string;
  teamName: string;
  verifiedName: string | null;
  recipientName: string | null;
  callbackUrl: string | null;
  callbackForm: (typeof CALLBACK_FORMS)[number] | null;
  stopReply: string | null;
  startReply: string | null;
  helpReply: string | null;
  keywords: {
    id: string;
    words: string[];
    reply: string | null;
    groupId: string | null;
    groupName: string | null;
  }[];
};

// Reads the rules for a batch of incoming messages in one round trip.
const SELECT_RULES = prepared<Rules>('select-incoming-rules')`
  select key.project_id as "projectId", t.name as "teamName", t.verified_name as "verifiedName",
      s.recipient_name as "recipientName", s.callback_url as "callbackUrl", s.callback_form as "callbackForm", s.stop_reply as "stopReply", s.start_reply as "startReply", s.help_reply as "helpReply",
      coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'words', k.words, 'reply', k.reply, 'groupId', g.id,
          'groupName', g.name) order by k.created_at, k.id)
        from keywords k left join contact_groups g on g.team_id = k.team_id and g.id = k.group_id
        where k.team_id = key.team_id and k.project_id = key.project_id), '[]') as keywords
    from unnest(${'teamId'}::uuid[], ${'projectId'}::uuid[]) as key (team_id, project_id) join teams t on t.id = key.team_id
    left join incoming_settings s on s.team_id = key.team_id and s.project_id = key.project_id`;

/** The rules of these projects for incoming messages. */
export async function selectRules(
  client: ClientBase | Pool,
  projects: readonly ProjectKey[],
): Promise<Map<string, Rules>> {
  const { rows } = await SELECT_RULES.run(client, listsOf(projects, 'teamId', 'projectId'));
  return new Map(rows.map((row) => [row.projectId, row]));
}

export type SettingsRow = Pick<
  Rules,
  'recipientName' | 'callbackUrl' | 'callbackForm' | 'stopReply' | 'startReply' | 'helpReply'
>;

// By the primary key.
const UPSERT_SETTINGS = unprepared('upsert-settings')`
  insert into incoming_settings (team_id, project_id, recipient_name, callback_url, callback_form, stop_reply, start_reply, help_reply)
    values (${'teamId'}, ${'projectId'}, ${'recipientName'}, ${'callbackUrl'}, ${'callbackForm'}, ${'stopReply'}, ${'startReply'}, ${'helpReply'})
    on conflict (team_id, project_id) do update set recipient_name = excluded.recipient_name, callback_url = excluded.callback_url, callback_form = excluded.callback_form,
      stop_reply = excluded.stop_reply, start_reply = excluded.start_reply, help_reply = excluded.help_reply`;

export async function upsertSettings(
  client: ClientBase,
  { teamId, projectId }: ProjectKey,
  { recipientName, callbackUrl, callbackForm, stopReply, startReply, helpReply }: SettingsRow,
): Promise<void> {
  await UPSERT_SETTINGS.run(client, {
    teamId,
    projectId,
    recipientName,
    callbackUrl,
    callbackForm,
    stopReply,
    startReply,
    helpReply,
  });
}

export type KeywordRow = { words: string[]; reply: string | null; groupId: string | null };

const LOCK_KEYWORDS = unprepared('lock-keywords')`
  select pg_advisory_xact_lock(hashtextextended(${'lock'}, 0))`;

// By the start of the primary key.
const SELECT_KEYWORDS_LOCKED = unprepared<{ id: string; words: string[] }>('select-keywords-locked')`
  select id, words from keywords where team_id = ${'teamId'} and project_id = ${'projectId'}`;

/** Locks a project's keywords until the transaction ends; returns the words of each keyword. */
export async function lockKeywords(
  client: ClientBase,
  { teamId, projectId }: ProjectKey,
): Promise<{ id: string; words: string[] }[]> {
  await LOCK_KEYWORDS.run(client, { lock: `keywords ${projectId}` });
  const { rows } = await SELECT_KEYWORDS_LOCKED.run(client, { teamId, projectId });
  return rows;
}

const UPSERT_KEYWORD = unprepared('upsert-keyword')`
  insert into keywords (team_id, project_id, id, words, reply, group_id) values (${'teamId'}, ${'projectId'}, ${'id'}, ${'words'}, ${'reply'}, ${'groupId'})
    on conflict (team_id, project_id, id) do update set words = excluded.words, reply = excluded.reply, group_id = excluded.group_id`;

export async function upsertKeyword(
  client: ClientBase,
  { teamId, projectId }: ProjectKey,
  id: string,
  { words, reply, groupId }: KeywordRow,
): Promise<void> {
  await UPSERT_KEYWORD.run(client, { teamId, projectId, id, words, reply, groupId });
}

// By the primary key.
const DELETE_KEYWORD_ROW = unprepared('delete-keyword-row')`
  delete from keywords where team_id = ${'teamId'} and project_id = ${'projectId'} and id = ${'id'}`;

export async function deleteKeywordRow(
  client: ClientBase,
  { teamId, projectId }: ProjectKey,
  id: string,
): Promise<void> {
  await DELETE_KEYWORD_ROW.run(client, { teamId, projectId, id });
}

/** The action of a keyword: a reply, adding the phone to a group, or both. */
export type Action = ProjectKey & {
  messageId: string;
  mode: Mode;
  phone: string;
  number: string;
  reply: string | null;
  passesOptOut: boolean;
  groupId: string | null;
};

type Counts = Pick<Action, 'teamId' | 'mode' | 'phone'> & { actions: number; replies: number };

// Looks each phone up in the index on (team_id, phone, created_at).
const COUNT_ACTIONS = prepared<Counts>('count-keyword-actions')`
  select key.team_id as "teamId", key.mode, key.phone, recent.actions, recent.replies
    from unnest(${'teamId'}::uuid[], ${'mode'}::message_mode[], ${'phone'}::text[]) as key (team_id, mode, phone) cross join lateral (
      select count(*)::integer as actions, count(reply)::integer as replies from keyword_actions a
      where a.team_id = key.team_id and a.phone = key.phone and a.mode = key.mode and a.created_at > now() - interval '1 hour'
    ) as recent`;

/** The number of actions, and of replies among them, for each of these phones and modes in the last hour. */
export async function countActions(
  client: ClientBase,
  phones: readonly Pick<Action, 'teamId' | 'mode' | 'phone'>[],
): Promise<Counts[]> {
  const { rows } = await COUNT_ACTIONS.run(client, listsOf(phones, 'teamId', 'mode', 'phone'));
  return rows;
}

// One insert for a batch of actions.
const INSERT_ACTIONS = prepared('insert-keyword-actions')`
  insert into keyword_actions (team_id, message_id, project_id, mode, phone, number, reply, passes_opt_out, group_id)
    select * from unnest(${'teamId'}::uuid[], ${'messageId'}::uuid[], ${'projectId'}::uuid[], ${'mode'}::message_mode[], ${'phone'}::text[], ${'number'}::text[], ${'reply'}::text[], ${'passesOptOut'}::boolean[], ${'groupId'}::uuid[])`;

export async function insertActions(client: ClientBase, actions: readonly Action[]): Promise<void> {
  if (actions.length === 0) return;
  await INSERT_ACTIONS.run(client, {
    ...listsOf(actions, 'teamId', 'messageId', 'projectId', 'mode', 'phone', 'number', 'reply'),
    ...listsOf(actions, 'passesOptOut', 'groupId'),
  });
}

export type ClaimedAction = Action & { attempts: number };

// Steps from team to team through the index on (team_id, due_at) of open actions. The lease moves their time
// ahead.
const CLAIM_ACTIONS = prepared<ClaimedAction>('claim-keyword-actions')`
  with recursive team (id, due_at) as (
      (select team_id, due_at from keyword_actions where done_at is null order by team_id, due_at limit 1)
      union all
      select next.* from team cross join lateral (
        select team_id, due_at from keyword_actions where done_at is null and team_id > team.id order by team_id, due_at limit 1) as next
    ), due as (
      select id, ((${'limit'} + count(*) over () - 1) / count(*) over ())::integer as most from team where due_at <= now()
    ), picked as materialized (
      select a.* from due cross join lateral (
        select team_id, message_id from keyword_actions a where a.team_id = due.id and a.done_at is null and a.due_at <= now()
        order by a.due_at limit due.most for update skip locked) as a
    )
    update keyword_actions a set attempts = least(a.attempts + 1, 100), due_at = now() + make_interval(secs => ${'leaseMs'}::integer / 1000.0)
    from picked where a.team_id = picked.team_id and a.message_id = picked.message_id
    returning a.team_id as "teamId", a.message_id as "messageId", a.project_id as "projectId", a.mode, a.phone, a.number,
      a.reply, a.passes_opt_out as "passesOptOut", a.group_id as "groupId", a.attempts`;

/** Claims about `limit` due actions for `leaseMs`, divided equally among the teams that have some. */
export async function claimActions(pool: Pool, limit: number, leaseMs: number): Promise<ClaimedAction[]> {
  const { rows } = await CLAIM_ACTIONS.run(pool, { limit, leaseMs });
  return rows;
}

// By the primary key.
const END_ACTION = unprepared('end-action')`
  update keyword_actions set done_at = now(), failure = ${'failure'} where team_id = ${'teamId'} and message_id = ${'messageId'}`;

/** Marks an action as done, or stores why it cannot be done. */
export async function endAction(
  pool: Pool,
  { teamId, messageId }: Pick<Action, 'teamId' | 'messageId'>,
  failure: string | null,
): Promise<void> {
  await END_ACTION.run(pool, { teamId, messageId, failure });
}

// By the primary key.
const POSTPONE_ACTION = unprepared('postpone-action')`
  update keyword_actions set due_at = now() + make_interval(secs => ${'afterMs'}::integer / 1000.0) where team_id = ${'teamId'} and message_id = ${'messageId'}`;

export async function postponeAction(
  pool: Pool,
  { teamId, messageId }: Pick<Action, 'teamId' | 'messageId'>,
  afterMs: number,
): Promise<void> {
  await POSTPONE_ACTION.run(pool, { teamId, messageId, afterMs });
}
