// The rules of countries by file and by time.
import { expect, test } from 'vitest';
import { rulesFile } from './file.ts';
import { networksOf, openRules, placesFor, registerFor, senderSeen } from './table.ts';

const ORIGIN = { source: 'A test', read_on: '2026-11-23', status: 'HOUSE', counsel: null };
const dated = (value: unknown, from: string | null = null, until: string | null = null) => ({
  ...{ ...ORIGIN, value, from, until },
});
const brand = (more: object) => ({ names: ['CommBank CBA'], owners: [], domains: [], ...more });
const parse = (content: unknown) => rulesFile.parse(content);
const at = (time: string) => Date.parse(time);

test('a value holds from its beginning until its end, and the later of two wins', () => {
  const rules = openRules([
    parse({
      SG: {
        register: [
          dated({ else: 'STAMP' }),
          dated({ else: 'REFUSE' }, '2027-01-01T00:00:00+08:00', '2027-07-01T00:00:00+08:00'),
        ],
      },
    }),
  ]);
  const otherwise = (time: string) => rules(at(time)).of('SG').register?.otherwise;
  expect(otherwise('2026-12-31T15:59:59Z')).toBe('STAMP');
  expect(otherwise('2026-12-31T16:00:00Z')).toBe('REFUSE');
  expect(otherwise('2027-06-30T16:00:00Z')).toBe('STAMP');
  expect(otherwise('2026-12-31T15:59:59Z'), 'a clock that was put back').toBe('STAMP');
});

test('a later file wins, and its words add to those before', () => {
  const name = (shortest: number) => dated({ shortest, characters: 'PRINTABLE' });
  const rules = openRules([
    parse({
      '*': { barred_alone: [dated(['alert info'])], protected_names: [dated(['PayPal'])] },
      AU: { name: [name(2)], protected_names: [dated(['Telstra'])] },
      US: { takes_names: [dated(false)] },
    }),
    parse({ AU: { name: [name(3)], barred_alone: [dated(['Gday'])] }, NZ: { takes_names: [dated(false)] } }),
  ])();
  expect(rules.of('AU').name.shortest).toBe(3);
  expect([...rules.of('AU').barredAlone]).toEqual(['alert', 'info', 'gday']);
  expect([...rules.of('FR').barredAlone]).toEqual(['alert', 'info']);
  expect(rules.of(null)).toEqual(rules.of('FR'));
  expect(rules.of('FR').name).toEqual({ shortest: 3, characters: 'PLAIN' });
  expect(rules.protectedNames).toEqual(['PayPal', 'Telstra']);
  expect(rules.withoutNames).toEqual(['US', 'NZ']);
});

test.each([
  ['without any file', []],
  ['if no file names it', [parse({ LK: {} })]],
  ['if a file has no register for it', [parse({ AU: {} })]],
])('names to Australia are stamped %s', (_, files) => {
  const rules = openRules(files)();
  const register = registerFor(rules, 'Acme', '+61412345678');
  expect(register).toMatchObject({ country: 'AU', otherwise: 'STAMP' });
  expect(registerFor(rules, '+61480000000', '+61412345678')).toBeNull();
  expect(registerFor(rules, 'Acme', '+94771234567')).toBeNull();
  expect(
    senderSeen(
      register,
      { sender: 'Acme', mode: 'TEST' },
      { isRegistered: false, substitute: '+94770000000' },
    ),
  ).toBe('Unverified');
  expect(senderSeen(register, { sender: 'Acme', mode: 'LIVE' }, { isRegistered: true })).toBe('Acme');
});

test('a register that refuses lets a registered name pass, and every name in TEST', () => {
  const rules = openRules([parse({ SG: { register: [dated({ else: 'REFUSE' })] } })])();
  const seen = (mode: 'LIVE' | 'TEST', isRegistered: boolean) =>
    senderSeen(registerFor(rules, 'Acme', '+6591234567'), { sender: 'Acme', mode }, { isRegistered });
  expect([seen('LIVE', false), seen('LIVE', true), seen('TEST', false)]).toEqual([null, 'Acme', 'Acme']);
});

