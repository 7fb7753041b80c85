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
export function findPhp(): string | null {
  const { status } = spawnSync('php', [
    '-r',
    'exit(extension_loaded("curl") && PHP_VERSION_ID >= 80100 ? 0 : 1);',
  ]);
  return status === 0 ? 'php' : null;
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
export async function installFromNpm(url: string): Promise<string> {
  const folder = freshFolder();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const address = `${url}/api/clients/godwit-client-${VERSION}.tgz`;
  await runFile('npm', ['install', '--no-audit', '--no-fund', address], { cwd: folder });
  copyFileSync(join(CLIENTS, 'test/driver.mjs'), join(folder, 'driver.mjs'));
  return folder;
}

type ComposerList = {
  packages: { 'godwit/client': Record<string, { dist: { url: string; shasum: string } }> };
};

/**
 * Installs the PHP client from the service at `url` as Composer does: from the list, with its checksum,
 * without the outer folder.
 * @returns the folder of its sources
 */
export async function installFromComposer(url: string): Promise<string> {
  const list = (await (await fetch(`${url}/api/clients/packages.json`)).json()) as ComposerList;
  const { dist } = list.packages['godwit/client'][VERSION]!;
  const bytes = Buffer.from(await (await fetch(dist.url)).arrayBuffer());
  expect(createHash('sha1').update(bytes).digest('hex')).toBe(dist.shasum);
  const folder = freshFolder();
  writeFileSync(join(folder, 'client.tar.gz'), bytes);
  await runFile('tar', ['-xzf', 'client.tar.gz', '--strip-components=1'], { cwd: folder });
  return join(folder, 'src');
}

export const typescriptDriver = (folder: string): Driver => drive(olderNode(), [join(folder, 'driver.mjs')]);

export const phpDriver = (php: string, sources: string): Driver =>
  drive(php, [join(CLIENTS, 'test/driver.php'), sources]);

function drive(program: string, args: string[]): Driver {
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  afterAll(() => child.stdin!.end());
  const waiting = new Map<number, (outcome: Outcome) => void>();
  createInterface(child.stdout!).on('line', (line) => {
    const { number, ...outcome } = JSON.parse(line) as Outcome & { number: number };
    waiting.get(number)!(outcome);
  });
  child.once('exit', (code) => {
    for (const settle of waiting.values()) settle({ error: { type: `the driver ended with ${code}` } });
  });
  let number = 0;
  return ({ args: given = [], ...rest }) =>
    new Promise((resolve) => {
      waiting.set(++number, resolve);
      child.stdin!.write(`${JSON.stringify({ number, args: given, ...rest })}\n`);
    });
}

/** The samples of a client's README in a language, in order. */
export function samples(client: string, language: string): string[] {
  const text = readFileSync(join(CLIENTS, client, 'README.md'), 'utf8');
  return [...text.matchAll(new RegExp(`^\\x60{3}${language}\\n(.*?)^\\x60{3}$`, 'gms'))].map(
    ([, code]) => code!,
  );
}
