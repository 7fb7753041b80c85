// Reads the log over the database and the archives, in order, as if all messages were in one place: archived
// months are the oldest, without a gap.
import {
  type Archive,
  floorOf,
  type Reader,
  selectBlocks,
  selectBlocksOf,
  withArchived,
} from '../../archives/read.ts';
import { FIRST_ID, idAfter, idFloor, LAST_ID } from '../../ids.ts';
import type { Connections } from '../../services.ts';
import type { Stretch } from '../../stats/periods.ts';
import type { Reading, Wanted } from '../../stats/position.ts';
import type { MessageListRow } from '../accept/queries.ts';
import { type BlockFilter, listOfBlock, reportOfBlock, selectBlockTexts } from './archivedQueries.ts';
import { listFromCursor, type Walk } from './cursorQueries.ts';
import { type Following, type LogFilter, listFollowing, listReadings, type ReportedRow } from './queries.ts';
import { selectReferenced } from './referenceQueries.ts';

/** Connections for reading a log, and the archives if there are any. */
export type LogSource = Connections & { archive: Archive | null };

type Log = Pick<LogFilter, 'teamId' | 'projectId' | 'mode'>;
type Order = Wanted['order'];
type Filters = Omit<BlockFilter, 'first' | 'past'>;

const NO_FILTERS: Filters = {
  ...{ states: null, direction: null, failures: null },
  ...{ recipient: null, sender: null, campaignId: null, ids: null },
};
/** Blocks of a quarter of an hour: more than any log has. */
const MOST_OF_RANGE = 10_000;
/** Blocks that one request looks through for a filter: 1,000 messages each. */
const LOOKED_THROUGH = 30;

/** The messages of a page, from the spans that hold it, in the database and in archives. */
export async function listAcross(
  { pool, archive }: LogSource,
  filter: LogFilter,
  readings: readonly Reading[],
  { order, limit }: Wanted,
): Promise<MessageListRow[]> {
  const wanted = { order, limit, offset: 0 };
  if (!archive) return listReadings(pool, filter, readings, wanted);
  return withArchived(pool, async (until) => {
    const { old, live } = split(readings, until, order);
    const fromArchive = (most: number) =>
      old.length === 0
        ? []
        : archive.read(filter.teamId, (reader) =>
            listOld({ pool, reader }, filter, old, { order, limit: most }),
          );
    const fromDatabase = (most: number) => listReadings(pool, filter, live, { ...wanted, limit: most });
    const [one, other] = order === 'ASC' ? [fromArchive, fromDatabase] : [fromDatabase, fromArchive];
    const first = await one(limit);
    return first.length < limit ? [...first, ...(await other(limit - first.length))] : first;
  });
}

/**
 * The parts of readings before and after an instant, in their order. Months end with a quarter of an hour,
 * and what a reading skips lies within one: it is in the part that comes first.
 */
function split(
  readings: readonly Reading[],
  until: Date | null,
  order: Order,
): { old: Reading[]; live: Reading[] } {
  const old: Reading[] = [];
  const live: Reading[] = [];
  for (const reading of readings) {
    if (until === null || reading.from >= until) live.push(reading);
    else if (reading.before <= until) old.push(reading);
    else {
      old.push({ ...reading, before: until, skip: order === 'ASC' ? reading.skip : 0 });
      live.push({ ...reading, from: until, skip: order === 'ASC' ? 0 : reading.skip });
    }
  }
  return { old, live };
}

type Reads = { pool: Connections['pool']; reader: Reader };

/**
 * The first `limit` messages of readings in archives. The readings have all messages that match between the
 * first and the last of them, so each block is read once.
 */
async function listOld(
  { pool, reader }: Reads,
  filter: LogFilter,
  readings: readonly Reading[],
  { order, limit }: { order: Order; limit: number },
): Promise<MessageListRow[]> {
  const { skip } = readings[0]!;
  const ranges = readings.map(({ from, before }) => ({ first: idFloor(from), past: idFloor(before) }));
  const ends = [ranges[0]!, ranges.at(-1)!];
  const [oldest, newest] = order === 'ASC' ? ends : ends.reverse();
  const matching = { ...NO_FILTERS, ...filtersOf(filter), first: oldest!.first, past: newest!.past };
  const { states, direction, failures } = matching;
  const isWhole = (block: { first: string; last: string }) =>
    states === null &&
    direction === null &&
    failures === null &&
    matching.first <= block.first &&
    block.last < matching.past;
  const rows: MessageListRow[] = [];
  let left = skip;
  let read: { first: string; last: string } | null = null;
  for (const range of ranges) {
    if (read && range.first >= read.first && range.past <= read.last) continue;
    const blocks = await selectBlocks(
      pool,
      { ...placeOf(filter), ...range },
      { order, limit: MOST_OF_RANGE },
    );
    for (const block of blocks) {
      if (read && read.first <= block.first && block.last <= read.last) continue;
      read = block;
      // All of its messages are on pages before: it is not read.
      if (isWhole(block) && left >= block.messages) {
        left -= block.messages;
        continue;
      }
      const wanted = { order, limit: left + limit - rows.length };
      const found = await listOfBlock(pool, await reader.load(block, matching), matching, wanted);
      rows.push(...found.slice(left));
      left = Math.max(0, left - found.length);
      if (rows.length >= limit) return rows;
    }
  }
  return rows;
}

