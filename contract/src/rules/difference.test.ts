// Changes of rules in words, and which of several sources wins.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, momentsOf } from './difference.ts';
import { EVERYWHERE, type RulesFile, rulesFile } from './file.ts';
import { layersOf, valuesInForce } from './inForce.ts';
import { openRules } from './table.ts';
import { rulesOf, VALUE_FIELDS, VALUE_WORDS } from './words.ts';

const ORIGIN = { source: 'A test.', read_on: '2026-11-23', status: 'HOUSE', counsel: null };
const dated = (value: unknown, from: string | null = null, until: string | null = null) => ({
  ...{ ...ORIGIN, value, from, until },
});
const parse = (content: unknown): RulesFile => rulesFile.parse(content);
const NOW = Date.parse('2026-12-01T00:00:00Z');
const compare = (
  before: RulesFile,
  after: RulesFile,
  others: { below?: RulesFile; above?: RulesFile } = {},
) => {
  const { below = {}, above = {} } = others;
  const files = { before: [below, before, above], after: [below, after, above] };
  return differenceOf({ files, documents: { before, after } }, NOW);
};

describe('a difference', () => {
  it('has each rule that changes in words, from when on, and the origin of its value', () => {
    const after = parse({
      LK: { register: [dated({ else: 'REFUSE' }, '2027-01-01T00:00:00+05:30')] },
      SG: { noted: [{ ...dated('UEN'), unverified: true, counsel: { who: 'A. Silva', on: '2026-11-30' } }] },
    });
    const { effects, values, is_cut } = compare({}, after);
    expect(effects).toEqual([
      {
        ...{ countries: ['LK'], field: 'register', rule: 'Names that are not registered', is_list: false },
        ...{ before: 'sent as they are', after: 'refused (3002)' },
        ...{ from: '2026-12-31T18:30:00.000Z', until: null },
      },
    ]);
    expect(values).toMatchObject([
      {
        ...{ country: 'LK', kind: 'ADDED', value: 'refused (3002)' },
        origin:
          'from 2027-01-01T00:00:00+05:30; A test; our own decision, read on 2026-11-23; waits for counsel',
      },
      {
        ...{ country: 'SG', field: 'noted', value: 'UEN' },
        origin: expect.stringMatching(/no text found \(\?\); counsel: A. Silva, 2026-11-30$/),
      },
    ]);
    expect(is_cut).toBe(false);
  });

  it('lists the words that lists get and lose', () => {
    const words = (...value: string[]) => parse({ '*': { protected_names: [dated(value)] } });
    const { effects } = compare(words('Acme Initech'), words('Acme Umbrella'));
    expect(effects).toMatchObject([
      { countries: ['*'], field: 'protected_names', is_list: true, before: 'Initech', after: 'Umbrella' },
    ]);
  });

  it('has no effect if another source wins, or if only the origin is another', () => {
    const rule = (value: string, more = {}) =>
      parse({ LK: { brand_in_text: [{ ...dated(value), ...more }] } });
    expect(compare({}, rule('REFUSE'), { above: rule('OFF') })).toMatchObject({
      effects: [],
      values: [{ value: 'refused (3002)' }],
    });
    expect(compare(rule('WARN'), rule('WARN', { source: 'The regulator' }))).toMatchObject({
      effects: [],
      values: [{ kind: 'REMOVED' }, { kind: 'ADDED' }],
    });
  });

  it('is cut if there are more moments than are compared', () => {
    const days = Array.from({ length: 60 }, (_, day) => new Date(NOW + (day + 1) * 86_400_000).toISOString());
    const values = days.map((from, index) => dated(index % 2 === 0 ? 'WARN' : 'OFF', from));
    const { effects, is_cut } = compare({}, parse({ LK: { consent: values } }));
    expect(is_cut).toBe(true);
    expect(effects.length).toBeGreaterThan(10);
  });
});

const time = fc
  .constantFrom(null, -400, -30, 30, 60, 90, 400)
  .map((days) => (days === null ? null : new Date(NOW + days * 86_400_000).toISOString()));
const entry = (value: fc.Arbitrary<unknown>) =>
  fc.record({ value, from: time, until: time }).map(({ value: one, from, until }) => {
    const isRight = from === null || until === null || from < until;
    return dated(one, from, isRight ? until : null);
  });
