// The heartbeat of a process: rotate-secret, migrations, restores and doctor know by it which processes run.
import { hostname } from 'node:os';
import { VERSION } from '@godwit/contract/version';
import { beat, deleteProcess } from '../db/processes.ts';
import { lastMigration } from '../db/schema/migrate.ts';
import { newId } from '../ids.ts';
import { startLoop } from '../jobs/loop.ts';
import { markOf } from '../secrets.ts';
import type { Services } from '../services.ts';

const EVERY_MS = 5_000;

export type Heartbeat = { id: string; stop(): Promise<void> };

/**
 * Enters this process among those that run, before it returns, and keeps its row fresh until it is stopped.
 */
export async function startHeartbeat({
  pool,
  log,
  settings,
  secrets,
}: Pick<Services, 'pool' | 'log' | 'settings' | 'secrets'>): Promise<Heartbeat> {
  const process = {
    id: newId(),
    host: hostname(),
    version: VERSION,
    roles: [...settings.roles],
    startedAt: new Date(),
    migration: await lastMigration(),
    mark: markOf(secrets),
  };
  await beat(pool, process);
  const loop = startLoop({
    name: 'heartbeat',
    log,
    everyMs: EVERY_MS,
    async round() {
      await beat(pool, process);
      return undefined;
    },
  });
  return {
    id: process.id,
    async stop() {
      await loop.stop();
      await deleteProcess(pool, process.id).catch(() => {});
    },
  };
}
