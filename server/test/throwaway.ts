// A temporary PostgreSQL: in a temporary folder, without fsync, and removed however the process ends.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import type { DatabaseConfig } from '../src/db/pool.ts';

const PREFIX = 'godwit-test-';

/**
 * A temporary folder that the database's user can enter. Its name has the id of this process, so that
 * leftovers can be found.
 */
export function throwawayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  return folder;
}

/** Starts a cluster without fsync, which takes most of the time of creating and dropping test databases. */
export async function startThrowaway(
  more: Record<string, string> = {},
): Promise<{ config: DatabaseConfig; stop(): Promise<void> }> {
  await removeLeftovers();
  const dataDir = throwawayFolder();
  const discard = (): void => {
    const pid = postmasterPid(dataDir);
    if (pid) process.kill(pid, 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
  const interrupted = (): never => process.exit(130);
  process.once('exit', discard);
  process.once('SIGTERM', interrupted);
  const parameters = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    ...more,
  };
  const database = await startEmbedded({ dataDir, log: () => {}, parameters });
  return {
    config: database.config,
    async stop() {
      await database.stop();
      process.off('exit', discard);
      process.off('SIGTERM', interrupted);
      discard();
    },
  };
}

/** Stops and removes the leftovers of killed runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    if (isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    const folder = join(tmpdir(), name);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const lock of files.filter((file) => file.endsWith('postgres/postmaster.pid'))) {
      const left = await startEmbedded({ dataDir: join(folder, dirname(dirname(lock))), log: () => {} });
      await left.stop();
    }
    // A process that outlived its run may still write there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

function postmasterPid(dataDir: string): number | null {
  const lock = join(dataDir, 'postgres/postmaster.pid');
  return existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
