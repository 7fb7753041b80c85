// SQL of retention: which kinds are due, and removing what is too old, a small batch at a time. Time is the
// database's.
import type { Pool } from 'pg';
import type { Month } from '../db/schema/months.ts';

/**
 * The progress for a kind: everything older than `doneTo` is gone; an unfinished round continues at `place`.
 */
export type Run<Place = unknown> = { doneTo: Date | null; place: Place | null };

/**
 * Takes a kind that was not worked on for so long, for as long; null where another process has it, or it is
 * not due.
 */
export async function claimKind(
  pool: Pool,
  kind: string,
  { everySeconds, leaseSeconds }: { everySeconds: number; leaseSeconds: number },
): Promise<Run | null> {
  const { rows } = await pool.query(
    `insert into retention_runs as r (kind, lease_until) values ($1, now() + make_interval(secs => $3))
     on conflict (kind) do update set lease_until = excluded.lease_until
       where r.lease_until < now() and (r.place is not null or r.ran_at is null or r.ran_at < now() - make_interval(secs => $2))
     returning done_to as "doneTo", place`,
    [kind, everySeconds, leaseSeconds],
  );
  return rows[0] ?? null;
}

/** Notes what a round has come to; with a `place` it is not at its end. */
export async function keepRun(
  pool: Pool,
  kind: string,
  { removed, doneTo, place }: { removed: number; doneTo: Date | null; place: unknown },
): Promise<void> {
  await pool.query(
    `update retention_runs set lease_until = '-infinity', ran_at = now(), removed = removed + $2, last_removed = $2,
       done_to = greatest(done_to, $3), place = $4 where kind = $1`,
    [kind, removed, doneTo, place === null ? null : JSON.stringify(place)],
  );
}

/** Gives a kind back whose round failed. */
export async function releaseKind(pool: Pool, kind: string): Promise<void> {
  await pool.query(`update retention_runs set lease_until = '-infinity' where kind = $1`, [kind]);
}

/** The kinds as they are, for whoever asks for proof. */
export async function selectRuns(
  pool: Pool,
): Promise<
  { kind: string; doneTo: Date | null; removed: number; lastRemoved: number; ranAt: Date | null }[]
> {
  const { rows } = await pool.query(
    `select kind, done_to as "doneTo", removed::integer, last_removed::integer as "lastRemoved", ran_at as "ranAt" from retention_runs`,
  );
  return rows;
}

/** When the oldest of each kind is from; read from the start of an index, or of a small table. */
const OLDEST: Readonly<Record<string, string>> = {
  messages: `select min(starts) as at from message_partitions() where starts < now()`,
  documents: `select min(created_at) as at from files where purpose in ('VERIFICATION', 'SENDER_ID') and removed_at is null`,
  callbacks: `select (min((started_at at time zone 'UTC')::date))::timestamp at time zone 'UTC' as at from callback_attempts`,
  mails: 'select created_at as at from mails order by id limit 1',
  sessions: 'select min(last_seen_at) as at from sessions',
  refused: 'select min(last_at) as at from refused_incoming',
  closed: 'select min(closed_at) as at from teams where closed_at is not null and purged_at is null',
  audit: 'select at from audit_log order by id limit 1',
};

export async function selectOldest(pool: Pool, kind: string): Promise<Date | null> {
  const text = OLDEST[kind];
  if (!text) return null;
  const { rows } = await pool.query<{ at: Date | null }>(text);
  return rows[0]?.at ?? null;
}

// Texts of messages
// ---------------------------------------------------------------------------------------------------

export type ProjectOf = { teamId: string; projectId: string };

/** The first project after another, in the order of their keys. */
export async function nextProject(pool: Pool, after: ProjectOf): Promise<ProjectOf | null> {
  const { rows } = await pool.query({
    name: 'retention-next-project',
    text: `select team_id as "teamId", id as "projectId" from projects where (team_id, id) > ($1, $2) order by team_id, id limit 1`,
    values: [after.teamId, after.projectId],
  });
  return rows[0] ?? null;
}

