// SQL of retention: claims the kinds of data that are due, and removes old data in small batches. All times
// are the database's.
import type { Pool } from 'pg';
import { IS_EVIDENCE } from '../db/registrations.ts';
import type { Month } from '../db/schema/months.ts';
import { prepared, unprepared } from '../db/sql.ts';

/**
 * The progress of a kind. Everything older than `doneTo` is gone; an unfinished round continues at `cursor`.
 */
export type Run = { doneTo: Date | null; cursor: unknown };

const CLAIM_KIND = unprepared<Run>('claim-retention')`
  insert into retention_runs as r (kind, lease_until) values (${'kind'}, now() + make_interval(secs => ${'leaseSeconds'}))
    on conflict (kind) do update set lease_until = excluded.lease_until
      where r.lease_until < now() and (r.place is not null or r.ran_at is null or r.ran_at < now() - make_interval(secs => ${'everySeconds'}))
    returning done_to as "doneTo", place as cursor`;

/**
 * Leases a kind whose round is unfinished, or whose last round was `everySeconds` ago. Returns null if
 * another process has it or it is not due.
 */
export async function claimKind(
  pool: Pool,
  kind: string,
  times: { everySeconds: number; leaseSeconds: number },
): Promise<Run | null> {
  const { rows } = await CLAIM_KIND.run(pool, { kind, ...times });
  return rows[0] ?? null;
}

const KEEP_RUN = unprepared('keep-retention-run')`
  update retention_runs set lease_until = '-infinity', ran_at = now(), removed = removed + ${'removed'}, last_removed = ${'removed'},
      done_to = greatest(done_to, ${'doneTo'}), place = ${'cursor'} where kind = ${'kind'}`;

/** Stores the result of a round and ends its lease. If there is a `cursor`, the round is unfinished. */
export async function keepRun(
  pool: Pool,
  kind: string,
  { removed, doneTo, cursor }: { removed: number; doneTo: Date | null; cursor: unknown },
): Promise<void> {
  const json = cursor === null ? null : JSON.stringify(cursor);
  await KEEP_RUN.run(pool, { kind, removed, doneTo, cursor: json });
}

const RELEASE_KIND = unprepared('release-retention')`
  update retention_runs set lease_until = '-infinity' where kind = ${'kind'}`;

/** Ends the lease of a kind whose round failed. */
export async function releaseKind(pool: Pool, kind: string): Promise<void> {
  await RELEASE_KIND.run(pool, { kind });
}

/** The stored progress of a kind, with the rows removed in all and by the last round. */
type StoredRun = {
  kind: string;
  doneTo: Date | null;
  removed: number;
  lastRemoved: number;
  ranAt: Date | null;
};
const SELECT_RUNS = unprepared<StoredRun>('retention-runs')`
  select kind, done_to as "doneTo", removed::integer, last_removed::integer as "lastRemoved", ran_at as "ranAt" from retention_runs`;

/** The progress of all kinds. */
export async function selectRuns(pool: Pool): Promise<StoredRun[]> {
  const { rows } = await SELECT_RUNS.run(pool);
  return rows;
}

type At = { at: Date | null };
/** The time of the oldest row of each kind, read from the start of an index, or from a small table. */
const OLDEST = {
  messages: unprepared<At>('retention-oldest-messages')`
    select least((select min(starts) from message_partitions() where starts < now()),
      (select min(starts) from message_archives where state = 'KEPT')) as at`,
  documents: unprepared<At>('retention-oldest-document')`
    select min(created_at) as at from files where purpose in ('VERIFICATION', 'SENDER_ID') and removed_at is null`,
  callbacks: unprepared<At>('retention-oldest-callback')`
    select (min((started_at at time zone 'UTC')::date))::timestamp at time zone 'UTC' as at from callback_attempts`,
  mails: unprepared<At>('retention-oldest-mail')`
    select created_at as at from mails order by id limit 1`,
  sessions: unprepared<At>('retention-oldest-session')`
    select min(last_seen_at) as at from sessions`,
  refused: unprepared<At>('retention-oldest-refused')`
    select min(last_at) as at from refused_incoming`,
  closed: unprepared<At>('retention-oldest-closed-team')`
    select min(closed_at) as at from teams where closed_at is not null and purged_at is null`,
  audit: unprepared<At>('retention-oldest-audit-entry')`
    select at from audit_log order by id limit 1`,
};

