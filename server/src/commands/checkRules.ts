// Checks the rules of countries for doctor: which are in force, since when and by whom, and which of them are
// uncertain.
import { type RulesBySource, valuesInForce } from '@godwit/contract/rules/inForce';
import { RULE_NAMES } from '@godwit/contract/rules/words';
import { readRulesFile } from '../countryRules.ts';
import { pendingMigrations } from '../db/schema/migrate.ts';
import { type ReadSet, readRuleSet } from '../rules/follow.ts';
import type { Runtime } from '../runtime.ts';
import type { Finding } from './report.ts';

/** Finds the rules as a process that starts now would. */
export async function checkCountryRules(
  runtime: Pick<Runtime, 'pool' | 'settings' | 'countryRules'>,
): Promise<Finding> {
  const { rulesFile } = runtime.settings;
  const { SHIPPED } = runtime.countryRules.sources();
  const set = (await pendingMigrations(runtime.pool)).length > 0 ? null : await readRuleSet(runtime.pool);
  const file = rulesFile === null ? null : readFile(rulesFile);
  if (file && !file.ok) return file;
  const sources: RulesBySource = {
    ...(SHIPPED && { SHIPPED }),
    ...(set?.used && { STAFF: set.used.rules }),
    ...(file && { FILE: file.rules }),
  };
  // Later checks look at the networks of the rules.
  runtime.countryRules.useStaffRules(set?.used?.rules ?? null);
  const says = [setWords(set), fileWords(rulesFile, sources), doubtWords(sources)].join('; ');
  if (set?.trouble) return { ok: false, says: `${set.trouble}\nuntil then, ${says}` };
  return { ok: true, says };
}

function readFile(path: string) {
  try {
    return { ok: true as const, rules: readRulesFile(path) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      ok: false as const,
      says: code
        ? `RULES_FILE cannot be read (${code}): ${path}`
        : `${message}\nuntil then, running processes keep the rules they have`,
    };
  }
}

function setWords(set: ReadSet | null): string {
  if (!set?.used) return 'the shipped rules of countries, and no rule set of staff';
  const { number, since, by } = set.used;
  return `rule set ${number} of staff since ${since.toISOString()}, accepted by ${by}`;
}

function fileWords(path: string | null, { FILE }: RulesBySource): string {
  if (path === null || !FILE) return 'no RULES_FILE';
  return `${path} has rules for ${Object.keys(FILE).join(', ')}, which win`;
}

/** The values in force for which no text was found, and those that counsel has not seen. */
function doubtWords(sources: RulesBySource): string {
  const values = valuesInForce(sources, Date.now());
  const doubtful = values.filter(({ entry }) => entry.unverified);
  const named = [...Map.groupBy(doubtful, ({ field }) => RULE_NAMES[field])].map(
    ([rule, those]) => `${rule} (${those.map(({ country }) => country).join(', ')})`,
  );
  const waiting = values.filter(({ entry }) => entry.counsel === null).length;
  const doubts =
    named.length === 0 ? 'none is marked (?)' : `${doubtful.length} are marked (?): ${named.join(', ')}`;
  return `of ${values.length} values in force ${waiting} wait for counsel, and ${doubts}`;
}
