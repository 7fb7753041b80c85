// Prepares what a command needs if it is missing: packages, Node 24, the built console, Chromium, PHP,
// Python.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { ROOT, run, runQuietly } from './processes.mjs';

const MIN_NODE_MAJOR = 24;
const STAMPS = join(ROOT, 'node_modules/.cache/godwit');
/** The sources of the built console. */
const CONSOLE_SOURCES = [
  ...[
    'console/src',
    'console/public',
    'console/index.html',
    'console/vite.config.ts',
    'console/package.json',
  ],
  ...['contract/src', 'package-lock.json'],
];
/** The sources of the packed clients. */
const CLIENT_SOURCES = [
  ...['typescript', 'php', 'python', 'cli', 'mcp'].map((client) => `clients/${client}`),
  ...['scripts/packClients.ts', 'scripts/packages.ts', 'scripts/wheel.ts', 'package-lock.json'],
];
/** The headless shell renders the same pages for two thirds of the CPU time. */
const BROWSERS = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable'],
];
const MAC_BROWSER = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Runs `npm ci` unless node_modules matches the lock file. */
export async function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages (the first time, or after a change of package-lock.json) …');
  const startedAtMs = Date.now();
  // Errors only: under Node 20, npm warns about every package that needs the newer Node it is about to
  // install.
  const status = await run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ci failed (${status}): see above; nothing was started`);
  console.log(`Installed in ${Math.round((Date.now() - startedAtMs) / 1000)} s`);
}

/**
 * Compares versions with the copy of the lock file that npm leaves in node_modules after a complete install.
 */
function isInstalled() {
  try {
    const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
    const wanted = read('package-lock.json');
    const present = read('node_modules/.package-lock.json');
    return Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        !path.includes('node_modules/') || optional || present[path]?.version === version,
    );
  } catch {
    return false;
  }
}

/**
 * Finds the Node for all our programs: the one npm installed, or the current one if it is new enough.
 * @returns {string} path of the program
 */
export function projectNode() {
  const candidates = [join(ROOT, 'node_modules/.bin/node'), process.execPath];
  const node = candidates.find((path) => {
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return status === 0 && Number.parseInt(stdout.slice(1), 10) >= MIN_NODE_MAJOR;
  });
  if (node) return node;
  throw new Error(
    `Godwit needs Node ${MIN_NODE_MAJOR} or newer, but this is ${process.version} and npm has none for this machine: install it from https://nodejs.org`,
  );
}

export function vitePath() {
  const require = createRequire(join(ROOT, 'console/package.json'));
  return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
}

/** Builds the console if its sources changed since the last build. */
export async function buildConsole(node) {
  if (!existsSync(join(ROOT, 'console/index.html'))) return;
  await buildWhenChanged('console', { sources: CONSOLE_SOURCES, result: 'console/dist/index.html' }, () =>
    runQuietly(node, [vitePath(), 'build'], { cwd: join(ROOT, 'console') }),
  );
}

/** Packs the clients, which the service offers for download, if their sources changed. */
export async function packClients(node) {
  await buildWhenChanged('clients', { sources: CLIENT_SOURCES, result: 'clients/dist/packages.json' }, () =>
    runQuietly(node, ['scripts/packClients.ts']),
  );
}

/** Runs `build` unless `result` exists and was built from the same sources. */
async function buildWhenChanged(name, { sources, result }, build) {
  const stamp = join(STAMPS, name);
  const digest = digestOf(sources);
  const isBuilt = existsSync(join(ROOT, result)) && existsSync(stamp);
  if (isBuilt && readFileSync(stamp, 'utf8') === digest) return;
  console.log(`Building the ${name} …`);
  const { status, output } = await build();
  if (status !== 0) throw new Error(`${output}\nBuilding the ${name} failed: see above`);
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, digest);
}

function digestOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const state = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (state?.isDirectory()) {
      const names = readdirSync(join(ROOT, path)).filter(
        (name) => !['dist', 'node_modules', '__pycache__'].includes(name),
      );
      for (const name of names.sort()) add(`${path}/${name}`);
    } else if (state && !/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/**
 * Finds a Chromium that starts: an installed one, else the system's package (as root), else Playwright's own.
 * @returns {Promise<string>} path of the program
 */
export async function findChromium(node) {
  const own = playwrightChromium();
  const { GODWIT_CHROMIUM, CHROME_PATH } = process.env;
  const present = [GODWIT_CHROMIUM, CHROME_PATH, ...BROWSERS.map(onPath), MAC_BROWSER, own].find(starts);
  if (present) return present;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Installing Chromium for the browser tests (apt-get) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly('apt-get', ['update', '-q'], { env });
    for (const name of BROWSERS.slice(0, 2)) {
      await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env });
      const installed = onPath(name);
      if (starts(installed)) return installed;
    }
  }
  console.log('Downloading Chromium for the browser tests (Playwright) …');
  const withDependencies = process.getuid?.() === 0 ? ['--with-deps'] : [];
  const { output } = await runQuietly(node, [playwrightCli(), 'install', ...withDependencies, 'chromium']);
  if (starts(own)) return own;
  throw new Error(
    `${output}\nNo Chromium for the browser tests: install one, or set CHROME_PATH to its path`,
  );
}

/** A language of a client: the Debian packages that its tests need, and the check that they are there. */
const LANGUAGES = {
  PHP: {
    packages: ['php-cli', 'php-curl'],
    programs: ['php'],
    args: ['-r', 'exit(extension_loaded("curl") && PHP_VERSION_ID >= 80100 ? 0 : 1);'],
  },
  Python: {
    packages: ['python3', 'python3-httpx', 'python3-pip'],
    // Another Python may be the first one on the path.
    programs: ['python3', '/usr/bin/python3'],
    args: ['-c', 'import sys, httpx, pip; sys.exit(sys.version_info < (3, 10))'],
  },
};

/**
 * Finds the languages of the clients, and installs the system's packages of those that are missing (as root).
 * Tests skip the languages that are still missing.
 * @returns {Promise<string[]>} a sentence for each missing language
 */
export async function prepareLanguages() {
  const missing = [];
  for (const [name, language] of Object.entries(LANGUAGES)) {
    if (hasLanguage(language)) continue;
    if (process.getuid?.() === 0 && onPath('apt-get')) {
      console.log(`Installing ${name} for the tests of its client (apt-get) …`);
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const install = ['install', '-y', '-q', '--no-install-recommends', ...language.packages];
      await runQuietly('apt-get', ['update', '-q'], { env });
      await runQuietly('apt-get', install, { env });
    }
    if (!hasLanguage(language))
      missing.push(
        `The ${name} client was not tested and none of its tests is counted: only root can install what is missing (apt-get install ${language.packages.join(' ')})`,
      );
  }
  return missing;
}

function hasLanguage({ programs, args }) {
  return programs.some((program) => spawnSync(program, args, { stdio: 'ignore' }).status === 0);
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function starts(program) {
  return program !== undefined && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

export function playwrightCli() {
  const require = createRequire(join(ROOT, 'e2e/package.json'));
  return join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
}

function playwrightChromium() {
  return createRequire(join(ROOT, 'e2e/package.json'))('@playwright/test').chromium.executablePath();
}
