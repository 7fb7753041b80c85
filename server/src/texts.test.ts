// The signs of fraud in a text, and the texts that have none.
import { join } from 'node:path';
import { openRules } from '@godwit/contract/rules/table';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { holdTexts } from '../test/factories.ts';
import { readRulesFile } from './countryRules.ts';
import { hostOf, linksIn } from './links.ts';
import { textHoldOf } from './texts.ts';

const NOT_LATIN = /[^\0-\x7f]/;
const shipped = readRulesFile(join(import.meta.dirname, 'countryRules.json'));
const known = {
  countries: openRules([shipped, holdTexts('AU', 'LK')])(),
  ownHost: hostOf(new URL('https://www.sms.example')),
};
const holdOf = (body: string, { sender = 'Lanka Shop', country = 'AU', released = [] as string[] } = {}) =>
  textHoldOf(known, { body, sender, country }, new Set(released));

test('as shipped, no text is held', () => {
  const { of } = openRules([shipped])();
  expect([of('AU').textCheck, of('LK').textCheck]).toEqual(['OFF', 'OFF']);
});

describe('a text is held for', () => {
  it.each([
    [
      'CommBank: your account is locked. Visit https://commbank.secure-au.com/login',
      'CommBank commbank.secure-au.com',
    ],
    ['C0mm Bank alert: verify at secure-au.com/x', 'CommBank secure-au.com'],
    ['ANZ Bank: a new payee was added. If not you: anz-help.info', 'ANZ anz-help.info'],
    ['AusPost: parcel held, pay https://auspost.com.au@evil.example/pay', 'AusPost evil.example'],
    ['Your Westpac code is 123456. Or sign in at https://westpac-login.net', 'Westpac westpac-login.net'],
    ['සම්පත් Sampath Bank: https://sampath-lk.com', 'Sampath sampath-lk.com'],
    ['People’s Bank: sign in at peoples.example/x', 'PeoplesBank peoples.example'],
    ['Bank of Ceylon: sign in at boc-lk.example/x', 'BOC boc-lk.example'],
    ['Com\u200bmBánk: sign in at bank.example/x', 'CommBank bank.example'],
    ['commbank https://EVIL.example', 'CommBank evil.example'],
  ])('a brand beside a link of others: %s', (body, key) =>
    expect(holdOf(body)).toEqual({ reason: 'BRAND', key }),
  );

  it.each([
    ['Pay with PаyPal today', 'MIXED', 'pаypal'],
    ['Your Αccount is blocked', 'MIXED', 'αccount'],
    ['Go to http://203.0.113.7/a', 'ADDRESS', '203.0.113.7'],
    ['Go to 203.0.113.7/a now', 'ADDRESS', '203.0.113.7'],
    ['Go to http://3405803783/', 'ADDRESS', '203.0.113.7'],
    ['Go to http://0xcb.0.0x71.7/', 'ADDRESS', '203.0.113.7'],
    ['Go to https://[2001:db8::7]/', 'ADDRESS', '[2001:db8::7]'],
    ['Offers:https://BIT.LY/x!', 'SHORTENER', 'bit.ly'],
    ['Offers at (www.tinyurl.com/abc).', 'SHORTENER', 'tinyurl.com'],
    ['Link=bit.ly/@x', 'SHORTENER', 'bit.ly'],
    ...[
      ...[
        'm.bit.ly/x',
        'http://m.bit.ly/x',
        'bit.ly?x',
        'bit.ly#x',
        '@bit.ly/x',
        '_bit.ly/x',
        '-bit.ly/x',
        'bit.ly',
      ],
      ...[
        '.bit.ly/x',
        '/bit.ly/x',
        'now...bit.ly/x',
        'bit.ly...',
        'bit.ly=x',
        'ｂｉｔ．ｌｙ/x',
        'bi\u00adt.ly/x',
        'Bit.Ly/x',
      ],
      ...['කbit.lyක', 'x.y/bit.ly/a', 'bit.ly:80', 'a.b.c.d.e.f.g.h.i.j.bit.ly', 'a@b.lk,bit.ly'],
    ].map((link) => [`Offers: ${link}`, 'SHORTENER', 'bit.ly']),
    [`p${'а'.repeat(300)}`, 'MIXED', `p${'а'.repeat(199)}`],
  ])('%s', (body, reason, key) => expect(holdOf(body!)).toEqual({ reason, key }));
});

