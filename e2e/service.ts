// The program under test: where it is, what it runs with, and its commands.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const MAIN = join(import.meta.dirname, '../server/src/main.ts');

/** What the service and its commands run with: nothing of the settings of whoever runs the tests. */
export function environment(dataDir: string): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    ...{ PATH, HOME, TMPDIR },
    DATA_DIR: dataDir,
    LIMIT_REGISTER: '0',
    LIMIT_LOGIN: '0',
    LIMIT_API: '0',
    LOG_LEVEL: 'warn',
  };
}

/** Runs `godwit <command>` beside the running service and gives what it says to machines. Rejects where it fails. */
export async function godwit(...command: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...command, '--json'], {
    env: environment(process.env.GODWIT_DATA ?? ''),
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
