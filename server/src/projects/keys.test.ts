import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../secrets.ts';
import { keyLookups, keyMode, newKey, openKey, sealKey } from './keys.ts';

const secrets = createSecrets('one secret key of thirty-two characters or more');
const others = createSecrets('another secret key of thirty-two characters or more');

describe('API keys', () => {
  it.each(['TEST', 'LIVE'] as const)('tells a %s key by its looks', (mode) => {
    const key = newKey(mode);
    expect(key).toMatch(/^gk_(live|test)_[0-9A-Za-z]{49}$/);
    expect(keyMode(key)).toBe(mode);
  });

  it('never makes one twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newKey('LIVE'))).size).toBe(1000);
  });

  it('refuses a key with any one character changed', () => {
    fc.assert(
      fc.property(fc.nat(56), fc.constantFrom(...'0123456789ABCDEFGHIJabcdefghij_'), (at, character) => {
        const key = newKey('TEST');
        fc.pre(key[at] !== character);
        expect(keyMode(key.slice(0, at) + character + key.slice(at + 1))).toBeNull();
      }),
    );
  });

  it.each(['', 'gk_live_', 'gk_live_'.padEnd(57, 'a'), `${newKey('LIVE')}0`, ` ${newKey('LIVE')}`])(
    'takes %j for no key',
    (text) => expect(keyMode(text)).toBeNull(),
  );

  it('finds and opens a key under the same secret only', () => {
    const key = newKey('LIVE');
    expect(keyLookups(secrets, key)[0]).toEqual(keyLookups(secrets, key)[0]);
    expect(keyLookups(secrets, key)[0]).not.toEqual(keyLookups(others, key)[0]);
    expect(openKey(secrets, sealKey(secrets, key))).toBe(key);
    expect(() => openKey(others, sealKey(secrets, key))).toThrow();
  });
});
