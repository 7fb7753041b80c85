// SQL of verifications. The clock of the database counts, because those of the processes may differ.
import type { Mode } from '@godwit/contract/messages/statuses';
import {
  FEEDBACK_DAYS,
  RESEND_S,
  VERIFY_LIMITS,
  type VerificationState,
} from '@godwit/contract/publicApi/verify';
import type { Pool, PoolClient } from 'pg';
import { recordEvents } from '../db/recordEvents.ts';
import { fragment, prepared, raw, unprepared } from '../db/sql.ts';

/** A project and mode of a team. */
export type Place = { teamId: string; projectId: string; mode: Mode };

/** A verification. `state` counts the time: one whose code is too old has expired. */
export type VerificationRow = Place & {
  id: string;
  state: VerificationState;
  /** Null a day after the end. */
  recipient: string | null;
  sender: string;
  body: string | null;
  salt: Buffer;
  codeLength: number;
  /** The HMAC of a code that the caller chose; null if the code is derived. */
  ownCode: Buffer | null;
  /** Null without a profile; the profile may have been deleted. */
  profileId: string | null;
  maxChecks: number;
  maxSends: number;
  checks: number;
  sends: number;
  startedAt: Date;
  expiresAt: Date;
  /** When it may be sent again, if it is pending and was not sent too often. */
  resendAt: Date;
  mayResend: boolean;
  /** The rest of its lifetime, in seconds. */
  validForS: number;
  messageId: string;
};

const MOST_CHECKS = fragment`coalesce(max_checks, ${raw(String(VERIFY_LIMITS.checks))})`;
const RESEND_AT = fragment`sent_at + make_interval(secs => least(coalesce(resend_after_s, ${'resendFirst'}::integer) * 2 ^ (sends - 1), ${'resendLongest'}::integer))`;
const RESEND = { resendFirst: RESEND_S.first, resendLongest: RESEND_S.longest };
const COLUMNS = fragment`id, team_id as "teamId", project_id as "projectId", mode, recipient, sender, body, salt, code_length as "codeLength", own_code_hmac as "ownCode",
    profile_id as "profileId", ${MOST_CHECKS} as "maxChecks", coalesce(max_sends, ${raw(String(VERIFY_LIMITS.sends))}) as "maxSends",
    case when state = 'PENDING' and expires_at <= now() then 'EXPIRED' else state end as state,
    checks, sends, started_at as "startedAt", expires_at as "expiresAt", message_id as "messageId",
    ${RESEND_AT} as "resendAt", ${RESEND_AT} <= now() as "mayResend", extract(epoch from expires_at - now())::float8 as "validForS"`;

// By the primary key.
const FIND = prepared<VerificationRow>('find-verification')`
  select ${COLUMNS} from verifications
    where team_id = ${'teamId'} and id = ${'id'} and project_id = ${'projectId'}`;

/** A verification of a project, in either mode; undefined if it has none with this id. */
export async function findVerification(
  pool: Pool,
  wanted: { teamId: string; projectId: string; id: string },
): Promise<VerificationRow | undefined> {
  return (await FIND.run(pool, { ...wanted, ...RESEND })).rows[0];
}

// By the index on the number.
const FIND_LAST = prepared<VerificationRow>('find-last-verification')`
  select ${COLUMNS} from verifications
    where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'} and number_key = any(${'numberKeys'}::bytea[])
    order by started_at desc limit 1`;

/** The last verification of a number. */
export async function findLast(
  pool: Pool,
  wanted: Place & { numberKeys: readonly Buffer[] },
): Promise<VerificationRow | undefined> {
  return (await FIND_LAST.run(pool, { ...wanted, ...RESEND })).rows[0];
}

/** A verification to start, with the message that brings its code. */
export type NewVerification = Place & {
  id: string;
  numberKey: Buffer;
  /** The country code and the digits after it: see guard.ts. */
  country: string;
  prefix: string;
  recipient: string;
  sender: string;
  body: string;
  salt: Buffer;
  codeLength: number;
  ownCode: Buffer | null;
  lifetimeS: number;
  messageId: string;
  endUserIp: string | null;
  profileId: string | null;
  /** The limits of the profile; null for the usual ones. */
  maxChecks: number | null;
  maxSends: number | null;
  resendAfterS: number | null;
};

const LOCK_STARTS = prepared('lock-starts')`
  select pg_advisory_xact_lock(hashtextextended(${'name'}, 0))`;

/**
 * Makes starts with the same of something, such as a number, wait for each other until their transactions
 * end, in all processes. The order is number, address, country, so that nobody waits in a circle.
 */
export async function lockStarts(client: PoolClient, what: string): Promise<void> {
  await LOCK_STARTS.run(client, { name: `verify ${what}` });
}

