// Checks that archive files exist and contain what was written to them.
import type { Pool } from 'pg';
import { DamagedArchiveError, readPacked } from './blocks.ts';
import { selectFiles, selectKept } from './checkQueries.ts';
import { type Block, type BlockPlace, selectBlocksAfter } from './queries.ts';
import type { Store } from './store.ts';

const BATCH = 100;

/**
 * Checks each file's size, and the checksum of the first block of each archive, or of all blocks if `whole`.
 */
export async function verifyFiles(
  pool: Pool,
  store: Store,
  { whole }: { whole: boolean },
): Promise<{ files: number; problems: string[] }> {
  const problems: string[] = [];
  const files = await selectFiles(pool);
  for (const { name, bytes } of files) {
    const size = await store.sizeOf(name);
    if (size === null) problems.push(`${name} is missing from ARCHIVE_URL: restore it from a backup`);
    else if (size !== Number(bytes))
      problems.push(`${name} has ${size} bytes instead of ${bytes}: restore it from a backup`);
  }
  if (problems.length > 0) return { files: files.length, problems };
  for (const archiveId of await selectKept(pool)) {
    let blocks = await selectBlocksAfter(pool, archiveId, undefined, whole ? BATCH : 1);
    while (blocks.length > 0) {
      problems.push(...(await problemsOf(store, blocks)));
      blocks = whole ? await selectBlocksAfter(pool, archiveId, blocks.at(-1), BATCH) : [];
    }
  }
  return { files: files.length, problems };
}

async function problemsOf(store: Store, blocks: readonly Block[]): Promise<string[]> {
  const problems: string[] = [];
  const places = blocks.flatMap(({ rows, texts }) => [rows, texts]).filter((place) => place !== null);
  for (const place of places satisfies BlockPlace[]) {
    try {
      await readPacked(store, place);
    } catch (error) {
      if (!(error instanceof DamagedArchiveError)) throw error;
      problems.push(error.message);
    }
  }
  return problems;
}
