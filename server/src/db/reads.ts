// Reading from a standby. A read finds everything that was committed before it began, or the primary is read.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDatabaseAway } from './commit/batchCommit.ts';
import { prepared } from './sql.ts';

/** A server that reads, such as a pool and kysely over it. */
type Side = { pool: Pool };

/**
 * Runs statements that change nothing, on a standby if one has all that the primary has. They run once more
 * on the primary if the standby fails during them.
 */
export type Reader<Given extends Side> = <T>(read: (connections: Given) => Promise<T>) => Promise<T>;

/** A standby, with what a process knows about it. */
export type Standby<Given extends Side> = {
  connections: Given;
  /** The process does not ask it before this time (`performance.now()`), in ms. */
  restsUntilMs: number;
  /** Called after each attempt with why it cannot be used, or null. */
  note(trouble: string | null): void;
};

/** How long a read waits for a standby to catch up, by its looks, in ms. */
const WAITS_MS = [0, 5, 10, 20, 40, 80, 95];
/** How long a standby that failed or lags is left alone, in ms. */
const REST_MS = 5_000;
/** SQLSTATE of a statement that the standby ended, because it stood in the way of the log. */
const CONFLICT_WITH_RECOVERY = '40001';
/** A name of a file of the log begins with the timeline in hexadecimal digits. */
const TIMELINE_DIGITS = 8;

type Position = { at: string; file: string; system: string };

// A transaction that has committed has its record before this position.
const SELECT_POSITION = prepared<Position>('position-of-primary')`
  select pg_current_wal_insert_lsn()::text as at, pg_walfile_name(pg_current_wal_insert_lsn()) as file,
    (select system_identifier::text from pg_control_system()) as system`;

// Another server may be further in a history of its own: an old primary, or a standby that follows one. The
// timeline of the control file may be late, so a standby rests for some minutes after a failover.
const SELECT_REACHED = prepared<{
  isStandby: boolean;
  isThere: boolean;
  system: string;
  timeline: number;
}>('position-of-standby')`
  select pg_is_in_recovery() as "isStandby", system_identifier::text as system, min_recovery_end_timeline as timeline,
    coalesce(pg_last_wal_replay_lsn() >= ${'at'}::pg_lsn, false) as "isThere"
  from pg_control_system(), pg_control_recovery()`;

/** Reads from the first of the standbys that can be used, else from the primary. */
export function openReader<Given extends Side>(
  primary: Given,
  standbys: readonly Standby<Given>[],
): Reader<Given> {
  return async (read) => {
    const ready = standbys.filter(({ restsUntilMs }) => restsUntilMs <= performance.now());
    // If the primary is away, this says so.
    const position = ready.length > 0 ? await positionOf(primary.pool) : null;
    for (const standby of position ? ready : []) {
      const found = await readOn(standby, position!, read);
      if (found) return found.result;
    }
    return read(primary);
  };
}

/** The result; null if the standby cannot be used, which it then is not for a while. */
async function readOn<Given extends Side, T>(
  standby: Standby<Given>,
  position: Position,
  read: (connections: Given) => Promise<T>,
): Promise<{ result: T } | null> {
  const { connections, note } = standby;
  let trouble: string | null;
  try {
    trouble = await whyNot(connections.pool, position);
    if (trouble === null) {
      const result = await read(connections);
      note(null);
      return { result };
    }
  } catch (error) {
    trouble = failureOf(error);
    if (trouble === null) throw error;
  }
  standby.restsUntilMs = performance.now() + REST_MS;
  note(trouble);
  return null;
}

/** The words for an error of the standby; null if the statement itself is wrong. */
function failureOf(error: unknown): string | null {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === CONFLICT_WITH_RECOVERY)
    return 'it ended a statement that kept it from following: set hot_standby_feedback = on there';
  return isDatabaseAway(error) ? message || `${code}` : null;
}

async function positionOf(pool: Pool): Promise<Position> {
  return (await SELECT_POSITION.run(pool)).rows[0]!;
}

/** Why a standby cannot be read at a position; null if it has everything up to there. */
async function whyNot(pool: Pool, { at, file, system }: Position): Promise<string | null> {
  const timeline = Number.parseInt(file.slice(0, TIMELINE_DIGITS), 16);
  for (const waitMs of WAITS_MS) {
    if (waitMs > 0) await sleep(waitMs);
    const there = (await SELECT_REACHED.run(pool, { at })).rows[0]!;
    if (there.system !== system) return 'it belongs to another database';
    if (!there.isStandby) return 'it is no standby';
    if (there.timeline !== timeline)
      return `it is on timeline ${there.timeline}, and the primary on ${timeline}`;
    if (there.isThere) return null;
  }
  return 'it lags behind the primary';
}

/** Looks whether a standby can be read now, for `doctor`. Returns why not, or null. */
export async function checkStandby(primary: Pool, standby: Pool): Promise<string | null> {
  try {
    return await whyNot(standby, await positionOf(primary));
  } catch (error) {
    return (error as Error).message || String((error as NodeJS.ErrnoException).code);
  }
}
