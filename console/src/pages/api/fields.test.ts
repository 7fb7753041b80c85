import { expect, test } from 'vitest';
import type { OpenApi } from '../../api/reference.ts';
import { fieldsOf, nameOf, successOf } from './fields.ts';

const api: OpenApi = {
  paths: {},
  webhooks: {
    messageStatus: { post: { operationId: 'messageStatus', description: '', responses: {} } },
    incomingMessage: { post: { operationId: 'incomingMessage', description: '', responses: {} } },
  },
  components: {
    schemas: {
      Message: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', minLength: 1, maxLength: 64, description: 'Names it.' } },
      },
      Answer: {
        type: 'object',
        required: ['events', 'status'],
        properties: {
          events: {
            type: 'object',
            properties: { sent_at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] } },
            required: ['sent_at'],
          },
          status: { type: 'string', enum: ['SENT', 'FAILED'] },
          region: { type: ['string', 'null'] },
          count: { type: 'integer', minimum: 1, maximum: 9007199254740991 },
          results: { type: 'array', maxItems: 10, items: { $ref: '#/components/schemas/Message' } },
        },
      },
    },
  },
};
const rows = (name: string) =>
  fieldsOf({ $ref: `#/components/schemas/${name}` }, api).map(({ name, type, limits, required }) => [
    ...[name, type, limits.join('; ')],
    required,
  ]);

test('fields have their inner fields, types and limits', () => {
  expect(rows('Answer')).toEqual([
    ['events', 'object', '', true],
    ['events.sent_at', 'date-time or null', '', true],
    ['status', 'string', '`SENT`, `FAILED`', true],
    ['region', 'string or null', '', false],
    ['count', 'integer', 'from 1', false],
    ['results', 'array of Message', 'at most 10 items', false],
  ]);
  expect(rows('Message')).toEqual([['id', 'string', '1 to 64 characters', true]]);
});

test('alternatives have the fields of all, and require those that all require', () => {
  const text = { type: 'string' };
  const page = { required: ['total', 'results'], properties: { total: text, results: text } };
  const rest = { required: ['results', 'next'], properties: { results: text, next: text } };
  const fields = fieldsOf({ anyOf: [page, rest] }, api);
  expect(fields.map(({ name, required }) => [name, required])).toEqual([
    ['total', false],
    ['results', true],
    ['next', false],
  ]);
});

test('the response of a call with a dry run is that of sending', () => {
  const json = (type: string) => ({ description: '', content: { 'application/json': { schema: { type } } } });
  const responses = { 200: json('number'), 201: json('string'), 400: json('null') };
  expect(successOf({ operationId: 'sendMessage', description: '', responses })).toMatchObject({
    status: 201,
    schema: { type: 'string' },
  });
});

test('an inline schema has no name', () => {
  expect([nameOf({ type: 'string' }), nameOf({ $ref: '#/components/schemas/Message' })]).toEqual([
    null,
    'Message',
  ]);
});