export async function selectOldest(pool: Pool, kind: keyof typeof OLDEST): Promise<Date | null> {
  const { rows } = await OLDEST[kind].run(pool);
  return rows[0]?.at ?? null;
}

// Texts of messages
// ---------------------------------------------------------------------------------------------------

export type ProjectOf = { teamId: string; projectId: string };

const NEXT_PROJECT = prepared<ProjectOf>('retention-next-project')`
  select team_id as "teamId", id as "projectId" from projects where (team_id, id) > (${'teamId'}, ${'projectId'}) order by team_id, id limit 1`;

/** The first project after another, in the order of their keys. */
export async function nextProject(pool: Pool, { teamId, projectId }: ProjectOf): Promise<ProjectOf | null> {
  const { rows } = await NEXT_PROJECT.run(pool, { teamId, projectId });
  return rows[0] ?? null;
}

type TextRow = { id: string; hasText: boolean; ended: boolean };
const SELECT_MESSAGES = prepared<TextRow>('retention-messages')`
  select id, body <> '' as "hasText", state in ('sent', 'delivered', 'failed') as ended from messages
    where project_id = ${'projectId'} and mode = ${'mode'} and id > ${'after'} and id < ${'before'} order by id limit ${'limit'}`;

/** Messages of a project between two ids, the oldest first. `ended`: no part of it will be sent any more. */
export async function selectMessages(
  pool: Pool,
  page: { projectId: string; mode: string; after: string; before: string; limit: number },
): Promise<TextRow[]> {
  const { rows } = await SELECT_MESSAGES.run(pool, page);
  return rows;
}

const KEEP_LATE_TEXTS = unprepared('retention-keep-late-texts')`
  insert into late_texts (team_id, message_id) select ${'teamId'}, unnest(${'late'}::uuid[]) on conflict do nothing`;
const CLEAR_TEXTS = prepared('retention-clear-texts')`
  update messages set body = '' where team_id = ${'teamId'} and id = any(${'ended'}::uuid[]) and id > ${'from'} and id < ${'before'} and body <> ''
    and state in ('sent', 'delivered', 'failed')`;

/**
 * Removes the texts of messages that have ended, and notes the others for `clearLateTexts`. Returns how many
 * texts it removed.
 */
export async function clearTexts(
  pool: Pool,
  teamId: string,
  { late, ended, from, before }: { ended: string[]; late: string[]; from: string; before: string },
): Promise<number> {
  if (late.length > 0) await KEEP_LATE_TEXTS.run(pool, { teamId, late });
  if (ended.length === 0) return 0;
  const { rowCount } = await CLEAR_TEXTS.run(pool, { teamId, ended, from, before });
  return rowCount ?? 0;
}

const CLEAR_LATE_TEXTS = unprepared<{ cleared: number }>('retention-clear-late-texts')`
  with waiting as materialized (
      select m.id from late_texts l join messages m on m.team_id = l.team_id and m.id = l.message_id
      where m.state not in ('sent', 'delivered', 'failed')
    ), late as materialized (
      select team_id, message_id from late_texts where message_id not in (select id from waiting)
      order by team_id, message_id limit ${'limit'}
    ), cleared as (
      update messages m set body = '' from late where m.team_id = late.team_id and m.id = late.message_id and m.body <> '' returning 1
    ), gone as (
      delete from late_texts l using late where l.team_id = late.team_id and l.message_id = late.message_id
    ) select count(*)::integer as cleared from cleared`;

/** Removes up to `limit` texts of messages that have ended since `clearTexts` noted them. */
export async function clearLateTexts(pool: Pool, limit: number): Promise<number> {
  const { rows } = await CLEAR_LATE_TEXTS.run(pool, { limit });
  return rows[0]!.cleared;
}

const CLEAR_THREADS = unprepared('retention-clear-threads')`
  update conversations set last_text = '' where (team_id, project_id, mode, number) in (
      select team_id, project_id, mode, number from conversations
      where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'} and last_id < ${'before'} and last_text <> '' order by last_id limit ${'limit'})
      and last_id < ${'before'}`;

