// What a command may need first, each only when it is not there yet: packages, Node 24, the built console, Chromium, PHP.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { ROOT, run, runQuietly } from './processes.mjs';

const MIN_NODE_MAJOR = 24;
const BUILD_STAMP = join(ROOT, 'node_modules/.cache/godwit-console');
/** What the built console is made of. */
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
/** The shell draws the same pages without a window around them, for two thirds of the processor's time. */
const BROWSERS = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable'],
];
const MAC_BROWSER = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Runs `npm ci` unless node_modules is what the lock file says. */
export async function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages (the first time, or after a change of package-lock.json) …');
  const startedAtMs = Date.now();
  // Errors only: under Node 20, npm warns of every package that wants the newer Node it is about to install.
  const status = await run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ci failed (${status}): see above; nothing was started`);
  console.log(`Installed in ${Math.round((Date.now() - startedAtMs) / 1000)} s`);
}

/** Compares versions with the copy of the lock file that npm leaves in node_modules after a whole install. */
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
 * The Node that runs everything of ours: the one npm installed, or the present one if it is new enough.
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
    `Godwit needs Node ${MIN_NODE_MAJOR} or newer and this is ${process.version}: npm has none for this machine, so install it from https://nodejs.org`,
  );
}

export function vitePath() {
  const require = createRequire(join(ROOT, 'console/package.json'));
  return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
}

/** Builds the console when its sources changed since it was built. */
export async function buildConsole(node) {
  if (!existsSync(join(ROOT, 'console/index.html'))) return;
  const digest = digestOf(CONSOLE_SOURCES);
  const isBuilt = existsSync(join(ROOT, 'console/dist/index.html')) && existsSync(BUILD_STAMP);
  if (isBuilt && readFileSync(BUILD_STAMP, 'utf8') === digest) return;
  console.log('Building the console …');
  const { status, output } = await runQuietly(node, [vitePath(), 'build'], { cwd: join(ROOT, 'console') });
  if (status !== 0) throw new Error(`${output}\nThe console could not be built: see above`);
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, digest);
}

function digestOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const state = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (state?.isDirectory()) {
      for (const name of readdirSync(join(ROOT, path)).sort()) add(`${path}/${name}`);
    } else if (state && !/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/**
 * A Chromium that starts: one of this machine, else the system's package (as root), else Playwright's own.
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
    `${output}\nNo Chromium for the browser tests: install one, or set CHROME_PATH to one that starts`,
  );
}

/** What tests of the PHP client need, by the names of Debian's packages. */
const PHP_PACKAGES = ['php-cli', 'php-curl'];

/**
 * A PHP with curl: one of this machine, else the system's package (as root). The tests say so where there is none.
 * @returns {Promise<boolean>} whether there is one
 */
export async function preparePhp() {
  if (hasPhp()) return true;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Installing PHP for the tests of its client (apt-get) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly('apt-get', ['update', '-q'], { env });
    await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...PHP_PACKAGES], { env });
  }
  return hasPhp();
}

function hasPhp() {
  const works = 'exit(extension_loaded("curl") && PHP_VERSION_ID >= 80100 ? 0 : 1);';
  return spawnSync('php', ['-r', works], { stdio: 'ignore' }).status === 0;
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
