// The rules of countries in this process: the shipped ones and those of RULES_FILE, which win. Values with a
// time begin and end by themselves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RulesFile, rulesFile } from '@godwit/contract/rules/file';
import { openRules, type RuleTable } from '@godwit/contract/rules/table';
import type { Logger } from 'pino';
import { parseJson } from './json.ts';

export type CountryRules = {
  /** The rules at this moment. */
  now(): RuleTable;
  /** Reads RULES_FILE again. A file with a fault changes nothing, and is logged. */
  reload(): void;
};

const SHIPPED = join(import.meta.dirname, 'countryRules.json');

/**
 * Reads a file of rules.
 * @throws an error that begins with `name` and has the place of each fault
 */
export function readRulesFile(path: string, name = `RULES_FILE ${path}`): RulesFile {
  const parsed = rulesFile.safeParse(parseJson(readFileSync(path, 'utf8'), name));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${name} is wrong:\n${faults.join('\n')}`);
}

/**
 * Opens the rules of this process. If `path`, the operator's file, cannot be used, only the shipped rules
 * hold: a service that starts has refused the file before.
 */
export function openCountryRules(path: string | null, log: Pick<Logger, 'info' | 'error'>): CountryRules {
  const shipped = readRulesFile(SHIPPED, 'The shipped rules');
  let rules = openRules([shipped]);
  const reload = () => {
    if (path === null) return;
    try {
      rules = openRules([shipped, readRulesFile(path)]);
      log.info({ path }, 'the rules of countries are now those of RULES_FILE');
    } catch (error) {
      log.error(
        { err: error },
        `RULES_FILE is not applied, and the rules stay as they are: ${(error as Error).message}`,
      );
    }
  };
  reload();
  return { now: () => rules(), reload };
}
