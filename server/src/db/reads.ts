// Reading from a standby. A read finds everything that was committed before it began, or the primary is read.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDatabaseAway, LineFullError } from './commit/batchCommit.ts';
import { prepared } from './sql.ts';

/** A server that reads, such as a pool and kysely over it. */
type Side = { pool: Pool };

/**
 * Runs statements that change nothing, on a standby if one has all that the primary has. They run once more
 * on the primary if the standby fails during them, but not if `signal` has ended them.
 */
export type Reader<Given extends Side> = <T>(
  read: (connections: Given) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** The state of a standby, as this process knows it. */
export type Health = {
  /** Why it cannot be used; null if it can. */
  trouble: string | null;
  /** It is not asked before this time (`performance.now()`), in ms. */
  restsUntilMs: number;
  /** Called with why it cannot be used from now on, and with null when it can again. */
  changed(trouble: string | null): void;
};

/** A standby. `drop` ends its open connections, which may wait for a server that is silent. */
export type Standby<Given extends Side> = { connections: Given; health: Health; drop(): void };

/** How long a read waits for a standby to catch up, by its looks, in ms. */
const WAITS_MS = [0, 5, 10, 20, 40, 80, 95];
/** A standby that does not answer a look for so long is silent. */
const SILENT_MS = 1_000;
/** How long a standby that failed or lags is left alone, in ms. Then one read tries it. */
const REST_MS = 5_000;
/** SQLSTATE of a statement that the standby ended, because it stood in the way of the log. */
const CONFLICT_WITH_RECOVERY = '40001';
/** The error of pg for a statement without an answer has no code. */
const NO_ANSWER = /read timeout/i;
/** A name of a file of the log begins with the timeline in hexadecimal digits. */
const TIMELINE_DIGITS = 8;

type Position = { at: string; file: string; system: string };

// A transaction that has committed has its record before this position.
const SELECT_POSITION = prepared<Position>('position-of-primary')`
  select pg_current_wal_insert_lsn()::text as at, pg_walfile_name(pg_current_wal_insert_lsn()) as file,
    (select system_identifier::text from pg_control_system()) as system`;

// Another server may be further in a history of its own: an old primary, or a standby that follows one. The
// timeline of the control file may be late, so a standby rests for some minutes after a failover.
type Reached = { isStandby: boolean; isThere: boolean; system: string; timeline: number };
const SELECT_REACHED = prepared<Reached>('position-of-standby')`
  select pg_is_in_recovery() as "isStandby", system_identifier::text as system, min_recovery_end_timeline as timeline,
    coalesce(pg_last_wal_replay_lsn() >= ${'at'}::pg_lsn, false) as "isThere"
  from pg_control_system(), pg_control_recovery()`;

/** Reads from the first of the standbys that can be used, else from the primary. */
export function openReader<Given extends Side>(
  primary: Given,
  standbys: readonly Standby<Given>[],
): Reader<Given> {
  return async (read, signal) => {
    const ready = standbys.filter(({ health }) => health.restsUntilMs <= performance.now());
    // If the primary is away, this says so.
    const position = ready.length > 0 ? await positionOf(primary.pool) : null;
    for (const standby of position ? ready : []) {
      const found = await readOn(standby, position!, read, signal);
      if (found) return found.result;
    }
    return read(primary);
  };
}

/** The result; null if the standby cannot be used now. */
async function readOn<Given extends Side, T>(
  standby: Standby<Given>,
  position: Position,
  read: (connections: Given) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<{ result: T } | null> {
  const { connections, health } = standby;
  // Other reads do not wait for a standby that may be silent still.
  if (health.trouble !== null) health.restsUntilMs = performance.now() + REST_MS;
  const trouble = await troubleOf(standby, position);
  if (trouble !== null) return rest(health, trouble);
  try {
    const result = await read(connections);
    if (health.trouble !== null) health.changed(null);
    Object.assign(health, { trouble: null, restsUntilMs: 0 });
    return { result };
  } catch (error) {
    if (signal?.aborted) throw error;
    // The team has as many connections there as it may have.
    if (error instanceof LineFullError) return null;
    const failure = failureOf(error);
    if (failure === null) throw error;
    return rest(health, failure);
  }
}

/** Leaves a standby alone for a while. */
function rest(health: Health, trouble: string): null {
  if (health.trouble === null) health.changed(trouble);
  Object.assign(health, { trouble, restsUntilMs: performance.now() + REST_MS });
  return null;
}

/** Why a standby cannot be read at a position; null if it can. */
async function troubleOf<Given extends Side>(
  { connections, drop }: Standby<Given>,
  position: Position,
): Promise<string | null> {
  try {
    return await whyNot(connections.pool, position);
  } catch (error) {
    if (NO_ANSWER.test((error as Error).message)) drop();
    return wordsOf(error);
  }
}

/** The words for a failure of the standby; null if the statement itself is wrong. */
function failureOf(error: unknown): string | null {
  if ((error as NodeJS.ErrnoException).code === CONFLICT_WITH_RECOVERY)
    return 'it ended a statement that kept it from following: set hot_standby_feedback = on there';
  return isDatabaseAway(error) || NO_ANSWER.test(String(error)) ? wordsOf(error) : null;
}

function wordsOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}

async function positionOf(pool: Pool): Promise<Position> {
  return (await SELECT_POSITION.run(pool)).rows[0]!;
}

/** Why a standby cannot be read at a position; null if it has everything up to there. */
async function whyNot(pool: Pool, { at, file, system }: Position): Promise<string | null> {
  const timeline = Number.parseInt(file.slice(0, TIMELINE_DIGITS), 16);
  for (const waitMs of WAITS_MS) {
    if (waitMs > 0) await sleep(waitMs);
    const look = { ...SELECT_REACHED.bind({ at }), query_timeout: SILENT_MS };
    const there = (await pool.query<Reached>(look)).rows[0]!;
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
    return wordsOf(error);
  }
}
