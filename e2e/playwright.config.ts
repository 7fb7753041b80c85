// The browser tests: Chromium against the built server with its embedded PostgreSQL and the simulator.
// scripts/suites.mjs chooses the Chromium and the reporters.
import { defineConfig, devices } from '@playwright/test';

/**
 * Every new window would start a process for the address bar's popups, which takes half a second. Chromium
 * heeds only the last of two lists, so Playwright's own follow.
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

/** CI has two cores for the service, its database and the browser; four workers took as long. */
const WORKERS = 2;

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: WORKERS,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // For a loaded machine: a screen is checked in four widths and two themes.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  webServer: {
    // `exec` sends the stop signal to the program instead of a shell.
    command: `exec '${process.execPath}' serve.ts`,
    wait: {
      stdout:
        /Data is in (?<godwit_data>\S+).*Provider is at (?<godwit_provider>\S+).*Godwit is at +(?<godwit_url>\S+)/s,
    },
    // Warnings of the service appear beside the test that caused them.
    stdout: 'pipe',
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
  },
  use: {
    ...devices['Desktop Chrome'],
    // Set from the service's output before any test runs.
    baseURL: process.env.GODWIT_URL,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Asia/Colombo',
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Traces take a tenth of the time: use `--trace=retain-on-failure` to examine a failure.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.GODWIT_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        // Chromium has no sandbox as root; the tests open only our own pages.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync'],
        `--disable-features=${DISABLED_FEATURES.join()}`,
      ],
    },
  },
});