test('the networks of a country register names one by one, also while all names pass', () => {
  const networks = (value: unknown) => parse({ LK: { networks: [dated(value)] } });
  const named = openRules([networks({ Dialog: ['9477'], Mobitel: ['9471'] })])();
  expect(named.registers.map(({ country }) => country)).toEqual(['AU']);
  expect(named.registering.map((one) => [one.country, networksOf(one)])).toEqual([
    ['LK', ['Dialog', 'Mobitel']],
    ['AU', ['*']],
  ]);
  const refusing = parse({ LK: { register: [dated({ else: 'REFUSE' })] } });
  const rules = openRules([networks({ Dialog: ['9477'] }), refusing])();
  const register = registerFor(rules, 'Acme', '+94771234567')!;
  expect(placesFor(register, '+94771234567')).toEqual(['LK *', 'LK Dialog']);
  expect(placesFor(register, '+94711234567')).toEqual(['LK *']);
});

test.each([
  ['no country', { XX: {} }, ['XX'], /no country/],
  ['a field it does not know', { AU: { regster: [] } }, ['AU'], /regster/],
  [
    'no source',
    { LK: { takes_names: [{ ...dated(true), source: undefined }] } },
    ['LK', 'takes_names', 0, 'source'],
    /string/,
  ],
  [
    'a register that lets all pass',
    { AU: { register: [dated({ else: 'PASS' })] } },
    ['AU', 'register', 0, 'value', 'else'],
    /cannot be PASS/,
  ],
  [
    'a network with a prefix of another country',
    { LK: { networks: [dated({ Dialog: ['9477'], Optus: ['61412'] })] } },
    ['LK', 'networks', 0, 'value'],
    /not of this country alone/,
  ],
  [
    'networks of a shared dial code',
    { US: { networks: [dated({ Verizon: ['1201'] })] } },
    ['US', 'networks', 0, 'value'],
    /not of this country alone/,
  ],
  [
    'a prefix of two networks',
    { LK: { networks: [dated({ Dialog: ['9477'], Hutch: ['9478', '9477'] })] } },
    ['LK', 'networks', 0, 'value'],
    /a prefix twice/,
  ],
  [
    'a network that is the whole country',
    { LK: { networks: [dated({ '*': ['94'] })] } },
    ['LK', 'networks', 0, 'value', '*'],
    /./,
  ],
  [
    'a brand with a wrong digit',
    { AU: { brands: [dated([brand({ owners: [{ scheme: 'ABN', number: '48 123 123 125' }] })])] } },
    ['AU', 'brands', 0, 'value', 0, 'owners', 0, 'number'],
    /not an ABN/,
  ],
  [
    'an address instead of a domain',
    { AU: { brands: [dated([brand({ domains: ['https://commbank.com.au/'] })])] } },
    ['AU', 'brands', 0, 'value', 0, 'domains', 0],
    /not a domain/,
  ],
  [
    'a name that counts in texts alone',
    { AU: { brands: [dated([brand({ in_texts: ['NetBank'] })])] } },
    ['AU', 'brands', 0, 'value', 0, 'in_texts'],
    /NetBank is not in names/,
  ],
  ['a register of a shared dial code', { US: { register: [] } }, ['US', 'register'], /shares its dial code/],
  [
    'an end before the beginning',
    { LK: { takes_names: [dated(true, '2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z')] } },
    ['LK', 'takes_names', 0, 'until'],
    /later than from/,
  ],
  [
    'a date without a time',
    { LK: { takes_names: [dated(true, '2027-01-01')] } },
    ['LK', 'takes_names', 0, 'from'],
    /must be a time/,
  ],
  [
    'quiet hours all day',
    { LK: { quiet_hours: [dated({ from: '08:00', to: '07:00' })] } },
    ['LK', 'quiet_hours', 0, 'value', 'to'],
    /at most 16 hours/,
  ],
])('a file with %s is refused at its place', (_what, content, path, words) => {
  const { error } = rulesFile.safeParse(content);
  expect(error!.issues).toEqual([expect.objectContaining({ path, message: expect.stringMatching(words) })]);
});
