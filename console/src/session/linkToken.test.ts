// @vitest-environment jsdom
// The token of a mailed link: taken out of the address, and kept until it is used.
import { beforeEach, expect, it } from 'vitest';
import { invitationLink, resetLink } from './linkToken.ts';

const open = (query: string) =>
  resetLink.loader({ request: new Request(`http://localhost/reset-password${query}`) });

beforeEach(resetLink.forget);

it('is removed from the address and stays in memory', () => {
  const answer = open('?t=a-b_C&x=1');
  expect(answer?.headers.get('location')).toBe('/reset-password');
  expect(answer?.headers.get('x-remix-replace')).toBe('true');
  expect(resetLink.token()).toBe('a-b_C');
  expect(open('')).toBeNull();
  expect(resetLink.token()).toBe('a-b_C');
});

it('belongs to the newest link', () => {
  open('?t=first');
  open('?t=second');
  expect(resetLink.token()).toBe('second');
});

it.each(['?t=', '?t=%20'])('is missing in %s', (query) => {
  open('?t=first');
  expect(open(query)?.headers.get('location')).toBe('/reset-password');
  expect(resetLink.token()).toBeNull();
});

it('is dropped once used', () => {
  open('?t=first');
  resetLink.forget();
  expect(resetLink.token()).toBeNull();
});

it('belongs to one page', () => {
  const request = new Request('http://localhost/invitation?t=invited');
  expect(invitationLink.loader({ request })?.headers.get('location')).toBe('/invitation');
  expect(invitationLink.token()).toBe('invited');
  expect(resetLink.token()).toBeNull();
});
