// SQL of the demo: copies a year of traffic into the tables, many rows at a time, and adjusts what the copy
// bypasses: dates, counts and balances.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { REFUNDED_FAILURES } from '@godwit/contract/messages/failures';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { fragment, unprepared } from '../db/sql.ts';
import type { MemberRole } from '../db/types.ts';

const IS_UNUSED = unprepared<{ unused: boolean }>('demo-is-unused')`
  select not exists (select 1 from users) and not exists (select 1 from staff) and not exists (select 1 from teams)
      and not exists (select 1 from messages) as unused`;

/** Whether a database has no users, staff, teams or messages. */
export async function isUnused(pool: Pool): Promise<boolean> {
  const { rows } = await IS_UNUSED.run(pool);
  return rows[0]!.unused;
}

/** A value of a row; dates and numbers are written as the database reads them. */
export type Value = string | number | bigint | boolean | Date | null | readonly string[];

const ROWS_PER_CHUNK = 1_000;

/** Copies rows into columns of a table. */
export async function copyRows(
  client: PoolClient,
  table: string,
  columns: string,
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  await pipeline(
    Readable.from(chunksOf(rows)),
    client.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
  );
}

function* chunksOf(rows: Iterable<readonly Value[]>): Generator<string> {
  let chunk: string[] = [];
  for (const row of rows) {
    chunk.push(`${row.map(asText).join('\t')}\n`);
    if (chunk.length < ROWS_PER_CHUNK) continue;
    yield chunk.join('');
    chunk = [];
  }
  yield chunk.join('');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A value in the text format of COPY. */
function asText(value: Value): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return String(value).replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);
}

type DemoTeam = { teamId: string; userId: string; timezone: string; currency: string };
const SETTLE_TEAM = unprepared<DemoTeam>('demo-settle-team')`
  with owner as (
      update users set email_verified_at = ${'since'}, created_at = ${'since'} where email = ${'email'} returning id
    ), member as (
      update team_members set created_at = ${'since'} where user_id = (select id from owner) returning team_id
    )
    update teams t set name = ${'name'}, created_at = ${'since'} from regions r
    where t.id = (select team_id from member) and r.id = t.region_id
    returning t.id as "teamId", (select id from owner) as "userId", r.timezone, r.currency`;

/** Backdates a team and its owner, confirms the owner's email and names the team. */
export async function settleTeam(
  pool: Pool,
  wanted: { email: string; name: string; since: Date },
): Promise<DemoTeam> {
  const { rows } = await SETTLE_TEAM.run(pool, wanted);
  return rows[0]!;
}

const ADD_PERSON = unprepared('demo-add-person')`
  with person as (
      insert into users (id, email, first_name, last_name, password_hash, email_verified_at, created_at)
      select ${'id'}, ${'email'}, ${'firstName'}, ${'lastName'}, u.password_hash, ${'since'}, ${'since'}
      from team_members m join users u on u.id = m.user_id
      where m.team_id = ${'teamId'} and m.role = 'OWNER' returning id
    )
    insert into team_members (team_id, user_id, role, created_at) select ${'teamId'}, id, ${'role'}, ${'since'} from person`;

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
  for (const person of people) await ADD_PERSON.run(pool, { ...person, teamId });
}

const ADD_NUMBER = unprepared('demo-add-number')`
  insert into two_way_numbers (number, team_id, project_id, mode, assigned_by)
    values (${'number'}, ${'teamId'}, ${'projectId'}, 'LIVE', 'demo')`;

/** Assigns a two-way number to a project, as staff would. */
export async function addNumber(
  client: ClientBase,
  assigned: { teamId: string; projectId: string; number: string },
): Promise<void> {
  await ADD_NUMBER.run(client, assigned);
}

const DATE_INCOMING = unprepared('demo-date-incoming')`
  update messages set delivered_at = accepted_at where team_id = ${'teamId'} and direction = 'INCOMING'`;

const DATE_OPT_OUTS = unprepared('demo-date-opt-outs')`
  update scoped_opt_outs o set created_at = m.accepted_at from messages m
    where o.team_id = ${'teamId'} and o.mode = 'LIVE' and o.source = 'STOP' and m.team_id = ${'teamId'} and m.direction = 'INCOMING'
      and m.sender = o.number and m.body = 'STOP'`;

/** Backdates incoming messages, and the opt-outs of senders who wrote STOP. */
export async function dateThreads(client: ClientBase, teamId: string): Promise<void> {
  await DATE_INCOMING.run(client, { teamId });
  await DATE_OPT_OUTS.run(client, { teamId });
}

