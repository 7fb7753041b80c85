// GET /v1/openapi.json: OpenAPI 3.1 of the public API, generated from the schemas and the list of calls.
import { z } from 'zod';
import { API_VERSION, API_VERSIONS } from '../apiChanges.ts';
import { errorAnswer } from '../common.ts';
import { ERRORS, type ErrorName } from '../errors.ts';
import type { Support } from '../generic.ts';
import { messageRow, smsObject } from '../messages/messages.ts';
import * as api from '../sentences/api.ts';
import { PUBLIC_CALLS, type PublicCall } from './calls.ts';
import { CALLBACK_EXAMPLE, errorExample, INCOMING_EXAMPLE } from './examples.ts';
import { incomingCallbackPayload, messageList, messageListFromCursor, statusCallbackPayload } from './log.ts';
import { batchAnswer, batchRequest, dryRunAnswer, sendRequest } from './send.ts';
import { TEST_NUMBERS, TEST_OUTCOMES } from './testNumbers.ts';

type Json = { [key: string]: unknown };

const REQUESTS = { SendRequest: sendRequest, BatchRequest: batchRequest };
const ANSWERS = {
  Message: smsObject,
  DryRun: dryRunAnswer,
  MessageRow: messageRow,
  MessageList: messageList,
  MessageListFromCursor: messageListFromCursor,
  BatchResults: batchAnswer,
  Error: errorAnswer,
  StatusCallback: statusCallbackPayload,
  IncomingCallback: incomingCallbackPayload,
};
const NAMES = new Map<z.ZodType, string>(
  Object.entries({ ...REQUESTS, ...ANSWERS }).map(([name, schema]) => [schema, name]),
);
const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Returns the document for a service at `url`, such as https://sms.example.com. */
export function openApiDocument(url: string, support?: Support): Json {
  const contact = {
    ...(support?.email && { email: support.email }),
    ...(support?.url && { url: support.url }),
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Godwit public API',
      version: '1',
      summary: 'Send SMS and follow them.',
      description: DESCRIPTION,
      ...(Object.keys(contact).length > 0 && { contact: { name: 'Support', ...contact } }),
      license: { name: 'Proprietary', identifier: 'LicenseRef-proprietary' },
    },
    servers: [{ url }],
    security: [{ key: [] }],
    tags: [
      { name: 'Messages', description: 'Sending messages and reading what became of them.' },
      { name: 'Verifications', description: 'Sending one-time codes and checking them.' },
      { name: 'Consents', description: 'Recording and reading what people allowed as advertising.' },
      { name: 'Opt-outs', description: 'Listing, adding and removing opt-outs.' },
      { name: 'Contacts', description: 'Reading and changing contacts and groups.' },
      { name: 'Campaigns', description: 'Sending one text to groups of contacts.' },
      { name: 'Templates', description: 'Reading and changing templates.' },
      { name: 'Conversations', description: 'Reading threads by number, and marking them as read.' },
      { name: 'Events', description: 'Following what happened, and webhook endpoints.' },
      { name: 'Account', description: 'Prices, senders, the balance and the credentials.' },
    ],
    paths: pathsOf(PUBLIC_CALLS),
    webhooks: { messageStatus: MESSAGE_STATUS, incomingMessage: INCOMING_MESSAGE },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'basic',
          description:
            'The project id as user name and one of its API keys as password: the key decides between TEST and LIVE.',
        },
      },
      headers: HEADERS,
      schemas: { ...schemasOf(REQUESTS, 'input'), ...describeErrors(schemasOf(ANSWERS, 'output')) },
    },
  };
}

const DESCRIPTION = `All calls use HTTP Basic with the project id and an API key. Answers are JSON, instants ISO 8601 in UTC, money in major units.
An error has a \`code\` that stays the same, a \`description\` for people, and \`fields\` where a field is at fault; every answer carries \`x-request-id\`.

Versions of the API are dates: ${API_VERSIONS.map(({ date }) => date).join(', ')}. A named key keeps the version that was current when it was created; other keys
use the first one. The header \`Godwit-Version\` of a request selects another. A date without a version is refused with 1002, and nothing is done.

In TEST nothing leaves and nothing is charged. The last four digits of \`to\` decide what becomes of a message:

${TEST_OUTCOMES.map(({ ending, description }) => `- \`…${ending}\`: ${description}`).join('\n')}
- any other: delivered within about two seconds.