/** Removes the text that a thread shows if its last message is as old, of up to `limit` threads. */
export async function clearThreads(
  pool: Pool,
  { teamId, projectId }: ProjectOf,
  old: { mode: string; before: string; limit: number },
): Promise<number> {
  const { rowCount } = await CLEAR_THREADS.run(pool, { teamId, projectId, ...old });
  return rowCount ?? 0;
}

// Months of messages
// --------------------------------------------------------------------------------------------------

const OLD_MONTHS = unprepared<Month>('retention-old-months')`
  select name, starts, ends from message_partitions()
    where ends <= ${'before'} and not exists (
      select from send_queue where message_id >= uuid_floor(starts) and message_id < uuid_floor(ends))
    order by starts`;

/** Months of messages that ended before an instant and have nothing left to send, the oldest first. */
export async function selectOldMonths(pool: Pool, before: Date): Promise<Month[]> {
  const { rows } = await OLD_MONTHS.run(pool, { before });
  return rows;
}

const KEEP_MESSAGES_FROM = unprepared('retention-keep-messages-from')`
  update retention_runs set done_to = greatest(done_to, ${'from'}), place = ${'cursor'} where kind = 'messages'`;

/**
 * Stores since when messages are kept, before the older ones are removed: counts and charges are compared
 * with newer messages only. A later round resumes at `cursor` if this process dies.
 */
export async function keepMessagesFrom(pool: Pool, from: Date, cursor: object): Promise<void> {
  await KEEP_MESSAGES_FROM.run(pool, { from, cursor: JSON.stringify(cursor) });
}

const DELETE_THREADS = unprepared('retention-delete-threads')`
  delete from conversations where (team_id, project_id, mode, number) in (
      select c.team_id, c.project_id, c.mode, c.number from unnest(enum_range(null::message_mode)) as m (mode) join lateral (
        select * from conversations where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = m.mode and last_id < ${'before'}
        order by last_id limit ${'limit'}) as c on true)`;
const DELETE_RECIPIENTS = unprepared('retention-delete-recipients')`
  delete from campaign_recipients where (team_id, campaign_id, number) in (
      select r.team_id, r.campaign_id, r.number from campaigns k join campaign_recipients r on r.team_id = k.team_id and r.campaign_id = k.id
      where k.team_id = ${'teamId'} and k.project_id = ${'projectId'} and k.id >= ${'from'} and k.id < ${'before'} and not k.open limit ${'limit'})`;

// By the primary key, so all references of the team go with its first project.
const DELETE_REFERENCES = unprepared('retention-delete-references')`
  delete from client_references where (team_id, message_id) in (
      select team_id, message_id from client_references where team_id = ${'teamId'} and message_id < ${'before'}
      order by message_id limit ${'limit'})`;

const DELETE_FORMATS = unprepared('retention-delete-callback-formats')`
  delete from callback_formats where (team_id, message_id) in (
      select team_id, message_id from callback_formats where team_id = ${'teamId'} and message_id < ${'before'}
      order by message_id limit ${'limit'})`;

const DELETE_TLVS = unprepared('retention-delete-message-tlvs')`
  delete from message_tlvs where (team_id, message_id) in (
      select team_id, message_id from message_tlvs where team_id = ${'teamId'} and message_id < ${'before'}
      order by message_id limit ${'limit'})`;

/**
 * Deletes threads of a project, recipients of its campaigns, and references, callback formats and optional
 * parameters of its team, whose messages are gone: up to `limit` of each.
 */
export async function deleteTraces(
  pool: Pool,
  { teamId, projectId }: ProjectOf,
  { from, before, limit }: { from: string; before: string; limit: number },
): Promise<number> {
  const threads = await DELETE_THREADS.run(pool, { teamId, projectId, before, limit });
  const recipients = await DELETE_RECIPIENTS.run(pool, { teamId, projectId, from, before, limit });
  const references = await DELETE_REFERENCES.run(pool, { teamId, before, limit });
  const formats = await DELETE_FORMATS.run(pool, { teamId, before, limit });
  const tlvs = await DELETE_TLVS.run(pool, { teamId, before, limit });
  const removed = [threads, recipients, references, formats, tlvs];
  return removed.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}

// The rest: one statement a batch
// ----------------------------------------------------------------------------------------