const SETTLE_STAFF = unprepared('demo-settle-staff')`
  update staff set password_until = null, password_hash = (select password_hash from users where email = ${'passwordOf'})
    where email = ${'email'}`;

/** Replaces the one-time password of a staff member by the password of a user. */
export async function settleStaff(pool: Pool, email: string, passwordOf: string): Promise<void> {
  await SETTLE_STAFF.run(pool, { email, passwordOf });
}

const DATE_PROJECTS = unprepared('demo-date-projects')`
  update projects set created_at = ${'since'} where team_id = ${'teamId'}`;

const DATE_SENDERS = unprepared('demo-date-senders')`
  update sender_ids set created_at = ${'since'} where team_id = ${'teamId'}`;

const REGISTER_SENDERS = unprepared('demo-register-senders')`
  insert into sender_registrations (team_id, project_id, sender, country, state, reference, submitted_at, decided_at, valid_from, updated_at)
    select s.team_id, s.project_id, s.sender, 'AU', 'REGISTERED', 'demo', ${'since'}, ${'since'}, ${'since'}, ${'since'} from sender_ids s
    join teams t on t.id = s.team_id where s.team_id = ${'teamId'} and t.region_id = 'AU'`;

/** Backdates projects and their sender ids, and registers the sender ids of an Australian team. */
export async function settleProjects(pool: Pool, teamId: string, since: Date): Promise<void> {
  await DATE_PROJECTS.run(pool, { teamId, since });
  await DATE_SENDERS.run(pool, { teamId, since });
  await REGISTER_SENDERS.run(pool, { teamId, since });
}

const STATUS = fragment`case when state in ('sent', 'delivered', 'failed') then upper(state::text) else 'ACCEPTED' end`;
const SPENT = fragment`sum(case when failure::text = any(${'refunded'}::text[]) then 0 else cost_micros end)`;

const COUNT_MESSAGES = unprepared('demo-count-messages')`
  insert into message_count_deltas (team_id, project_id, mode, quarter, direction, api_type, status, count, segments,
      cost_micros, failure, destination)
    select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, (${STATUS})::message_status, count(*),
      sum(segments), ${SPENT}, coalesce(failure::text, ''),
      case when failure is null then '' else destination_of(recipient) end
    from messages where team_id = ${'teamId'} group by 1, 2, 3, 4, 5, 6, 7, 11, 12`;

const COUNT_RECIPIENTS = unprepared('demo-count-recipients')`
  insert into campaign_count_deltas (team_id, campaign_id, what, count, segments, cost_micros)
    select team_id, campaign_id, ${STATUS}, count(*), sum(segments), ${SPENT}
    from messages where team_id = ${'teamId'} and campaign_id is not null group by 1, 2, 3
    union all
    select team_id, campaign_id, skip_reason::text, count(*), 0, 0 from campaign_recipients
    where team_id = ${'teamId'} and skip_reason is not null group by 1, 2, 3`;

/** Counts the copied messages and recipients: COPY bypasses the statements that count. */
export async function countCopied(client: ClientBase, teamId: string): Promise<void> {
  await COUNT_MESSAGES.run(client, { teamId, refunded: REFUNDED_FAILURES });
  await COUNT_RECIPIENTS.run(client, { teamId, refunded: REFUNDED_FAILURES });
}

const SUM_BALANCE = unprepared('demo-sum-balance')`
  update balances set balance_micros = (select coalesce(sum(amount_micros), 0) from ledger_entries where team_id = ${'teamId'})
    where team_id = ${'teamId'}`;

const COUNT_CONTACTS = unprepared('demo-count-contacts')`
  insert into contact_totals (team_id, contacts) select ${'teamId'}, count(*) from contacts where team_id = ${'teamId'}
    on conflict (team_id) do update set contacts = excluded.contacts`;

/** Sets a team's balance to the sum of its entries, and stores the number of its contacts. */
export async function settleTotals(client: ClientBase, teamId: string): Promise<void> {
  await SUM_BALANCE.run(client, { teamId });
  await COUNT_CONTACTS.run(client, { teamId });
}

const DELETE_MAILS = unprepared('demo-delete-mails')`delete from mails`;

/** Deletes the mails that filling the database has queued, and updates the planner's statistics. */
export async function tidyUp(pool: Pool): Promise<void> {
  await DELETE_MAILS.run(pool);
  await pool.query('vacuum analyze');
}
