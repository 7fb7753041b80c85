// SQL that lists the archives and files that must exist.
import type { Pool } from 'pg';
import { unprepared } from '../db/sql.ts';

const FILES = unprepared<{ name: string; bytes: bigint }>('kept-archive-files')`
  select f.name, f.bytes from message_archive_files f join message_archives a on a.id = f.archive_id
    where a.state = 'KEPT' and not f.replaced and (a.has_texts or not f.has_texts) order by f.name`;

/** The files of all kept archives, with their sizes. */
export async function selectFiles(pool: Pool): Promise<{ name: string; bytes: bigint }[]> {
  const { rows } = await FILES.run(pool);
  return rows;
}

const KEPT = unprepared<{ id: string }>('kept-archives')`
  select id from message_archives where state = 'KEPT' order by starts`;

/** All kept archives, the oldest first. */
export async function selectKept(pool: Pool): Promise<string[]> {
  const { rows } = await KEPT.run(pool);
  return rows.map(({ id }) => id);
}
