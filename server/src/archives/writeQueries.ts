// SQL that moves a month to files. A lease admits one process at a time, and the database records changes.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { ARCHIVED } from '../db/archived.ts';
import { FENCE } from '../db/fences.ts';
import type { Month } from '../db/schema/months.ts';
import { prepared, unprepared } from '../db/sql.ts';
import { FIRST_ID, idFloor } from '../ids.ts';
import type { BlockLog } from './queries.ts';

/**
 * An archive that is being written. `verified`: how many messages were read back; null before that. `isNew`:
 * this process has begun it.
 */
export type Writing = { id: string; verified: bigint | null; isNew: boolean };

const TAKE_OVER = unprepared<Writing>('take-over-archive')`
  update message_archives set lease_until = now() + make_interval(secs => ${'leaseSeconds'})
    where partition = ${'partition'} and state = 'WRITING' and lease_until < now()
    returning id, verified, false as "isNew"`;
const BEGIN = unprepared<{ id: string }>('begin-archive')`
  insert into message_archives (id, partition, starts, ends, lease_until)
    values (${'id'}, ${'partition'}, ${'starts'}, ${'ends'}, now() + make_interval(secs => ${'leaseSeconds'}))
    on conflict (partition) where state = 'WRITING' do nothing returning id`;

/**
 * Takes the archive of a month that another process left, or begins one. Null if a process is writing it.
 */
export async function claimMonth(
  pool: Pool,
  month: Month,
  { id, leaseSeconds }: { id: string; leaseSeconds: number },
): Promise<Writing | null> {
  const claim = { partition: month.name, leaseSeconds };
  const { rows: left } = await TAKE_OVER.run(pool, claim);
  if (left[0]) return left[0];
  const { rows } = await BEGIN.run(pool, { ...claim, id, starts: month.starts, ends: month.ends });
  return rows[0] ? { id, verified: null, isNew: true } : null;
}

const RENEW = prepared('renew-archive')`
  update message_archives set lease_until = now() + make_interval(secs => ${'leaseSeconds'})
    where id = ${'id'} and state = 'WRITING'`;

/**
 * Renews the lease of an archive that is being written, also a late one that nobody took over; false if it is
 * lost. 0 seconds end it.
 */
export async function renewLease(pool: Pool, id: string, leaseSeconds: number): Promise<boolean> {
  const { rowCount } = await RENEW.run(pool, { id, leaseSeconds });
  return rowCount === 1;
}

const ABANDON = unprepared('abandon-archive')`
  update message_archives set state = 'REMOVED' where id = ${'id'} and state = 'WRITING'`;

/** Abandons an archive that is being written: its files are deleted later. */
export async function abandonArchive(pool: Pool, id: string): Promise<void> {
  await ABANDON.run(pool, { id });
}

const KEEP_VERIFIED = unprepared('keep-archive-verified')`
  update message_archives set verified = ${'count'} where id = ${'id'} and state = 'WRITING'`;

/** Stores that all messages of an archive were read back, and how many. */
export async function keepVerified(pool: Pool, id: string, count: number): Promise<void> {
  await KEEP_VERIFIED.run(pool, { id, count });
}

const WATCH = unprepared('watch-message-partition')`select watch_message_partition(${'name'})`;

/** Begins to record changes of a month. @throws an error for which `isLocked` is true */
export async function watchMonth(pool: Pool, name: string): Promise<void> {
  await WATCH.run(pool, { name });
}

const FINISH = unprepared<{ done: boolean }>('finish-message-archive')`
  select finish_message_archive(${'id'}, ${'count'}::bigint) as done`;

/**
 * Drops the month of a complete archive, which is kept from now on. False if a message changed since it was
 * copied, or the archive is not this process's any more. @throws an error for which `isLocked` is true
 */
export async function finishArchive(pool: Pool, id: string, count: number): Promise<boolean> {
  const { rows } = await FINISH.run(pool, { id, count });
  return rows[0]!.done;
}

