// SQL that removes archives, their texts, and the messages of a closed team in them.
import type { Pool, PoolClient } from 'pg';
import { unprepared } from '../db/sql.ts';
import type { BlockPlace } from './queries.ts';

type File = { archiveId: string; name: string };

const DEAD_FILES = unprepared<File>('dead-archive-files')`
  select f.archive_id as "archiveId", f.name from message_archive_files f join message_archives a on a.id = f.archive_id
    where a.state = 'REMOVED' or (f.replaced and f.bytes is not null) or (f.has_texts and not a.has_texts) order by f.name`;

const END_LEFT = unprepared('end-left-archives')`
  update message_archives set state = 'REMOVED' where state = 'WRITING' and lease_until < now() - interval '1 day'`;

/** Gives up archives that a process left a day ago, so nothing of them outlives retention. */
export async function endLeft(pool: Pool): Promise<void> {
  await END_LEFT.run(pool);
}

/** Files that no reader needs any more. */
export async function selectDeadFiles(pool: Pool): Promise<File[]> {
  const { rows } = await DEAD_FILES.run(pool);
  return rows;
}

const DELETE_FILE = unprepared('delete-archive-file')`
  delete from message_archive_files where archive_id = ${'archiveId'} and name = ${'name'}`;

/** Deletes the row of a file that was deleted. */
export async function deleteFile(pool: Pool, file: File): Promise<void> {
  await DELETE_FILE.run(pool, file);
}

const REMOVED = unprepared<{ id: string }>('removed-archives')`
  select id from message_archives a where state = 'REMOVED'
    and not exists (select from message_archive_files f where f.archive_id = a.id)`;

/** Removed archives that have no files left. */
export async function selectRemoved(pool: Pool): Promise<string[]> {
  const { rows } = await REMOVED.run(pool);
  return rows.map(({ id }) => id);
}

const DELETE_ARCHIVE = unprepared('delete-archive')`
  with blocks as (delete from message_archive_blocks where archive_id = ${'id'})
    delete from message_archives where id = ${'id'} and state = 'REMOVED'`;

/** Deletes the rows of an archive and its blocks. */
export async function deleteArchive(pool: Pool, id: string): Promise<void> {
  await DELETE_ARCHIVE.run(pool, { id });
}

/** A month in files whose messages are to be removed. */
export type OldArchive = { id: string; starts: Date; ends: Date; messages: bigint };

const OLD_ARCHIVES = unprepared<OldArchive>('old-archives')`
  select id, starts, ends, messages from message_archives where state = 'KEPT' and ends <= ${'before'} order by starts`;

/** Archives of months that ended before an instant, the oldest first. */
export async function selectOldArchives(pool: Pool, before: Date): Promise<OldArchive[]> {
  const { rows } = await OLD_ARCHIVES.run(pool, { before });
  return rows;
}

const REMOVE_ARCHIVE = unprepared('remove-archive')`
  update message_archives set state = 'REMOVED' where id = ${'id'} and state = 'KEPT'`;

/** Removes an archive: nobody reads it any more, and its files are deleted later. */
export async function removeArchive(pool: Pool, id: string): Promise<void> {
  await REMOVE_ARCHIVE.run(pool, { id });
}

const REMOVE_TEXTS = unprepared<{ messages: bigint }>('remove-archived-texts')`
  update message_archives set has_texts = false where state = 'KEPT' and has_texts and ends <= ${'before'} returning messages`;

/** Removes the texts of months that ended before an instant; returns the number of their messages. */
export async function removeTexts(pool: Pool, before: Date): Promise<number> {
  const { rows } = await REMOVE_TEXTS.run(pool, { before });
  return rows.reduce((sum, { messages }) => sum + Number(messages), 0);
}

const FILE_OF_TEAM = unprepared<{ archiveId: string; file: string }>('archive-file-of-team')`
  select archive_id as "archiveId", rows_file as file from message_archive_blocks where team_id = ${'teamId'} limit 1`;

/** A file that has messages of a team; null if there is none. */
export async function selectFileOf(
  pool: Pool,
  teamId: string,
): Promise<{ archiveId: string; file: string } | null> {
  const { rows } = await FILE_OF_TEAM.run(pool, { teamId });
  return rows[0] ?? null;
}

const NOTE_NEW_FILE = unprepared('note-new-archive-file')`
  insert into message_archive_files (archive_id, name, has_texts, replaced)
    values (${'archiveId'}, ${'name'}, ${'hasTexts'}, true) on conflict do nothing`;

/** Stores a file that will replace another one. */
export async function noteNewFile(
  pool: Pool,
  file: { archiveId: string; name: string; hasTexts: boolean },
): Promise<void> {
  await NOTE_NEW_FILE.run(pool, file);
}

const DELETE_BLOCKS = unprepared<{ messages: number }>('delete-archive-blocks-of-team')`
  delete from message_archive_blocks where archive_id = ${'archiveId'} and rows_file = ${'file'} and team_id = ${'teamId'}
    returning messages`;

/** Deletes the rows of a team's blocks in a file; returns how many messages they had. */
export async function deleteBlocks(
  client: PoolClient,
  of: { archiveId: string; file: string; teamId: string },
): Promise<number> {
  const { rows } = await DELETE_BLOCKS.run(client, of);
  return rows.reduce((sum, { messages }) => sum + messages, 0);
}

const REPLACE_FILE = unprepared('replace-archive-file')`
  update message_archive_files set replaced = name = ${'old'}, bytes = case when name = ${'old'} then bytes else ${'bytes'}::bigint end
    where archive_id = ${'archiveId'} and name in (${'old'}, ${'new'})`;

/** Replaces a file with another one that is written. The old file is deleted later. */
export async function replaceFile(
  client: PoolClient,
  of: { archiveId: string; old: string; new: string; bytes: number },
): Promise<void> {
  await REPLACE_FILE.run(client, of);
}

const MOVE_ROWS = unprepared('move-archived-rows')`
  update message_archive_blocks b set rows_file = ${'new'}, rows_at = moved.at
    from unnest(${'from'}::bigint[], ${'to'}::bigint[]) as moved (was, at)
    where archive_id = ${'archiveId'} and rows_file = ${'old'} and rows_at = moved.was`;
const MOVE_TEXTS = unprepared('move-archived-texts')`
  update message_archive_blocks b set texts_file = ${'new'}, texts_at = moved.at
    from unnest(${'from'}::bigint[], ${'to'}::bigint[]) as moved (was, at)
    where archive_id = ${'archiveId'} and texts_file = ${'old'} and texts_at = moved.was`;
const MOVES = { rows: MOVE_ROWS, texts: MOVE_TEXTS };

/** Stores the new file and places of parts of blocks. */
export async function moveBlocks(
  client: PoolClient,
  part: keyof typeof MOVES,
  of: { archiveId: string; old: string; new: string; places: { from: BlockPlace; at: number }[] },
): Promise<void> {
  const { places, ...file } = of;
  const from = places.map((place) => place.from.at);
  await MOVES[part].run(client, { ...file, from, to: places.map(({ at }) => at) });
}

const ANY_FILE = unprepared('any-archive-file')`select from message_archive_files limit 1`;

/** Whether there is any file of an archive, also one that is to be deleted. */
export async function hasArchives(pool: Pool): Promise<boolean> {
  const { rows } = await ANY_FILE.run(pool);
  return rows.length > 0;
}
