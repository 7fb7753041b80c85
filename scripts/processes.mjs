// Child processes of the npm scripts.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
// Programs of ours start from TypeScript: what Node made of it last time halves what a start costs.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/godwit-compiled');

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** How often to look whether whoever started us is still there. */
const PARENT_CHECK_MS = 500;

/**
 * Runs a program with our terminal until it ends. Signals to us go to it, so that it stops in its own good order; so
 * does the end of our parent, since npm stops the shell between us and forgets about the shell's children.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit status; 128 and the signal's number when one ended it
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
    const forward = (signal) => {
      // A terminal gives Ctrl-C to all its programs; twice might mean "at once" to the child.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, PARENT_CHECK_MS);
    const settle = (settled) => {
      clearInterval(watch);
      for (const signal of FORWARDED) process.off(signal, forward);
      settled();
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    child.once('error', (error) => settle(() => (error.name === 'AbortError' ? resolve(0) : reject(error))));
    child.once('exit', (code, signal) => settle(() => resolve(code ?? 128 + constants.signals[signal])));
  });
}

/**
 * Runs a program quietly.
 * @returns {Promise<{status: number, output: string}>} with everything it wrote
 */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ status: code ?? 128 + constants.signals[signal], output }),
    );
  });
}