const list = (value: fc.Arbitrary<unknown>) => fc.array(entry(value), { maxLength: 3 });
const otherwise = (...some: string[]) => fc.constantFrom(...some).map((one) => ({ else: one }));
const fields = (register: fc.Arbitrary<unknown> | null) =>
  fc.record(
    {
      ...(register && { register: list(register) }),
      takes_names: list(fc.boolean()),
      consent: list(fc.constantFrom('OFF', 'WARN', 'ENFORCE')),
      brand_in_text: list(fc.constantFrom('OFF', 'WARN', 'REFUSE')),
    },
    { requiredKeys: [] },
  );
const document = fc
  .record(
    {
      '*': fields(null),
      AU: fields(otherwise('STAMP', 'REFUSE')),
      LK: fields(otherwise('STAMP', 'REFUSE', 'PASS')),
      SG: fields(otherwise('STAMP', 'REFUSE', 'PASS')),
    },
    { requiredKeys: [] },
  )
  .map(parse);

const COUNTRIES = [EVERYWHERE, 'AU', 'LK', 'SG', 'FR'];

describe('for any documents', () => {
  it('the effects turn the rules before into those after, at each moment', () => {
    fc.assert(
      fc.property(document, document, document, (before, after, above) => {
        const { effects } = compare(before, after, { above });
        const files = { before: [{}, before, above], after: [{}, after, above] };
        const [old, next] = [openRules(files.before), openRules(files.after)];
        for (const moment of momentsOf(files, NOW))
          for (const country of COUNTRIES)
            for (const field of VALUE_FIELDS) {
              const holds = effects.filter(
                (effect) =>
                  effect.field === field &&
                  (effect.from === null || Date.parse(effect.from) <= moment) &&
                  (effect.until === null || moment < Date.parse(effect.until)),
              );
              // A country that no document names has the rules of `*`.
              const code = country === 'FR' ? EVERYWHERE : country;
              const effect = holds.find(({ countries }) => countries.includes(code));
              const was = VALUE_WORDS[field](rulesOf(old(moment), country));
              const is = VALUE_WORDS[field](rulesOf(next(moment), country));
              expect(effect?.after ?? was).toBe(is);
              if (effect) expect(effect.before).toBe(was);
            }
      }),
      { numRuns: 60 },
    );
  });

  it('RULES_FILE wins over the set of staff, and that over the shipped rules, value by value', () => {
    fc.assert(
      fc.property(document, document, document, time, (SHIPPED, STAFF, FILE, at) => {
        const now = at === null ? NOW : Date.parse(at);
        const sources = { SHIPPED, STAFF, FILE };
        const table = openRules(layersOf(sources))(now);
        for (const { country, field, source, entry: winner } of valuesInForce(sources, now)) {
          const stronger = { SHIPPED: [STAFF, FILE], STAFF: [FILE], FILE: [] }[source];
          for (const above of stronger)
            expect(
              valuesInForce({ FILE: above }, now).some(
                (one) => one.country === country && one.field === field,
              ),
            ).toBe(false);
          const only = openRules([{ [country]: { [field]: [winner] } } as RulesFile])(now);
          const words = VALUE_WORDS[field as keyof typeof VALUE_WORDS];
          expect(words(rulesOf(table, country))).toBe(words(rulesOf(only, country)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('Australia always stamps or refuses names that it does not hold', () => {
    fc.assert(
      fc.property(document, document, document, time, (SHIPPED, STAFF, FILE, at) => {
        const table = openRules(layersOf({ SHIPPED, STAFF, FILE }))(at === null ? NOW : Date.parse(at));
        expect(table.of('AU').register).toMatchObject({
          prefix: '+61',
          otherwise: expect.stringMatching(/STAMP|REFUSE/),
        });
        expect(table.registers.map(({ country }) => country)).toContain('AU');
      }),
    );
  });
});

it('a document that lets unregistered names pass to Australia is wrong, and so is one that moves its numbers', () => {
  const wrong = (content: unknown) => rulesFile.safeParse(content).error?.issues[0];
  expect(wrong({ AU: { register: [dated({ else: 'PASS' })] } })).toMatchObject({
    path: ['AU', 'register', 0, 'value', 'else'],
  });
  for (const shared of ['CX', 'CC'])
    expect(wrong({ [shared]: { register: [dated({ else: 'PASS' })] } })).toBeDefined();
});