const COUNT_STARTS = prepared<{ ofNumber: number; ofAddress: number }>('count-starts')`
  select (select count(*)::integer from verifications
      where team_id = ${'teamId'} and recipient = ${'recipient'} and project_id = ${'projectId'} and mode = ${'mode'}
        and started_at > now() - make_interval(secs => ${'windowS'}::integer)) as "ofNumber",
    (select count(*)::integer from verifications
      where project_id = ${'projectId'} and mode = ${'mode'} and end_user_ip = ${'endUserIp'}::inet
        and started_at > now() - interval '1 hour') as "ofAddress"`;

/**
 * Counts the recent starts for a number, over all profiles, and for an address, after those at the same
 * moment. `lockKey` is the number's. To be called in the transaction that stores the next one.
 */
export async function countStarts(
  client: PoolClient,
  { recipient, endUserIp, ...place }: NewVerification,
  lockKey: Buffer,
): Promise<{ ofNumber: number; ofAddress: number }> {
  const where = `${place.projectId} ${place.mode}`;
  await lockStarts(client, `${where} ${lockKey.toString('hex')}`);
  if (endUserIp !== null) await lockStarts(client, `${where} ${endUserIp}`);
  const { teamId, projectId, mode } = place;
  const asked = { teamId, projectId, mode, recipient, endUserIp, windowS: VERIFY_LIMITS.numberWindowS };
  return (await COUNT_STARTS.run(client, asked)).rows[0]!;
}

const EXPIRE = prepared('expire-verifications')`
  update verifications set state = 'EXPIRED'
    where project_id = ${'projectId'} and mode = ${'mode'} and number_key = any(${'numberKeys'}::bytea[])
      and state = 'PENDING' and expires_at <= now()`;
const INSERT = prepared('insert-verification')`
  with stored as (
    insert into verifications (team_id, id, project_id, mode, number_key, prefix, recipient, sender, body, salt, code_length, own_code_hmac, expires_at, message_id, end_user_ip,
        profile_id, max_checks, max_sends, resend_after_s)
    values (${'teamId'}, ${'id'}, ${'projectId'}, ${'mode'}, ${'numberKey'}, ${'prefix'}, ${'recipient'}, ${'sender'}, ${'body'}, ${'salt'}, ${'codeLength'}, ${'ownCode'},
      now() + make_interval(secs => ${'lifetimeS'}::integer), ${'messageId'}, ${'endUserIp'}::inet,
      ${'profileId'}, ${'maxChecks'}, ${'maxSends'}, ${'resendAfterS'})
    on conflict (project_id, mode, number_key) where state = 'PENDING' do nothing
    returning team_id, project_id, mode, id
  ), recorded as (
    ${recordEvents(raw('stored'), raw("'verification.started'"))}
  ), noted as (
    insert into code_messages (team_id, message_id) select team_id, ${'messageId'} from stored
  )
  select true from stored`;

/** Stores a verification; false if one is pending for the number and profile. */
export async function insertVerification(
  client: PoolClient,
  row: NewVerification,
  numberKeys: readonly Buffer[],
): Promise<boolean> {
  await EXPIRE.run(client, { projectId: row.projectId, mode: row.mode, numberKeys });
  return (await INSERT.run(client, row)).rows.length > 0;
}

const RESENT = prepared('resend-verification')`
  with resent as (
    update verifications set sends = sends + 1, sent_at = now(), message_id = ${'messageId'}
    where team_id = ${'teamId'} and id = ${'id'} and state = 'PENDING' and expires_at > now() and sends = ${'sends'}
    returning team_id, message_id
  )
  insert into code_messages (team_id, message_id) select team_id, message_id from resent returning true`;

/** Counts one more send; false if the verification has ended, or was sent by somebody else just now. */
export async function countSend(
  client: PoolClient,
  sent: Pick<VerificationRow, 'teamId' | 'id' | 'sends'> & { messageId: string },
): Promise<boolean> {
  const { teamId, id, sends, messageId } = sent;
  return (await RESENT.run(client, { teamId, id, sends, messageId })).rows.length > 0;
}

