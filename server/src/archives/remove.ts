// Deletes files of archives: past retention, given up, or replaced because data in them had to go.
import type { Pool } from 'pg';
import { transaction } from '../db/transaction.ts';
import { readPacked } from './blocks.ts';
import { type Block, type BlockPlace, selectBlocksOfFile } from './queries.ts';
import {
  deleteArchive,
  deleteBlocks,
  deleteFile,
  endLeft,
  moveBlocks,
  noteNewFile,
  replaceFile,
  selectDeadFiles,
  selectFileOf,
  selectRemoved,
} from './removeQueries.ts';
import type { Store } from './store.ts';

export { hasArchives, removeArchive, removeTexts, selectOldArchives } from './removeQueries.ts';

/** Deletes the files that no reader needs any more and those of abandoned archives, and then their rows. */
export async function removeDead(pool: Pool, store: Store): Promise<void> {
  await endLeft(pool);
  for (const { archiveId, name } of await selectDeadFiles(pool)) {
    await store.remove(name);
    await deleteFile(pool, { archiveId, name });
  }
  for (const id of await selectRemoved(pool)) await deleteArchive(pool, id);
}

const NO_URL =
  'ARCHIVE_URL is not set, so messages of a closed team stay in the archives: set it for this process';

type Part = 'rows' | 'texts';
type NewFile = {
  part: Part;
  old: string;
  new: string;
  bytes: number;
  places: { from: BlockPlace; at: number }[];
};

/**
 * Removes the messages of a team from one file that has any: writes the other teams' blocks to a new file,
 * which takes its place. Returns how many messages it removed, or null if no file has any.
 */
export async function removeTeam(pool: Pool, store: Store | null, teamId: string): Promise<number | null> {
  const found = await selectFileOf(pool, teamId);
  if (!found) return null;
  if (!store) throw new Error(NO_URL);
  const { archiveId, file } = found;
  const blocks = await selectBlocksOfFile(pool, archiveId, file);
  const others = blocks.filter((block) => block.teamId !== teamId);
  const files: NewFile[] = [];
  for (const part of ['rows', 'texts'] as const) {
    const old = blocks[0]![part];
    if (old) files.push(await copyFile(store, { pool, archiveId, part, old: old.file }, others));
  }
  return transaction(pool, async (client) => {
    const removed = await deleteBlocks(client, { archiveId, file, teamId });
    for (const { part, ...moved } of files) {
      await moveBlocks(client, part, { archiveId, ...moved });
      await replaceFile(client, { archiveId, ...moved });
    }
    return removed;
  });
}

/** Copies parts of blocks to a new file. Writes the file again if an earlier copy was interrupted. */
async function copyFile(
  store: Store,
  { pool, archiveId, part, old }: { pool: Pool; archiveId: string; part: Part; old: string },
  blocks: readonly Block[],
): Promise<NewFile> {
  const name = nextName(old);
  const contents: Buffer[] = [];
  const places: NewFile['places'] = [];
  let bytes = 0;
  for (const block of blocks) {
    const from = block[part]!;
    const content = await readPacked(store, from);
    contents.push(content);
    places.push({ from, at: bytes });
    bytes += content.length;
  }
  await noteNewFile(pool, { archiveId, name, hasTexts: part === 'texts' });
  await store.write(name, Buffer.concat(contents));
  return { part, old, new: name, bytes, places };
}

/** The name of the file that replaces another one. */
const nextName = (name: string) =>
  name.replace(/(?:\.(\d+))?\.json\.zst$/, (_, number) => `.${Number(number ?? 0) + 1}.json.zst`);
