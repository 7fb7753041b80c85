// Numbers of businesses and their check digits.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberProblem, type OwnerScheme, plainNumber } from './owners.ts';
import { ownerLack } from './senders.ts';

const takes = (scheme: OwnerScheme, number: string) => numberProblem(scheme, number) === null;

// From the pages of the registers themselves: the Tax Office, the Reserve Bank, and ASIC's example.
it.each<[OwnerScheme, string]>([
  ['ABN', '51 824 753 556'],
  ['ABN', '50008559486'],
  ['ACN', '004 085 616'],
  ['BRN', 'PV 12345'],
  ['BRN', 'pv00209872'],
  ['UEN', '201912345K'],
  ['UEN', '53123456A'],
  ['UEN', 'T08LL0001A'],
])('takes the %s %s', (scheme, number) => expect(takes(scheme, number)).toBe(true));

it.each<[OwnerScheme, string]>([
  ['ABN', ''],
  ['ABN', '5182475355'],
  ['ABN', '00000000000'],
  ['ABN', '51 824 753 55x'],
  ['ACN', '004 085 617'],
  ['BRN', 'PV'],
  ['BRN', "'; drop"],
  ['UEN', '2019123456'],
])('refuses the %s %s', (scheme, number) => expect(takes(scheme, number)).toBe(false));

it('finds each wrong digit of an ABN', () => {
  const right = '51824753556';
  fc.assert(
    fc.property(fc.nat(right.length - 1), fc.integer({ min: 1, max: 9 }), (at, more) => {
      const wrong = [...right];
      wrong[at] = String((Number(wrong[at]) + more) % 10);
      expect(takes('ABN', wrong.join(''))).toBe(false);
    }),
  );
});

it('stores one spelling of a number', () => {
  expect(plainNumber(' pv-123 45 ')).toBe('PV12345');
});

it.each([
  ['DRAFT', 'OWNER', 'ABN', 'ABN'],
  ['SUBMITTED', 'REGISTER', 'ABN', 'ABN'],
  ['SUBMITTED', 'OWNER', 'EVIDENCE', 'EVIDENCE'],
  ['REGISTERED', 'US', 'ABN', 'ABN'],
  ['REGISTERED', null, 'ABN', null],
  ['REGISTERED', null, 'EVIDENCE', null],
  ['EXPIRED', 'US', 'ABN', 'ABN'],
  ['EXPIRED', 'US', 'CHECK', null],
  ['REGISTERED', 'US', null, null],
  ['REFUSED', 'OWNER', 'ABN', null],
  ['WITHDRAWN', null, 'EVIDENCE', null],
] as const)(
  'of a name that is %s, turn %s, lacks %s: the owner has to give %s',
  (state, turn, lacks, given) => expect(ownerLack({ state, turn, lacks })).toBe(given),
);
