// Tracks database outages in this process: limits reconnect attempts and log lines.
import type { Logger } from 'pino';
import { isDatabaseAway, LineFullError } from './commit/batchCommit.ts';

/**
 * The pause after a failed connection doubles up to the longest one. A process notices within it that the
 * database is back.
 */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;
/** How often the log repeats that the database is away. */
const REMIND_MS = 60_000;

/**
 * A connection that was not attempted, because another one has just failed. Its SQLSTATE 08001 means that no
 * connection was made, so no work was begun.
 */
export class NotTriedError extends Error {
  override readonly name = 'NotTriedError';
  readonly code = '08001';
}

/** Reports how an attempt to connect ended. */
export type Attempt = (error: Error | null) => void;

/**
 * Opens a gate for all attempts to connect to one database. While the database is away, one attempt per pause
 * gets through.
 */
export function openGate(nowMs: () => number = () => performance.now()): () => Attempt | NotTriedError {
  let pauseMs = 0;
  let tryAtMs = 0;
  let reason = '';
  return () => {
    if (pauseMs > 0 && nowMs() < tryAtMs) return new NotTriedError(reason);
    const isFirst = pauseMs === 0;
    // An attempt that hangs lets another one through after a pause.
    tryAtMs = nowMs() + pauseMs;
    return (error) => {
      if (!error || !isDatabaseAway(error)) pauseMs = 0;
      // Attempts that began together and fail together count as one failure.
      else if (!isFirst || pauseMs === 0) {
        pauseMs = Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
        tryAtMs = nowMs() + pauseMs;
        reason = error.message;
      }
    };
  };
}

const gates = new Map<string, ReturnType<typeof openGate>>();

/** The gate of a database. All pools of this process to one database share it. */
export function gateOf(database: string): ReturnType<typeof openGate> {
  const gate = gates.get(database) ?? openGate();
  gates.set(database, gate);
  return gate;
}

/** Errors of sockets to a database. Errors of sockets to mail servers and carriers look the same. */
const ofDatabase = new WeakSet<Error>();

/** Marks the error of a socket as one to a database. */
export const markOfDatabase = (error: Error): unknown => ofDatabase.add(error);

/** Tracks outages for the log. */
export function openOutage(nowMs: () => number = () => performance.now()) {
  let sinceMs: number | null = null;
  let notedMs = 0;
  let log: Pick<Logger, 'info'> | null = null;
  return {
    /** Whether to log this error of an outage: the first one, and one per minute while it lasts. */
    isNews(by: Pick<Logger, 'info'>): boolean {
      log = by;
      if (sinceMs !== null && nowMs() - notedMs < REMIND_MS) return false;
      sinceMs ??= nowMs();
      notedMs = nowMs();
      return true;
    },
    /** The database answers again. */
    end(): void {
      if (sinceMs === null) return;
      log?.info({ seconds: Math.round((nowMs() - sinceMs) / 100) / 10 }, 'The database is back');
      sinceMs = null;
    },
  };
}

/** The outage of this process. */
export const outage = openOutage();

/**
 * Whether an error is part of an outage. A full queue is not, because the database works. Nor is a full disk
 * (53100), because it refuses only writes, and each refusal deserves its own line.
 */
export function isOutage(error: unknown): error is Error {
  // Several steps of one round failed in the same way.
  if (error instanceof AggregateError && !('code' in error)) return error.errors.every(isOutage);
  if (!isDatabaseAway(error) || error instanceof LineFullError) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === '53100') return false;
  return code === undefined || /^\d/.test(code) || ofDatabase.has(error as Error);
}
