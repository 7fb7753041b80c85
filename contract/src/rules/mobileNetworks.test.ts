// The network of a number, by prefixes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from './mobileNetworks.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

test('is the one with the longest prefix of the number, in any order of the file', () => {
  const prefixes = fc.uniqueArray(digits(1, 5), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(prefixes, digits(5, 9), fc.nat(), (all, number, turn) => {
      const networks = all.map((prefix) => ({ name: `of ${prefix}`, prefixes: [prefix] }));
      const turned = [...networks.slice(turn % all.length), ...networks.slice(0, turn % all.length)];
      const longest = all
        .filter((prefix) => number.startsWith(prefix))
        .sort((a, b) => b.length - a.length)[0];
      expect(networkOf(turned, `+${number}`)).toBe(longest === undefined ? null : `of ${longest}`);
    }),
  );
});

test('is one of several prefixes of a network', () => {
  const networks = [
    { name: 'Dialog', prefixes: ['9474', '9477'] },
    { name: 'Virtual', prefixes: ['94771'] },
  ];
  expect(networkOf(networks, '+94745000000')).toBe('Dialog');
  expect(networkOf(networks, '+94772000000')).toBe('Dialog');
  expect(networkOf(networks, '+94771000000')).toBe('Virtual');
  expect(networkOf(networks, '+94112000000')).toBeNull();
  expect(networkOf([], '+94771000000')).toBeNull();
});

test('is the one that a number was ported to, if the country has it', () => {
  const networks = [
    { name: 'Dialog', prefixes: ['9477'] },
    { name: 'Mobitel', prefixes: ['9471'] },
  ];
  const seen = (portedTo: string | null) => networkOf(networks, '+94771000000', () => portedTo);
  expect(['Mobitel', 'Telstra', '', null].map(seen)).toEqual(['Mobitel', 'Dialog', 'Dialog', 'Dialog']);
});
