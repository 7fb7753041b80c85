// Blocked domains are found wherever a text has them.
import { describe, expect, it } from 'vitest';
import { blockedDomainIn, isShared, toDomain } from './blocks.ts';

const domains = new Set(['evil.example', 'xn--b1cc3d.example', 'shop.co.example']);

describe('a blocked domain', () => {
  it.each([
    ['Pay at https://evil.example/x?y=1', 'evil.example'],
    ['Pay at pay.EVIL.example.', 'evil.example'],
    ['Pay at (evil.example)', 'evil.example'],
    ['Pay:evil.example...Now', 'evil.example'],
    ['Pay at --evil.example--', 'evil.example'],
    ['Pay at ｅｖｉｌ．ｅｘａｍｐｌｅ/x', 'evil.example'],
    ['Pay at ev\u200bil。exam\u00adple', 'evil.example'],
    ['Pay at https://evil%2Eexample/', 'evil.example'],
    ['Pay at https://a:b@evil.example:8080', 'evil.example'],
    ['Pay at https://හෙළ.example', 'xn--b1cc3d.example'],
    ['Pay at https://බං?.හෙළ.example', 'xn--b1cc3d.example'],
    ['Pay at www.shop.co.example', 'shop.co.example'],
    ['Pay at evil.example.Thank you', 'evil.example'],
    ['Pay at evil.example-now', 'evil.example'],
    ['Pay at https://ev%C2%ADil.example', 'evil.example'],
    ['Pay at https://%EF%BD%85vil.example', 'evil.example'],
    [`Pay at https://e${'\ufe0f'.repeat(70)}vil.example`, 'evil.example'],
    ['Pay at evil.example.au', null],
    ['Pay at myevil.example', null],
    ['Pay at evil.example.com', null],
    ['Pay at co.example', null],
    ['No link. At all.', null],
  ])('in %j: %s', (body, found) => {
    expect(blockedDomainIn(domains, body)).toBe(found);
  });

  it('is found behind more links and letters than others are looked for', () => {
    const links = Array.from({ length: 100 }, (_, at) => `a${at}.com`).join(' ');
    expect(blockedDomainIn(domains, `${links} evil.example`)).toBe('evil.example');
    expect(blockedDomainIn(domains, `${'\u{fdfa}'.repeat(1_500)} evil.example`)).toBe('evil.example');
  });

  it('takes no time that grows faster than the text', () => {
    for (const text of ['a.', '-', '.', '\u{fdfa}.', '.-', 'a-'].map((piece) => piece.repeat(1_600))) {
      const start = performance.now();
      blockedDomainIn(domains, `${text} x`);
      blockedDomainIn(domains, `x${text}a`);
      expect(performance.now() - start).toBeLessThan(150);
    }
  });
});

it('with joiners is found as a script writes it and in ASCII', () => {
  const typed = 'ශ්‍රීපොස්ට්.lk';
  const blocked = toDomain(typed)!;
  for (const host of [typed, 'xn--h0czuxm3bdb0ftex47w.lk', blocked])
    expect(blockedDomainIn(new Set([blocked]), `Pay at https://${host}/`), host).toBe(blocked);
  expect(toDomain('xn--h0czuxm3bdb0ftex47w.lk')).toBe(blocked);
});

it.each([
  ['com.lk', true],
  ['gov.lk', true],
  ['co.uk', true],
  ['post.com.lk', false],
  ['evil.lk', false],
])('%s is shared: %s', (domain, shared) => {
  expect(isShared(domain)).toBe(shared);
});

it('reads a long run of hyphens once', () => {
  const start = performance.now();
  blockedDomainIn(domains, `x${'-'.repeat(30_000)}a`);
  expect(performance.now() - start).toBeLessThan(500);
});

describe('the domain to block', () => {
  it.each([
    ['EVIL.example', 'evil.example'],
    [' www.evil.example ', 'evil.example'],
    ['හෙළ.example', 'xn--b1cc3d.example'],
    ['evil.example.', 'evil.example'],
    ['example', null],
    ['https://evil.example', null],
    ['203.0.113.7', null],
    ['evil .example', null],
    ['', null],
  ])('%j is %s', (typed, domain) => {
    expect(toDomain(typed)).toBe(domain);
  });
});
