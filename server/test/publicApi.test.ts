// The public API against its description: GET /v1/openapi.json, each error of each call with its documented
// example, and the TEST numbers that simulate errors.
import { API_CHANGES } from '@godwit/contract/apiChanges';
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { PUBLIC_CALLS, type PublicCall } from '@godwit/contract/publicApi/calls';
import { CALLBACK_EXAMPLE, errorExample } from '@godwit/contract/publicApi/examples';
import { statusCallbackPayload } from '@godwit/contract/publicApi/log';
import { openApiDocument } from '@godwit/contract/publicApi/openApi';
import { TEST_NUMBERS } from '@godwit/contract/publicApi/testNumbers';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { newId } from '../src/ids.ts';
import { testApp } from './app.ts';
import { testDatabase } from './database.ts';
import { addSender, credit, makeSender, verifyTeam } from './factories.ts';
import { makeNamedKey } from './namedKeys.ts';

const routes: string[] = [];
const database = await testDatabase();
const t = await testApp({}, { onRoute: ({ method, url }) => routes.push(`${method} ${url}`) }, database);
const limited = await testApp({ limitApi: { count: 2, seconds: 60 } }, {}, database);
const sender = await makeSender(t);
const stranger = await makeSender(t);
const { TEST, LIVE } = sender.authorization;
const elsewhere = await makeNamedKey(sender.browser, sender.project.id, { networks: '203.0.113.7' });
const message = { to: '+94771234567', from: 'SANDBOX', body: 'Your parcel is here' };

type Input = {
  authorization?: string;
  headers?: Record<string, string>;
  payload?: InjectOptions['payload'];
  url?: string;
};
const callApi = (call: PublicCall, { authorization = TEST, headers, payload, url }: Input = {}) =>
  t.app.inject({
    method: call.method,
    url: url ?? call.path,
    headers: { authorization, ...headers },
    ...(payload !== undefined && { payload }),
  });
const send = async (body: object = {}, authorization = TEST) => {
  const payload = { ...message, ...body };
  const headers = { authorization };
  return (await t.app.inject({ method: 'POST', url: '/v1/messages', headers, payload })).json();
};
type Operation = {
  responses: Record<
    number,
    { content: { 'application/json': { examples: Record<string, { value: object }> } } }
  >;
};
const document = openApiDocument('https://sms.example.com') as {
  paths: Record<string, Record<string, Operation>>;
};
const documentedExample = ({ path, method }: PublicCall, name: ErrorName) =>
  document.paths[path]![method.toLowerCase()]!.responses[ERRORS[name].status]!.content['application/json']
    .examples[name]!.value;
const callOf = (id: string) => PUBLIC_CALLS.find((call) => call.id === id)!;

