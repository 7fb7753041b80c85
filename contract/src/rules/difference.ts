// How two sets of rules differ, in words: what changes in each country and when, and which values a document
// adds and removes.
import { EVERYWHERE, type RulesFile } from './file.ts';
import { openRules, type RuleTable, timesOf } from './table.ts';
import {
  entryWords,
  LIST_FIELDS,
  LIST_WORDS,
  listWords,
  originWords,
  RULE_FIELDS,
  RULE_NAMES,
  type RuleField,
  rulesOf,
  VALUE_FIELDS,
  VALUE_WORDS,
} from './words.ts';

/** The moments that are compared, and the changes that are listed; a difference with more says so. */
const MOST_MOMENTS = 40;
const MOST_RULE_CHANGES = 200;

/**
 * A rule that changes. `countries`: `*` is every country that has no rules of its own. `before` and `after`:
 * the rule in words; for lists, the words that are taken away and added. It differs from `from` until before
 * `until`; null is now and for ever.
 */
export type RuleEffect = {
  countries: string[];
  field: RuleField;
  rule: string;
  is_list: boolean;
  before: string;
  after: string;
  from: string | null;
  until: string | null;
};

/** A value that the document of staff gets or loses, with its origin in words. */
export type ChangedValue = {
  country: string;
  field: RuleField;
  rule: string;
  kind: 'ADDED' | 'REMOVED';
  value: string;
  origin: string;
};

/** `is_cut`: there are more changes or moments than are listed. */
export type RuleDifference = { effects: RuleEffect[]; values: ChangedValue[]; is_cut: boolean };

/** The rules before and after: files of which the later ones win, and the document that is changed. */
export type Compared = {
  files: { before: readonly RulesFile[]; after: readonly RulesFile[] };
  documents: { before: RulesFile; after: RulesFile };
};

/** How rules change from `now` on. */
export function differenceOf({ files, documents }: Compared, now: number): RuleDifference {
  const values = valueChanges(documents);
  const countries = countriesOf(files, values);
  const moments = momentsOf(files, now);
  const effects = effectsOf(files, countries, moments.slice(0, MOST_MOMENTS));
  return {
    effects: effects.slice(0, MOST_RULE_CHANGES),
    values: values.slice(0, MOST_RULE_CHANGES),
    is_cut: [effects, values].some((all) => all.length > MOST_RULE_CHANGES) || moments.length > MOST_MOMENTS,
  };
}

/** Now, and each later time at which a value begins or ends. */
export function momentsOf({ before, after }: Compared['files'], now: number): number[] {
  const later = [...before, ...after].flatMap(timesOf).filter((time) => time > now);
  return [now, ...new Set(later.sort((a, b) => a - b))];
}

/** The countries whose rules may differ: a value for every country may change those of each. */
function countriesOf(files: Compared['files'], values: readonly ChangedValue[]): string[] {
  const changed = new Set(values.map(({ country }) => country));
  if (!changed.has(EVERYWHERE)) return [...changed];
  const named = [...files.before, ...files.after].flatMap((file) => Object.keys(file));
  return [...new Set([EVERYWHERE, ...named])];
}

type Said = { before: string; after: string; isList: boolean };

function effectsOf(
  files: Compared['files'],
  countries: readonly string[],
  moments: readonly number[],
): RuleEffect[] {
  const [old, next] = [openRules(files.before), openRules(files.after)];
  /** The difference of each rule at the moment before, with the moment at which it began. */
  const open = new Map<string, Said & { from: number }>();
  const found: (Said & { key: string; from: number; until: number | null })[] = [];
  for (const moment of moments) {
    const differing = differencesAt(old(moment), next(moment), countries);
    for (const [key, one] of open) {
      const said = differing.get(key);
      if (said && said.before === one.before && said.after === one.after) continue;
      found.push({ key, ...one, until: moment });
      open.delete(key);
    }
    for (const [key, said] of differing) if (!open.has(key)) open.set(key, { ...said, from: moment });
  }
  for (const [key, one] of open) found.push({ key, ...one, until: null });
  const instant = (time: number | null) =>
    time === null || time === moments[0] ? null : new Date(time).toISOString();
  const whole = found.map(({ key, before, after, isList, from, until }) => {
    const [field, country] = key.split(' ') as [RuleField, string];
    const when = { from: instant(from), until: instant(until) };
    return { countries: [country], field, rule: RULE_NAMES[field], is_list: isList, before, after, ...when };
  });
  return merged(whole).sort(byTime);
}

