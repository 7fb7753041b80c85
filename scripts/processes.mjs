// Runs the child processes of the npm scripts.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
// Our programs start from TypeScript: Node's compile cache halves the time of a start.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/godwit-compiled');

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Interval in ms at which to check that our parent process still exists. */
const PARENT_CHECK_MS = 500;

/**
 * Runs a program on our terminal until it ends. Signals to us are passed on, so the program stops in order.
 * So is the end of our parent: npm stops the shell between us and forgets the shell's children.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit status; 128 plus the signal's number if a signal ended it
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
    const forward = (signal) => {
      // A terminal sends Ctrl-C to all its programs; a second one could mean "at once" to the child.
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
 * Runs a program without printing its output.
 * @returns {Promise<{status: number, output: string}>} its status and all of its output
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
