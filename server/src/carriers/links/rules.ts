// Rules of the network: which links carry a message, by its team, sender, class, country or number. The first
// rule that fits decides. Messages that fit none take the links' own routes.

import { isId } from '@godwit/contract/common';
import { ROUTE_CLASSES, routeClass } from '@godwit/contract/contentClass';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import type { Routed } from '../../messages/accept/draft.ts';

const MOST = { rules: 100, values: 500, links: 32 };

/** The tier of a link among those of a group, and its weight within the tier. */
export const place = {
  tier: z.int().min(1).max(9).default(1),
  weight: z.int().min(1).max(1000).default(1),
};

const listOf = <Value extends z.ZodType>(value: Value) =>
  z
    .array(value)
    .min(1, 'name at least one, or leave the condition out')
    .max(MOST.values, `at most ${MOST.values} values`)
    .optional();

const isCountry = (code: string) => isSupportedCountry(code as CountryCode);

/** A message fits if it has one of the values of every condition. */
const when = z.strictObject({
  teams: listOf(z.string().refine(isId, 'a team is named by its id')),
  senders: listOf(z.string().min(1).max(32)),
  classes: listOf(z.enum(ROUTE_CLASSES, { error: `a class is one of ${ROUTE_CLASSES.join(', ')}` })),
  countries: listOf(z.string().refine(isCountry, 'a country is an ISO 3166 code such as LK')),
  prefixes: listOf(z.string().regex(/^\d{1,15}$/, 'a prefix is 1 to 15 digits')),
});

const rule = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,32}$/, 'a name is 1 to 32 of a to z, 0 to 9 and -'),
  when,
  links: z
    .array(z.strictObject({ link: z.string(), ...place }))
    .min(1, 'name at least one link')
    .max(MOST.links, `at most ${MOST.links} links`),
});

/** The rules of a network, in the order in which they are tried. */
export const rulesOfFile = z.array(rule).max(MOST.rules, `at most ${MOST.rules} rules`);

/** A rule: the messages that it fits, and the links that carry them. */
export type Rule = z.output<typeof rule>;

/** A fault of a rule: the path of its field, and what is wrong with it. */
export type Fault = { path: PropertyKey[]; message: string };

/** Faults that the form of a rule does not show: repeated names, unknown links, and rules without effect. */
export function faultsOf(all: readonly Rule[], linkIds: ReadonlySet<string>): Fault[] {
  return all.flatMap((rule, index) => {
    const before = all.slice(0, index);
    const linkFaults = rule.links.flatMap(({ link }, at): Fault[] => {
      const path = [index, 'links', at, 'link'];
      if (!linkIds.has(link)) return [{ path, message: 'no link has this id' }];
      const isRepeated = rule.links.findIndex((one) => one.link === link) < at;
      return isRepeated ? [{ path, message: 'this rule names the link twice' }] : [];
    });
    const above = before.find((one) => takesAllOf(one.when, rule.when));
    return [
      ...(before.some(({ name }) => name === rule.name)
        ? [{ path: [index, 'name'], message: 'another rule has this name' }]
        : []),
      ...linkFaults,
      ...(above
        ? [
            {
              path: [index],
              message: `no message reaches it, because rule ${above.name} above takes them all`,
            },
          ]
        : []),
    ];
  });
}

type Conditions = Rule['when'];

/** Whether each message that fits `other` also fits `one`. Each condition is compared by itself. */
function takesAllOf(one: Conditions, other: Conditions): boolean {
  const fitsPrefix = one.prefixes && prefixTest(one.prefixes);
  return (Object.keys(one) as (keyof Conditions)[]).every((key) => {
    const values = one[key];
    if (!values || isEveryClass(key, values)) return true;
    if (key === 'prefixes') return other.prefixes?.every((prefix) => fitsPrefix!(prefix)) ?? false;
    const known = new Set<string>(values);
    return other[key]?.every((value) => known.has(value)) ?? false;
  });
}

const isEveryClass = (key: string, values: readonly string[]) =>
  key === 'classes' && ROUTE_CLASSES.every((one) => values.includes(one));

/** Whether digits begin with one of these prefixes. Its cost does not depend on their number. */
function prefixTest(prefixes: readonly string[]): (digits: string) => boolean {
  const known = new Set(prefixes);
  const lengths = [...new Set(prefixes.map(({ length }) => length))];
  return (digits) => lengths.some((length) => known.has(digits.slice(0, length)));
}

/** Prepares rules. The returned function finds the first one that a message fits, or null. */
export function openRules(all: readonly Rule[]): (message: Routed) => Rule | null {
  const prepared = all.map((rule) => ({ rule, tests: testsOf(rule.when) }));
  return (message) => prepared.find(({ tests }) => tests.every((fits) => fits(message)))?.rule ?? null;
}

/** The tests of the conditions that a rule has. The country is last, because finding it may cost most. */
function testsOf({ teams, senders, classes, countries, prefixes }: Conditions) {
  const tests: ((message: Routed) => boolean)[] = [];
  if (teams) {
    const known = new Set(teams);
    tests.push(({ teamId }) => known.has(teamId));
  }
  if (senders) {
    const known = new Set(senders);
    tests.push(({ sender }) => known.has(sender));
  }
  if (classes) {
    const known = new Set(classes);
    tests.push(({ contentClass }) => known.has(routeClass(contentClass)));
  }
  if (prefixes) {
    const fits = prefixTest(prefixes);
    tests.push(({ recipient }) => fits(recipient.slice(1)));
  }
  if (countries) {
    const known = new Set<string | null>(countries);
    tests.push((message) => known.has(message.country()));
  }
  return tests;
}
