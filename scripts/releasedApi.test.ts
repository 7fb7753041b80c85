import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { API_CHANGES } from '../contract/src/apiChanges.ts';
import { openApiDocument } from '../contract/src/publicApi/openApi.ts';
import { breakingChanges, releasedApi } from './releasedApi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests change a description at any place.
type Description = any;

const ours = JSON.stringify(openApiDocument('https://sms.example.com'));
const released = readFileSync(join(import.meta.dirname, 'releasedApi.json'), 'utf8');

/** The breaking changes by `change`, made in a copy of the description of this version. */
function broken(change: (description: Description) => unknown): string[] {
  const changed = JSON.parse(ours);
  change(changed);
  expect(JSON.stringify(changed)).not.toBe(ours);
  return breakingChanges(JSON.parse(ours), changed);
}
const send = ({ paths }: Description) => paths['/v1/messages'].post;
const list = ({ paths }: Description) => paths['/v1/messages'].get;
const schema = ({ components }: Description, name: string) => components.schemas[name];
const parameter = (call: Description, of: string) =>
  call.parameters.find(({ name }: { name: string }) => name === of);

it('breaks nothing of the last release but what API_CHANGES announces', () => {
  const announced = new Set(API_CHANGES.flatMap(({ breaking }) => breaking?.changes ?? []));
  const changes = breakingChanges(JSON.parse(released), JSON.parse(ours));
  expect(changes.filter((change) => !announced.has(change))).toEqual([]);
});

it('compares the description of the release as it compares the whole one', () => {
  const kept = JSON.parse(releasedApi());
  expect(breakingChanges(kept, JSON.parse(ours))).toEqual([]);
  expect(breakingChanges(JSON.parse(ours), kept)).toEqual([]);
});

describe('a breaking change', () => {
  const CHANGES: [string, (description: Description) => unknown, string[]][] = [
    ['a call removed', ({ paths }) => delete paths['/v1/balance'], ['GET /v1/balance: removed']],
    ['a method removed', ({ paths }) => delete paths['/v1/messages'].get, ['GET /v1/messages: removed']],
    ['a response status removed', (d) => delete send(d).responses[200], ['POST /v1/messages 200: removed']],
    [
      'an error removed',
      (d) => delete send(d).responses[400].content['application/json'].examples.optedOut,
      ['POST /v1/messages error 3003: no longer with status 400'],
    ],
    [
      'an error of a batch removed',
      ({ paths }) => paths['/v1/messages/batch'].post['x-item-errors'].shift(),
      ['POST /v1/messages/batch item error 1002: removed'],
    ],
    [
      'a header removed',
      ({ components }) => delete components.headers['Retry-After'],
      ['header Retry-After: removed'],
    ],
    [
      'a form no longer taken',
      (d) => delete send(d).requestBody.content['application/x-www-form-urlencoded'],
      ['POST /v1/messages request application/x-www-form-urlencoded: removed'],
    ],
    [
      'a body newly required',
      ({ paths }) => {
        paths['/v1/login'].post.requestBody = { required: true, content: {} };
      },
      ['POST /v1/login request: now required'],
    ],
    [
      'a field of an answer removed',
      (d) => delete schema(d, 'MessageRow').properties.segments,
      ['GET /v1/messages 200.results[].segments: removed'],
    ],
    [
      'a field of an answer no longer always there',
      ({ paths }) => {
        const answer = paths['/v1/balance'].get.responses[200].content['application/json'].schema;
        answer.required = ['balance'];
      },
      ['GET /v1/balance 200.currency: no longer always there'],
    ],
    [
      'a field of an answer that may now be null',
      ({ paths }) => {
        const answer = paths['/v1/balance'].get.responses[200].content['application/json'].schema;
        answer.properties.currency = { anyOf: [answer.properties.currency, { type: 'null' }] };
      },
      ['GET /v1/balance 200.currency: now also null'],
    ],
    [
      'an enum value of an answer removed',
      (d) => schema(d, 'StatusCallback').properties.status.enum.shift(),
      ['webhook messageStatus.status: SENT removed'],
    ],
    [
      'a field of a webhook removed',
      (d) => delete schema(d, 'IncomingCallback').properties.body,
      ['webhook incomingMessage.body: removed'],
    ],
    [
      'a webhook removed',
      ({ webhooks }) => delete webhooks.incomingMessage,
      expect.arrayContaining(['webhook incomingMessage application/json: removed']),
    ],
    [
      'the type of an answer changed',
      ({ paths }) => {
        const answer = paths['/v1/balance'].get.responses[200].content['application/json'].schema;
        answer.properties.balance.type = 'string';
      },
      ['GET /v1/balance 200.balance: number is now string'],
    ],
    [
      'the format of an answer changed',
      (d) => {
        schema(d, 'MessageRow').properties.accepted_at.format = 'date';
      },
      ['GET /v1/messages 200.results[].accepted_at: format was date-time and is date'],
    ],
    [
      'a field of a request removed',
      (d) => delete schema(d, 'SendRequest').properties.max_price,
      [
        'POST /v1/messages request.max_price: removed',
        'POST /v1/messages/batch request.messages[].max_price: removed',
      ],
    ],
    [
      'a field of a request newly required',
      (d) => schema(d, 'SendRequest').required.push('mode'),
      [
        'POST /v1/messages request.mode: now required',
        'POST /v1/messages/batch request.messages[].mode: now required',
      ],
    ],
    [
      'a new field of a request, required',
      (d) => {
        schema(d, 'BatchRequest').properties.purpose = { type: 'string' };
        schema(d, 'BatchRequest').required.push('purpose');
      },
      ['POST /v1/messages/batch request.purpose: now required'],
    ],
    [
      'the type of a request changed',
      (d) => {
        schema(d, 'BatchRequest').properties.messages = { type: 'string' };
      },
      ['POST /v1/messages/batch request.messages: array is now string'],
    ],
    [
      'a pattern of a request changed',
      (d) => {
        parameter(list(d), 'client_reference').schema.pattern = '^A$';
      },
      [
        expect.stringMatching(
          /^GET \/v1\/messages query client_reference: pattern was .* and is \^A\$$/,
        ) as never,
      ],
    ],
    [
      'a maximum lowered',
      (d) => {
        schema(d, 'BatchRequest').properties.messages.maxItems = 10;
      },
      [
        expect.stringMatching(
          /^POST \/v1\/messages\/batch request\.messages: maxItems was \d+ and is 10$/,
        ) as never,
      ],
    ],
    [
      'a new limit',
      (d) => {
        schema(d, 'BatchRequest').properties.messages.items.maxProperties = 3;
      },
      ['POST /v1/messages/batch request.messages[]: maxProperties was missing and is 3'],
    ],
    [
      'an enum of a request smaller',
      (d) => parameter(list(d), 'sort_order').schema.enum.shift(),
      [expect.stringMatching(/^GET \/v1\/messages query sort_order: (ASC|DESC) removed$/) as never],
    ],
    [
      'a parameter removed',
      (d) => list(d).parameters.splice(list(d).parameters.indexOf(parameter(list(d), 'limit')), 1),
      ['GET /v1/messages query limit: removed'],
    ],
    [
      'a new parameter, required',
      (d) => list(d).parameters.push({ name: 'of', in: 'query', required: true, schema: {} }),
      ['GET /v1/messages query of: now required'],
    ],
    [
      'a header of a request newly required',
      (d) => {
        parameter(send(d), 'Idempotency-Key').required = true;
      },
      ['POST /v1/messages header Idempotency-Key: now required'],
    ],
    [
      'a default changed',
      ({ paths }) => {
        parameter(paths['/v1/events'].get, 'limit').schema.default = 50;
      },
      ['GET /v1/events query limit: default was 25 and is 50'],
    ],
  ];

  it.each(CHANGES)('%s', (_what, change, reported) => {
    expect(broken(change)).toEqual(reported);
  });

  it('is reported if any field is removed', () => {
    const places: string[][] = [];
    const look = (place: string[], part: Description): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const name of Object.keys(part.properties ?? {})) places.push([...place, 'properties', name]);
      for (const [key, inner] of Object.entries(part)) look([...place, key], inner);
    };
    look([], JSON.parse(released));
    fc.assert(
      fc.property(fc.constantFrom(...places), (place) => {
        const changed = JSON.parse(released);
        const fields = place.slice(0, -1).reduce((part, key) => part[key], changed);
        delete fields[place.at(-1)!];
        expect(breakingChanges(JSON.parse(released), changed)).toContainEqual(
          expect.stringMatching(new RegExp(`[.]${place.at(-1)}: removed$`)),
        );
      }),
      { numRuns: 25 },
    );
  });
});

