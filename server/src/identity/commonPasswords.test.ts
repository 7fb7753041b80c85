import { passwordProblem } from '@godwit/contract/accounts/passwords';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonPasswordProblem } from './commonPasswords.ts';

const TOO_COMMON = 'This password is too common. Choose one that is harder to guess.';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const ALPHABET = `${LOWER}${LOWER.toUpperCase()}0123456789@$!%*?&`;

describe('common passwords', () => {
  test.each([
    'P@ssw0rd!',
    'Password1!',
    'Pa$$w0rd123',
    'Passw0rd@2026',
    '123Princes$',
    'Qwerty@123',
    'Abcd@1234',
    'Admin@123',
    '@Dmin2026!',
    'Welcome1!',
    'L3tmein!!',
    'Dr@gon99',
    '!Monkey!',
    'Liverpoo1!',
    '1L0veyou!',
  ])('refuses %s', (password) => {
    expect(passwordProblem(password)).toBeNull();
    expect(commonPasswordProblem(password)).toBe(TOO_COMMON);
  });

  test.each(['Quiet?River', 'tidaLMud7!', 'Monkey?Crosses?Mud', 'x$Y%z*W?'])('takes %s', (password) => {
    expect(commonPasswordProblem(password)).toBeNull();
  });

  test('random passwords of twelve characters pass', () => {
    const random = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 12, maxLength: 128 });
    fc.assert(
      fc.property(random, (password) => {
        fc.pre(passwordProblem(password) === null);
        expect(commonPasswordProblem(password)).toBeNull();
      }),
      { seed: 1, numRuns: 5000 },
    );
  });
});