describe('GET /v1/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document, for anyone', async () => {
    const { statusCode, headers, body } = await t.app.inject({ url: '/v1/openapi.json' });
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      type: 'application/json; charset=utf-8',
    });
    expect(await new Validator().validate(JSON.parse(body))).toEqual({ valid: true });
    expect(JSON.parse(body)).toEqual(openApiDocument(t.services.settings.publicUrl.origin));
  });

  it('has a short form for programs that write code, with every call and error', async () => {
    const { headers, body } = await t.app.inject({ url: '/llms.txt' });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const { method, path, errors } of PUBLIC_CALLS) {
      expect(body).toContain(`- ${method} ${path}: `);
      for (const name of errors) expect(body).toContain(`/docs/errors/${ERRORS[name].code}) (HTTP `);
    }
    for (const { date, summary } of API_CHANGES) expect(body).toContain(`- ${date}: ${summary}`);
  });

  it('has every route of the public API and no other', () => {
    // A send URL takes the fields that its own text names, so no schema describes its calls.
    const ours = routes.filter((route) =>
      /^(GET|POST|PUT|PATCH|DELETE) \/v1\/(?!web\/|staff|hooks|openapi|in(?:\/|$))/.test(route),
    );
    const described = PUBLIC_CALLS.map(
      ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    );
    expect(described.sort()).toEqual([...new Set(ours)].sort());
  });

  it('describes each parameter and each field of requests and responses', () => {
    const bare: string[] = [];
    const look = (at: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, parameters } = value as { properties?: object; parameters?: { name: string }[] };
      const described = [
        ...Object.entries(properties ?? {}),
        ...(parameters ?? []).map((one) => [one.name, one]),
      ];
      for (const [name, of] of described as [string, object][])
        if (!('description' in of) && !('$ref' in of)) bare.push(`${at} ${name}`);
      for (const [name, part] of Object.entries(value)) if (name !== 'example') look(`${at}/${name}`, part);
    };
    look('', openApiDocument('https://sms.example.com'));
    expect(bare).toEqual([]);
  });

  it('has examples that match their schemas', () => {
    for (const { answer, body } of PUBLIC_CALLS) {
      expect(answer.schema.parse(answer.example)).toEqual(answer.example);
      body?.schema.parse(body.example);
    }
    statusCallbackPayload.strict().parse(CALLBACK_EXAMPLE);
  });

  it('has an example of each required parameter, which fits its schema', () => {
    type Parameter = {
      name: string;
      in: string;
      required: boolean;
      schema: { default?: unknown };
      example?: unknown;
    };
    type Operation = { parameters?: Parameter[] };
    const { paths } = openApiDocument('https://sms.example.com') as {
      paths: Record<string, Record<string, Operation>>;
    };
    for (const { method, path, params, query } of PUBLIC_CALLS) {
      const { parameters = [] } = paths[path]![method.toLowerCase()]!;
      const needed = parameters.filter(({ required, schema }) => required && schema.default === undefined);
      const given = (of: string) =>
        Object.fromEntries(needed.filter((one) => one.in === of).map(({ name, example }) => [name, example]));
      params?.parse(given('path'));
      // The log needs one of two sets of parameters, of which none is required by itself.
      if (query && path !== '/v1/messages') query.parse(given('query'));
      expect(needed.map(({ example }) => typeof example)).toEqual(needed.map(() => 'string'));
    }
  });
});

/** The cause of each error of a call; a test number's error is requested by its number. */
const CAUSES: {
  [Name in ErrorName]?: (call: PublicCall, url: string) => Promise<Input | null> | Input | null;
} = {
  invalidCredentials: () => ({ authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' }),
  keyNotAllowed: () => ({ authorization: elsewhere.authorization }),
  notAllowed: () => ({ headers: { 'godwit-callback': '1' } }),
  invalidArgument: ({ id, method, body, params, query }) => {
    if (body) return { payload: {} };
    if (method === 'POST') return { headers: { 'content-type': 'application/json' }, payload: '{' };
    if (!params && !query) return { headers: { 'godwit-version': '2020-01-01' } };
    return { url: id === 'listMessages' ? '/v1/messages?page_num=0' : '/v1/messages/a%00b' };
  },
  notFound: ({ id, path }) => {
    if (id === 'sendMessage') return { payload: { ...message, project_id: stranger.project.id } };
    return { url: id === 'listMessages' ? `${path}?after=${newId()}` : path.replace('{id}', newId()) };
  },
  keyMismatch: (_call, url) =>
    url ? { url, authorization: LIVE } : { payload: { ...message, mode: 'LIVE' } },
  invalidDate: ({ query }) =>
    query
      ? { url: '/v1/messages?page_num=1&page_size=25&sort_order=ASC&from=2026-02-30&to=2026-03-01' }
      : { payload: { ...message, send_at: 'tomorrow' } },
  idempotencyReused: async (call) => {
    const headers = { 'idempotency-key': newId() };
    await callApi(call, { headers, payload: message });
    return { headers, payload: { ...message, body: 'Another' } };
  },
  tooLarge: ({ id }) => ({
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ body: 'a'.repeat(id === 'sendBatch' ? 4_194_305 : 65_537) }),
  }),
  unsupportedType: () => ({ headers: { 'content-type': 'text/plain' }, payload: 'Hello' }),
  conflict: async ({ id }, url) => {
    if (id !== 'cancelMessage') return null;
    await t.app.inject({ method: 'POST', url, headers: { authorization: TEST } });
    return { url };
  },
};
/**
 * Errors caused by the state of the service: tested below, in unavailable.test.ts and in rateLimit.test.ts.
 */
const OF_SERVICE = new Set<ErrorName>(['unexpected', 'unavailable', 'tooManyRequests']);
const NUMBER_OF = new Map(TEST_NUMBERS.map(({ error, to }) => [error, to]));