const DELETES = {
  callbacks: unprepared('retention-delete-callbacks')`
    delete from callback_attempts where (team_id, message_id, sequence, replay, attempt) in (
      select team_id, message_id, sequence, replay, attempt from callback_attempts
      where (started_at at time zone 'UTC')::date <= (${'before'}::timestamptz at time zone 'UTC')::date and started_at < ${'before'}
      order by (started_at at time zone 'UTC')::date limit ${'limit'})`,
  mails: unprepared('retention-delete-mails')`
    delete from mails where id in (select id from mails where id < uuid_floor(${'before'}) order by id limit ${'limit'})`,
  invitations: unprepared('retention-delete-invitations')`
    delete from invitations where id in (select id from invitations where id < uuid_floor(${'before'}) order by id limit ${'limit'})`,
  keyUses: unprepared('retention-delete-key-uses')`
    delete from key_uses where ctid = any(array(select ctid from key_uses where hour < ${'before'} order by hour limit ${'limit'}))`,
  refused: unprepared('retention-delete-refused')`
    delete from refused_incoming where (link_id, recipient, reason) in (
      select link_id, recipient, reason from refused_incoming where last_at < ${'before'} order by last_at limit ${'limit'})`,
  incoming: unprepared('retention-delete-incoming')`
    delete from incoming_inbox where id in (
      select id from incoming_inbox where failure is not null and received_at < ${'before'} order by received_at limit ${'limit'})`,
  receipts: unprepared('retention-delete-receipts')`
    delete from receipt_inbox where id in (
      select id from receipt_inbox where failure is not null and received_at < ${'before'} limit ${'limit'})`,
};
export type Deleted = keyof typeof DELETES;

/** Deletes up to `limit` rows that are older than an instant. */
export async function deleteOlder(pool: Pool, what: Deleted, before: Date, limit: number): Promise<number> {
  const { rowCount } = await DELETES[what].run(pool, { before, limit });
  return rowCount ?? 0;
}

const DELETE_SESSIONS = unprepared<{ removed: number; seen: number; last: Buffer | null }>(
  'retention-delete-sessions',
)`
  with piece as materialized (select id_hash, last_seen_at from sessions where id_hash > ${'after'} order by id_hash limit ${'limit'}),
      gone as (delete from sessions s using piece where s.id_hash = piece.id_hash and piece.last_seen_at < ${'before'} returning 1)
    select (select count(*) from gone)::integer as removed, (select count(*) from piece)::integer as seen,
      (select id_hash from piece order by id_hash desc limit 1) as last`;

/**
 * Reads the next `limit` sessions in the order of their keys, and deletes those last used before an instant.
 * Continue after `last`; it is null at the end.
 */
export async function deleteSessions(
  pool: Pool,
  { after, before, limit }: { after: Buffer; before: Date; limit: number },
): Promise<{ removed: number; last: Buffer | null }> {
  const { rows } = await DELETE_SESSIONS.run(pool, { after, before, limit });
  const { removed, seen, last } = rows[0]!;
  return { removed, last: seen < limit ? null : last };
}

const FORGET_DOCUMENTS = unprepared<{ stored: string }>('retention-forget-documents')`
  with old as materialized (
      select f.team_id, f.id, f.stored_as from files f
        left join verification_requests v on f.purpose = 'VERIFICATION' and v.team_id = f.team_id and v.id = f.subject_id
        left join sender_id_requests s on f.purpose = 'SENDER_ID' and s.team_id = f.team_id and s.id = f.subject_id
      where f.purpose in ('VERIFICATION', 'SENDER_ID') and f.removed_at is null and f.created_at < ${'before'}
        and coalesce(v.decided_at, s.decided_at) < ${'before'}
        and not ${IS_EVIDENCE}
      order by f.created_at limit ${'limit'} for update of f skip locked
    ) update files f set removed_at = now(), sealed_key = '', stored_as = '', name = '' from old
    where f.team_id = old.team_id and f.id = old.id returning old.stored_as as stored`;

/**
 * Forgets documents whose request was decided before an instant, and their keys, without which their
 * contents cannot be read. Documents of a name that a register holds are evidence, and stay with it. Returns
 * the names of the stored contents.
 */
export async function forgetDocuments(pool: Pool, before: Date, limit: number): Promise<string[]> {
  const { rows } = await FORGET_DOCUMENTS.run(pool, { before, limit });
  return rows.map(({ stored }) => stored);
}
