// Kinds of data with a retention period, and how each is removed: in batches, for a limited time per round.

import { removeArchive, removeDead, removeTeam, removeTexts, selectOldArchives } from '../archives/remove.ts';
import { storeOf } from '../archives/store.ts';
import { dropMonth } from '../db/schema/months.ts';
import { transaction } from '../db/transaction.ts';
import { storageOf } from '../files/storage.ts';
import { idFloor } from '../ids.ts';
import { pauseAfter } from '../jobs/interval.ts';
import { cancelWaiting } from '../messages/state/cancel.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import {
  forgetClosedDocuments,
  markPurged,
  nextClosed,
  purgeClosed,
  purgeClosedLinks,
  purgeMessages,
  selectClosedMessages,
} from './closedQueries.ts';
import { forgetContacts } from './contactQueries.ts';
import {
  clearLateTexts,
  clearTexts,
  clearThreads,
  type Deleted,
  deleteOlder,
  deleteSessions,
  deleteTraces,
  forgetDocuments,
  keepMessagesFrom,
  nextProject,
  type ProjectOf,
  type Run,
  selectMessages,
  selectOldMonths,
} from './queries.ts';

export type Kind = keyof Settings['retention'];

/** Batch size, and the time of a round of one kind in milliseconds. */
export type Pace = { batch: number; roundMs: number };

/**
 * Inputs of a round, which removes data older than `before`. `goOn`: there is time left and the service is
 * not stopping.
 */
export type Work = {
  services: Pick<Services, 'pool' | 'pools' | 'settings' | 'log'>;
  before: Date;
  run: Run;
  batch: number;
  signal: AbortSignal;
  goOn(): boolean;
};

/** How many rows a round removed. `cursor` is null if it finished; `doneTo` is the age that it reached. */
export type Done = { removed: number; cursor: unknown; doneTo?: Date };

const FIRST = '00000000-0000-0000-0000-000000000000';
const MODES = ['LIVE', 'TEST'] as const;
const DAY_MS = 86_400_000;

export const KINDS: Readonly<Record<Kind, (work: Work) => Promise<Done>>> = {
  texts: clearOldTexts,
  messages: dropOldMonths,
  documents: forgetOldDocuments,
  callbacks: (work) => deleteAll(work, ['callbacks']),
  mails: (work) => deleteAll(work, ['mails', 'invitations']),
  sessions: deleteOldSessions,
  refused: (work) => deleteAll(work, ['refused', 'incoming', 'receipts']),
  closed: purgeClosedTeams,
};

/**
 * Runs `piece` again and again, with a pause after each, until it finds less than a batch. Returns false if
 * the round ends before that.
 */
async function eachBatch(
  { batch, signal, goOn }: Pick<Work, 'batch' | 'signal' | 'goOn'>,
  piece: (batch: number) => Promise<number>,
): Promise<boolean> {
  while (goOn()) if ((await pauseAfter(() => piece(batch), signal)) < batch) return true;
  return false;
}

async function deleteAll(work: Work, tables: readonly Deleted[]): Promise<Done> {
  let removed = 0;
  const from = (work.run.cursor as { table: Deleted } | null)?.table;
  for (const table of from ? tables.slice(tables.indexOf(from)) : tables) {
    const ended = await eachBatch(work, async (batch) => {
      const count = await deleteOlder(work.services.pool, table, work.before, batch);
      removed += count;
      return count;
    });
    if (!ended) return { removed, cursor: { table } };
  }
  return { removed, cursor: null };
}

async function deleteOldSessions(work: Work): Promise<Done> {
  const { services, before, batch, signal, goOn } = work;
  let { removed } = await deleteAll({ ...work, run: { ...work.run, cursor: null } }, ['keyUses']);
  let after: Buffer | null = Buffer.alloc(0);
  while (after !== null && goOn()) {
    const from: Buffer = after;
    const piece = await pauseAfter(
      () => deleteSessions(services.pool, { after: from, before, limit: batch }),
      signal,
    );
    removed += piece.removed;
    after = piece.last;
  }
  return { removed, cursor: null };
}