const filtersOf = ({ states, direction, failures }: LogFilter) => ({ states, direction, failures });

/**
 * The next messages of a range in archives. `stoppedAt`: the last id that it looked at, if it looked through
 * `most` blocks or too long; null if the page is full or the range has no more.
 */
async function walkBlocks<Row extends { id: string } = MessageListRow>(
  { pool, reader }: Reads,
  log: Log,
  filter: BlockFilter,
  { order, limit, most }: { order: Order; limit: number; most: number },
  list = listOfBlock as unknown as ListBlock<Row>,
): Promise<{ rows: Row[]; stoppedAt: string | null }> {
  const rows: Row[] = [];
  let range = { first: filter.first, past: filter.past };
  for (let looked = 0; rows.length < limit; ) {
    const blocks = await selectBlocks(pool, { ...placeOf(log), ...range }, { order, limit: 10 });
    for (const block of blocks) {
      const wanted = { order, limit: limit - rows.length };
      rows.push(...(await list(pool, await reader.load(block, filter), filter, wanted)));
      if (rows.length >= limit) return { rows, stoppedAt: null };
      range = order === 'ASC' ? { ...range, first: idAfter(block.last) } : { ...range, past: block.first };
      looked += 1;
      if (looked >= most || (Number.isFinite(most) && reader.isLate()))
        return { rows, stoppedAt: order === 'ASC' ? block.last : block.first };
    }
    if (blocks.length < 10) break;
  }
  return { rows, stoppedAt: null };
}

type ListBlock<Row> = (
  pool: Reads['pool'],
  block: Awaited<ReturnType<Reader['load']>>,
  filter: BlockFilter,
  wanted: { order: Order; limit: number },
) => Promise<Row[]>;

const placeOf = ({ teamId, projectId, mode }: Log) => ({ teamId, projectId, mode });

type Page = { rows: MessageListRow[]; next: string | null };

/** The next messages of a walk through the log, as `listFromCursor`, over the database and archives. */
export async function walkAcross(
  { pool, archive }: LogSource,
  walk: Walk,
  { order, limit }: { order: Order; limit: number },
): Promise<Page> {
  if (!archive) return listFromCursor(pool, walk, { order, limit });
  return withArchived(pool, async (until) => {
    const floor = floorOf(until);
    const { cursor } = walk;
    const isOld = cursor !== null && cursor < floor;
    const hasOld = until !== null && walk.stretch.from < until;
    const live = (most: number, from: string | null): Promise<Page> => {
      const stretch = { ...walk.stretch, from: later(walk.stretch.from, until) };
      return listFromCursor(pool, { ...walk, stretch, cursor: from }, { order, limit: most });
    };
    const old = (most: number, from: string | null) =>
      archive.read(walk.teamId, (reader) =>
        walkOld({ pool, reader }, { ...walk, cursor: from }, floor, { order, limit: most }),
      );
    if (!hasOld) return live(limit, isOld && order === 'ASC' ? null : cursor);
    if (order === 'ASC') {
      if (cursor !== null && !isOld) return live(limit, cursor);
      return joined(limit, await old(limit, cursor), (most) => live(most, null));
    }
    if (isOld) return old(limit, cursor);
    return joined(limit, await live(limit, cursor), (most) => old(most, null));
  });
}

const later = (one: Date, other: Date | null) => (other !== null && other > one ? other : one);

/** A page, and the beginning of what follows if it is not full. */
async function joined(limit: number, first: Page, rest: (most: number) => Promise<Page>): Promise<Page> {
  if (first.next !== null) return first;
  const left = limit - first.rows.length;
  // One more tells whether anything follows.
  const second = await rest(Math.max(left, 1));
  const rows = [...first.rows, ...second.rows.slice(0, left)];
  if (left > 0) return { rows, next: second.next };
  return { rows, next: second.rows.length > 0 || second.next !== null ? first.rows.at(-1)!.id : null };
}

async function walkOld(
  reads: Reads,
  walk: Walk,
  floor: string,
  { order, limit }: { order: Order; limit: number },
): Promise<Page> {
  const { cursor, stretch } = walk;
  const { recipient, sender, states, campaignId, reference } = walk.filter;
  const ends = idFloor(stretch.before);
  let range = { first: idFloor(stretch.from), past: ends < floor ? ends : floor };
  if (cursor !== null)
    range = order === 'ASC' ? { ...range, first: idAfter(cursor) } : { ...range, past: cursor };
  const filter = { ...NO_FILTERS, recipient, sender, states, campaignId, ...range };
  const wanted = { order, limit: limit + 1 };
  const { rows, stoppedAt } =
    reference === null
      ? await walkBlocks(reads, walk, filter, { ...wanted, most: LOOKED_THROUGH })
      : await walkReferenced(reads, walk, { ...filter, reference }, wanted);
  return { rows: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1]!.id : stoppedAt };
}

