// Profiles: the shipped ones, and what is wrong with one's own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { throwawayFolder } from '../../../../test/throwaway.ts';
import { readIncoming } from '../../receipts/pushedIncoming.ts';
import { readCarriersFile } from '../config.ts';
import { retryAfterMs, understand } from './answer.ts';
import { readProfile, shippedProfiles } from './profile.ts';
import { referenceOf } from './reference.ts';
import { compileRequest } from './template.ts';

const folder = throwawayFolder();
const valid = {
  profile: 'mine',
  title: 'Mine',
  base: 'https://carrier.example',
  secrets: ['key'],
  send: { post: '/send', json: { to: '{{to}}', from: '{{from}}' } },
  answer: { ok: 'http == `200`' },
};

const polledBy = (poll: object) => {
  return { ...valid, receipt: { id: 'id', state: 's', delivered: ['1'], failed: ['2'], poll } };
};

/** The error of a profile, written with two spaces as people do. */
function faultOf(profile: unknown): string | null {
  writeFileSync(
    join(folder, 'mine.json'),
    typeof profile === 'string' ? profile : JSON.stringify(profile, null, 2),
  );
  try {
    readProfile('./mine.json', folder);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a shipped profile', () => {
  it.each(shippedProfiles())('%s is valid, has its own name, and builds a request', (name) => {
    const profile = readProfile(name, folder);
    expect(profile.profile).toBe(name);
    const values = new Proxy(
      {},
      { get: (_target, key) => (key === 'to' ? '+94771234567' : 'x & y\r\nz: "') },
    );
    const { url, headers, body } = compileRequest(profile.base, profile.send)(values);
    expect(url.href).not.toContain('{{');
    expect(Object.values(headers).join()).not.toMatch(/[\r\n]/);
    expect(body ?? '').not.toContain('{{');
    if (profile.send.json !== undefined) expect(() => JSON.parse(body!)).not.toThrow();
    expect(body ?? '').not.toContain('$each');
  });

  it('has each code in one class', () => {
    const known = shippedProfiles().map((name) => readProfile(name, folder));
    for (const { codes, profile } of known) {
      const all = Object.values(codes).flat();
      expect(new Set(all).size, profile).toBe(all.length);
    }
  });
});

