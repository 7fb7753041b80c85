import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { INSTALLED, installedPostgres } from './server/test/installed.ts';

/** Tests that put something in a module's place, which the modules that others have loaded would not see. */
const APART = [
  ...['src/files/memory.test.ts', 'src/contacts/csvFile.test.ts'],
  ...['src/carriers/setAside.test.ts', 'src/tracing.test.ts'],
];
/** What PostgreSQL does for the rest, on the oldest that is installed; all of it runs there by hand (docs/contributing.md). */
const ON_INSTALLED = [
  ...['src/messages/send.test.ts', 'src/billing/charge.test.ts', 'src/db/migrate.test.ts'],
  ...['src/carriers/turns.test.ts', 'src/carriers/receipts.test.ts', 'src/campaigns/campaigns.test.ts'],
  ...['test/idempotencyKill.test.ts', 'test/paymentKill.test.ts', 'test/pgbouncer.test.ts'],
];
const DATABASE = { globalSetup: ['test/globalSetup.ts'], testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Half the time is spent waiting for PostgreSQL, so two cores keep four busy.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'smpp', root: 'smpp', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: APART,
          ...DATABASE,
          // The program is loaded once per worker instead of once per file, which took half of the time.
          isolate: false,
        },
      },
      { test: { name: 'server apart', root: 'server', include: APART, ...DATABASE } },
      ...(installedPostgres()
        ? [{ test: { name: INSTALLED, root: 'server', include: ON_INSTALLED, ...DATABASE, isolate: false } }]
        : []),
      { test: { name: 'bench', root: 'bench', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'clients',
          root: 'clients',
          include: ['test/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'scripts', root: 'scripts', include: ['*.test.ts'] } },
      'console/vite.config.ts',
    ],
  },
});
