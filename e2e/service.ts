// The service under test: its address, its environment, and its commands.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const MAIN = join(import.meta.dirname, '../server/src/main.ts');

/** The messages that a new team sends to a foreign country before further ones are held. */
export const NEW_ABROAD = 20;

/** The environment of the service and its commands: without the settings of the shell that runs the tests. */
export function environment(dataDir: string): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    ...{ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE },
    DATA_DIR: dataDir,
    LIMIT_REGISTER: '0',
    LIMIT_LOGIN: '0',
    LIMIT_API: '0',
    LIMIT_NEW_ABROAD: `${NEW_ABROAD}/3600`,
    LOG_LEVEL: 'warn',
    // Receivers of callbacks and the provider of single sign-on run on this machine.
    CALLBACKS_ALLOW_PRIVATE: 'true',
  };
}

const PAST = join(import.meta.dirname, '../server/test/past.ts');
const MAX_OUTPUT_BYTES = 16_000_000;

/** A past message of a project, as created: screens must match a count of these. */
export type PastMessage = {
  mode: 'TEST' | 'LIVE';
  status: 'ACCEPTED' | 'SENT' | 'DELIVERED' | 'FAILED';
  segments: number;
  spentMicros: number;
  sender: string;
  recipient: string;
  acceptedAt: string;
};

/**
 * Stores `count` messages of a project over the last two years, half of them in the last ten days; the same
 * at each run.
 */
export async function makePast(projectId: string, count: number): Promise<PastMessage[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PAST, projectId, String(count), '1'], {
    env: environment(process.env.GODWIT_DATA ?? ''),
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return JSON.parse(stdout) as PastMessage[];
}

const TEAM_STATE = join(import.meta.dirname, '../server/test/teamState.ts');

/**
 * Puts a person's team into a state directly, faster than through the screens or the clock: see
 * server/test/teamState.ts.
 */
export async function setTeamState(
  email: string,
  ...state:
    | ['viewer']
    | ['due']
    | ['opted-out', ...numbers: string[]]
    | ['conversations', number: string]
    | ['refused-incoming']
    | ['link-counts']
    | ['payment-alerts', ...kinds: string[]]
    | ['unanswered-refund']
    | ['proven-domain' | 'missing-record', ...domains: string[]]
    | ['paid-again', ...charges: string[]]
): Promise<void> {
  await promisify(execFile)(process.execPath, [TEAM_STATE, email, ...state], {
    env: environment(process.env.GODWIT_DATA ?? ''),
  });
}

/** Runs `godwit <command>` beside the running service and returns its --json output. Rejects if it fails. */
export async function godwit(...command: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...command, '--json'], {
    env: environment(process.env.GODWIT_DATA ?? ''),
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Verifies a team, adds to its balance and approves a sender id: it can send LIVE as LankaRetail. */
export async function letSendLive(
  account: { email: string },
  project: { id: string },
  amount: string,
): Promise<void> {
  await godwit('team', 'verify', account.email);
  await godwit('team', 'credit', account.email, amount, 'Opening balance');
  await godwit('sender', 'add', project.id, 'LankaRetail');
}
