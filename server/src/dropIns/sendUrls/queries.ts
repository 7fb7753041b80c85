// SQL of send URLs and of their calls.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { SendUrlFormat } from '@godwit/contract/sendUrls';
import { type Insertable, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { fragment, prepared } from '../../db/sql.ts';
import type { SendUrls } from '../../db/types.ts';
import type { Database } from '../../services.ts';

/** The project that a URL belongs to. */
export type Project = { teamId: string; projectId: string };

const COLUMNS = [
  ...(['id', 'name', 'mode', 'format', 'signed', 'ending', 'sender', 'recipients'] as const),
  ...(['recipient_field', 'per_minute', 'body', 'created_at'] as const),
];

/** The URLs of a project, the newest first. */
export function selectSendUrls(db: Database, { teamId, projectId }: Project) {
  return db
    .selectFrom('send_urls')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Locks the list of URLs of a project, so that it does not grow while they are counted. */
export async function lockSendUrls(db: Database, { projectId }: Project): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`send urls ${projectId}`}, 0))`.execute(db);
}

/** Stores a URL; returns its row. */
export function insertSendUrl(db: Database, url: Insertable<SendUrls>) {
  return db.insertInto('send_urls').values(url).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** Deletes a URL; false if the project has none with this id. */
export async function deleteSendUrl(
  db: Database,
  { teamId, projectId }: Project,
  urlId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('send_urls')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', urlId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A URL that is called. */
export type CalledUrl = Project & {
  id: string;
  mode: Mode;
  format: SendUrlFormat;
  signed: boolean;
  sender: string;
  recipients: string[];
  recipientField: string | null;
  body: string;
  perMinute: number;
  /** Seconds until it takes calls again; 0 or less if it takes them now. */
  waitSeconds: number;
};

// By the unique index on lookup.
const FIND_URL = prepared<CalledUrl>('find-send-url')`
  select id, team_id as "teamId", project_id as "projectId", mode, format, signed, sender, recipients,
      recipient_field as "recipientField", body, per_minute as "perMinute",
      case when minute_calls < per_minute or minute_from > now() then 0
        else ceil(extract(epoch from minute_from + interval '1 minute' - now()))::integer end as "waitSeconds"
    from send_urls where lookup = any(${'lookups'}::bytea[])`;

/** The URL with one of these look-up values. */
export async function findSendUrl(pool: Pool, lookups: readonly Buffer[]): Promise<CalledUrl | undefined> {
  const { rows } = await FIND_URL.run(pool, { lookups });
  return rows[0];
}

// The clock of the database counts, because those of the processes may differ. The row stays locked until the
// messages are stored, so the same call at the same moment waits for them. Calls that can have no more
// repetitions are removed on the way.
const CLAIM_CALL = prepared('claim-send-url-call')`
  with gone as (
    delete from send_url_calls where (url_id, digest) in (
      select url_id, digest from send_url_calls
      where url_id = ${'urlId'} and at < now() - interval '1 hour' and digest <> ${'digest'} order by at limit 10)
  )
  insert into send_url_calls as known (url_id, digest, at, ids) values (${'urlId'}, ${'digest'}, now(), ${'ids'}::uuid[])
    on conflict (url_id, digest) do update set at = now(), ids = excluded.ids
      where known.at < now() - make_interval(secs => ${'seconds'}::integer)
    returning true`;

type SameCall = { urlId: string; digest: Buffer };

/** Notes a call with its messages; false if one like it came in the last `seconds`, which counts instead. */
export async function claimCall(
  client: PoolClient,
  call: SameCall & { ids: readonly string[]; seconds: number },
): Promise<boolean> {
  return (await CLAIM_CALL.run(client, call)).rows.length > 0;
}

// A clock that was set back leaves a start in the future, which counts no more.
const THIS_MINUTE = fragment`minute_from between clock_timestamp() - interval '1 minute' and clock_timestamp()`;
// The row stays locked until the messages are stored or refused, so the count is exact over all processes.
const COUNT_CALL = prepared('count-send-url-call')`
  update send_urls set
      minute_from = case when ${THIS_MINUTE} then minute_from else clock_timestamp() end,
      minute_calls = case when ${THIS_MINUTE} then minute_calls + 1 else 1 end
    where id = ${'urlId'} and (minute_calls < per_minute or not ${THIS_MINUTE})
    returning true`;

/** Counts a call; false if its URL has had all calls of this minute. */
export async function countCall(client: PoolClient, urlId: string): Promise<boolean> {
  return (await COUNT_CALL.run(client, { urlId })).rows.length > 0;
}

const IDS_OF_CALL = prepared<{ ids: string[] }>('ids-of-send-url-call')`
  select ids from send_url_calls where url_id = ${'urlId'} and digest = ${'digest'}
    and at >= now() - make_interval(secs => ${'seconds'}::integer)`;

/** The messages of a call like this one that was noted in the last `seconds`; none without one. */
export async function idsOfCall(pool: Pool, call: SameCall & { seconds: number }): Promise<string[]> {
  return (await IDS_OF_CALL.run(pool, call)).rows[0]?.ids ?? [];
}
