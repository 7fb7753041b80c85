// The browser tests: Chromium against the built server with its embedded PostgreSQL and the simulator. Which Chromium, and
// how results are reported, is decided where they are started (scripts/suites.mjs).
import { defineConfig, devices } from '@playwright/test';

/**
 * The popups of the address bar, which every new window would draw in a process of its own: the half second of it is as much as many a test takes.
 * Of two lists Chromium heeds the last one, so that Playwright's own follow.
 */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...[
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
  ],
  ...[
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ],
];

/** CI has two cores, which the service, its database and the browser share; four at a time took as long. */
const WORKERS = 2;

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: WORKERS,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // For a machine that does many other things: a screen is checked in four widths and two themes.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  webServer: {
    // `exec`, so that the signal to stop reaches the program and not a shell.
    command: `exec '${process.execPath}' serve.ts`,
    wait: {
      stdout:
        /Data is in (?<godwit_data>\S+).*Provider is at (?<godwit_provider>\S+).*Godwit is at +(?<godwit_url>\S+)/s,
    },
    // What the service warns of belongs beside the test that brought it about.
    stdout: 'pipe',
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
  },
  use: {
    ...devices['Desktop Chrome'],
    // Set from what the service printed, before any test runs.
    baseURL: process.env.GODWIT_URL,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Asia/Colombo',
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    // A tenth of the time goes into it: `--trace=retain-on-failure` has it where a failure is looked at.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.GODWIT_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        // As root there is no sandbox to be had; nothing but our own pages is opened.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync'],
        `--disable-features=${DISABLED_FEATURES.join()}`,
      ],
    },
  },
});
