// Whether the process lives and whether it can work, for load balancers and process managers.
import { pendingMigrations } from '../db/migrate.ts';
import { isClockWrong, isDatabaseAway } from '../db/together.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
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
 * GET /healthz: the process answers. GET /readyz: the database does too, takes what is written and has all migrations; else 503 with the
 * reason. `pool` is that of the message path.
 */
export function healthRoutes(app: App, { pool, log }: Pick<Services, 'pool' | 'log'>): void {
  let fullAtMs = -Infinity;
  let clockAtMs = -Infinity;
  app.addHook('onError', async (_request, _reply, error) => {
    if ((error as NodeJS.ErrnoException).code === '53100') fullAtMs = performance.now();
    if (isClockWrong(error)) clockAtMs = performance.now();
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (performance.now() - fullAtMs < FAILED_FOR_MS) throw notReady(REASONS['53100']!);
    if (performance.now() - clockAtMs < FAILED_FOR_MS) throw notReady('The clock of this machine is wrong.');
    const pending = await pendingMigrations(pool).catch((error: unknown) => {
      log.warn({ err: error }, 'Not ready');
      throw isDatabaseAway(error) ? notReady(reasonOf(error)) : error;
    });
    if (pending.length > 0) throw notReady('Migrations are pending.');
    return { status: 'ok' };
  });
}

function reasonOf(error: unknown): string {
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'The database does not answer.';
}

function notReady(description: string): RefusalError {
  return new RefusalError(refuse('unavailable', { description, retryAfterSeconds: RETRY_AFTER_SECONDS }));
}
