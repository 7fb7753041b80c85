// SQL that ends archives, their texts, and the messages of a closed team in them.
import type { Pool } from 'pg';
import { unprepared } from '../db/sql.ts';

type File = { archiveId: string; name: string };

const DEAD_FILES = unprepared<File>('dead-archive-files')`
  select f.archive_id as "archiveId", f.name from message_archive_files f join message_archives a on a.id = f.archive_id
    where a.state = 'REMOVED' or f.replaced or (f.has_texts and not a.has_texts) order by f.name`;

/** Files that no reader needs any more. */
export async function selectDeadFiles(pool: Pool): Promise<File[]> {
  const { rows } = await DEAD_FILES.run(pool);
  return rows;
}

const DELETE_FILE = unprepared('delete-archive-file')`
  delete from message_archive_files where archive_id = ${'archiveId'} and name = ${'name'}`;

/** Forgets a file that was deleted. */
export async function deleteFile(pool: Pool, file: File): Promise<void> {
  await DELETE_FILE.run(pool, file);
}

const REMOVED = unprepared<{ id: string }>('removed-archives')`
  select id from message_archives a where state = 'REMOVED'
    and not exists (select from message_archive_files f where f.archive_id = a.id)`;

/** Archives without files that can be forgotten. */
export async function selectRemoved(pool: Pool): Promise<string[]> {
  const { rows } = await REMOVED.run(pool);
  return rows.map(({ id }) => id);
}

const DELETE_ARCHIVE = unprepared('delete-archive')`
  with blocks as (delete from message_archive_blocks where archive_id = ${'id'})
    delete from message_archives where id = ${'id'} and state = 'REMOVED'`;

/** Forgets an archive and its blocks. */
export async function deleteArchive(pool: Pool, id: string): Promise<void> {
  await DELETE_ARCHIVE.run(pool, { id });
}
