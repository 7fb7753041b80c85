// Reads blocks of archives on demand. Limits on time and number keep one team's reads from blocking the
// process for all others.
import type { Pool } from 'pg';
import type { BlockText, Loaded } from '../db/archived.ts';
import { idFloor } from '../ids.ts';
import { openFairScheduler } from '../jobs/fairScheduler.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { readPart } from './blocks.ts';
import { type Block, selectArchivedUntil } from './queries.ts';
import { type Store, storeOf } from './store.ts';

export { selectArchivedUntil, selectBlocks, selectBlocksOf } from './queries.ts';

const DAY_MS = 86_400_000;
const TURNS = {
  ...{ atOnce: 2, waitMs: 15_000, mostWaiting: 10 },
  busy: 'Older messages come from an archive, which serves few requests at a time, and others are already waiting. Try again shortly.',
};
/** The longest read of one request. */
const READ_MS = 8_000;
/** Blocks that stay in memory: the next page and the details of a message usually need the same ones. */
const CACHED = 16;

/** The ids from `first` until before `past`, with one of some states. */
export type Narrowing = { first: string; past: string; states: readonly string[] | null };

/** Reads blocks during one turn. */
export type Reader = {
  /**
   * Reads a block, and its texts if they are kept. Leaves out messages outside the range or the states as
   * far as it can, because every message costs the database time.
   * @throws RefusalError if the request has read for too long
   */
  load(block: Block, wanted?: Narrowing): Promise<Loaded>;
  /** Whether half of the time has passed: a list may end here. */
  isLate(): boolean;
};

/** The archives of this installation. */
export type Archive = {
  store: Store;
  /** Runs a read in its turn. Refusal: unavailable. */
  read<T>(teamId: string, work: (reader: Reader) => Promise<T>): Promise<T>;
};

const archives = new WeakMap<object, Archive>();

type Needed = Pick<Settings, 'archiveUrl' | 'dataDir' | 'retention'>;

/** The archives of ARCHIVE_URL, opened once; null if it is not set. */
export function archiveOf(settings: Needed): Archive | null {
  const store = storeOf(settings);
  if (!store) return null;
  const archive = archives.get(settings) ?? openArchive(store, settings);
  archives.set(settings, archive);
  return archive;
}

const TOO_LONG =
  'The archive of older messages took too long to answer. Try again shortly, or ask for fewer days.';

function openArchive(store: Store, settings: Needed): Archive {
  const inTurn = openFairScheduler(TURNS);
  const cache = new Map<string, BlockText>();

  async function textOf({ rows, texts }: Block): Promise<BlockText> {
    const key = `${rows.file} ${rows.at} ${texts !== null}`;
    const known = cache.get(key);
    cache.delete(key);
    const block = known ?? {
      rows: await readPart(store, rows),
      texts: texts && (await readPart(store, texts)),
    };
    cache.set(key, block);
    for (const oldest of cache.keys()) if (cache.size > CACHED) cache.delete(oldest);
    return block;
  }

  return {
    store,
    async read(teamId, work) {
      const turn = await inTurn(teamId, async () => ({ result: await work(openReader()) }));
      return orThrow(turn).result;
    },
  };

  function openReader(): Reader {
    const started = performance.now();
    const isOver = (ms: number) => performance.now() - started > ms;
    return {
      isLate: () => isOver(READ_MS / 2),
      async load(block, wanted) {
        if (isOver(READ_MS))
          throw new RefusalError(refuse('unavailable', { description: TOO_LONG, retryAfterSeconds: 5 }));
        return { ...narrow(await textOf(block), wanted), textsFrom: textsFrom(settings.retention.texts) };
      },
    };
  }
}

/** A row as the database writes it: the shortest key comes first. */
const ROW = /^\{"id": "([0-9a-f-]{36})"/;

function narrow(block: BlockText, wanted: Narrowing | undefined): BlockText {
  if (!wanted) return block;
  const { first, past, states } = wanted;
  const texts = block.texts === null ? null : linesOf(block.texts);
  const kept: { rows: string[]; texts: string[] } = { rows: [], texts: [] };
  for (const [i, row] of linesOf(block.rows).entries()) {
    const id = ROW.exec(row)?.[1];
    if (id !== undefined && (id < first || id >= past)) continue;
    if (states && !states.some((state) => row.includes(`"state": "${state}"`))) continue;
    kept.rows.push(row);
    if (texts) kept.texts.push(texts[i]!);
  }
  return { rows: `[${kept.rows.join(',')}]`, texts: texts && `[${kept.texts.join(',')}]` };
}

/** The items of a list. They have no line breaks of their own. */
const linesOf = (list: string) => list.slice(1, -1).split(',\n');

/** The first id whose text is shown. Older texts count as removed, even before their files are deleted. */
function textsFrom(days: number): string {
  return idFloor(Number.isFinite(days) ? new Date(Date.now() - days * DAY_MS) : new Date(0));
}

/**
 * Calls `read` with the end of the archived months, or null without any. Repeats it if a month was archived
 * in the meantime, because the result may lack that month's messages.
 */
export async function withArchived<T>(pool: Pool, read: (until: Date | null) => Promise<T>): Promise<T> {
  for (;;) {
    const until = await selectArchivedUntil(pool);
    const result = await read(until);
    const now = await selectArchivedUntil(pool);
    if (now?.getTime() === until?.getTime()) return result;
  }
}

/** The first id that may be in the database. */
export const floorOf = (until: Date | null): string =>
  until === null ? idFloor(new Date(0)) : idFloor(until);