// The check counts in the statement that decides it, so guesses at the same moment count each. A check that
// counts nowhere writes an empty message into the log of the database: its transaction gets a number and
// waits for the disk like that of a wrong code, so the time of an answer does not show which ids exist.
const CHECK = prepared<{ state: VerificationState | null; checks: number | null }>('check-verification')`
  with checked as (
    update verifications set checks = checks + 1,
        state = case when ${'valid'}::boolean then 'APPROVED' when checks + 1 >= ${MOST_CHECKS} then 'FAILED' else state end
      where team_id = ${'teamId'} and id = ${'id'} and state = 'PENDING' and expires_at > now()
      returning team_id, project_id, mode, id, prefix, started_at, state, checks
  ), recorded as (
    ${recordEvents(raw("(select * from checked where state <> 'PENDING') as ended"), raw("'verification.' || lower(state)"))}
  ), counted as (
    update verify_days d set approved = approved + 1 from checked c
      where c.state = 'APPROVED' and d.team_id = c.team_id and d.mode = c.mode and d.prefix = c.prefix
        and d.day = (c.started_at at time zone 'UTC')::date
  )
  select state, checks, case when state is null then pg_logical_emit_message(true, 'godwit', ''::text) end
    from (values (true)) as always left join checked on true`;

/** Counts a check and stores its result; undefined if the verification is not pending. */
export async function countCheck(
  pool: Pool,
  check: { teamId: string; id: string; valid: boolean },
): Promise<{ state: VerificationState; checks: number } | undefined> {
  const { state, checks } = (await CHECK.run(pool, check)).rows[0]!;
  return state === null ? undefined : { state, checks: checks! };
}

const CANCEL = prepared('cancel-verification')`
  with ended as (
    update verifications set state = 'CANCELLED'
    where team_id = ${'teamId'} and id = ${'id'} and state = 'PENDING' and expires_at > now()
    returning team_id, project_id, mode, id
  ), recorded as (
    ${recordEvents(raw('ended'), raw("'verification.cancelled'"))}
  )
  select true from ended`;

/** Ends a pending verification; false if it is not pending. */
export async function endVerification(
  pool: Pool,
  { teamId, id }: Pick<VerificationRow, 'teamId' | 'id'>,
): Promise<boolean> {
  return (await CANCEL.run(pool, { teamId, id })).rows.length > 0;
}

// A lifetime is an hour at most, so each has ended a day after its start and an hour.
const FORGET = unprepared('forget-verified-numbers')`
  update verifications set recipient = null, body = null, end_user_ip = null, own_code_hmac = null
    where (team_id, id) in (select team_id, id from verifications
      where recipient is not null and started_at < now() - interval '25 hours' order by started_at limit ${'limit'})`;
const PURGE = unprepared('purge-verifications')`
  delete from verifications where (team_id, id) in (select team_id, id from verifications
    where started_at < now() - interval '90 days' order by started_at limit ${'limit'})`;
const PURGE_FEEDBACK = unprepared('purge-message-feedback')`
  delete from message_feedback where (team_id, message_id) in (select team_id, message_id from message_feedback
    where sent_at < now() - interval '90 days' order by sent_at limit ${'limit'})`;
// A day longer than their outcomes could be reported.
const PURGE_CODES = unprepared('purge-code-messages')`
  delete from code_messages where (team_id, message_id) in (select team_id, message_id from code_messages
    where at < now() - interval '${raw(`${FEEDBACK_DAYS + 1} days`)}' order by at limit ${'limit'})`;
// By the index on day, team by team. The guard reads the last week, and whether codes were ever typed in.
const PURGE_DAYS = unprepared('purge-verify-days')`
  delete from verify_days where ctid = any(array(
    select old.ctid from teams t, unnest(enum_range(null::message_mode)) as m (mode), lateral (
      select d.ctid from verify_days d where d.team_id = t.id and d.mode = m.mode
        and d.day < (now() at time zone 'UTC')::date - 90 limit ${'limit'}) as old limit ${'limit'}))`;
// The guard reads those of the last days. Few prefixes are ever blocked.
const PURGE_BLOCKS = unprepared('purge-verify-blocks')`
  delete from verify_blocks where ctid = any(array(
    select ctid from verify_blocks where until < now() - interval '90 days' limit ${'limit'}))`;
const PURGE_PROFILE_DAYS = unprepared('purge-verify-profile-days')`
  delete from verify_profile_days where ctid = any(array(
    select ctid from verify_profile_days where day < (now() at time zone 'UTC')::date - 90 limit ${'limit'}))`;
const PURGED = [FORGET, PURGE, PURGE_FEEDBACK, PURGE_CODES, PURGE_DAYS, PURGE_BLOCKS, PURGE_PROFILE_DAYS];
const BATCH = 1_000;

/**
 * Removes the numbers of verifications a day after their end, verifications, feedback, counts and blocks
 * after 90 days, and which messages brought codes once nobody can report their outcomes.
 */
export async function forgetVerifications(pool: Pool): Promise<void> {
  for (const statement of PURGED)
    for (let changed = BATCH; changed === BATCH; )
      changed = (await statement.run(pool, { limit: BATCH })).rowCount ?? 0;
}