/** Messages of a project between two ids, the oldest first; `ended`: nothing will be sent of it any more. */
export async function selectMessages(
  pool: Pool,
  {
    projectId,
    mode,
    after,
    before,
    limit,
  }: { projectId: string; mode: string; after: string; before: string; limit: number },
): Promise<{ id: string; hasText: boolean; ended: boolean }[]> {
  const { rows } = await pool.query({
    name: 'retention-messages',
    text: `select id, body <> '' as "hasText", state in ('sent', 'delivered', 'failed') as ended from messages
      where project_id = $1 and mode = $2 and id > $3 and id < $4 order by id limit $5`,
    values: [projectId, mode, after, before, limit],
  });
  return rows;
}

/**
 * Removes the texts of messages that have ended; those that have not are kept for later. Returns how many
 * texts went.
 */
export async function clearTexts(
  pool: Pool,
  teamId: string,
  { ended, late, from, before }: { ended: string[]; late: string[]; from: string; before: string },
): Promise<number> {
  if (late.length > 0)
    await pool.query(
      'insert into late_texts (team_id, message_id) select $1, unnest($2::uuid[]) on conflict do nothing',
      [teamId, late],
    );
  if (ended.length === 0) return 0;
  const { rowCount } = await pool.query({
    name: 'retention-clear-texts',
    text: `update messages set body = '' where team_id = $1 and id = any($2::uuid[]) and id > $3 and id < $4 and body <> ''
      and state in ('sent', 'delivered', 'failed')`,
    values: [teamId, ended, from, before],
  });
  return rowCount ?? 0;
}

/** The same of those that had not ended when they were looked at, so many of them. */
export async function clearLateTexts(pool: Pool, limit: number): Promise<number> {
  const { rows } = await pool.query<{ cleared: number }>(
    `with waiting as materialized (
       select m.id from late_texts l join messages m on m.team_id = l.team_id and m.id = l.message_id
       where m.state not in ('sent', 'delivered', 'failed')
     ), late as materialized (
       select team_id, message_id from late_texts where message_id not in (select id from waiting)
       order by team_id, message_id limit $1
     ), cleared as (
       update messages m set body = '' from late where m.team_id = late.team_id and m.id = late.message_id and m.body <> '' returning 1
     ), gone as (
       delete from late_texts l using late where l.team_id = late.team_id and l.message_id = late.message_id
     ) select count(*)::integer as cleared from cleared`,
    [limit],
  );
  return rows[0]!.cleared;
}

/** Removes what threads show of messages as old; so many of them. */
export async function clearThreads(
  pool: Pool,
  { teamId, projectId }: ProjectOf,
  { mode, before, limit }: { mode: string; before: string; limit: number },
): Promise<number> {
  const { rowCount } = await pool.query(
    `update conversations set last_text = '' where (team_id, project_id, mode, number) in (
       select team_id, project_id, mode, number from conversations
       where team_id = $1 and project_id = $2 and mode = $3 and last_id < $4 and last_text <> '' order by last_id limit $5)
       and last_id < $4`,
    [teamId, projectId, mode, before, limit],
  );
  return rowCount ?? 0;
}

// Months of messages
// --------------------------------------------------------------------------------------------------

/** Months of messages that are over for so long and of which nothing waits to be sent, the oldest first. */
export async function selectOldMonths(pool: Pool, before: Date): Promise<Month[]> {
  const { rows } = await pool.query<Month>(
    `select name, starts, ends from message_partitions()
     where ends <= $1 and not exists (
       select from send_queue where message_id >= uuid_floor(starts) and message_id < uuid_floor(ends))
     order by starts`,
    [before],
  );
  return rows;
}

/**
 * Notes since when messages are kept, before those that are older go: what is counted and charged is held
 * against these only. `place` is where a round goes on should this process die.
 */
export async function keepMessagesFrom(pool: Pool, from: Date, place: object): Promise<void> {
  await pool.query(
    `update retention_runs set done_to = greatest(done_to, $1), place = $2 where kind = 'messages'`,
    [from, JSON.stringify(place)],
  );
}

/**
 * Deletes up to a number of a project's threads, and of its campaigns' recipients, that have no messages
 * left.
 */
