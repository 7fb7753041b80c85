// Commits many items in one transaction; a failing item does not fail the others.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Commits items together and returns for each what became of it. A batch that fails is tried once more
 * whole, as after a deadlock; then its halves by themselves, and so on down to the single items: one bad
 * item of 500 costs some 18 transactions and fails alone. If the database is away nothing is tried again,
 * and all that was not committed by then fails with that.
 * @param commit takes items and returns a result for each in order; it has changed nothing when it throws
 * @param isHopeless the errors after which nothing is tried again
 * @param attempts how often all of these items are tried together
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

/** Runs work that may be done twice, and repeats it while the database is away. */
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
// A transaction that did nothing for too long, or took too long: its session is ended.
const AWAY_STATES = ['25P03', '25P04'];
const AWAY_SYSTEM_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'];
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
  // The socket of a database that does not run; elsewhere it is some other file.
  if (code === 'ENOENT') return syscall === 'connect';
  if (AWAY_SYSTEM_CODES.includes(code) || AWAY_STATES.includes(code)) return true;
  // A statement that takes too long may do so because of what it is about.
  return code.length === 5 && AWAY_CLASSES.includes(code.slice(0, 2)) && !isTimedOut(error);
}

// An orderly and a disorderly end of the server's side; either may come when a commit is done and its answer
// is not sent.
const ENDED_STATES = ['57P01', '57P02'];

/**
 * Returns whether the connection broke during a statement. If that was a commit, its outcome is unknown:
 * all or nothing. The caller must check, or repeat only what is safe to repeat.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!isDatabaseAway(error) || error instanceof LineFullError) return false;
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code)) return syscall !== 'connect';
  return ENDED_STATES.includes(code) || /connection terminated unexpectedly|not queryable/i.test(message);
}

// A statement that was ended as it took too long, or waited for a lock for too long.
const TIMED_OUT_STATES = ['57014', '55P03'];

/** Whether a statement took longer than it may: nothing of it is stored, and another try may go well. */
export function isTimedOut(error: unknown): boolean {
  return error instanceof Error && TIMED_OUT_STATES.includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Whether a row lies so far in past or future that there is no partition for it: the clock of this process,
 * which its id is made by, is months behind or ahead of the database's.
 */
export function isClockWrong(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  // Citus gives no code for a node's error on a copied row.
  return ['23514', 'XX000'].includes(code ?? '') && /^no partition of relation/.test(message);
}

/** Whether the transaction lost to another one (SQLSTATE class 40), as in a deadlock. */
export function isRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('40');
}
