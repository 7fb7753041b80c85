// SQL of the demo: what a year of traffic is stored with, many rows at a time, through the tables that
// everything else uses.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { REFUNDED_FAILURES } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { MemberRole } from '../db/types.ts';

/** Whether nobody has used a database yet. */
export async function isUnused(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select not exists (select 1 from users) and not exists (select 1 from staff) and not exists (select 1 from teams)
       and not exists (select 1 from messages) as unused`,
  );
  return rows[0].unused;
}

/** A value of a row; dates and numbers are written as the database reads them. */
export type Value = string | number | bigint | boolean | Date | null | readonly string[];

const ROWS_A_PIECE = 1_000;

/** Copies rows into columns of a table. */
export async function copyRows(
  client: PoolClient,
  table: string,
  columns: string,
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  await pipeline(
    Readable.from(pieces(rows)),
    client.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
  );
}

function* pieces(rows: Iterable<readonly Value[]>): Generator<string> {
  let piece: string[] = [];
  for (const row of rows) {
    piece.push(`${row.map(asText).join('\t')}\n`);
    if (piece.length < ROWS_A_PIECE) continue;
    yield piece.join('');
    piece = [];
  }
  yield piece.join('');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** In the text format of COPY. */
function asText(value: Value): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return String(value).replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);
}

/** Dates a team and its owner back, confirms the owner's e-mail and names the team; returns both. */
export async function settleTeam(
  pool: Pool,
  { email, name, since }: { email: string; name: string; since: Date },
): Promise<{ teamId: string; userId: string; timezone: string; currency: string }> {
  const { rows } = await pool.query(
    `with owner as (
       update users set email_verified_at = $3, created_at = $3 where email = $1 returning id
     ), member as (
       update team_members set created_at = $3 where user_id = (select id from owner) returning team_id
     )
     update teams t set name = $2, created_at = $3 from regions r
     where t.id = (select team_id from member) and r.id = t.region_id
     returning t.id as "teamId", (select id from owner) as "userId", r.timezone, r.currency`,
    [email, name, since],
  );
  return rows[0];
}

/** Adds people to a team, with the password of its owner. */
export async function addPeople(
  pool: Pool,
  teamId: string,
  people: readonly {
    id: string;
    firstName: string;
    lastName: string;
    email: string;
    role: MemberRole;
    since: Date;
  }[],
): Promise<void> {
  for (const { id, firstName, lastName, email, role, since } of people)
    await pool.query(
      `with person as (
         insert into users (id, email, first_name, last_name, password_hash, email_verified_at, created_at)
         select $2, $3, $4, $5, u.password_hash, $7, $7 from team_members m join users u on u.id = m.user_id
         where m.team_id = $1 and m.role = 'OWNER' returning id
       )
       insert into team_members (team_id, user_id, role, created_at) select $1, id, $6, $7 from person`,
      [teamId, id, email, firstName, lastName, role, since],
    );
}

/** Assigns a two-way number to a project, as staff would. */
export async function addNumber(
  client: ClientBase,
  { teamId, projectId, number }: { teamId: string; projectId: string; number: string },
): Promise<void> {
  await client.query(
    `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) values ($1, $2, $3, 'LIVE', 'demo')`,
    [number, teamId, projectId],
  );
}

/** Dates back what came in, and the opt-outs of those who wrote STOP. */
export async function dateThreads(client: ClientBase, teamId: string): Promise<void> {
  await client.query(
    `update messages set delivered_at = accepted_at where team_id = $1 and direction = 'INCOMING'`,
    [teamId],
  );
  await client.query(
    `update scoped_opt_outs o set created_at = m.accepted_at from messages m
     where o.team_id = $1 and o.mode = 'LIVE' and o.source = 'STOP' and m.team_id = $1 and m.direction = 'INCOMING' and m.sender = o.number
       and m.body = 'STOP'`,
    [teamId],
  );
}

/** Gives a member of staff the password of a user in place of the one-time password. */
export async function settleStaff(pool: Pool, email: string, passwordOf: string): Promise<void> {
  await pool.query(
    `update staff set password_until = null, password_hash = (select password_hash from users where email = $2) where email = $1`,
    [email, passwordOf],
  );
}

/** Dates projects and their sender ids back, and notes that a country has registered the names. */
export async function settleProjects(pool: Pool, teamId: string, since: Date): Promise<void> {
  await pool.query('update projects set created_at = $2 where team_id = $1', [teamId, since]);
  await pool.query('update sender_ids set created_at = $2 where team_id = $1', [teamId, since]);
  await pool.query(
    `insert into sender_registrations (team_id, project_id, sender, country, state, updated_at)
     select s.team_id, s.project_id, s.sender, 'AU', 'REGISTERED', $2 from sender_ids s
     join teams t on t.id = s.team_id where s.team_id = $1 and t.region_id = 'AU'`,
    [teamId, since],
  );
}

/** Counts what was copied past the statements that count. */
export async function countCopied(client: ClientBase, teamId: string): Promise<void> {
  const status = `case when state in ('sent', 'delivered', 'failed') then upper(state::text) else 'ACCEPTED' end`;
  const spent = 'sum(case when failure::text = any($2::text[]) then 0 else cost_micros end)';
  await client.query(
    `insert into message_count_deltas (team_id, project_id, mode, quarter, direction, api_type, status, count, segments,
       cost_micros, failure, destination)
     select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, (${status})::message_status, count(*),
       sum(segments), ${spent}, coalesce(failure::text, ''),
       case when failure is null then '' else destination_of(recipient) end
     from messages where team_id = $1 group by 1, 2, 3, 4, 5, 6, 7, 11, 12`,
    [teamId, REFUNDED_FAILURES],
  );
  await client.query(
    `insert into campaign_count_deltas (team_id, campaign_id, what, count, segments, cost_micros)
     select team_id, campaign_id, ${status}, count(*), sum(segments), ${spent}
     from messages where team_id = $1 and campaign_id is not null group by 1, 2, 3
     union all
     select team_id, campaign_id, skip_reason::text, count(*), 0, 0 from campaign_recipients
     where team_id = $1 and skip_reason is not null and cardinality($2::text[]) > 0 group by 1, 2, 3`,
    [teamId, REFUNDED_FAILURES],
  );
}

/** Sets a team's balance to the sum of its entries, and how many contacts there are. */
export async function settleTotals(client: ClientBase, teamId: string): Promise<void> {
  await client.query(
    `update balances set balance_micros = (select coalesce(sum(amount_micros), 0) from ledger_entries where team_id = $1)
     where team_id = $1`,
    [teamId],
  );
  await client.query(
    `insert into contact_totals (team_id, contacts) select $1, count(*) from contacts where team_id = $1
     on conflict (team_id) do update set contacts = excluded.contacts`,
    [teamId],
  );
}

/** Removes the mails that the filling has caused, and has the planner know the tables. */
export async function tidyUp(pool: Pool): Promise<void> {
  await pool.query('delete from mails');
  await pool.query('vacuum analyze');
}
