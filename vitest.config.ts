import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import './scripts/propertySeed.ts';
import { installedPostgres, WEST } from './server/test/installed.ts';

/**
 * Tests that replace a module, which modules that other test files have loaded would not see; and tests of
 * the timers and the outage of a process, which has both only once: other files may leave some.
 */
const APART = [
  ...['src/files/memory.test.ts', 'src/contacts/csv/upload.test.ts'],
  ...['src/carriers/receipts/setAside.test.ts', 'src/tracing.test.ts'],
  ...['src/jobs/loop.test.ts', 'src/db/outage.test.ts'],
];
/**
 * Tests of several processes and of how long a start takes, which on two cores have no room beside others:
 * they run after all others, one at a time.
 */
const ALONE = [
  ...['test/campaignKill.test.ts', 'test/embedded.test.ts', 'test/failover.test.ts'],
  ...['test/manyNodes.test.ts', 'test/patroni.test.ts', 'test/proxiedFailover.test.ts'],
];
/**
 * All that goes by days and months: the throw-away server is in a time zone east of UTC, and the second one
 * in one west of it.
 */
const BY_DAY = [
  ...['src/db/schema/months.test.ts', 'src/db/pool.test.ts', 'src/messages/log/dates.test.ts'],
  ...[
    'src/messages/accept/clock.test.ts',
    'src/messages/accept/quietHours.test.ts',
    'src/messages/reports/report.test.ts',
  ],
  ...['src/campaigns/schedule.test.ts', 'src/projects/days.test.ts', 'src/billing/dailyLimit.test.ts'],
  ...['src/payments/statements/usage.test.ts', 'src/prices/lists.test.ts', 'src/commands/doctor.test.ts'],
  ...['src/retention/retention.test.ts', 'src/stats/stats.test.ts'],
];
/** Tests of the features of PostgreSQL that we use, on the oldest installed one (CONTRIBUTING.md). */
const ON_INSTALLED = [
  ...['src/messages/accept/send.test.ts', 'src/billing/charge.test.ts', 'src/db/schema/migrate.test.ts'],
  ...[
    'src/carriers/sending/fairScheduling.test.ts',
    'src/carriers/receipts/inbox.test.ts',
    'src/campaigns/campaigns.test.ts',
  ],
  ...['test/idempotencyKill.test.ts', 'test/paymentKill.test.ts', 'test/pgbouncer.test.ts'],
];
const setupFiles = [join(import.meta.dirname, 'scripts/propertySeed.ts')];
/** For a machine ten times slower than a quiet one: only a test or a hook that hangs may reach them. */
const LIMITS = { testTimeout: 300_000, hookTimeout: 300_000 };
const DATABASE = {
  setupFiles,
  globalSetup: ['test/globalSetup.ts'],
  ...LIMITS,
};

export default defineConfig({
  test: {
    // Tests wait for PostgreSQL half of the time, so two cores keep four workers busy.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'contract',
          root: 'contract',
          setupFiles,
          include: ['src/**/*.test.ts'],
          ...LIMITS,
        },
      },
      {
        test: { name: 'smpp', root: 'smpp', setupFiles, include: ['src/**/*.test.ts'], ...LIMITS },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...APART, ...ALONE],
          ...DATABASE,
          // Loading the program once per worker, not once per file, halves the time.
          isolate: false,
        },
      },
      { test: { name: 'server apart', root: 'server', include: APART, ...DATABASE } },
      {
        test: {
          name: 'server alone',
          root: 'server',
          include: ALONE,
          ...DATABASE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: WEST,
          root: 'server',
          include: [...BY_DAY, ...(installedPostgres() ? ON_INSTALLED : [])],
          ...DATABASE,
          isolate: false,
        },
      },
      {
        test: {
          name: 'bench',
          root: 'bench',
          setupFiles,
          include: ['src/**/*.test.ts'],
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'clients',
          root: 'clients',
          include: ['test/*.test.ts'],
          globalSetup: ['test/globalSetup.ts'],
          ...LIMITS,
        },
      },
      {
        test: { name: 'scripts', root: 'scripts', setupFiles, include: ['*.test.ts'], ...LIMITS },
      },
      'console/vite.config.ts',
    ],
  },
});
