// The clients as users get them: each downloaded from the running service and installed in a folder of its
// own.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, expect } from 'vitest';

export const CLIENTS = join(import.meta.dirname, '..');
export const runFile = promisify(execFile);
const { version: VERSION } = JSON.parse(readFileSync(join(CLIENTS, 'typescript/package.json'), 'utf8')) as {
  version: string;
};

export type Outcome = {
  // biome-ignore lint/suspicious/noExplicitAny: each call returns another type, and each test checks its own
  value?: any;
  // biome-ignore lint/suspicious/noExplicitAny: errors differ too
  error?: any;
};

export type CallArgs = { call: string; client?: object; args?: unknown[]; idempotencyKey?: string };
export type Driver = (call: CallArgs) => Promise<Outcome>;

/** The installed Node if it is of the oldest supported version, else the one that runs the tests. */
export function olderNode(): string {
  const { status, stdout } = spawnSync('node', ['--version'], { encoding: 'utf8' });
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1]);
  return status === 0 && major >= 20 ? 'node' : process.execPath;
}

/** The path of a PHP with curl, or null. */
function findPhp(): string | null {
  const { status } = spawnSync('php', [
    '-r',
    'exit(extension_loaded("curl") && PHP_VERSION_ID >= 80100 ? 0 : 1);',
  ]);
  return status === 0 ? 'php' : null;
}

/** The path of a Python with httpx and pip, or null. Another Python may be the first one on the path. */
function findPython(): string | null {
  const works = 'import sys, httpx, pip; sys.exit(sys.version_info < (3, 10))';
  const programs = ['python3', '/usr/bin/python3'];
  return programs.find((program) => spawnSync(program, ['-c', works]).status === 0) ?? null;
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'godwit-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Installs the TypeScript client from the service at `url` in a new folder, which is removed after the file's
 * last test.
 */
async function installFromNpm(url: string): Promise<string> {
  const folder = freshFolder();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const address = `${url}/api/clients/godwit-client-${VERSION}.tgz`;
  await runFile('npm', ['install', '--no-audit', '--no-fund', address], { cwd: folder });
  copyFileSync(join(CLIENTS, 'test/driver.mjs'), join(folder, 'driver.mjs'));
  return folder;
}

/**
 * Installs a program, such as `godwit-cli`, from the service at `url` as `npm install -g` does; returns its
 * path.
 */
export async function installProgram(url: string, name: string): Promise<string> {
  const prefix = freshFolder();
  const address = `${url}/api/clients/${name}-${VERSION}.tgz`;
  // Nothing may come from another place.
  const options = ['--no-audit', '--no-fund', '--registry', 'http://127.0.0.1:1'];
  await runFile('npm', ['install', '-g', '--prefix', prefix, ...options, address]);
  return join(prefix, 'bin', name);
}

type ComposerList = {
  packages: { 'godwit/client': Record<string, { dist: { url: string; shasum: string } }> };
};

/**
 * Installs the PHP client from the service at `url` as Composer does: from the list, with its checksum,
 * without the outer folder.
 * @returns the folder of its sources
 */
async function installFromComposer(url: string): Promise<string> {
  const list = (await (await fetch(`${url}/api/clients/packages.json`)).json()) as ComposerList;
  const { dist } = list.packages['godwit/client'][VERSION]!;
  const bytes = Buffer.from(await (await fetch(dist.url)).arrayBuffer());
  expect(createHash('sha1').update(bytes).digest('hex')).toBe(dist.shasum);
  const folder = freshFolder();
  writeFileSync(join(folder, 'client.tar.gz'), bytes);
  await runFile('tar', ['-xzf', 'client.tar.gz', '--strip-components=1'], { cwd: folder });
  return join(folder, 'src');
}

/** Installs the Python client from the service at `url` with pip, and returns the folder of its package. */
async function installFromPip(python: string, url: string): Promise<string> {
  const folder = freshFolder();
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-index', '--target', folder];
  const address = `${url}/api/clients/godwit-${VERSION}-py3-none-any.whl`;
  await runFile(python, ['-m', 'pip', 'install', ...options, address]);
  return folder;
}

const typescriptDriver = (folder: string): Driver => drive(olderNode(), [join(folder, 'driver.mjs')]);

const phpDriver = (php: string, sources: string): Driver =>
  drive(php, [join(CLIENTS, 'test/driver.php'), sources]);

const pythonDriver = (python: string, sources: string, client: string): Driver =>
  drive(python, [join(CLIENTS, 'test/driver.py'), sources, client]);

function drive(program: string, args: string[]): Driver {
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  afterAll(() => child.stdin!.end());
  const waiting = new Map<number, (outcome: Outcome) => void>();
  createInterface(child.stdout!).on('line', (line) => {
    const { number, ...outcome } = JSON.parse(line) as Outcome & { number: number };
    waiting.get(number)!(outcome);
  });
  let ended: Outcome | null = null;
  child.once('exit', (code, signal) => {
    ended = { error: { type: `the driver ended with ${code ?? signal}` } };
    for (const settle of waiting.values()) settle(ended);
  });
  let number = 0;
  return ({ args: given = [], ...rest }) =>
    new Promise((resolve) => {
      if (ended) return resolve(ended);
      waiting.set(++number, resolve);
      child.stdin!.write(`${JSON.stringify({ number, args: given, ...rest })}\n`);
    });
}

/** Installs each client from the running service at `url`. Those whose language is not installed are null. */
export async function openDrivers(url: string) {
  const php = findPhp();
  const python = findPython();
  const folder = await installFromNpm(url);
  const phpSources = await installFromComposer(url);
  const pythonSources = python === null ? '' : await installFromPip(python, url);
  const drivers: Record<string, Driver | null> = {
    TypeScript: typescriptDriver(folder),
    PHP: php === null ? null : phpDriver(php, phpSources),
    Python: python === null ? null : pythonDriver(python, pythonSources, 'Godwit'),
    'Python asyncio': python === null ? null : pythonDriver(python, pythonSources, 'AsyncGodwit'),
  };
  if (!php)
    console.warn('The PHP client is not tested: PHP with curl is missing (apt-get install php-cli php-curl)');
  if (!python)
    console.warn('The Python client is not tested: apt-get install python3 python3-httpx python3-pip');
  return { drivers, folder, php, phpSources, python, pythonSources };
}
