// Deletes files of archives: past retention, given up, or without the data that had to go.
import type { Pool } from 'pg';
import { deleteArchive, deleteFile, selectDeadFiles, selectRemoved } from './removeQueries.ts';
import type { Store } from './store.ts';

/** Deletes the files that no reader needs any more, and then the rows of removed archives. */
export async function removeDead(pool: Pool, store: Store): Promise<void> {
  for (const { archiveId, name } of await selectDeadFiles(pool)) {
    await store.remove(name);
    await deleteFile(pool, { archiveId, name });
  }
  for (const id of await selectRemoved(pool)) await deleteArchive(pool, id);
}
