// The clients as their users have them: the TypeScript one packed and installed in a folder of its own, the PHP one by its sources.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

export const CLIENTS = join(import.meta.dirname, '..');
export const runFile = promisify(execFile);

export type Outcome = {
  // biome-ignore lint/suspicious/noExplicitAny: what calls answer differs, and each test says what it expects
  value?: any;
  // biome-ignore lint/suspicious/noExplicitAny: errors differ too
  error?: any;
};

export type CallArgs = { call: string; client?: object; args?: unknown[]; idempotencyKey?: string };
export type Driver = (asked: CallArgs) => Promise<Outcome>;

/** The Node of this machine where it is as old as the client allows, else the one that runs the tests. */
export function olderNode(): string {
  const { status, stdout } = spawnSync('node', ['--version'], { encoding: 'utf8' });
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1]);
  return status === 0 && major >= 20 ? 'node' : process.execPath;
}

/** A PHP with curl, or null. */
export function findPhp(): string | null {
  const { status } = spawnSync('php', [
    '-r',
    'exit(extension_loaded("curl") && PHP_VERSION_ID >= 80100 ? 0 : 1);',
  ]);
  return status === 0 ? 'php' : null;
}

/** Packs the TypeScript client and installs the package in a fresh folder, which is removed after the file's last test. */
export async function installPackage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'godwit-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pack = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await runFile('npm', pack, { cwd: join(CLIENTS, 'typescript') });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await runFile('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
  copyFileSync(join(CLIENTS, 'test/driver.mjs'), join(folder, 'driver.mjs'));
  return folder;
}

export const typescriptDriver = (folder: string): Driver => drive(olderNode(), [join(folder, 'driver.mjs')]);

export const phpDriver = (php: string): Driver =>
  drive(php, [join(CLIENTS, 'test/driver.php'), join(CLIENTS, 'php/src')]);

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
