// Runs the samples of the reference: each is written to a file as copied, and run by its language.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The program that runs each language, and the arguments that test for it. */
const RUNTIMES = {
  curl: { file: 'sample.sh', program: 'bash', probe: ['-c', 'curl --version && openssl version'] },
  Node: { file: 'sample.mjs', program: process.execPath, probe: ['--version'] },
  Python: { file: 'sample.py', program: 'python3', probe: ['-c', 'import hmac; str.removeprefix'] },
  PHP: { file: 'sample.php', program: 'php', probe: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'] },
  Java: { file: 'Sample.java', program: 'java', probe: ['--source', '17', '--version'] },
} as const;
export type Language = keyof typeof RUNTIMES;
const LANGUAGES = Object.keys(RUNTIMES) as Language[];

/** The languages that this machine can run; prints the others as not tested. */
export function presentLanguages(): Language[] {
  const isPresent = (language: Language) => {
    const { program, probe } = RUNTIMES[language];
    return spawnSync(program, probe, { stdio: 'ignore' }).status === 0;
  };
  const present = LANGUAGES.filter(isPresent);
  const missing = LANGUAGES.filter((language) => !present.includes(language));
  if (missing.length > 0)
    console.warn(`Samples that are not tested, because nothing here runs them: ${missing}`);
  return present;
}

/** Runs `use` with a folder that holds the program and these files. */
async function inFolder<T>(
  language: Language,
  source: string,
  files: Record<string, string>,
  use: (folder: string, path: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'godwit-sample-'));
  const path = join(folder, RUNTIMES[language].file);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(path, source);
  try {
    return await use(folder, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a program's output; rejects if it fails. */
export function runProgram(
  language: Language,
  source: string,
  { env = {}, files = {} }: { env?: Record<string, string>; files?: Record<string, string> } = {},
): Promise<string> {
  return inFolder(language, source, files, async (cwd, path) => {
    const options = { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } };
    return (await promisify(execFile)(RUNTIMES[language].program, [path], options)).stdout;
  });
}

/**
 * Starts a program that listens on port 8000, on a free port instead, and passes its address to `use`; then
 * ends it.
 */
export async function whileListening<T>(
  language: Language,
  source: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  return inFolder(language, source.replaceAll('8000', String(port)), {}, async (cwd, path) => {
    const args = language === 'PHP' ? ['-S', `127.0.0.1:${port}`, path] : [path];
    const child: ChildProcess = spawn(RUNTIMES[language].program, args, { cwd, stdio: 'ignore' });
    try {
      return await use(`http://127.0.0.1:${port}/`);
    } finally {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