async function forgetOldDocuments(work: Work): Promise<Done> {
  const { pool, settings } = work.services;
  let removed = 0;
  const ended = await eachBatch(work, async (batch) => {
    // Deletes the keys first. If the power fails here, the contents are left but cannot be read.
    const stored = await forgetDocuments(pool, work.before, Math.min(batch, 100));
    for (const name of stored) await storageOf(settings).remove(name);
    removed += stored.length;
    return stored.length;
  });
  const forgotten = await eachBatch(work, async (batch) => {
    const count = await forgetContacts(pool, { before: work.before, teamId: null }, batch);
    removed += count;
    return count;
  });
  return { removed, cursor: ended && forgotten ? null : {} };
}

type TextCursor = ProjectOf & { from: string; to: string; mode: number; after: string };

/**
 * Clears message texts that became old enough since the last round, project by project, and reads each row
 * once. An unfinished round resumes with the same time range.
 */
async function clearOldTexts(work: Work): Promise<Done> {
  const { pool, settings } = work.services;
  const store = storeOf(settings);
  if (store) await removeDead(pool, store);
  let removed = await removeTexts(pool, work.before);
  await eachBatch(work, async (batch) => {
    const cleared = await clearLateTexts(pool, batch);
    removed += cleared;
    return cleared;
  });
  const stretch = work.run.cursor as TextCursor | null;
  const from = stretch?.from ?? work.run.doneTo?.toISOString() ?? new Date(0).toISOString();
  const to = stretch?.to ?? work.before.toISOString();
  const start = idFloor(new Date(from));
  const end = idFloor(new Date(to));
  let cursor: TextCursor = stretch ?? {
    teamId: FIRST,
    projectId: FIRST,
    from,
    to,
    mode: MODES.length,
    after: start,
  };
  for (;;) {
    if (cursor.mode >= MODES.length) {
      const next = await nextProject(pool, cursor);
      if (!next) return { removed, cursor: null, doneTo: new Date(to) };
      cursor = { ...cursor, ...next, mode: 0, after: start };
    }
    const mode = MODES[cursor.mode]!;
    const ended = await eachBatch(work, async (batch) => {
      const rows = await selectMessages(pool, { ...cursor, mode, before: end, limit: batch });
      const withText = rows.filter(({ hasText }) => hasText);
      const ids = (some: typeof rows) => some.map(({ id }) => id);
      removed += await clearTexts(pool, cursor.teamId, {
        ended: ids(withText.filter((row) => row.ended)),
        late: ids(withText.filter((row) => !row.ended)),
        from: cursor.after,
        before: end,
      });
      cursor = { ...cursor, after: rows.at(-1)?.id ?? end };
      return rows.length;
    });
    const threads =
      ended && (await eachBatch(work, (limit) => clearThreads(pool, cursor, { mode, before: end, limit })));
    if (!threads) return { removed, cursor };
    cursor = { ...cursor, mode: cursor.mode + 1, after: start };
  }
}

type TraceCursor = ProjectOf & { from: string; to: string };

/**
 * Drops whole months, of archives and of the database, and then the threads, campaign recipients and
 * references of their messages.
 */
async function dropOldMonths(work: Work): Promise<Done> {
  const { pool, pools, settings, log } = work.services;
  const store = storeOf(settings);
  if (store) await removeDead(pool, store);
  const from = work.run.doneTo?.toISOString() ?? new Date(0).toISOString();
  let cursor = work.run.cursor as TraceCursor | null;
  let removed = 0;
  const isResumed = cursor !== null;
  for (const { id, starts, ends, messages } of isResumed ? [] : await selectOldArchives(pool, work.before)) {
    cursor = { teamId: FIRST, projectId: FIRST, from, to: ends.toISOString() };
    await keepMessagesFrom(pool, ends, cursor);
    await removeArchive(pool, id);
    log.info({ starts, messages: Number(messages) }, 'a month of archived messages was removed');
    removed += Number(messages);
  }
  for (const { name, ends } of isResumed ? [] : await selectOldMonths(pool, work.before)) {
    cursor = { teamId: FIRST, projectId: FIRST, from, to: ends.toISOString() };
    await keepMessagesFrom(pool, ends, cursor);
    const count = await dropMonth(pools.long.pool, name);
    if (count === null) {
      log.info({ month: name }, 'a month of messages is being read, by a dump perhaps; it is dropped later');
      break;
    }
    log.info({ month: name, messages: count }, 'a month of messages was dropped');
    removed += count;
  }
  while (cursor) {
    const here: TraceCursor = cursor;
    const next = await nextProject(pool, here);
    if (!next) return { removed, cursor: null, doneTo: new Date(here.to) };
    const ids = { from: idFloor(new Date(here.from)), before: idFloor(new Date(here.to)) };
    if (!(await eachBatch(work, (limit) => deleteTraces(pool, next, { ...ids, limit })))) break;
    cursor = { ...here, ...next };
  }
  return { removed, cursor };
}

