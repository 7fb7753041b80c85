// Commits many items in one transaction; a failing item does not fail the others.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Commits items together and returns the outcome of each. A failed batch is retried once as a whole, for
 * example after a deadlock, and then in halves, down to single items. One bad item of 500 costs some 18
 * transactions and fails alone. If the database is away, nothing is retried: all items not committed yet fail
 * with that error.
 * @param commit takes items and returns a result for each, in order; if it throws, it has changed nothing
 * @param isHopeless whether nothing is retried after an error
 * @param attempts how many times to try all of these items together
 */
export async function batchCommit<Item, Result>(
  items: Item[],
  commit: (items: Item[]) => Promise<Result[]>,
  isHopeless: (error: unknown) => boolean = isDatabaseAway,
  attempts = 2,
): Promise<PromiseSettledResult<Result>[]> {
  try {
    const results = await commit(items);
    return results.map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (isHopeless(error) || (items.length === 1 && attempts === 1))
      return items.map(() => ({ status: 'rejected', reason: error }));
  }
  if (attempts > 1) return batchCommit(items, commit, isHopeless, attempts - 1);
  const middle = Math.ceil(items.length / 2);
  const first = await batchCommit(items.slice(0, middle), commit, isHopeless, 1);
  return [...first, ...(await batchCommit(items.slice(middle), commit, isHopeless, 1))];
}

const TRY_AGAIN_MS = 250;

/** Repeats work while the database is away. The work must be safe to run twice. */
export async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
}

// Classes of SQLSTATE (PostgreSQL, appendix A): connection exceptions, insufficient resources, operator
// intervention, system error.
const AWAY_CLASSES = ['08', '53', '57', '58'];
// The session was ended because its transaction was idle for too long or took too long. Or the server takes
// no writes: it is a standby, or about to hand over.
const AWAY_STATES = ['25P03', '25P04', '25006'];
// Codes of a broken connection, with which a statement that was sent may fail too.
const BROKEN_CODES = [
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
];
const AWAY_SYSTEM_CODES = [...BROKEN_CODES, 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
// Messages of pg errors that have no code.
const AWAY_MESSAGE =
  /connection terminated|connection error|timeout exceeded when trying to connect|not queryable/i;

/** Too much work waits for the database; the item was refused before it began. */
export class LineFullError extends Error {
  override readonly name = 'LineFullError';
}

/**
 * Returns whether an error means the database is unusable now (gone, full, out of connections, too slow),
 * whatever the statement.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof LineFullError) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return AWAY_MESSAGE.test(error.message);
  // When connecting, the missing file is the database's socket; otherwise it is some other file.
  if (code === 'ENOENT') return syscall === 'connect';
  if (AWAY_SYSTEM_CODES.includes(code) || AWAY_STATES.includes(code)) return true;
  // A timeout may be caused by the statement itself, so it does not show that the database is away.
  return code.length === 5 && AWAY_CLASSES.includes(code.slice(0, 2)) && !isTimedOut(error);
}

// The server ended the connection, in order or after a crash. Either may happen after a commit and before its
// answer. Or a commit is on the primary and perhaps not on its standby.
const ENDED_STATES = ['57P01', '57P02', '08007'];
// PgBouncer gives every error of its own this code, also "server conn crashed?" in the middle of a commit.
// With these messages it had no connection for the statement, which therefore did not begin.
const POOLER_STATE = '08P01';
const NOT_BEGUN = /^(query_wait_timeout|server login|pgbouncer cannot connect|no more connections)/i;

/**
 * Returns whether the connection broke during a statement. If that was a commit, its outcome is unknown:
 * all or nothing. The caller must check, or repeat only what is safe to repeat.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!isDatabaseAway(error) || error instanceof LineFullError) return false;
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (BROKEN_CODES.includes(code)) return syscall !== 'connect';
  if (code === POOLER_STATE) return !NOT_BEGUN.test(message);
  // Errors that have a code may quote these messages: that of a connection that was not made, for example.
  if (code !== '') return ENDED_STATES.includes(code);
  return /connection terminated unexpectedly|not queryable/i.test(message);
}

// The statement was cancelled because it took too long or waited too long for a lock.
const TIMED_OUT_STATES = ['57014', '55P03'];

/** Whether a statement timed out. It stored nothing, and a retry may succeed. */
export function isTimedOut(error: unknown): boolean {
  return error instanceof Error && TIMED_OUT_STATES.includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Whether a row has no partition because it is too far in the past or the future. Ids are made with this
 * process's clock, so that clock is months off.
 */
export function isClockWrong(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === '23514' && /^no partition of relation/.test(message);
}

/** Whether the transaction lost to another one (SQLSTATE class 40), as in a deadlock. */
export function isRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('40');
}