const byTime = (a: RuleEffect, b: RuleEffect) =>
  (a.from ?? '').localeCompare(b.from ?? '') ||
  a.countries[0]!.localeCompare(b.countries[0]!) ||
  RULE_FIELDS.indexOf(a.field) - RULE_FIELDS.indexOf(b.field);

/** One change of the countries in which it is the same. */
function merged(effects: readonly RuleEffect[]): RuleEffect[] {
  const same = Map.groupBy(effects, ({ countries: _, ...rest }) => JSON.stringify(rest));
  return [...same.values()].map((those) => ({
    ...those[0]!,
    countries: those.flatMap(({ countries }) => countries).sort(),
  }));
}

type List = { field: RuleField; country: string; gone: readonly string[]; come: readonly string[] };

/** The rules that differ at a moment, by field and country. */
function differencesAt(old: RuleTable, next: RuleTable, countries: readonly string[]): Map<string, Said> {
  const found = new Map<string, Said>();
  const lists: List[] = LIST_FIELDS.map((field) => ({
    ...{ field, country: EVERYWHERE },
    ...{ gone: LIST_WORDS[field](old), come: LIST_WORDS[field](next) },
  }));
  for (const country of countries) {
    const [before, after] = [rulesOf(old, country), rulesOf(next, country)];
    for (const field of VALUE_FIELDS) {
      const said = { before: VALUE_WORDS[field](before), after: VALUE_WORDS[field](after), isList: false };
      if (said.before !== said.after) found.set(`${field} ${country}`, said);
    }
    lists.push({
      ...{ field: 'barred_alone', country },
      ...{ gone: [...before.barredAlone], come: [...after.barredAlone] },
    });
  }
  for (const { field, country, gone, come } of lists) {
    const [had, has] = [new Set(gone), new Set(come)];
    const said = {
      ...{ before: listed(gone.filter((one) => !has.has(one))), isList: true },
      after: listed(come.filter((one) => !had.has(one))),
    };
    if (said.before !== said.after) found.set(`${field} ${country}`, said);
  }
  return found;
}

const NOTHING = 'none';
const listed = (words: readonly string[]) => listWords([...new Set(words)]) || NOTHING;

type Entry = NonNullable<RulesFile[string][RuleField]>[number];

/** The values that only one of two documents has. */
function valueChanges({ before, after }: Compared['documents']): ChangedValue[] {
  const countries = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return countries.flatMap((country) =>
    RULE_FIELDS.flatMap((field) => {
      const [old, next] = [before, after].map((file): readonly Entry[] => file[country]?.[field] ?? []);
      const change = (kind: ChangedValue['kind'], entry: Entry): ChangedValue => ({
        ...{ country, field, rule: RULE_NAMES[field], kind },
        ...{ value: entryWords(country, field, entry), origin: originWords(entry) },
      });
      return [
        ...without(old!, next!).map((entry) => change('REMOVED', entry)),
        ...without(next!, old!).map((entry) => change('ADDED', entry)),
      ];
    }),
  );
}

/** The entries of a list that another one does not have. */
function without(some: readonly Entry[], others: readonly Entry[]): Entry[] {
  const known = new Set(others.map((entry) => JSON.stringify(entry)));
  return some.filter((entry) => !known.has(JSON.stringify(entry)));
}
