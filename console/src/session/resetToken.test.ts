// @vitest-environment jsdom
// The token of a reset link: taken from the address, gone from it, known until used.
import { beforeEach, expect, it } from 'vitest';
import { forgetResetToken, resetToken, takeResetToken } from './resetToken.ts';

const open = (query: string) =>
  takeResetToken({ request: new Request(`http://localhost/reset-password${query}`) });

beforeEach(forgetResetToken);

it('leaves the address and stays in memory', () => {
  const answer = open('?t=a-b_C&x=1');
  expect(answer?.headers.get('location')).toBe('/reset-password');
  expect(answer?.headers.get('x-remix-replace')).toBe('true');
  expect(resetToken()).toBe('a-b_C');
  expect(open('')).toBeNull();
  expect(resetToken()).toBe('a-b_C');
});

it('is that of the newest link', () => {
  open('?t=first');
  open('?t=second');
  expect(resetToken()).toBe('second');
});

it.each(['?t=', '?t=%20'])('is none in %s', (query) => {
  open('?t=first');
  expect(open(query)?.headers.get('location')).toBe('/reset-password');
  expect(resetToken()).toBeNull();
});

it('is forgotten once used', () => {
  open('?t=first');
  forgetResetToken();
  expect(resetToken()).toBeNull();
});
