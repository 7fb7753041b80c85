// The application on a database of its own, for tests that talk HTTP to it without a socket.
import { rmSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { afterAll } from 'vitest';
import { type AppParts, buildApp } from '../src/app.ts';
import { groupLinks, simulatorLinks } from '../src/carriers/config.ts';
import { openSignals, type Signals } from '../src/db/signals.ts';
import type { App } from '../src/http/types.ts';
import { passOnChanges } from '../src/live/changes.ts';
import { createLog } from '../src/log.ts';
import { type Messaging, openMessaging } from '../src/messages/open.ts';
import { ensurePartitions } from '../src/messages/queries.ts';
import { createSecrets } from '../src/secrets.ts';
import type { Services } from '../src/services.ts';
import { readSettings, type Settings } from '../src/settings.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { throwawayFolder } from './throwaway.ts';

/** The application, what it was made of, and the lines it has logged. */
export type TestApp = {
  app: App;
  services: Services;
  messaging: Messaging;
  signals: Signals;
  log: string[];
};

/** Settings of tests: no limits, no log on the screen, whatever `overrides` say. */
export function testSettings(overrides: Partial<Settings> = {}): Settings {
  return {
    ...readSettings(
      Object.fromEntries(
        ['REGISTER', 'LOGIN', 'API', 'UPLOADS', 'NEW_HOME', 'NEW_ABROAD'].map((name) => [
          `LIMIT_${name}`,
          '0',
        ]),
      ),
    ),
    ...overrides,
  };
}

/**
 * Makes an application on a fresh migrated database, or on one that is given; both go after the file's last test. At the top of a file:
 * `const t = await testApp();`
 */
export async function testApp(
  overrides: Partial<Settings> = {},
  options: Omit<AppParts, 'messaging' | 'signals'> = {},
  database?: TestDatabase,
): Promise<TestApp> {
  const { pool, connections } = database ?? (await testDatabase());
  const dataDir = throwawayFolder();
  const settings = testSettings({ dataDir, ...overrides });
  const log: string[] = [];
  const lines: DestinationStream = { write: (line) => void log.push(line) };
  const services = {
    settings,
    secrets: createSecrets('a secret key of tests only, 32+'.padEnd(40, '.')),
    ...connections,
    log: createLog({ logLevel: 'debug' }, lines),
  };
  await ensurePartitions(pool);
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  return { ...(await startApp(services, options)), services, log };
}

/** The same service once more, as another process has it: with caches and commits of its own over the same database. */
export async function anotherApp(t: TestApp): Promise<TestApp> {
  return { ...t, ...(await startApp(t.services)) };
}

async function startApp(services: Services, options: Omit<AppParts, 'messaging' | 'signals'> = {}) {
  const { pools, log } = services;
  const signals = openSignals(pools.long.pool, log);
  passOnChanges(signals);
  // Messages are accepted and queued; nothing carries them unless a test starts carriers.
  const messaging = openMessaging(services, signals, groupLinks(simulatorLinks(1, ['TEST', 'LIVE'])).find);
  const app = await buildApp(services, { messaging, signals, consoleDir: '/nonexistent', ...options });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await signals.close();
  });
  return { app, messaging, signals };
}