type ClosedCursor = {
  teamId: string;
  step: 'rows' | 'links' | 'documents' | 'messages' | 'archives';
  table: number;
  after: string;
  /** Left out by older processes, which do not know it. */
  isLast?: boolean;
};

/** Removes the data of closed teams, one team after the other. */
async function purgeClosedTeams(work: Work): Promise<Done> {
  const { pool, settings } = work.services;
  let removed = 0;
  const nextTeam = async (): Promise<ClosedCursor | null> => {
    const team = await nextClosed(pool, work.before);
    return team && { teamId: team.id, isLast: team.isLast, step: 'rows', table: 0, after: '' };
  };
  let cursor = (work.run.cursor as ClosedCursor | null) ?? (await nextTeam());
  while (cursor && work.goOn()) {
    const here: ClosedCursor = cursor;
    const piece = await pauseAfter(() => purgePiece(pool, settings, here, work.batch), work.signal);
    removed += piece.removed;
    // Looked up even if the round ends here: without a cursor it would count as complete.
    cursor = piece.cursor ?? (await nextTeam());
  }
  return { removed, cursor };
}

async function purgePiece(
  pool: Services['pool'],
  settings: Settings,
  cursor: ClosedCursor,
  batch: number,
): Promise<{ removed: number; cursor: ClosedCursor | null }> {
  const { teamId } = cursor;
  const team = { id: teamId, isLast: cursor.isLast ?? false };
  if (cursor.step === 'rows') {
    const { removed, table } = await purgeClosed(pool, team, cursor.table, batch);
    const next = team.isLast ? 'links' : 'documents';
    return { removed, cursor: table === null ? { ...cursor, step: next } : { ...cursor, table } };
  }
  if (cursor.step === 'links') {
    const { removed, last } = await purgeClosedLinks(pool, teamId, cursor.after, batch);
    return { removed, cursor: last === null ? { ...cursor, step: 'documents' } : { ...cursor, after: last } };
  }
  if (cursor.step === 'documents') {
    const stored = await forgetClosedDocuments(pool, teamId, 100);
    for (const name of stored) await storageOf(settings).remove(name);
    const forgotten = await forgetContacts(pool, { before: null, teamId }, 100);
    const isEnd = stored.length < 100 && forgotten < 100;
    return {
      removed: stored.length + forgotten,
      cursor: isEnd ? { ...cursor, step: 'messages', after: FIRST } : cursor,
    };
  }
  if (cursor.step === 'archives') {
    const removed = await removeTeam(pool, storeOf(settings), teamId);
    if (removed !== null) return { removed, cursor };
    await markPurged(pool, team);
    return { removed: 0, cursor: null };
  }
  const rows = await selectClosedMessages(pool, teamId, cursor.after, batch);
  const keys = (some: typeof rows) => some.map(({ id }) => ({ teamId, id }));
  // Cancels planned messages and refunds their cost.
  const open = keys(rows.filter(({ ended }) => !ended));
  const { passedOver } = await transaction(pool, (client) => cancelWaiting(client, open));
  if (passedOver) return { removed: 0, cursor };
  const ids = rows.map(({ id }) => id);
  const removed = ids.length === 0 ? 0 : await purgeMessages(pool, teamId, ids);
  if (ids.length === batch) return { removed, cursor: { ...cursor, after: ids.at(-1)! } };
  return { removed, cursor: { ...cursor, step: 'archives' } };
}

/** The instant before which data of a kind is removed; null if it is kept for ever. */
export function horizonOf(settings: Pick<Settings, 'retention'>, kind: Kind, now = new Date()): Date | null {
  const days = settings.retention[kind];
  return Number.isFinite(days) ? new Date(now.getTime() - days * DAY_MS) : null;
}