describe('an additive change', () => {
  const EXTRA = { extra: { type: 'string' } };
  const CHANGES: [string, (description: Description) => unknown][] = [
    ['a call', ({ paths }) => Object.assign(paths, { '/v1/new': { get: { responses: {} } } })],
    ['a tag and a description', (d) => Object.assign(send(d), { tags: ['New'], summary: 'New' })],
    ['a field of a request', (d) => Object.assign(schema(d, 'SendRequest').properties, EXTRA)],
    ['a field of an answer', (d) => Object.assign(schema(d, 'Message').properties, EXTRA)],
    [
      'a field of an answer that is always there',
      (d) => {
        Object.assign(schema(d, 'Message').properties, EXTRA);
        schema(d, 'Message').required.push('extra');
      },
    ],
    ['a field of a request no longer required', (d) => schema(d, 'SendRequest').required.shift()],
    ['a parameter', (d) => list(d).parameters.push({ name: 'of', in: 'query', schema: {} })],
    ['a status', (d) => Object.assign(send(d).responses, { 202: { content: {} } })],
    [
      'an error',
      (d) => {
        send(d).responses[400].content['application/json'].examples.other = { value: { code: 9999 } };
      },
    ],
    ['a value of an answer', (d) => schema(d, 'StatusCallback').properties.status.enum.push('SEEN')],
    ['a value of a request', (d) => parameter(list(d), 'sort_order').schema.enum.push('NONE')],
    ['a higher maximum', (d) => schema(d, 'BatchRequest').properties.messages.maxItems++],
    ['a limit removed', (d) => delete schema(d, 'BatchRequest').properties.messages.maxItems],
    [
      'another type in a request',
      (d) => {
        const { properties } = schema(d, 'SendRequest');
        properties.to = { anyOf: [properties.to, { type: 'integer' }] };
      },
    ],
    [
      'a schema that gets a name',
      (d) => {
        const content = d.paths['/v1/balance'].get.responses[200].content['application/json'];
        d.components.schemas.Balance = content.schema;
        content.schema = { $ref: '#/components/schemas/Balance' };
      },
    ],
    ['a header', ({ components }) => Object.assign(components.headers, { New: {} })],
  ];

  it.each(CHANGES)('passes: %s', (_what, change) => {
    expect(broken(change)).toEqual([]);
  });
});
