// The rules of countries in words, for staff and the operator.
import type { ContentClass } from '../contentClass.ts';
import { formWords } from '../senders.ts';
import { type Brand, type CountryFile, EVERYWHERE } from './file.ts';
import { type CountryRules, openRules, otherwiseOf, type RuleTable } from './table.ts';

export type RuleField = keyof CountryFile;

/** The subject of each field. */
export const RULE_NAMES: Readonly<Record<RuleField, string>> = {
  takes_names: 'Names as senders',
  name: 'Names that teams may request',
  barred_alone: 'General words that are no names',
  protected_names: 'Protected names',
  brands: 'Brands',
  register: 'Names that are not registered',
  networks: 'Networks that register names',
  quiet_hours: 'Quiet hours',
  quiet_for: 'Classes that keep quiet hours',
  consent: 'Messages without consent',
  consent_for: 'Classes that need consent',
  shorteners: 'Hosts that shorten links',
  text_check: 'Texts with signs of fraud',
  advertising: 'Campaigns that look like advertising',
  brand_in_text: 'Texts without their brand',
  noted: 'Note',
};

export const RULE_FIELDS = Object.keys(RULE_NAMES) as RuleField[];

const classWords = (classes: readonly ContentClass[]) => classes.map((one) => one.toLowerCase()).join(', ');

/** The fields that have one value in a country, in words. Of two rules that are the same, the words are. */
export const VALUE_WORDS = {
  takes_names: ({ takesNames }) => (takesNames ? 'delivered' : 'refused (3002)'),
  name: ({ name }) => formWords(name),
  register: (rules) =>
    ({ PASS: 'sent as they are', STAMP: 'shown as Unverified', REFUSE: 'refused (3002)' })[
      otherwiseOf(rules)
    ],
  networks: ({ networks }) =>
    networks.map(({ name, prefixes }) => `${name} ${prefixes.join(' ')}`).join(', ') || 'none',
  quiet_hours: ({ quietHours: { from, to } }) => `${from} to ${to}`,
  quiet_for: ({ quietFor }) => classWords(quietFor),
  consent: ({ consent }) =>
    ({ OFF: 'sent', WARN: 'sent, and counted in reviews', ENFORCE: 'not sent' })[consent],
  consent_for: ({ consentFor }) => classWords(consentFor),
  text_check: ({ textCheck }) => (textCheck === 'HOLD' ? 'held until staff release them' : 'sent'),
  advertising: ({ advertising }) => (advertising === 'ATTEST' ? 'sent if a person attests them' : 'sent'),
  brand_in_text: ({ brandInText }) =>
    ({ OFF: 'sent', WARN: 'sent, and reviews warn', REFUSE: 'refused (3002)' })[brandInText],
} as const satisfies Partial<Record<RuleField, (rules: CountryRules) => string>>;
export type ValueField = keyof typeof VALUE_WORDS;
export const VALUE_FIELDS = Object.keys(VALUE_WORDS) as ValueField[];

/** The lists that hold in every country, in words. */
export const LIST_WORDS = {
  protected_names: ({ protectedNames }) => protectedNames,
  brands: ({ brands }) => brands.map(brandWords),
  shorteners: ({ shorteners }) => [...shorteners],
} as const satisfies Partial<Record<RuleField, (rules: RuleTable) => readonly string[]>>;
export type ListField = keyof typeof LIST_WORDS;
export const LIST_FIELDS = Object.keys(LIST_WORDS) as ListField[];

function brandWords({ names, in_texts: inTexts, owners, domains }: Brand): string {
  const parts = [
    owners.map(({ scheme, number }) => `${scheme} ${number}`).join(', '),
    domains.join(', '),
    inTexts === undefined ? '' : `in texts: ${inTexts.join(' ') || 'none'}`,
  ];
  return `${names.join(' ')} (${parts.filter(Boolean).join('; ')})`;
}

const MOST_CHARACTERS = 600;

/** Texts between dots, cut if they are too many. */
export function listWords(words: readonly string[]): string {
  const text = words.join(' · ');
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}

/** The rules of a country; `*` has those of countries without rules of their own. */
export const rulesOf = (table: RuleTable, country: string): CountryRules =>
  table.of(country === EVERYWHERE ? null : country);

type Entry = NonNullable<CountryFile[RuleField]>[number];

/** One value of a country in words. */
export function entryWords(country: string, field: RuleField, entry: Entry): string {
  if (field === 'noted') return listWords([String(entry.value)]);
  const table = openRules([{ [country]: { [field]: [{ ...entry, from: null, until: null }] } }])();
  const rules = rulesOf(table, country);
  if (field === 'barred_alone') return listWords([...rules.barredAlone]);
  if (field in LIST_WORDS) return listWords(LIST_WORDS[field as ListField](table));
  return listWords([VALUE_WORDS[field as ValueField](rules)]);
}

const STATUS_WORDS = {
  P: "the regulator's page",
  S: 'a law firm or the press',
  V: 'a vendor',
  HOUSE: 'our own decision',
};

/** When a value holds, and where it comes from: `from 2027-01-01T00:00:00+08:00; SSIR; …`. */
export function originWords(entry: Omit<Entry, 'value'>): string {
  const { from, until, source, status, read_on, unverified, counsel } = entry;
  const parts = [
    from && `from ${from}`,
    until && `until ${until}`,
    source.replace(/\.$/, ''),
    `${STATUS_WORDS[status]}, read on ${read_on}`,
    unverified && 'no text found (?)',
    counsel ? `counsel: ${counsel.who}, ${counsel.on}` : 'waits for counsel',
  ];
  return parts.filter(Boolean).join('; ');
}