/** The references of archived messages are in the database, and lead to their blocks. */
async function walkReferenced(
  reads: Reads,
  log: Log,
  { reference, ...filter }: BlockFilter & { reference: string },
  { order, limit }: { order: Order; limit: number },
): Promise<{ rows: MessageListRow[]; stoppedAt: string | null }> {
  const { first, past } = filter;
  const ids = await selectReferenced(
    reads.pool,
    { ...placeOf(log), reference, first, past },
    { order, limit },
  );
  const found = await listByIds(reads, log, ids, filter);
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  return { rows, stoppedAt: ids.length === limit && rows.length < limit ? ids.at(-1)! : null };
}

async function listByIds(
  { pool, reader }: Reads,
  log: Log,
  ids: readonly string[],
  filter: BlockFilter,
): Promise<Map<string, MessageListRow>> {
  const found = new Map<string, MessageListRow>();
  for (const block of await selectBlocksOf(pool, log, ids)) {
    if (block.mode !== log.mode) continue;
    const wanted = { order: 'ASC', limit: block.messages } as const;
    for (const row of await listOfBlock(pool, await reader.load(block), { ...filter, ids }, wanted))
      found.set(row.id, row);
  }
  return found;
}

/** Messages of a log in archives, by id; those that are not there are left out. */
export async function listArchived(
  { pool, archive }: LogSource,
  log: Log,
  ids: readonly string[],
  filter: Partial<BlockFilter> = {},
): Promise<Map<string, MessageListRow>> {
  if (!archive || ids.length === 0) return new Map();
  const whole = { ...NO_FILTERS, first: FIRST_ID, past: LAST_ID, ...filter };
  return archive.read(log.teamId, (reader) => listByIds({ pool, reader }, log, ids, whole));
}

/** The next messages of a report, as `listFollowing`, over the database and archives. */
export async function followAcross(
  source: LogSource,
  filter: LogFilter,
  following: Following,
): Promise<ReportedRow[]> {
  const { pool, archive } = source;
  // A search finds messages by indexes, which archives do not have.
  if (!archive || filter.search) return listFollowing(source, filter, following);
  return withArchived(pool, async (until) => {
    if (until === null || filter.stretch.from >= until) return listFollowing(source, filter, following);
    const { order, after: cursor, limit } = following;
    const floor = floorOf(until);
    const old = async (most: number): Promise<ReportedRow[]> => {
      let range = rangeOf(filter.stretch, floor, { order, cursor });
      const rows: ReportedRow[] = [];
      // A filter that few messages match takes several turns, so that others can read in between.
      for (let stoppedAt: string | null = ''; stoppedAt !== null && rows.length < most; ) {
        following.signal.throwIfAborted();
        const asked = { ...NO_FILTERS, ...filtersOf(filter), ...range };
        const wanted = { order, limit: most - rows.length, most: LOOKED_THROUGH };
        const page = await archive.read(filter.teamId, (reader) =>
          walkBlocks<ReportedRow>({ pool, reader }, filter, asked, wanted, reportOfBlock),
        );
        rows.push(...page.rows);
        stoppedAt = page.stoppedAt;
        if (stoppedAt !== null)
          range = order === 'ASC' ? { ...range, first: idAfter(stoppedAt) } : { ...range, past: stoppedAt };
      }
      return following.withText ? rows : rows.map((row) => ({ ...row, body: '' }));
    };
    const live = (most: number) => {
      const stretch = { ...filter.stretch, from: later(filter.stretch.from, until) };
      const from = cursor !== null && cursor < floor && order === 'ASC' ? null : cursor;
      return listFollowing(source, { ...filter, stretch }, { ...following, after: from, limit: most });
    };
    if (order === 'ASC' && cursor !== null && cursor >= floor) return live(limit);
    if (order === 'DESC' && cursor !== null && cursor < floor) return old(limit);
    const [one, other] = order === 'ASC' ? [old, live] : [live, old];
    const first = await one(limit);
    return first.length < limit ? [...first, ...(await other(limit - first.length))] : first;
  });
}

function rangeOf(
  stretch: Stretch,
  floor: string,
  { order, cursor }: { order: Order; cursor: string | null },
): { first: string; past: string } {
  const ends = idFloor(stretch.before);
  const range = { first: idFloor(stretch.from), past: ends < floor ? ends : floor };
  if (cursor === null || (order === 'DESC' && cursor >= floor)) return range;
  return order === 'ASC' ? { ...range, first: idAfter(cursor) } : { ...range, past: cursor };
}

/** The texts of messages of a project in archives, by id; null if it was removed. */
export async function archivedTexts(
  { pool, archive }: LogSource,
  { teamId, projectId }: Pick<Log, 'teamId' | 'projectId'>,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>();
  if (!archive || ids.length === 0) return texts;
  await archive.read(teamId, async (reader) => {
    for (const block of await selectBlocksOf(pool, { teamId, projectId }, ids))
      for (const { id, body } of await selectBlockTexts(pool, await reader.load(block), ids))
        texts.set(id, body);
  });
  return texts;
}
