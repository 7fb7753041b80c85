// The rules of countries about classes, as pages read them.
import { expect, it } from 'vitest';
import { consentRuleIn, keepsQuietIn } from './classRules.ts';

const ADVERTISING = { quiet_for: ['PROMOTIONAL' as const], consent_for: ['PROMOTIONAL' as const] };
const BOTH = ['SERVICE' as const, 'PROMOTIONAL' as const];
const rules = {
  classes: {
    '*': { ...ADVERTISING, consent: 'OFF' as const },
    AU: { quiet_for: BOTH, consent_for: BOTH, consent: 'ENFORCE' as const },
    SG: { ...ADVERTISING, consent: 'WARN' as const },
  },
};

it('keeps quiet hours for the classes that a country names', () => {
  const quiet = (country: string) => BOTH.map((one) => keepsQuietIn(rules, country, one));
  expect([quiet('AU'), quiet('SG'), quiet('FR')]).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
  expect(keepsQuietIn(rules, 'AU', 'TRANSACTIONAL')).toBe(false);
});

it('wants consent for the classes that a country names', () => {
  const consent = (country: string | null) => BOTH.map((one) => consentRuleIn(rules, country, one));
  expect([consent('AU'), consent('SG'), consent(null)]).toEqual([
    ['ENFORCE', 'ENFORCE'],
    ['OFF', 'WARN'],
    ['OFF', 'OFF'],
  ]);
});

it('treats only advertising in that way with a server of an older version', () => {
  const older = { classes: undefined } as unknown as typeof rules;
  expect(BOTH.map((one) => keepsQuietIn(older, 'AU', one))).toEqual([false, true]);
  expect(consentRuleIn(older, 'AU', 'PROMOTIONAL')).toBe('OFF');
});
