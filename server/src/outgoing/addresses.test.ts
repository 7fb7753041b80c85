import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlobal, isOwnNetwork } from './addresses.ts';

/**
 * Networks that callbacks must not reach, from IANA's lists: first address and prefix length, compared by
 * plain arithmetic.
 */
const SPECIAL: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const numberOf = (v4: string) => v4.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const textOf = (v4: number) => [24, 16, 8, 0].map((shift) => (v4 >>> shift) & 255).join('.');
const hexOf = (v4: number) => `${(v4 >>> 16).toString(16)}:${(v4 & 0xffff).toString(16)}`;
const isSpecial = (v4: number) =>
  SPECIAL.some(([first, bits]) => {
    const start = numberOf(first);
    return v4 >= start && v4 < start + 2 ** (32 - bits);
  });

const anyV4 = fc.nat(2 ** 32 - 1);
/** An address in one of the networks, biased towards their ends. */
const specialV4 = fc
  .constantFrom(...SPECIAL)
  .chain(([first, bits]) => fc.nat(2 ** (32 - bits) - 1).map((offset) => numberOf(first) + offset));
const groups = (count: number) =>
  fc.array(fc.nat(0xffff), { minLength: count, maxLength: count }).map((g) => g.map((n) => n.toString(16)));

describe('IPv4', () => {
  it('is global exactly outside the special networks', () => {
    fc.assert(
      fc.property(fc.oneof(anyV4, specialV4), (v4) => {
        expect(isGlobal(textOf(v4)), textOf(v4)).toBe(!isSpecial(v4));
      }),
      { numRuns: 2_000 },
    );
  });

  it('matches its networks up to their ends', () => {
    for (const [first, bits] of SPECIAL) {
      const start = numberOf(first);
      const last = start + 2 ** (32 - bits) - 1;
      for (const v4 of [start, last]) expect(isGlobal(textOf(v4)), textOf(v4)).toBe(false);
      for (const v4 of [start - 1, last + 1].filter((n) => n >= 0 && n < 2 ** 32)) {
        expect(isGlobal(textOf(v4)), textOf(v4)).toBe(!isSpecial(v4));
      }
    }
  });
});

describe('IPv6', () => {
  it('that stands for an IPv4 address is judged like it, however it is written', () => {
    fc.assert(
      fc.property(fc.oneof(anyV4, specialV4), (v4) => {
        for (const prefix of ['::ffff:', '64:ff9b::', '0:0:0:0:0:ffff:', '64:FF9B:0:0:0:0:']) {
          expect(isGlobal(prefix + textOf(v4)), prefix + textOf(v4)).toBe(!isSpecial(v4));
          expect(isGlobal(prefix + hexOf(v4)), prefix + hexOf(v4)).toBe(!isSpecial(v4));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('that tunnels IPv4 is never global', () => {
    fc.assert(
      fc.property(anyV4, groups(5), (v4, rest) => {
        expect(isGlobal(`2002:${hexOf(v4)}:${rest.join(':')}`)).toBe(false);
        expect(isGlobal(`2001:0:${hexOf(v4)}:${rest.slice(0, 2).join(':')}:${hexOf(v4)}`)).toBe(false);
      }),
    );
  });

  it('is global only within 2000::/3', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), groups(7), (first, rest) => {
        fc.pre(first < 0x2000 || first > 0x3fff);
        // The two that stand for IPv4 are tested above.
        fc.pre(!(first === 0x64 && rest[0] === 'ff9b') && first !== 0);
        expect(isGlobal([first.toString(16), ...rest].join(':'))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2404:6800:4003:c00::64',
    '2001:4860:4860::8888',
  ])('%s is global', (address) => expect(isGlobal(address)).toBe(true));

  it.each([
    '::',
    '::1',
    '::7f00:1',
    '::10.0.0.1',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '64:ff9b:1::1',
    '2001:db8::1',
    '2001:20::1',
    '3fff::1',
    '5f00::1',
  ])('%s is not global', (address) => expect(isGlobal(address)).toBe(false));
});

it.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '0x7f.1', '256.1.1.1', '[::1]'])(
  '%j is not an address',
  (text) => {
    expect(isGlobal(text)).toBe(false);
    expect(isOwnNetwork(text)).toBe(false);
  },
);

it('opens this machine and private networks for development, and nothing else', () => {
  const own = [
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
  ];
  for (const address of own) expect(isOwnNetwork(address), address).toBe(true);
  for (const address of [
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '100.64.0.1',
    'fe80::1',
    '8.8.8.8',
    '2002:7f00:1::',
  ])
    expect(isOwnNetwork(address), address).toBe(false);
});
