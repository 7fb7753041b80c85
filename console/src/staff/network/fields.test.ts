// A link or rule that is opened and saved stays as it is.
import { expect, it } from 'vitest';
import { formatMessage } from '../../text/message.ts';
import type { Translate } from '../../text/useText.ts';
import { staffNetwork } from '../networkText.ts';
import {
  linksOf,
  numbersOf,
  readRoutes,
  showRoutes,
  toLink,
  toLinkFields,
  toRule,
  toRuleFields,
} from './fields.ts';

const texts: Record<string, string> = staffNetwork;
const plain = (...[id, values]: Parameters<Translate>) => formatMessage(texts[id]!, 'en', values).join('');
const t: Translate = Object.assign(plain, { rich: plain as Translate['rich'] });

const smpp = {
  id: 'dialog',
  host: 'smpp.example.com',
  system_id: 'shop',
  port: 2775,
  sessions: 2,
  tls: true,
  routes: [
    { prefix: '', tier: 2, weight: 1 },
    { prefix: '9477', tier: 1, weight: 1 },
  ],
  charset: 'latin1',
  tlvs: [{ tag: 1, hex: '00' }],
};

it.each([
  smpp,
  { ...smpp, tls: { server_name: 'a.test' }, routes: [] },
  { id: 'own', profile: 'mine', base: 'https://a.test', connections: 5, hours: '08:00-20:00 Asia/Colombo' },
])('a link comes back as it was', (link) => {
  expect(toLink(toLinkFields(link))).toEqual(link);
});

it('fields that are left empty are left out, and secrets only go in if they are typed', () => {
  const empty = toLinkFields();
  expect(toLink({ ...empty, id: ' x ' })).toEqual({ id: 'x' });
  expect(toLink({ ...empty, id: 'x', password: 'pw', port: 'many' })).toEqual({
    id: 'x',
    password: 'pw',
    port: 'many',
  });
  const http = { ...toLinkFields({ id: 'x', profile: 'twilio' }), secrets: { sid: 'AC1', key: '' } };
  expect(toLink(http)).toEqual({ id: 'x', profile: 'twilio', secrets: { sid: 'AC1' } });
  expect(() => toLink({ ...empty, more: '{' })).toThrow('This is not JSON: line 1, column 2');
  const twice = '{"window": 1,\n"window": 2}';
  expect(() => toLink({ ...empty, more: twice })).toThrow('This has the key window twice: lines 1 and 2.');
});

it('routes are short', () => {
  expect(showRoutes(smpp.routes)).toBe('*:2, 9477');
  expect(readRoutes('94, 61:1:10 ,*:2')).toEqual([
    { prefix: '94', tier: 1, weight: 1 },
    { prefix: '61', tier: 1, weight: 10 },
    { prefix: '', tier: 2, weight: 1 },
  ]);
  expect(readRoutes('  ')).toBeNull();
});

it('a rule comes back as it was', () => {
  const rule = {
    name: 'otp',
    when: { senders: ['BANK', 'SHOP'], countries: ['LK'] },
    links: [
      { link: 'twilio', tier: 1, weight: 1 },
      { link: 'dialog', tier: 2, weight: 5 },
    ],
  };
  expect(toRule(toRuleFields(rule))).toEqual(rule);
  expect(toRuleFields(rule)).toMatchObject({ senders: 'BANK, SHOP', links: 'twilio, dialog:2:5' });
});

it.each([
  [undefined, 'All numbers'],
  [[], 'Only by rules'],
  [[{ prefix: '9477' }, { prefix: '', tier: 2 }], '+9477 · All numbers (tier 2)'],
  [
    [
      { prefix: '94', weight: 10 },
      { prefix: '61', tier: 2, weight: 3 },
    ],
    '+94 (weight 10) · +61 (tier 2, weight 3)',
  ],
])('the routes %j of a link are %s in words', (routes, words) => {
  expect(numbersOf(routes, t)).toBe(words);
});

it('the links of a rule are in words by tier, the first one first', () => {
  const links = [{ link: 'twilio', tier: 2 }, { link: 'dialog', weight: 9 }, { link: 'other' }];
  expect(linksOf({ links }, t)).toBe('dialog (weight 9), other, then twilio');
});