describe('a text is not held that', () => {
  it.each([
    'Your Westpac card has arrived. Call us.No fee.',
    'CommBank: see https://www.commbank.com.au/help',
    'Pay at any NAB branch',
    'Hi Sampath, your order is ready: https://shop.lk/o/1',
    'Medicare rebate available. Book at hotdoc.com.au/clinic',
    'Pay by ANZ or NAB card at https://shop.com.au/pay',
    'Dial Dialog, SLT or Optus from your NetBank app: shop.lk/x',
    'From the bank of ceylon tea: https://shop.lk',
    'We deliver by Australia post: https://shop.lk',
    'CommBank: $5.99/month from 9.30/10.30, Rs.500/kg',
    'CommBank: ask Mr.Silva/Mrs.Silva',
    'Write to a.b@bit.ly or x@bit.ly',
    'Rabbit.ly-x and bit.lyx/a and habit.ly',
    'nab a bargain at https://lanka.shop',
    'Track it at https://sms.example/t/1',
    'CommBank: track it at www.sms.example/t/1',
    'Write to help@hnb-shop.lk about your HNB card',
    'Open 9.30-17.00, e.g. on v1.2.3.4, 5μg or 10kΩ, Rs.500/kg',
    'ඔබේ SMSය ලැබුණා: https://lanka.shop',
    'உங்கள் SMSஐப் பெற்றோம்',
    'Привет, Anna. Как дела',
    'Καλημέρα from Athens',
  ])('%s', (body) => expect(holdOf(body)).toBeNull());

  it('is of the brand itself, or goes to a country that does not check', () => {
    const body = 'CommBank is back: https://status.example.com';
    expect(holdOf(body)).not.toBeNull();
    expect(holdOf(body, { sender: 'CommBank' })).toBeNull();
    expect(holdOf(body, { country: 'FR' })).toBeNull();
  });
});

test('a released sign does not hide the next one', () => {
  const body = 'CommBank: bit.ly/x or http://203.0.113.7/ or https://evil.example';
  const released: string[] = [];
  for (let hold = holdOf(body); hold; hold = holdOf(body, { released })) released.push(hold.key);
  expect(released).toEqual([
    ...['CommBank bit.ly', 'CommBank 203.0.113.7', 'CommBank evil.example'],
    ...['203.0.113.7', 'bit.ly'],
  ]);
});

test.each([
  ['links', 'http://a.b '],
  ['different links', 'http://a.b/# '],
  ['dots', '.'],
  ['a host of dots', 'a.'],
  ['hyphens', '-a'],
  ['names beside a link', 'Bank of '],
  ['marks', 'ﷺ '],
  ['hosts with marks', 'http://ü.b/# '],
  ['addresses', 'a@b.c'],
])('the worst text of %s is checked at once', (_, part) => {
  const times = Array.from({ length: 50 }, (_, round) => {
    const text = `${round} www.x.lk/ ${part.repeat(1_600)}`.replace(/#/g, () => String(Math.random()));
    const from = performance.now();
    holdOf(text.slice(0, NOT_LATIN.test(part) ? 670 : 1_600));
    return performance.now() - from;
  });
  const median = times.sort((one, other) => one - other)[25]!;
  expect(median).toBeLessThan(5);
});

test('of 10,000 one-time codes none is held', () => {
  const code = fc
    .integer({ min: 0, max: 99_999_999 })
    .map((number) => String(number).padStart(6, '0').slice(0, 8));
  const brand = fc.constantFrom('CommBank', 'HNB', 'Dialog', 'PayPal', 'Lanka Shop', 'АВС Banк');
  const text = fc.constantFrom(
    (one: string, of: string) => `Your ${of} code is ${one}. Do not share it.`,
    (one: string, of: string) => `${one} is your ${of} verification code. @lanka.shop #${one}`,
    (one: string, of: string) => `<#> ${of}: OTP ${one}\nFA+9qCX9VSu`,
    (one: string) => `G-${one} is your login code. Trouble? https://bit.ly/help or http://203.0.113.7/`,
    (one: string, of: string) => `${of} PIN: ${one.slice(0, 3)} ${one.slice(3, 6)}, valid for 5 min`,
    (one: string, of: string) => `ඔබේ ${of} කේතය ${one}. කිසිවෙකුට නොදෙන්න.`,
    (one: string, of: string) => `உங்கள் ${of} குறியீடு ${one}. யாரிடமும் பகிர வேண்டாம்.`,
  );
  fc.assert(
    fc.property(code, brand, text, fc.constantFrom('AU', 'LK'), (one, of, say, country) => {
      expect(holdOf(say(one, of), { country })).toBeNull();
    }),
    { numRuns: 10_000 },
  );
});

test('links are found in a time that grows with the text, whatever it is', () => {
  const part = fc.constantFrom(
    'a.',
    '.',
    '/',
    '://',
    'http://',
    'b',
    '@',
    ' ',
    '-',
    'lk',
    '1.',
    ':8',
    '[',
    'й',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 1_600 }), (parts) => {
      for (const host of linksIn(parts.join(''))) expect(host).not.toMatch(/[\s/@]/);
    }),
    { numRuns: 300 },
  );
});