const spanOf = ({ starts, ends }: Month) => ({ first: idFloor(starts), past: idFloor(ends) });

const COUNT_MONTH = unprepared<{ all: number; queued: boolean; open: number }>('count-month-to-archive')`
  select count(*)::float8 as all, count(*) filter (where state not in ('sent', 'delivered', 'failed'))::float8 as open,
      exists (select from send_queue where message_id >= ${'first'} and message_id < ${'past'}) as queued
    from messages where id >= ${'first'} and id < ${'past'}`;

/** How many messages a month has, and how many may still change by themselves. */
export async function countMonth(pool: Pool, month: Month): Promise<{ all: number; open: number }> {
  const { rows } = await COUNT_MONTH.run(pool, spanOf(month));
  const { all, open, queued } = rows[0]!;
  return { all, open: Math.max(open, queued ? 1 : 0) };
}

/** The place of a message in the order in which a month is copied. */
export type CopyPlace = { projectId: string; mode: Mode; id: string };

/** The messages of one log in a batch, before they are compressed. */
export type Copied = BlockLog & {
  first: string;
  last: string;
  messages: number;
  rows: string;
  texts: string;
};

// By the index of the log, in its order.
const COPY_BATCH = prepared<Copied>('copy-batch-to-archive')`
  select (array_agg(team_id))[1] as "teamId", project_id as "projectId", mode,
      (array_agg(id order by id))[1] as first, (array_agg(id order by id))[count(*)] as last, count(*)::integer as messages,
      '[' || string_agg(row, E',\n' order by id) || ']' as rows,
      '[' || string_agg(to_json(body)::text, E',\n' order by id) || ']' as texts
    from (
      select m.id, m.team_id, m.project_id, m.mode, m.body, (jsonb_strip_nulls(to_jsonb(m)) - 'body')::text as row from messages m
      where (project_id, mode, id) > (${'projectId'}::uuid, ${'mode'}::message_mode, ${'id'}::uuid)
        and id >= ${'first'} and id < ${'past'}
      order by project_id, mode, id limit ${'limit'}
    ) as batch group by project_id, mode order by project_id, mode`;

/** Reads the next `limit` messages of a month after a place, grouped by their logs. */
export async function copyBatch(
  pool: Pool,
  month: Month,
  after: CopyPlace,
  limit: number,
): Promise<Copied[]> {
  const { rows } = await COPY_BATCH.run(pool, { ...spanOf(month), ...after, limit });
  return rows;
}

const COUNT_SAME = prepared<{ same: number }>('count-same-in-archive')`
  select count(*)::integer as same from ${ARCHIVED} as a cross join lateral (
      select m from messages m where m.team_id = a.team_id and m.id = a.id ${FENCE}
    ) as stored where stored.m is not distinct from a`;

/** How many messages of blocks equal those in the database, in every column. */
export async function countSame(pool: Pool, block: { rows: string; texts: string }): Promise<number> {
  const { rows } = await COUNT_SAME.run(pool, { ...block, textsFrom: FIRST_ID });
  return rows[0]!.same;
}

const INSERT_FILE = unprepared('insert-archive-file')`
  insert into message_archive_files (archive_id, name, has_texts) values (${'archiveId'}, ${'name'}, ${'hasTexts'})`;
const KEEP_SIZE = unprepared('keep-archive-file-size')`
  update message_archive_files set bytes = ${'bytes'} where archive_id = ${'archiveId'} and name = ${'name'}`;

/** Stores the name of a file before it is written. */
export async function insertFile(
  pool: Pool,
  file: { archiveId: string; name: string; hasTexts: boolean },
): Promise<void> {
  await INSERT_FILE.run(pool, file);
}

/** Stores the size of a file that was written; false if the archive was abandoned. */
export async function keepSize(
  pool: Pool,
  file: { archiveId: string; name: string; bytes: number },
): Promise<boolean> {
  const { rowCount } = await KEEP_SIZE.run(pool, file);
  return rowCount === 1;
}
