// Whether the process lives and whether it can work, for whoever restarts and routes.
import { pendingMigrations } from '../db/migrate.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { App } from './types.ts';

/** GET /healthz: the process answers. GET /readyz: the database does too, and has all migrations; else 503. */
export function healthRoutes(app: App, { pool, log }: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    const pending = await pendingMigrations(pool).catch((error: unknown) => {
      log.warn({ err: error }, 'Not ready: the database does not answer');
      return null;
    });
    if (pending === null || pending.length > 0) {
      const description = pending === null ? 'The database does not answer.' : 'Migrations are pending.';
      throw new RefusalError(refuse('unavailable', { description, retryAfterSeconds: 5 }));
    }
    return { status: 'ok' };
  });
}
