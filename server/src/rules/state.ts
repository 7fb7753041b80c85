// GET /rules: the rules in force with their origins, the proposals, and the processes that use the current
// set.
import { type ValueInForce, valuesInForce } from '@godwit/contract/rules/inForce';
import { entryWords, originWords, RULE_NAMES } from '@godwit/contract/rules/words';
import type { RulesAnswer, RulesDocument } from '@godwit/contract/staff/rules';
import type { Staff } from '../identity/sessions.ts';
import type { Services } from '../services.ts';
import { selectCurrentSet, selectSetsInUse } from './queries.ts';
import { readProposedSets, rulesOfSet, toRuleSet } from './sets.ts';

type Parts = Pick<Services, 'kysely' | 'countryRules'>;

/** The rules as a member of staff sees them. */
export async function readRulesState(services: Parts, staff: Staff): Promise<RulesAnswer> {
  const { kysely, countryRules } = services;
  const row = await selectCurrentSet(kysely);
  const [proposals, inUse] = await Promise.all([
    readProposedSets(services, staff, row),
    selectSetsInUse(kysely),
  ]);
  const sources = { ...countryRules.sources(), STAFF: rulesOfSet(services, row) };
  const values = valuesInForce(sources, Date.now());
  return {
    current: row ? toRuleSet(row, staff, row) : null,
    document: row?.body ?? {},
    today: todayOf(values),
    proposals,
    file: sources.FILE ? { countries: Object.keys(sources.FILE) } : null,
    in_force: values.map(({ country, field, source, entry }) => ({
      ...{ country, field, source, rule: RULE_NAMES[field], value: entryWords(country, field, entry) },
      ...{ origin: originWords(entry), unverified: entry.unverified, waits: entry.counsel === null },
    })),
    processes: {
      running: inUse.length,
      current: inUse.filter(({ version }) => version === (row?.number ?? null)).length,
      troubles: inUse.flatMap(({ host, trouble }) => (trouble === null ? [] : [{ host, words: trouble }])),
    },
  };
}

/** The values in force as a document. It may be proposed again as it is. */
function todayOf(values: readonly ValueInForce[]): RulesDocument {
  const byCountry = Map.groupBy(values, ({ country }) => country);
  const fieldsOf = (those: readonly ValueInForce[]) =>
    Object.fromEntries(
      [...Map.groupBy(those, ({ field }) => field)].map(([field, same]) => [
        field,
        same.map(({ entry }) => entry),
      ]),
    );
  // The values come from JSON, so this only drops what they do not set.
  return JSON.parse(
    JSON.stringify(Object.fromEntries([...byCountry].map(([at, those]) => [at, fieldsOf(those)]))),
  );
}
