// Applies the current rule set of staff in this process, within a second of its acceptance.
import type { RulesFile } from '@godwit/contract/rules/file';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type CountryRules, checkRules } from '../countryRules.ts';
import type { Signals } from '../db/signals.ts';
import { followVersions } from '../versions/follow.ts';
import { noteSetInUse, selectAccepted } from './queries.ts';
import { RULE_SETS } from './sets.ts';

/** How many sets are tried, from the newest on. */
const MOST_TRIED = 10;

/**
 * The set that a process uses. `current`: the number of the current one; null if there is none. `trouble`:
 * why it uses an older one, or none.
 */
export type ReadSet = {
  current: number | null;
  used: { number: number; rules: RulesFile; by: string; since: Date } | null;
  trouble: string | null;
};

/**
 * Reads the current set. If this process cannot use it, because a newer version of the program wrote it, the
 * newest older one that it can use.
 */
export async function readRuleSet(pool: Pool): Promise<ReadSet> {
  const accepted = await selectAccepted(pool, MOST_TRIED);
  const troubles: string[] = [];
  for (const { number, body, decided_by, author, since } of accepted) {
    try {
      const rules = checkRules(body, `Rule set ${number}`);
      const used = { number, rules, by: decided_by ?? author, since };
      return { current: accepted[0]!.number, used, trouble: troubles[0] ?? null };
    } catch (error) {
      troubles.push((error as Error).message);
    }
  }
  return { current: accepted[0]?.number ?? null, used: null, trouble: troubles[0] ?? null };
}

type Parts = { pool: Pool; countryRules: Pick<CountryRules, 'useStaffRules'>; log: Logger };

/** Reads the current set and applies it, or the newest one that this process can use. */
export async function applyRuleSet({ pool, countryRules, log }: Parts): Promise<ReadSet> {
  const read = await readRuleSet(pool);
  countryRules.useStaffRules(read.used?.rules ?? null);
  const number = read.used?.number ?? null;
  if (read.trouble)
    log.error(
      { rule_set: number },
      `${read.trouble}\nthis process uses ${number === null ? 'none' : `rule set ${number}`} instead`,
    );
  else if (number !== null) log.info({ rule_set: number }, 'using this rule set');
  return read;
}

type Following = Parts & {
  signals: Pick<Signals, 'on'>;
  /** The row of this process among those that run. */
  processId: string;
  /** The set that was read when this process started. */
  started: ReadSet;
  everyMs?: number;
};

/** Follows the current set until it is stopped. */
export function startFollowingRules({ started, processId, signals, everyMs, ...parts }: Following) {
  const { pool, log } = parts;
  return followVersions({
    ...{ pool, signals, log, everyMs },
    name: 'following the rules of countries',
    document: RULE_SETS,
    started: {
      inUse: started.used?.number ?? null,
      tried: started.current,
      trouble: started.trouble,
    },
    async apply() {
      const { used, trouble } = await applyRuleSet(parts);
      return { inUse: used?.number ?? null, trouble };
    },
    note: (inUse) => noteSetInUse(pool, processId, inUse),
  });
}
