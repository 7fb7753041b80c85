// Doctor's check of archives: the size of each file, and the checksum of one block of each archive.
import { verifyFiles } from '../archives/check.ts';
import { hasArchives } from '../archives/remove.ts';
import { storeOf } from '../archives/store.ts';
import type { Runtime } from '../runtime.ts';
import type { Finding } from './report.ts';

const SHOWN = 3;

/** Checks the files of archives. */
export async function checkArchives({ pool, settings }: Runtime): Promise<Finding> {
  const store = storeOf(settings);
  if (!store) {
    if (!(await hasArchives(pool))) return { ok: true, says: 'none' };
    return {
      ok: false,
      says: 'months are in archives, but ARCHIVE_URL is not set: nobody can read them, and retention cannot delete them; set it for all processes',
    };
  }
  try {
    const { files, problems } = await verifyFiles(pool, store, { whole: false });
    if (problems.length === 0)
      return { ok: true, says: files === 0 ? 'none' : `${files} files, as they were written` };
    const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
    return { ok: false, says: `${problems.slice(0, SHOWN).join('; ')}${more}` };
  } catch (error) {
    const { cause = error } = error as Error;
    return { ok: false, says: `ARCHIVE_URL cannot be read: ${(cause as Error).message}` };
  }
}
