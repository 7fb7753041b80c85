// Liveness and readiness for load balancers and process managers.

import { isClockWrong, isDatabaseAway } from '../db/commit/batchCommit.ts';
import { pendingMigrations } from '../db/schema/migrate.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Drain } from './drain.ts';
import type { App } from './types.ts';

// Reading works on a full disk, and with a wrong clock: both are known from a write that failed, for so long.
const FAILED_FOR_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** SQLSTATEs with a reason of their own (PostgreSQL, appendix A). */
const REASONS: Record<string, string> = {
  '53100': 'The disk of the database is full.',
  '53300': 'The database has no connection left.',
  '57P03': 'The database is starting or stopping.',
};

/**
 * GET /healthz: the process answers. GET /readyz: the database does too, takes what is written and has all
 * migrations; else 503 with the reason. `pool` is that of the message path. While the process drains it is
 * not ready. Once it listens no more, each answer ends its connection: a proxy that keeps connections would
 * send the next request over one that is about to close.
 */
export function healthRoutes(
  app: App,
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  { isDraining, isLeaving }: Pick<Drain, 'isDraining' | 'isLeaving'>,
): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (isLeaving()) reply.header('connection', 'close');
  });
  let fullAtMs = -Infinity;
  let clockAtMs = -Infinity;
  app.addHook('onError', async (_request, _reply, error) => {
    if ((error as NodeJS.ErrnoException).code === '53100') fullAtMs = performance.now();
    if (isClockWrong(error)) clockAtMs = performance.now();
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (isDraining()) throw notReady('This process is stopping.');
    if (performance.now() - fullAtMs < FAILED_FOR_MS) throw notReady(REASONS['53100']!);
    if (performance.now() - clockAtMs < FAILED_FOR_MS) throw notReady('The clock of this machine is wrong.');
    const why = await whyNotReady({ pool, log });
    if (why !== null) throw notReady(why);
    return { status: 'ok' };
  });
}

/** Why a process cannot work with its database, as a sentence; null if it can. */
export async function whyNotReady({ pool, log }: Pick<Services, 'pool' | 'log'>): Promise<string | null> {
  try {
    const pending = await pendingMigrations(pool);
    return pending.length > 0 ? 'Migrations are pending.' : null;
  } catch (error) {
    log.warn({ err: error }, 'Not ready');
    if (isDatabaseAway(error)) return reasonOf(error);
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'The database does not answer.';
}

function notReady(description: string): RefusalError {
  return new RefusalError(refuse('unavailable', { description, retryAfterSeconds: RETRY_AFTER_SECONDS }));
}