// The errors of the others are tested beside their code.
const OTHERS: readonly string[] = [
  'Verifications',
  'Consents',
  'Opt-outs',
  'Contacts',
  'Campaigns',
  'Templates',
  'Conversations',
  'Events',
];
describe.each(PUBLIC_CALLS.filter(({ tag }) => !OTHERS.includes(tag)))('$method $path', (call) => {
  const caused = call.errors.filter((name) => !OF_SERVICE.has(name));

  it.each(caused)('answers %s as documented', async (name) => {
    const url = call.params ? call.path.replace('{id}', (await send()).id) : '';
    const cause = await CAUSES[name]?.(call, url);
    const input = cause ?? { payload: { ...message, to: NUMBER_OF.get(name)! } };
    const answer = await callApi(call, { ...(url && { url }), ...input });
    const { status, code } = ERRORS[name];
    expect({ status: answer.statusCode, ...answer.json() }, answer.body).toMatchObject({ status, code });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(documentedExample(call, name)).toEqual(errorExample(name));
  });
});

describe('a number that simulates an error', () => {
  it.each(TEST_NUMBERS)('$to answers $code in TEST with the documented example', async ({ to, error }) => {
    const answer = await callApi(callOf('sendMessage'), { payload: { ...message, to } });
    expect(answer.statusCode).toBe(ERRORS[error].status);
    expect(answer.json()).toEqual(errorExample(error));
    const waits = ['tooManyRequests', 'unavailable'].includes(error);
    expect(answer.headers['retry-after']).toBe(waits ? '1' : undefined);
  });

  it('works in a batch too, and in any notation', async () => {
    const tos = ['0094 (77) 000-4005', '94770004005', '+94770004005', message.to];
    const payload = { messages: tos.map((to) => ({ ...message, to })) };
    const { results } = (await callApi(callOf('sendBatch'), { payload })).json();
    expect(results.map(({ code }: { code?: number }) => code)).toEqual([4005, 4005, 4005, undefined]);
  });

  it('does not use up its Idempotency-Key, like any refused message', async () => {
    const headers = { 'idempotency-key': 'retried' };
    const refused = await callApi(callOf('sendMessage'), {
      headers,
      payload: { ...message, to: '+94770001014' },
    });
    const sent = await callApi(callOf('sendMessage'), { headers, payload: message });
    expect([refused.statusCode, sent.statusCode]).toEqual([503, 201]);
  });

  it('is an ordinary number in LIVE, in the console, and without its 000', async () => {
    const { teamId, project, browser } = sender;
    await verifyTeam(t, teamId);
    await credit(t, teamId, '100');
    await addSender(t, { teamId, projectId: project.id, sender: 'AShop' });
    t.signals.send('settings', teamId);
    for (const { to } of TEST_NUMBERS) {
      expect(await send({ to, from: 'AShop' }, LIVE)).toMatchObject({ status: 'ACCEPTED', mode: 'LIVE' });
    }
    const form = { ...message, to: '+94770004005', project_id: project.id, mode: 'TEST' };
    expect((await browser.post('/v1/web/messages', form)).statusCode).toBe(200);
    expect(await send({ to: '+94771004005' })).toMatchObject({ status: 'ACCEPTED' });
  });
});

describe('account calls', () => {
  it("return the balance in major units and the key's owner", async () => {
    const funded = await makeSender(t, { region_code: 'AU' });
    await credit(t, funded.teamId, '12.3456');
    const as = (url: string, method: 'GET' | 'POST', authorization: string) =>
      t.app.inject({ method, url, headers: { authorization } });
    expect((await as('/v1/balance', 'GET', funded.authorization.TEST)).json()).toEqual({
      balance: 12.3456,
      currency: 'AUD',
    });
    expect((await as('/v1/login', 'POST', funded.authorization.LIVE)).json()).toEqual({
      project_id: funded.project.id,
      project_name: 'Shop',
      mode: 'LIVE',
    });
  });
});

it('a key has its own rate limit, which headers show', async () => {
  const check = (authorization: string) =>
    limited.app.inject({ method: 'POST', url: '/v1/login', headers: { authorization } });
  const answers = [await check(TEST), await check(TEST), await check(TEST), await check(LIVE)];
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 429, 200]);
  expect(answers.map((answer) => answer.headers.ratelimit)).toEqual(
    [1, 0, 0, 1].map((left) => expect.stringMatching(new RegExp(`^"api";r=${left};t=[1-6]\\d?$`))),
  );
  const refused = answers[2]!;
  expect(refused.headers['ratelimit-policy']).toBe('"api";q=2;w=60');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toEqual(errorExample('tooManyRequests'));
});

