// Which rule takes which message, compared with a plain reading of the rules.
import { CONTENT_CLASSES, ROUTE_CLASSES } from '@godwit/contract/contentClass';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Routed } from '../../messages/accept/draft.ts';
import { simulatorLinks } from './config.ts';
import { groupLinks, groupNow, readGroupName } from './groups.ts';
import { faultsOf, type Rule, rulesOfFile } from './rules.ts';

const TEAMS = ['a', 'b', 'c'].map((letter) => `00000000-0000-7000-8000-00000000000${letter}`);
const SENDERS = ['Lanka Shop', 'lanka shop', '+94770000001'];
const NUMBERS = new Map([
  ['+94771234567', 'LK'],
  ['+94711234567', 'LK'],
  ['+919812345678', 'IN'],
  ['+61412345678', 'AU'],
  ['+12025550123', 'US'],
  ['+16045550123', 'CA'],
  ['+8835100012345', null],
]);
const PREFIXES = ['9', '94', '947', '9477', '94771234567', '947712345678', '91', '1', '1604', '883'];

const [link] = simulatorLinks(1, ['LIVE']);
const links = ['x', 'y'].map((id) => ({ ...link!, id, routes: [{ prefix: '94', tier: 1, weight: 1 }] }));

const some = <Value>(values: readonly Value[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), { nil: undefined });
const conditions = fc.record(
  {
    teams: some(TEAMS),
    senders: some(SENDERS),
    classes: some(ROUTE_CLASSES),
    countries: some(['LK', 'IN', 'AU', 'CA']),
    prefixes: some(PREFIXES),
  },
  { requiredKeys: [] },
);
const rulesOf = fc
  .array(conditions, { maxLength: 6 })
  .map((all) => all.map((when, i): Rule => ({ name: `rule-${i}`, when, links: [to('x')] })));
const message = fc
  .record({
    mode: fc.constantFrom('LIVE' as const, 'LIVE' as const, 'TEST' as const),
    teamId: fc.constantFrom(...TEAMS),
    sender: fc.constantFrom(...SENDERS),
    contentClass: fc.constantFrom(...CONTENT_CLASSES),
    recipient: fc.constantFrom(...NUMBERS.keys()),
  })
  .map((facts): Routed => ({ ...facts, country: () => NUMBERS.get(facts.recipient)! }));

function to(id: string, tier = 1, weight = 1) {
  return { link: id, tier, weight };
}

/** The rules as the documentation states them. */
function fits({ when }: Rule, { teamId, sender, contentClass, recipient, country }: Routed): boolean {
  return (
    (!when.teams || when.teams.some((team) => team === teamId)) &&
    (!when.senders || when.senders.some((one) => one === sender)) &&
    (!when.classes || when.classes.some((one) => one === contentClass.toLowerCase())) &&
    (!when.countries || when.countries.some((one) => one === country())) &&
    (!when.prefixes || when.prefixes.some((prefix) => recipient.startsWith(`+${prefix}`)))
  );
}

describe('a message', () => {
  it('belongs to the first rule that it fits, else to the routes of its number', () => {
    const taken = new Set<string | null>();
    fc.assert(
      fc.property(rulesOf, message, (rules, one) => {
        const rule = one.mode === 'LIVE' ? rules.find((rule) => fits(rule, one)) : undefined;
        const byNumber = one.mode === 'LIVE' && one.recipient.startsWith('+94') ? 'LIVE:94' : null;
        const { find } = groupLinks(links, rules);
        expect(find(one)).toBe(rule ? `LIVE:#${rule.name}` : byNumber);
        taken.add(rule?.name ?? byNumber);
      }),
      { numRuns: 2_000 },
    );
    expect(taken.size).toBeGreaterThan(4);
  });

  it('that waits belongs where an accepted one does, with the country of its number', () => {
    fc.assert(
      fc.property(rulesOf, message, (rules, { country, ...stored }) => {
        const groups = groupLinks(links, rules);
        const found = groups.find({ ...stored, country });
        expect(groupNow(groups, 'LIVE:#gone', stored)).toBe(found ?? 'LIVE:#gone');
        if (rules.length > 0)
          expect(groupNow(groups, 'LIVE:#rule-0', stored)).toBe(found ?? `${stored.mode}:`);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a rule', () => {
  it('is a group of its links, and its name is read from that of the group', () => {
    const rules = [{ name: 'codes', when: {}, links: [to('x'), to('y', 2, 5)] }];
    const { groups } = groupLinks(links, rules);
    expect(groups.get('LIVE:#codes')).toEqual([
      { linkId: 'x', tier: 1, weight: 1 },
      { linkId: 'y', tier: 2, weight: 5 },
    ]);
    expect([...groups.keys()].map(readGroupName)).toEqual([
      { mode: 'LIVE', prefix: '94', rule: null },
      { mode: 'LIVE', prefix: null, rule: 'codes' },
    ]);
  });

  it('that is reported as without effect takes no message', () => {
    let reported = 0;
    fc.assert(
      fc.property(rulesOf, fc.array(message, { minLength: 20, maxLength: 20 }), (rules, some) => {
        const useless = faultsOf(rules, new Set(['x'])).map(({ path }) => rules[path[0] as number]!.name);
        reported += useless.length;
        const { find } = groupLinks(links, rules);
        for (const one of some) expect(useless.map((name) => `LIVE:#${name}`)).not.toContain(find(one));
      }),
      { numRuns: 500 },
    );
    expect(reported).toBeGreaterThan(50);
  });

  it.each<[object, object, boolean]>([
    [{}, { teams: [TEAMS[0]] }, true],
    [{ classes: ['promotional', 'service', 'transactional'] }, {}, true],
    [{ classes: ['promotional', 'transactional'] }, {}, false],
    [{ classes: ['promotional'] }, {}, false],
    [{ prefixes: ['94'] }, { prefixes: ['9477', '9471'] }, true],
    [{ prefixes: ['9477'] }, { prefixes: ['94'] }, false],
    [{ prefixes: ['94'] }, { countries: ['LK'] }, false],
    [{ countries: ['LK', 'IN'] }, { countries: ['IN'], classes: ['promotional'] }, true],
    [{ countries: ['LK'], classes: ['promotional'] }, { countries: ['LK'] }, false],
    [{ senders: ['Shop'] }, { senders: ['Shop', 'Sale'] }, false],
  ])('after %j, %j has no effect: %s', (first, second, hasNone) => {
    const [one, other] = [first, second].map((when, i) => ({ name: `rule-${i}`, when, links: [to('x')] }));
    const faults = faultsOf([one as Rule, other as Rule], new Set(['x']));
    expect(faults.map(({ message }) => message)).toEqual(
      hasNone ? ['no message reaches it, because rule rule-0 above takes them all'] : [],
    );
  });

  it('has bounds', () => {
    const of = (count: number, change: object) =>
      rulesOfFile.safeParse(
        Array.from({ length: count }, (_, i) => ({ name: `r${i}`, when: {}, links: [to('x')], ...change })),
      ).success;
    const prefixes = (count: number) => ({
      when: { prefixes: Array.from({ length: count }, (_, i) => `${i}`) },
    });
    const many = (count: number) => ({ links: Array.from({ length: count }, (_, i) => to(`l${i}`)) });
    expect([of(100, {}), of(101, {})]).toEqual([true, false]);
    expect([of(1, prefixes(500)), of(1, prefixes(501))]).toEqual([true, false]);
    expect([of(1, many(32)), of(1, many(33))]).toEqual([true, false]);
  });
});
