// SQL of two-way numbers, of what a project does with what comes in, and of what its keywords ask for.
import type { Mode } from '@godwit/contract/statuses';
import type { ClientBase, Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { dueTeams, fromNow } from '../jobs/claim.ts';
import type { Database } from '../services.ts';

export type NumberOwner = { teamId: string; projectId: string; mode: Mode };

/** Whose number it is; undefined where it is no one's. */
export async function selectNumberOwner(pool: Pool, number: string): Promise<NumberOwner | undefined> {
  const { rows } = await pool.query<NumberOwner>({
    name: 'select-number-owner',
    text: 'select team_id as "teamId", project_id as "projectId", mode from two_way_numbers where number = $1',
    values: [number],
  });
  return rows[0];
}

/** Which of these are numbers of projects, of whichever team. */
export async function selectOwnNumbers(client: ClientBase, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ number: string }>(
    'select number from two_way_numbers where number = any($1::text[])',
    [numbers],
  );
  return new Set(rows.map(({ number }) => number));
}

export type NumberRow = { number: string; mode: Mode; assignedAt: Date };
type Place = { teamId: string; projectId: string };

/** The numbers of a project, that of TEST among them. */
export async function selectNumbers(pool: Pool, { teamId, projectId }: Place): Promise<NumberRow[]> {
  const { rows } = await pool.query<NumberRow>(
    `select number, mode, assigned_at as "assignedAt" from two_way_numbers
      where team_id = $1 and project_id = $2 order by assigned_at, number`,
    [teamId, projectId],
  );
  return rows;
}

