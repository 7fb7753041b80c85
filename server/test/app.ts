// The application on a database of its own, for tests that send HTTP requests without a socket.
import { rmSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { afterAll } from 'vitest';
import { type AppParts, buildApp } from '../src/app.ts';
import { simulatorLinks } from '../src/carriers/links/config.ts';
import { groupLinks } from '../src/carriers/links/groups.ts';
import { openCountryRules } from '../src/countryRules.ts';
import { ensureMonths } from '../src/db/schema/months.ts';
import { openSignals, type Signals } from '../src/db/signals.ts';
import type { App } from '../src/http/types.ts';
import { openReceiver } from '../src/incoming/receive/receive.ts';
import { passOnChanges } from '../src/live/changes.ts';
import { createLog } from '../src/log.ts';
import { type Messaging, openMessaging } from '../src/messages/accept/open.ts';
import { createSecrets } from '../src/secrets.ts';
import type { Services } from '../src/services.ts';
import { readSettings, type Settings } from '../src/settings.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { throwawayFolder } from './throwaway.ts';

/** The application, its parts, and the lines it has logged. */
export type TestApp = {
  app: App;
  services: Services;
  messaging: Messaging;
  signals: Signals;
  log: string[];
};

/** Settings of tests: no rate limits and no log output, unless `overrides` change them. */
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

/** The parts of the application that a test may choose. */
type Options = Omit<AppParts, 'messaging' | 'signals' | 'onIncoming'>;

/**
 * Creates an application on a new migrated database, or on a given one; both are closed after the file's last
 * test. At the top of a file: `const t = await testApp();`
 */
export async function testApp(
  overrides: Partial<Settings> = {},
  options: Options = {},
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
    countryRules: openCountryRules(settings, createLog({ logLevel: 'debug' }, lines)),
  };
  await ensureMonths(pool);
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  return { ...(await startApp(services, options)), services, log };
}

/** The same service as another process: with caches and group commits of its own over the same database. */
export async function anotherApp(
  t: TestApp,
  options: Pick<AppParts, 'drain' | 'links'> = {},
): Promise<TestApp> {
  return { ...t, ...(await startApp(t.services, options)) };
}

async function startApp(services: Services, options: Options = {}) {
  const { pools, log } = services;
  const signals = openSignals(pools.long.pool, log);
  passOnChanges(signals);
  // Accepts and queues messages. They are sent only if a test starts carriers.
  const groups = groupLinks(simulatorLinks(1, ['TEST', 'LIVE']));
  const messaging = openMessaging(services, signals, () => groups);
  const receiver = openReceiver({ pool: services.pool, signals, log });
  const app = await buildApp(services, {
    onIncoming: receiver.take,
    messaging,
    signals,
    consoleDir: '/nonexistent',
    clientsDir: '/nonexistent',
    ...options,
  });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await receiver.stop();
    await signals.close();
  });
  return { app, messaging, signals };
}
