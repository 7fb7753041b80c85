// Runs DDL with a short lock timeout and retries.
import { setTimeout as sleep } from 'node:timers/promises';

/** Lock timeout of DDL in milliseconds. It is short, because later statements queue behind a waiting lock. */
export const LOCK_TIMEOUT_MS = 500;

const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement timed out waiting for a lock. It stored nothing. */
export const isLocked = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;

/**
 * Runs work that uses `LOCK_TIMEOUT_MS`, and repeats it while others hold its locks. They can continue
 * between two attempts.
 * @param waits is called before each pause
 * @throws the last attempt's error if it is still locked, and any other error at once
 */
export async function retryLocked<T>(
  work: () => Promise<T>,
  { attempts, pauseMs, waits = () => {} }: { attempts: number; pauseMs: number; waits?: () => void },
): Promise<T> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left <= 0 || !isLocked(error)) throw error;
      waits();
      await sleep(pauseMs);
    }
  }
}