/** Assigns a number for LIVE; false where it is assigned already, to whichever project. */
export async function insertNumber(
  db: Database,
  { teamId, projectId, number, by }: Place & { number: string; by: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('two_way_numbers')
    .values({ number, team_id: teamId, project_id: projectId, mode: 'LIVE', assigned_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Takes a number for LIVE from a team; the project that had it, undefined where it had none. */
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

/** What a project does with what comes in. */
export type Rules = {
  projectId: string;
  teamName: string;
  callbackUrl: string | null;
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

/** What these projects do with what comes in. */
export async function selectRules(
  client: ClientBase | Pool,
  projects: readonly Place[],
): Promise<Map<string, Rules>> {
  const { rows } = await client.query<Rules>({
    name: 'select-incoming-rules',
    text: `select key.project_id as "projectId", t.name as "teamName", s.callback_url as "callbackUrl",
        s.stop_reply as "stopReply", s.start_reply as "startReply", s.help_reply as "helpReply",
        coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'words', k.words, 'reply', k.reply, 'groupId', g.id,
            'groupName', g.name) order by k.created_at, k.id)
          from keywords k left join contact_groups g on g.team_id = k.team_id and g.id = k.group_id
          where k.team_id = key.team_id and k.project_id = key.project_id), '[]') as keywords
      from unnest($1::uuid[], $2::uuid[]) as key (team_id, project_id) join teams t on t.id = key.team_id
      left join incoming_settings s on s.team_id = key.team_id and s.project_id = key.project_id`,
    values: columnsOf(projects, 'teamId', 'projectId'),
  });
  return new Map(rows.map((row) => [row.projectId, row]));
}

export type SettingsRow = Pick<Rules, 'callbackUrl' | 'stopReply' | 'startReply' | 'helpReply'>;

export async function upsertSettings(
  pool: Pool,
  { teamId, projectId }: Place,
  { callbackUrl, stopReply, startReply, helpReply }: SettingsRow,
): Promise<void> {
  await pool.query(
    `insert into incoming_settings (team_id, project_id, callback_url, stop_reply, start_reply, help_reply)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (team_id, project_id) do update set callback_url = excluded.callback_url, stop_reply = excluded.stop_reply,
        start_reply = excluded.start_reply, help_reply = excluded.help_reply`,
    [teamId, projectId, callbackUrl, stopReply, startReply, helpReply],
  );
}

export type KeywordRow = { words: string[]; reply: string | null; groupId: string | null };

/** Lets one transaction at a time change a project's keywords; returns their words by id. */
export async function lockKeywords(
  client: ClientBase,
  { teamId, projectId }: Place,
): Promise<{ id: string; words: string[] }[]> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`keywords ${projectId}`]);
  const { rows } = await client.query(
    'select id, words from keywords where team_id = $1 and project_id = $2',
    [teamId, projectId],
  );
  return rows;
}

export async function upsertKeyword(
  client: ClientBase,
  { teamId, projectId }: Place,
  id: string,
  { words, reply, groupId }: KeywordRow,
): Promise<void> {
  await client.query(
    `insert into keywords (team_id, project_id, id, words, reply, group_id) values ($1, $2, $3, $4, $5, $6)
      on conflict (team_id, project_id, id) do update set words = excluded.words, reply = excluded.reply, group_id = excluded.group_id`,
    [teamId, projectId, id, words, reply, groupId],
  );
}

export async function deleteKeywordRow(
  client: ClientBase,
  { teamId, projectId }: Place,
  id: string,
): Promise<void> {
  await client.query('delete from keywords where team_id = $1 and project_id = $2 and id = $3', [
    teamId,
    projectId,
    id,
  ]);
}

/** What a keyword asks for: an answer, a place in a group, or both. */
export type Action = Place & {
  messageId: string;
  mode: Mode;
  phone: string;
  number: string;
  reply: string | null;
  passesOptOut: boolean;
  groupId: string | null;
};

/** How many actions, and how many answers among them, there were for each of these phones within the last hour. */
export async function countActions(
  client: ClientBase,
  phones: readonly { teamId: string; phone: string }[],
): Promise<{ teamId: string; phone: string; actions: number; replies: number }[]> {
  const { rows } = await client.query({
    name: 'count-keyword-actions',
    text: `select key.team_id as "teamId", key.phone, recent.actions, recent.replies
      from unnest($1::uuid[], $2::text[]) as key (team_id, phone) cross join lateral (
        select count(*)::integer as actions, count(reply)::integer as replies from keyword_actions a
        where a.team_id = key.team_id and a.phone = key.phone and a.created_at > now() - interval '1 hour'
      ) as recent`,
    values: columnsOf(phones, 'teamId', 'phone'),
  });
  return rows;
}

export async function insertActions(client: ClientBase, actions: readonly Action[]): Promise<void> {
  if (actions.length === 0) return;
  await client.query({
    name: 'insert-keyword-actions',
    text: `insert into keyword_actions (team_id, message_id, project_id, mode, phone, number, reply, passes_opt_out, group_id)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::message_mode[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::uuid[])`,
    values: [
      ...columnsOf(actions, 'teamId', 'messageId', 'projectId', 'mode', 'phone', 'number', 'reply'),
      ...columnsOf(actions, 'passesOptOut', 'groupId'),
    ],
  });
}

export type ClaimedAction = Action & { attempts: number };

/** Claims due actions for `leaseMs`, of each team as many. */
export async function claimActions(pool: Pool, limit: number, leaseMs: number): Promise<ClaimedAction[]> {
  const { rows } = await pool.query<ClaimedAction>({
    name: 'claim-keyword-actions',
    text: `with recursive ${dueTeams('keyword_actions', { limit: '$1', open: 'done_at is null' })}, picked as materialized (
        select a.* from due cross join lateral (
          select team_id, message_id from keyword_actions a where a.team_id = due.id and a.done_at is null and a.due_at <= now()
          order by a.due_at limit due.most for update skip locked) as a
      )
      update keyword_actions a set attempts = least(a.attempts + 1, 100), due_at = ${fromNow('$2::integer')}
      from picked where a.team_id = picked.team_id and a.message_id = picked.message_id
      returning a.team_id as "teamId", a.message_id as "messageId", a.project_id as "projectId", a.mode, a.phone, a.number,
        a.reply, a.passes_opt_out as "passesOptOut", a.group_id as "groupId", a.attempts`,
    values: [limit, leaseMs],
  });
  return rows;
}

/** Notes that an action is done, or why it never will be. */
export async function endAction(
  pool: Pool,
  { teamId, messageId }: Pick<Action, 'teamId' | 'messageId'>,
  failure: string | null,
): Promise<void> {
  await pool.query(
    'update keyword_actions set done_at = now(), failure = $3 where team_id = $1 and message_id = $2',
    [teamId, messageId, failure],
  );
}

export async function postponeAction(
  pool: Pool,
  { teamId, messageId }: Pick<Action, 'teamId' | 'messageId'>,
  afterMs: number,
): Promise<void> {
  await pool.query(
    `update keyword_actions set due_at = ${fromNow('$3::integer')} where team_id = $1 and message_id = $2`,
    [teamId, messageId, afterMs],
  );
}
