// The values in force with their origins: which of several files each comes from, and what is not certain.
import type { RulesFile } from './file.ts';
import { entryAt, isInForce } from './table.ts';
import { RULE_FIELDS, type RuleField } from './words.ts';

/** Where rules come from, the weakest first: the service, a rule set of staff, RULES_FILE. */
export const RULE_SOURCES = ['SHIPPED', 'STAFF', 'FILE'] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];

/** The rules of each source that has some. */
export type RulesBySource = Readonly<Partial<Record<RuleSource, RulesFile>>>;

/** The files of all sources, of which the later ones win. */
export const layersOf = (sources: RulesBySource): RulesFile[] =>
  RULE_SOURCES.map((source) => sources[source]).filter((file) => file !== undefined);

type Entry = NonNullable<RulesFile[string][RuleField]>[number];
export type ValueInForce = { country: string; field: RuleField; source: RuleSource; entry: Entry };

/** Fields whose values add to those of weaker sources. */
const ADDING: ReadonlySet<RuleField> = new Set([
  ...(['barred_alone', 'protected_names', 'brands', 'shorteners', 'noted'] as const),
]);

/** The values that hold at a time, by country. Those that a stronger source replaces are left out. */
export function valuesInForce(sources: RulesBySource, now: number): ValueInForce[] {
  const countries = [...new Set(layersOf(sources).flatMap((file) => Object.keys(file)))].sort();
  return countries.flatMap((country) =>
    RULE_FIELDS.flatMap((field) => {
      const found = RULE_SOURCES.flatMap((source) =>
        entriesAt(sources[source]?.[country], field, now).map((entry) => ({ country, field, source, entry })),
      );
      return ADDING.has(field) ? found : found.slice(-1);
    }),
  );
}

/** Several notes hold at once; of another field, the one value that began last. */
function entriesAt(fields: RulesFile[string] | undefined, field: RuleField, now: number): Entry[] {
  if (field === 'noted') return (fields?.noted ?? []).filter((entry) => isInForce(entry, now));
  return [entryAt<Entry>(fields?.[field], now) ?? []].flat();
}
