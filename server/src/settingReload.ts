// Settings that change without a restart: read again from the file of GODWIT_SETTINGS on a SIGHUP.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Logger } from 'pino';
import { readSettings, SETTINGS, type Settings, SettingsError, settingTexts } from './settings.ts';

type Key = keyof Settings;
type Environment = Record<string, string | undefined>;

/** Settings that code reads each time it needs them and never keeps: only these can apply at once. */
export const RELOADED: ReadonlySet<Key> = new Set<Key>([
  ...(['logLevel', 'limitRegister', 'limitLogin', 'limitApi', 'limitUploads'] as const),
  ...(['newTeamDays', 'limitNewHome', 'limitNewAbroad', 'retention', 'adjustAlone'] as const),
  ...(['paymentMin', 'paymentMax', 'bankDetails'] as const),
  ...(['sellerName', 'sellerAddress', 'sellerTaxNumber'] as const),
  ...(['supportEmail', 'supportPhone', 'supportUrl', 'expectedProcesses'] as const),
]);

/** Every key in the order of the table. */
const KEYS = Object.keys(SETTINGS) as Key[];

/**
 * Returns a function that reads the file again and changes `settings` in place. An environment variable that
 * differed from the file at startup still overrides it. A file with an error changes nothing. The log names
 * the settings that were applied and those that need a restart, without values, because some are secrets.
 */
export function openSettingsReload(
  { settings, log }: { settings: Settings; log: Pick<Logger, 'info' | 'warn' | 'error'> & { level: string } },
  environment: Environment = process.env,
): () => void {
  const file = environment.GODWIT_SETTINGS;
  if (!file) return () => {};
  const first = valuesOf(file) ?? {};
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => first[name] !== value),
  );
  let before = settingTexts(environment);

  return () => {
    const values = valuesOf(file);
    const now = { ...values, ...given };
    let read: Settings;
    try {
      read = readSettings(now);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      log.error({ problems: error.problems }, 'Settings are not applied; the previous ones stay in force');
      return;
    }
    const after = settingTexts(now);
    const changed = KEYS.filter((key) => before[key] !== after[key]);
    before = after;
    const applied = changed.filter((key) => RELOADED.has(key));
    for (const key of applied) Object.assign(settings, { [key]: read[key] });
    if (applied.includes('logLevel')) log.level = read.logLevel;
    if (applied.length > 0) log.info({ settings: namesOf(applied) }, 'Settings are applied');
    const rest = changed.filter((key) => !RELOADED.has(key));
    if (rest.length > 0)
      log.warn({ settings: namesOf(rest) }, 'Changed settings need a restart of this process');
  };
}

const namesOf = (keys: readonly Key[]) => keys.map((key) => SETTINGS[key].name);

/** The values of a settings file; null if it cannot be read, which `readSettings` reports. */
function valuesOf(file: string): Environment | null {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
