// SQL of the mails about sender ids that a team gets at most once a day, by the day of its region.
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import type { RegistrationTurn } from '@godwit/contract/senders';
import { sql } from 'kysely';
import { keyOf, TURN_NOW } from '../db/registrations.ts';
import type { Database } from '../services.ts';

/** A kind of mail that a team gets at most once a day. */
export type DailyMail = 'CONFIRM' | 'STAMPED';

const TODAY = sql`(select (now() at time zone z.timezone)::date from teams y join regions z on z.id = y.region_id
    where y.id = t.id)`;
const isMailed = (kind: DailyMail) =>
  sql`exists (select from sender_mails m where m.team_id = t.id and m.kind = ${kind} and m.day = ${TODAY})`;

/** Records that a team gets a mail of this kind today; false if any process has already sent one. */
export async function claimMail(trx: Database, teamId: string, kind: DailyMail): Promise<boolean> {
  const { rows } = await sql`insert into sender_mails (team_id, kind, day) select t.id, ${kind}, ${TODAY}
    from teams t where t.id = ${teamId} on conflict do nothing returning 1`.execute(trx);
  return rows.length > 0;
}

/** Deletes old records of these mails, which nothing reads any more. */
export async function forgetMails(db: Database): Promise<void> {
  await sql`delete from sender_mails where day < now() - interval '30 days'`.execute(db);
}

/** Of `days` after a name was handed in, the last one that is due. */
const dueDay = (days: readonly number[]) =>
  sql`(select max(d.day) from unnest(${[...days]}::integer[]) as d (day)
    where coalesce(r.submitted_at, r.updated_at) <= now() - make_interval(days => d.day))`;
/** The owner has to confirm a name at the Australian register until the register decides. */
const isUnconfirmed = (days: readonly number[]) =>
  sql`r.country = 'AU' and r.state = 'SUBMITTED' and r.proposal is null
    and ${dueDay(days)} > coalesce(r.confirm_day, -1)`;

/** Teams with names whose owner is due for a reminder, except those that had one today. */
export async function teamsToConfirm(
  db: Database,
  days: readonly number[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct t.id from sender_registrations r
    join teams t on t.id = r.team_id where t.closed_at is null and ${isUnconfirmed(days)}
    and not ${isMailed('CONFIRM')} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The names of a team whose owner is due for a reminder, which are noted as reminded. */
export async function noteConfirmations(
  trx: Database,
  teamId: string,
  days: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{
    sender: string;
  }>`update sender_registrations r set confirm_day = ${dueDay(days)}
    where r.team_id = ${teamId} and ${isUnconfirmed(days)} returning r.sender`.execute(trx);
  return [...new Set(rows.map(({ sender }) => sender))].sort();
}

/** Adds up to `limit` counts of stamped messages to those of days. Returns how many it added. */
export async function foldStamped(db: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`with gone as (
      delete from stamped_deltas where ctid = any(array(select ctid from stamped_deltas limit ${limit} for update skip locked))
      returning *
    ), kept as (
      insert into stamped_days (team_id, day, sender, country, messages)
      select g.team_id, (g.at at time zone r.timezone)::date, g.sender, g.country, sum(g.messages)
        from gone g join teams t on t.id = g.team_id join regions r on r.id = t.region_id
        group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (team_id, day, sender, country) do update set messages = stamped_days.messages + excluded.messages
    ) select count(*)::integer as folded from gone`.execute(db);
  return rows[0]!.folded;
}

/** Teams with stamped messages of past days, except those that had their mail today. */
export async function teamsWithStamped(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct t.id from stamped_days s
    join teams t on t.id = s.team_id where s.day < ${TODAY} and not ${isMailed('STAMPED')}
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stamped messages of a name on a day. `isAsked`: it has a registration there, and `turn` is its turn. */
export type StampedDay = {
  day: string;
  sender: string;
  country: string;
  messages: number;
  turn: RegistrationTurn | null;
  isAsked: boolean;
};

/** Takes a team's counts of past days, the newest day first, and then the largest. */
export async function takeStamped(trx: Database, teamId: string): Promise<StampedDay[]> {
  const { rows } = await sql<StampedDay>`with gone as (
      delete from stamped_days s using teams t where t.id = s.team_id and s.team_id = ${teamId} and s.day < ${TODAY}
      returning s.*
    ) select g.day::text, g.sender, g.country, g.messages::integer,
        r.state is not null as "isAsked", r.turn from gone g
      left join lateral (select r.state, ${sql.raw(String(TURN_NOW))} as turn from sender_registrations r
        where r.team_id = g.team_id and r.sender_key = ${sql.raw(String(keyOf('g.sender')))} and r.country = g.country
        order by r.updated_at desc limit 1) as r on true
      where g.messages > 0 order by g.day desc, g.messages desc, g.sender`.execute(trx);
  return rows;
}

/** A register, or one of its networks, that does not hold a name. */
export type Unregistered = { country: string; network: string | null; turn: RegistrationTurn | null };

/** The registers that a name of a project waits for. */
export async function selectWaiting(
  trx: Database,
  { teamId, projectId, sender }: { teamId: string; projectId: string; sender: string },
): Promise<Unregistered[]> {
  const { rows } = await sql<Unregistered>`select r.country, nullif(r.network, ${EVERY_NETWORK}) as network,
      ${sql.raw(String(TURN_NOW))} as turn from sender_registrations r
    where r.team_id = ${teamId} and r.project_id = ${projectId}
      and r.sender_key = lower(${sender}::text collate "C") and r.state <> 'REGISTERED'
    order by r.country, r.network`.execute(trx);
  return rows;
}
