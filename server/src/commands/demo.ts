// `godwit demo`: fills a separate database with an invented year and prints the sign-ins.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { BUSINESSES } from '../demo/businesses.ts';
import { fillDemo, isUnused, type SignIns } from '../demo/fill.ts';
import { openRuntime, type Runtime } from '../runtime.ts';
import { readSettings, type Settings } from '../settings.ts';
import { CommandError } from './report.ts';
import { bringUpToDate } from './upToDate.ts';

/** File in DATA_DIR with the sign-ins, written after the fill completes. */
const SIGN_INS = 'demo.json';
const CONNECTIONS = 3;

/** The settings of the demo: those of the environment, on the embedded database of a folder of its own. */
export function demoSettings(environment: Record<string, string | undefined>): Settings {
  const settings = readSettings({ DATA_DIR: './.demo', ...environment });
  if (settings.databaseUrl !== null)
    throw new CommandError('The demo has a database of its own: run it without DATABASE_URL.');
  return settings;
}

/**
 * Fills the database the first time, and prints the sign-ins. CommandError if the database is in use and
 * not the demo's.
 */
export async function prepareDemo(settings: Settings, scale?: number): Promise<SignIns> {
  const file = join(settings.dataDir, SIGN_INS);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SignIns;
  const runtime = await openRuntime({ ...settings, logLevel: 'warn' }, 'demo', CONNECTIONS);
  try {
    return await fillOnce(runtime, file, scale);
  } finally {
    await runtime.close();
  }
}

/** Fills an unused database and keeps the sign-ins in a file, which is there once all of it is. */
export async function fillOnce(runtime: Runtime, file: string, scale?: number): Promise<SignIns> {
  await bringUpToDate(runtime);
  if (!(await isUnused(runtime.pool)))
    throw new CommandError(
      `The database in ${runtime.settings.dataDir} is not a demo, or its filling was cut short. Name another folder with DATA_DIR, or remove this one if nothing in it is needed.`,
    );
  const signIns = await fillDemo(runtime, scale);
  writeFileSync(file, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600, flush: true });
  return signIns;
}

/** Sign-ins for each page, with the current codes. */
export function describeSignIns(
  { password, staff }: SignIns,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string {
  const people = BUSINESSES.flatMap(({ name, people }) =>
    people.map(({ email, role }) => `    ${email.padEnd(32)} ${role.toLowerCase().padEnd(8)} ${name}`),
  );
  const ofStaff = staff.map(({ email, role, secret }) => {
    const code = new TOTP({ secret }).generate();
    return `    ${email.padEnd(32)} ${role.toLowerCase().padEnd(12)} code ${code}, secret ${secret}`;
  });
  return [
    '',
    `  DEMO: everything in it is made up. The password of everyone is  ${password}`,
    '',
    `  Customers, at ${publicUrl.origin}/login`,
    ...people,
    '',
    `  Staff, at ${publicUrl.origin}/staff, with a code of an authenticator app that has the secret`,
    ...ofStaff,
    '  Codes change every half minute and are good once: npm run demo -- --codes prints the present ones.',
    '',
  ].join('\n');
}