export async function deleteTraces(
  pool: Pool,
  { teamId, projectId }: ProjectOf,
  { from, before, limit }: { from: string; before: string; limit: number },
): Promise<number> {
  const threads = await pool.query(
    `delete from conversations where (team_id, project_id, mode, number) in (
       select c.team_id, c.project_id, c.mode, c.number from unnest(enum_range(null::message_mode)) as m (mode) join lateral (
         select * from conversations where team_id = $1 and project_id = $2 and mode = m.mode and last_id < $3
         order by last_id limit $4) as c on true)`,
    [teamId, projectId, before, limit],
  );
  const recipients = await pool.query(
    `delete from campaign_recipients where (team_id, campaign_id, number) in (
       select r.team_id, r.campaign_id, r.number from campaigns k join campaign_recipients r on r.team_id = k.team_id and r.campaign_id = k.id
       where k.team_id = $1 and k.project_id = $2 and k.id >= $3 and k.id < $4 and not k.open limit $5)`,
    [teamId, projectId, from, before, limit],
  );
  return (threads.rowCount ?? 0) + (recipients.rowCount ?? 0);
}

// The rest: one statement a batch
// ----------------------------------------------------------------------------------------

/** Each deletes what is older than $1, so many ($2) at a time, oldest first. */
const DELETES = {
  callbacks: `delete from callback_attempts where (team_id, message_id, sequence, replay, attempt) in (
    select team_id, message_id, sequence, replay, attempt from callback_attempts
    where (started_at at time zone 'UTC')::date <= ($1::timestamptz at time zone 'UTC')::date and started_at < $1
    order by (started_at at time zone 'UTC')::date limit $2)`,
  mails: `delete from mails where id in (select id from mails where id < uuid_floor($1) order by id limit $2)`,
  invitations: `delete from invitations where id in (select id from invitations where id < uuid_floor($1) order by id limit $2)`,
  refused: `delete from refused_incoming where (link_id, recipient, reason) in (
    select link_id, recipient, reason from refused_incoming where last_at < $1 order by last_at limit $2)`,
  incoming: `delete from incoming_inbox where id in (
    select id from incoming_inbox where failure is not null and received_at < $1 order by received_at limit $2)`,
  receipts: `delete from receipt_inbox where id in (
    select id from receipt_inbox where failure is not null and received_at < $1 limit $2)`,
} as const;
export type Deleted = keyof typeof DELETES;

export async function deleteOlder(pool: Pool, what: Deleted, before: Date, limit: number): Promise<number> {
  const { rowCount } = await pool.query(DELETES[what], [before, limit]);
  return rowCount ?? 0;
}

/**
 * Sessions that ended so long ago, of so many in the order of their keys; `last` is the key to go on after,
 * null at the end.
 */
export async function deleteSessions(
  pool: Pool,
  { after, before, limit }: { after: Buffer; before: Date; limit: number },
): Promise<{ removed: number; last: Buffer | null }> {
  const { rows } = await pool.query<{ removed: number; seen: number; last: Buffer | null }>(
    `with piece as materialized (select id_hash, last_seen_at from sessions where id_hash > $1 order by id_hash limit $3),
       gone as (delete from sessions s using piece where s.id_hash = piece.id_hash and piece.last_seen_at < $2 returning 1)
     select (select count(*) from gone)::integer as removed, (select count(*) from piece)::integer as seen,
       (select id_hash from piece order by id_hash desc limit 1) as last`,
    [after, before, limit],
  );
  const { removed, seen, last } = rows[0]!;
  return { removed, last: seen < limit ? null : last };
}

/**
 * Documents whose request was decided so long ago: where their contents are. Their keys go with this, so that
 * what is left is nothing.
 */
export async function forgetDocuments(pool: Pool, before: Date, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ stored: string }>(
    `with old as materialized (
       select f.team_id, f.id, f.stored_as from files f
         left join verification_requests v on f.purpose = 'VERIFICATION' and v.team_id = f.team_id and v.id = f.subject_id
         left join sender_id_requests s on f.purpose = 'SENDER_ID' and s.team_id = f.team_id and s.id = f.subject_id
       where f.purpose in ('VERIFICATION', 'SENDER_ID') and f.removed_at is null and f.created_at < $1
         and coalesce(v.decided_at, s.decided_at) < $1
       order by f.created_at limit $2 for update of f skip locked
     ) update files f set removed_at = now(), sealed_key = '', stored_as = '', name = '' from old
     where f.team_id = old.team_id and f.id = old.id returning old.stored_as as stored`,
    [before, limit],
  );
  return rows.map(({ stored }) => stored);
}
