import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PASSWORD_RULE } from '../sentences/access.ts';
import { MAX_PASSWORD_LENGTH, passwordProblem } from './passwords.ts';

const TOO_CLOSE_TO_EMAIL =
  'This password is too similar to your email address. Choose one that is harder to guess.';
const TOO_CLOSE_TO_NAME =
  'This password is too similar to the name of this service. Choose one that is harder to guess.';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const ALPHABET = `${LOWER}${LOWER.toUpperCase()}0123456789@$!%*?&`;

describe('the rule', () => {
  test.each(['Quiet?River', 'tidaLMud7!', 'A!aaaaaa', '&Estuary', 'x$Y%z*W?'])('takes %s', (password) => {
    expect(passwordProblem(password)).toBeNull();
  });

  test.each([
    ['seven characters', 'Tidal!7'],
    ['no upper case', 'tidal!mud7'],
    ['no lower case', 'TIDAL!MUD7'],
    ['no special', 'TidalMud77'],
    ['a special outside the list', 'Tidal#Mud7!'],
    ['a blank', 'Tidal Mud7!'],
    ['a line feed at the end', 'TidalMud7!\n'],
    ['a letter outside A to Z', 'TidålMud7!'],
    ['nothing', ''],
  ])('refuses %s', (_, password) => {
    expect(passwordProblem(password)).toBe(PASSWORD_RULE);
  });

  test('has the words of the specification', () => {
    expect(PASSWORD_RULE).toBe(
      'Minimum eight characters, at least one uppercase letter, one lowercase letter and one special character',
    );
  });

  test('takes up to 128 characters', () => {
    expect(passwordProblem(`Aa!${'x7'.repeat(63)}`.slice(0, MAX_PASSWORD_LENGTH))).toBeNull();
    expect(passwordProblem(`Aa!${'x7'.repeat(63)}`)).toBe('Use at most 128 characters');
  });

  test('is the pattern of the specification for any text', () => {
    const specified = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$/;
    const text = fc.string({ unit: fc.constantFrom(...ALPHABET, '#', ' ', 'é', '\n'), maxLength: 20 });
    fc.assert(
      fc.property(text, (password) => {
        expect(passwordProblem(password) === PASSWORD_RULE).toBe(!specified.test(password));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the name of the service and the e-mail', () => {
  test.each(['Godwit!!', 'G0dw1t@2026', '!!gODWIT99', 'GODw!t123&'])('refuses %s', (password) => {
    expect(passwordProblem(password)).toBe(TOO_CLOSE_TO_NAME);
  });

  test.each([
    ['nimal.perera@harbour.lk', 'Nimal@123'],
    ['nimal.perera@harbour.lk', 'NimalPerera!'],
    ['nimal.perera@harbour.lk', 'Nimal!Perera'],
    ['nimal.perera@harbour.lk', 'P3rera2026$'],
    ['nimal.perera@harbour.lk', 'Harbour@2026'],
    ['nimal.perera@harbour.lk', 'NimalPerera@harbour'],
    ['nimal1990@harbour.lk', 'Nimal1990!'],
    ['NIMAL1990@harbour.lk', 'nimaL@1991'],
    ['sales@shop.harbour.com.au', 'H@rbour123'],
  ])('%s may not have %s', (email, password) => {
    expect(passwordProblem(password, { email })).toBe(TOO_CLOSE_TO_EMAIL);
  });

  test('a word of the address is fine among others, and so is an address without words', () => {
    expect(passwordProblem('Nimal?Crosses?Mud7', { email: 'nimal@harbour.lk' })).toBeNull();
    expect(passwordProblem('tidaLMud7!', { email: 'a.b@cd.lk' })).toBeNull();
    expect(passwordProblem('tidaLMud7!', { email: 'no address' })).toBeNull();
    expect(passwordProblem('tidaLMud7!', { email: '' })).toBeNull();
  });
});