Numbers that end with \`000\` and an error's code are refused with it, in TEST only:

${TEST_NUMBERS.map(({ to, code, error }) => `- \`${to}\`: ${ERRORS[error].status}, ${code}: ${ERRORS[error].text}`).join('\n')}`;

const TEXT = { type: 'string' };
const HEADERS: Json = {
  'x-request-id': { description: 'Names this request: say it when you ask for help.', schema: TEXT },
  RateLimit: {
    description:
      'Where calls of a key are limited: how many are left (`r`) and in how many seconds the count starts again (`t`).',
    schema: TEXT,
    example: '"api";r=98;t=41',
  },
  'RateLimit-Policy': {
    description: 'Where calls of a key are limited: how many (`q`) in how many seconds (`w`).',
    schema: TEXT,
    example: '"api";q=100;w=60',
  },
  'Godwit-Version': {
    description:
      'The date of the version of the API that answers. A request may name another with this header.',
    schema: { type: 'string', format: 'date' },
    example: API_VERSION,
  },
  Deprecation: {
    description: 'If a newer version exists: when it replaced this one, in seconds since 1970 (RFC 9745).',
    schema: TEXT,
    example: '@1811808000',
  },
  Sunset: {
    description: 'If a newer version exists: from when this one may be removed (RFC 8594).',
    schema: TEXT,
    example: 'Thu, 01 Jun 2028 00:00:00 GMT',
  },
  'Retry-After': {
    description: 'After how many seconds to try again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotent-Replayed': {
    description: '`true` where the same Idempotency-Key was answered before; this is the first answer again.',
    schema: { type: 'string', enum: ['true'] },
  },
};
const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });
const ON_ALL = { ...header('x-request-id'), ...header('RateLimit'), ...header('RateLimit-Policy') };
// Errors have these too, unless they refuse the key. Naming them there would make the document much longer.
const OF_VERSION = { ...header('Godwit-Version'), ...header('Deprecation'), ...header('Sunset') };

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: api.IDEMPOTENT_CALL,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-48213',
};

function pathsOf(calls: readonly PublicCall[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return paths;
}

function operationOf(call: PublicCall): Json {
  const { id, tag, summary, description, params, query, body, idempotent, errors, itemErrors } = call;
  const inItems = itemErrors
    ? `\n\nEach message can be refused with ${itemErrors.map((name) => ERRORS[name].code).join(', ')}.`
    : '';
  const parameters = [
    ...[...parametersOf('path', params), ...parametersOf('query', query)].map((one) =>
      one.required ? { ...one, ...exampleIn(call.path, String(one.name)) } : one,
    ),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description + inItems,
    ...(itemErrors && { 'x-item-errors': itemErrors.map((name) => ERRORS[name].code) }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: bodiesOf(body) } }),
    responses: {
      ...answersOf(call),
      ...errorsOf(errors),
    },
  };
}

function answersOf({ answer, dryRun, idempotent, tag }: PublicCall): Json {
  const isReported = idempotent && tag === 'Messages';
  const answers = dryRun ? [dryRun, answer] : [answer];
  return Object.fromEntries(
    answers.map(({ status, description, schema, example }) => [
      status,
      {
        description,
        headers: {
          ...ON_ALL,
          ...OF_VERSION,
          ...(isReported && status === 201 && header('Idempotent-Replayed')),
        },
        content: { 'application/json': { schema: schemaFor(schema, 'output'), example } },
      },
    ]),
  );
}

function bodiesOf({ schema, example, forms }: NonNullable<PublicCall['body']>): Json {
  const content = { schema: schemaFor(schema, 'input'), example };
  return { 'application/json': content, ...(forms && { 'application/x-www-form-urlencoded': content }) };
}

/** The errors of a call by HTTP status, each with an example under its name. */
function errorsOf(names: readonly ErrorName[]): Json {
  const byStatus = Map.groupBy(names, (name) => ERRORS[name].status);
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((name) => `${ERRORS[name].code}: ${ERRORS[name].text}`).join('\n\n'),
        headers: { ...ON_ALL, ...((status === 429 || status === 503) && header('Retry-After')) },
        content: {
          'application/json': {
            schema: refTo('Error'),
            examples: Object.fromEntries(
              ofStatus.map((name) => [
                name,
                { summary: `${ERRORS[name].code}: ${ERRORS[name].text}`, value: errorExample(name) },
              ]),
            ),
          },
        },
      },
    ]),
  );
}

function parametersOf(location: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return [];
  // The type after parsing the text of a query: a number, not its digits.
  const { properties = {}, required = [] } = jsonSchema(schema, 'output') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...of }]) => ({
    name,
    in: location,
    required: required.includes(name),
    description,
    schema: of,
  }));
}

/** The example of a parameter: its value in an example of the same collection's answers. */
function exampleIn(path: string, name: string): { example?: unknown } {
  const [collection = path] = path.split('/{');
  const examples = PUBLIC_CALLS.filter((call) => call.path.startsWith(collection)).map(
    (call) => call.answer.example as Json,
  );
  const found = examples.find((example) => example[name] !== undefined);
  return found ? { example: found[name] } : {};
}

/** Returns a reference if the schema is a component, otherwise the schema itself. */
function schemaFor(schema: z.ZodType, io: 'input' | 'output'): Json {
  const name = NAMES.get(schema);
  if (schema instanceof z.ZodUnion)
    return { anyOf: (schema.options as z.ZodType[]).map((option) => schemaFor(option, io)) };
  return name ? refTo(name) : jsonSchema(schema, io);
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, override });
  return made;
}

/** Returns schemas by name, with references to each other. */
function schemasOf(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { io, override, uri: (id) => `#/components/schemas/${id}` }).schemas;
  return Object.fromEntries(Object.entries(made).map(([id, { $schema: _, $id: __, ...of }]) => [id, of]));
}