describe('a profile of one’s own', () => {
  it('is read from a file', () => {
    expect(faultOf(valid)).toBeNull();
  });

  it.each<[unknown, RegExp]>([
    ['{\n  "profile": "mine",\n}', /line 3, column 1/],
    [
      { ...valid, send: { post: '/send', json: { to: '{{to}}' } } },
      /line \d+, send: does not use \{\{from\}\}: use it, or add "sender": "fixed"/,
    ],
    [{ ...valid, sender: 'fixed' }, /send: uses \{\{from\}\}, so .* remove "sender": "fixed"/],
    [{ ...valid, colour: 'red' }, /Unrecognized key: "colour"/],
    [{ ...valid, answer: { ok: 'http ==' } }, /line \d+, answer\.ok: is no JMESPath expression/],
    [{ ...valid, answer: { ok: 'x'.repeat(501) } }, /answer\.ok is too long/],
    [
      { ...valid, send: { post: '/send', json: { to: '{{recipient}}' } } },
      /send\.json\.to: uses \{\{recipient\}\}/,
    ],
    [{ ...valid, send: { post: '/send', json: { to: '{{to|shout}}' } } }, /uses \{\{to\|shout\}\}/],
    [{ ...valid, send: { json: {} } }, /send: name either post or get/],
    [{ ...valid, send: { post: '/', json: {}, form: {} } }, /send: has more than one of json, form and xml/],
    [
      { ...valid, send: { post: '/', xml: '<a/>', form: {} } },
      /send: has more than one of json, form and xml/,
    ],
    [{ ...valid, limits: { batch: 10 } }, /limits\.batch: needs a list with \{"\$each"/],
    [{ ...valid, limits: { batch: 1 } }, /limits\.batch/],
    [
      { ...valid, answer: { ...valid.answer, each: { items: 'a', ok: 'b' } } },
      /answer\.each: needs ref or to/,
    ],
    [{ ...valid, ask: { get: '/{{id}}', taken: 'a', notTaken: 'b' } }, /ask\.get: uses \{\{id\}\}/],
    [{ ...valid, ask: { taken: 'a', notTaken: 'b' } }, /ask: name either post or get/],
    [{ ...valid, codes: { gone: ['1'] } }, /codes/],
    [polledBy({ get: '/{{to}}', state: 's' }), /receipt\.poll\.get: uses \{\{to\}\}/],
    [polledBy({ get: '/', items: 'list', state: 's' }), /receipt\.poll: has items, so it also needs id/],
    [polledBy({ state: 's' }), /receipt\.poll: name either post or get/],
    [{ ...valid, balance: { get: '/{{to}}', amount: 'a' } }, /balance\.get: uses \{\{to\}\}/],
    [{ ...valid, balance: { amount: 'a' } }, /balance: name either post or get/],
    [{ ...valid, balance: { get: '/balance' } }, /balance\.amount/],
  ])('is refused with line and field: %j', (profile, fault) => {
    expect(faultOf(profile)).toMatch(fault);
  });

  it('with an unknown name is refused with the names that exist', () => {
    expect(() => readProfile('twillio', folder)).toThrow(/use one of .*twilio/);
  });
});

describe('a link of CARRIERS_FILE', () => {
  const link = { id: 'mine', profile: './mine.json', secrets: { key: 'hush-hush' } };
  const fault = (content: unknown) => {
    writeFileSync(join(folder, 'mine.json'), JSON.stringify(valid));
    writeFileSync(join(folder, 'carriers.json'), JSON.stringify(content));
    try {
      readCarriersFile(join(folder, 'carriers.json'));
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is read together with SMPP links, with its address and rate', () => {
    expect(fault([link, { id: 'smpp', host: 'a.test', port: 1, system_id: 'a', password: 'b' }])).toBeNull();
    expect(readCarriersFile(join(folder, 'carriers.json'))[0]).toMatchObject({
      ...{ host: 'carrier.example', port: 443, tls: true, sessions: 10, window: 1, throughput: 100 },
    });
  });

  it.each<[object, RegExp]>([
    [{ ...link, secrets: {} }, /secrets of link mine: mine also needs key/],
    [{ ...link, secrets: { key: 'hush-hush', pin: 'hush-hush' } }, /secrets of link mine: mine has no pin/],
    [{ ...link, profile: 'none' }, /profile of link mine: no profile has this name/],
    [{ ...link, host: 'a.test' }, /\[0\] of link mine: Unrecognized key: "host"/],
    [{ ...link, base: 'ftp://a.test' }, /\[0\]\.base of link mine: a base is an http or https address/],
    [{ ...link, balance_below: -1 }, /\[0\]\.balance_below of link mine/],
    [{ ...link, balance_below: 50 }, /balance_below of link mine: mine does not say how to ask/],
    [{ ...link, id: 'simulator-x' }, /ids that begin with simulator-/],
  ])('is refused without quoting its secrets: %j', (content, words) => {
    const message = fault([content]);
    expect(message).toMatch(words);
    expect(message).not.toContain('hush');
  });
});

it('an expression on data of another shape is no error', () => {
  const profile = readProfile('vonage', folder);
  for (const body of ['{"messages":7}', '{"messages":[]}', '[]', '"x"', '7', 'null', '{']) {
    const answered = { kind: 'answered', status: 200, headers: {}, body } as const;
    expect(understand(profile, answered, '1').class, body).toBe('unknown');
  }
});

it('an incoming message of IdeaBiz has its number as people dial it', () => {
  const call = {
    inboundSMSMessageNotification: {
      inboundSMSMessage: {
        ...{ messageId: 'D-I-42', message: 'Test SMS', senderAddress: '94766691500' },
        destinationAddress: 'tel:+87711',
      },
    },
  };
  expect(readIncoming(readProfile('ideabiz', folder).incoming!, [call])).toMatchObject({
    messages: [{ sourceAddr: '94766691500', destinationAddr: '87711' }],
  });
});

it('parts of a long message have an id each', () => {
  const body = JSON.stringify({
    messages: [
      { status: '0', 'message-id': 'a' },
      { status: '0', 'message-id': 'b' },
    ],
  });
  const answered = { kind: 'answered', status: 200, headers: {}, body } as const;
  expect(understand(readProfile('vonage', folder), answered, '1')).toEqual({ class: 'ok', ids: ['a', 'b'] });
});

it.each([
  ['0', 0],
  ['120', 120_000],
  ['3601', 3_600_000],
  ['999999999', 3_600_000],
  ['-1', null],
  ['soon', null],
  [undefined, null],
  ['Wed, 25 Nov 2026 12:00:30 GMT', 30_000],
  ['Wed, 25 Nov 2020 12:00:30 GMT', null],
])('Retry-After %s asks for %s ms', (value, ms) => {
  expect(retryAfterMs(value, Date.parse('2026-11-25T12:00:00Z'))).toBe(ms);
});

it('a reference is 18 digits, the same for each attempt and another for each message', () => {
  const references = Array.from({ length: 10_000 }, (_, index) => referenceOf(`message ${index}`));
  expect(new Set(references).size).toBe(10_000);
  expect(references.every((one) => /^[1-9]\d{17}$/.test(one))).toBe(true);
  expect(referenceOf('message 7')).toBe(references[7]);
});