describe('credentials', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const { id, api_key_test: key } = sender.project;

  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['nothing after the scheme', { authorization: 'Basic' }],
    ['an empty value', { authorization: '' }],
    ['no base64', { authorization: 'Basic %%%' }],
    ['no colon', { authorization: basic(id + key) }],
    ['an empty key', { authorization: basic(`${id}:`) }],
    ['an empty project', { authorization: basic(`:${key}`) }],
    ['project and key the other way round', { authorization: basic(`${key}:${id}`) }],
    ['the key in the wrong case', { authorization: basic(`${id}:${key.toUpperCase()}`) }],
    ['the project in the wrong case', { authorization: basic(`${id.toUpperCase()}:${key}`) }],
    ['a blank after the key', { authorization: basic(`${id}:${key} `) }],
    ['another scheme', { authorization: `Bearer ${key}` }],
    ['the key of another project', { authorization: basic(`${id}:${stranger.project.api_key_test}`) }],
    ['another project with this key', { authorization: basic(`${stranger.project.id}:${key}`) }],
    ['five thousand characters', { authorization: basic(`${id}:${'a'.repeat(5000)}`) }],
    ['a signed-in browser', { cookie: `godwit_session=${sender.browser.cookies.get('godwit_session')}` }],
  ])('%s: 401 and 4003, by every call', async (_what, headers) => {
    for (const call of PUBLIC_CALLS) {
      const answer = await t.app.inject({ method: call.method, url: call.path, headers });
      expect(answer.statusCode, call.id).toBe(401);
      expect(answer.json().code).toBe(4003);
      expect(answer.headers['www-authenticate']).toContain('Basic');
    }
  });

  it('are refused once they are revoked, and accepted with the scheme in any case', async () => {
    const owner = await makeSender(t);
    const check = (authorization: string) =>
      t.app.inject({ method: 'POST', url: '/v1/login', headers: { authorization } });
    expect((await check(owner.authorization.TEST.replace('Basic', 'bAsIc'))).statusCode).toBe(200);
    await owner.browser.post(`/v1/web/projects/${owner.project.id}/update_keys`, { mode: 'TEST' });
    expect((await check(owner.authorization.TEST)).json().code).toBe(4003);
  });
});

/** The queries of calls that are not read by pages. */
const QUERIES: Record<string, string> = {
  listMessages: 'page_num=1&page_size=25&sort_order=ASC',
  listConsents: 'number=%2B94771234567',
  deleteOptOut: 'scope=ALL',
};

describe('an internal failure', () => {
  it('is answered 1000 with only the request id, by every call', async () => {
    const { id } = await send();
    const tables = [
      'messages',
      'balances',
      'projects',
      'message_counts',
      'verifications',
      'verify_profiles',
      'consents',
      'scoped_opt_outs',
      'contacts',
      'contact_groups',
      'contact_totals',
      'campaigns',
      'templates',
      'conversations',
      'events',
      'event_streams',
      'webhook_endpoints',
      'prices',
      'sender_ids',
    ];
    for (const table of tables) await t.services.pool.query(`alter table ${table} rename to broken_${table}`);
    try {
      for (const call of PUBLIC_CALLS) {
        const path = call.path.replace('{id}', id).replace('{number}', message.to);
        const query = QUERIES[call.id];
        const url = query ? `${path}?${query}` : path;
        const body = call.body && { payload: call.body.example };
        // A TEST key has no contacts and campaigns, and cannot change templates and profiles.
        const isOfBoth =
          ['Contacts', 'Campaigns', 'Templates'].includes(call.tag) || /profiles/.test(call.path);
        const authorization = isOfBoth ? LIVE : TEST;
        const answer = await callApi(call, { authorization, url, ...body });
        const { code, description } = answer.json();
        expect({ status: answer.statusCode, code, description }, call.id).toEqual({
          status: 500,
          code: 1000,
          description: `Unexpected error while processing the request. Request id: ${answer.headers['x-request-id']}`,
        });
      }
    } finally {
      for (const table of tables)
        await t.services.pool.query(`alter table broken_${table} rename to ${table}`);
    }
  });
});