// Not in the schema, because every page of the console loads that.
const ERROR_FIELDS: Record<string, string> = {
  code: 'The code of the error, which stays the same. `/docs/errors/{code}` explains it.',
  description: 'What to do, for people; the words may change.',
  fields: 'What is wrong with each field at fault.',
};

function describeErrors({ Error: error, ...schemas }: Record<string, Json>): Json {
  const properties = Object.entries(error?.properties as Record<string, Json>);
  const described = properties.map(([name, of]) => [name, { ...of, description: ERROR_FIELDS[name] }]);
  return { ...schemas, Error: { ...error, properties: Object.fromEntries(described) } };
}

/**
 * Removes redundant keywords: the pattern of an instant, which has a format, and the bounds of all whole
 * numbers.
 */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Later versions may add fields to answers.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

const SIGNED =
  'signed as in Standard Webhooks 1.0: `webhook-signature` is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret behind `whsec_` in base64. Any 2xx is success; else the call is made again, 10 times in all over about three days, always with the same `webhook-id`.';

const MESSAGE_STATUS = webhook({
  operationId: 'messageStatus',
  summary: 'The status of a message has changed',
  description: `Posted to the \`status_callback\` of a message, ${SIGNED}`,
  webhookId: api.CALLBACK_STATUS_ID,
  schema: 'StatusCallback',
  example: CALLBACK_EXAMPLE,
});

const INCOMING_MESSAGE = webhook({
  operationId: 'incomingMessage',
  summary: 'A phone has sent a message',
  description: `Posted to the URL that the project has for incoming messages, ${SIGNED}`,
  webhookId: api.CALLBACK_MESSAGE_ID,
  schema: 'IncomingCallback',
  example: INCOMING_EXAMPLE,
});

function webhook({
  webhookId,
  schema,
  example,
  ...named
}: Record<'operationId' | 'summary' | 'description' | 'webhookId' | 'schema', string> & {
  example: object;
}): Json {
  const parameters = [
    ['webhook-id', webhookId],
    ['webhook-timestamp', api.CALLBACK_TIMESTAMP],
    ['webhook-signature', api.CALLBACK_SIGNATURE],
  ].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: TEXT }));
  return {
    post: {
      ...named,
      tags: ['Messages'],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo(schema), example } },
      },
      responses: { '2XX': { description: 'You have it.' } },
    },
  };
}
