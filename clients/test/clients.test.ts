// Runs every case with each client against the running service over HTTP.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from '../../server/test/client.ts';
import { waitFor } from '../../server/test/database.ts';
import { type Service, serviceFolder } from '../../server/test/process.ts';
import { startReceiver } from '../../server/test/receiver.ts';
import type { Message } from '../typescript/src/index.ts';
import {
  changed,
  type Given,
  newSecret,
  receiveCallback,
  rewritten,
  toBase64Url,
  toHex,
} from './callbacks.ts';
import { type CallArgs, CLIENTS, type Driver, olderNode, openDrivers, runFile } from './drivers.ts';
import { answer, keepSilent, loseAnswer, passOn, type Step, startFront } from './front.ts';
import { autoload, samples, WRONG } from './samples.ts';

const settings = { CALLBACKS_ALLOW_PRIVATE: 'true' };
const { dataDir, start } = serviceFolder(settings);
const service = await start();
/** The address of the service, which changes after it is killed. */
let running = service.url;
const account = await openAccount(service.url);
const front = await startFront(service.url);
const receiver = await startReceiver();

const { id: projectId, api_key_test: apiKey } = account.project;
const reach = { baseUrl: `${front.url}/sms/`, projectId, apiKey };
const { drivers, folder, php, phpSources, python, pythonSources } = await openDrivers(service.url);
const present = Object.entries(drivers).filter((one): one is [string, Driver] => one[1] !== null);

const unicode = 'ආයුබෝවන් “Nimal” \\ \n €5 – 👩‍👩‍👧 / é é';
let count = 0;
const message = (more: object = {}) => ({
  to: '+94770000001',
  from: 'SANDBOX',
  body: `Number ${++count}`,
  ...more,
});
const tomorrow = () => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
const usedKeys = () => front.requests.map(({ headers }) => headers['idempotency-key']);
const unavailable = (headers: Record<string, string> = {}) =>
  answer(503, headers, JSON.stringify({ code: 1014, description: 'Not now.' }));

/** The messages with this text, as the service has stored them. */
async function stored(body: string): Promise<Message[]> {
  const days = '/v1/messages?page_num=1&page_size=100&sort_order=DESC';
  const headers = { authorization: account.authorization.TEST };
  const { results } = (await (await fetch(running + days, { headers })).json()) as {
    results: Message[];
  };
  const whole = results.map(async ({ id }) =>
    (await fetch(`${running}/v1/messages/${id}`, { headers })).json(),
  );
  return ((await Promise.all(whole)) as Message[]).filter((one) => one.body === body);
}

/** A callback from the service, signed with the old secret too; created when it is first needed. */
let callback: Promise<{ given: Given; old: string }> | null = null;
const posted = () => {
  callback ??= receiveCallback(
    service.url,
    account,
    message({ body: unicode, status_callback: receiver.url }),
    receiver,
  );
  return callback;
};

/** The same service with a rate limit, started when it is first needed. */
const withLimit = serviceFolder({ ...settings, DATA_DIR: dataDir, LIMIT_API: '3/1' });
let limited: Promise<Service> | null = null;

beforeEach(() => {
  front.target = running;
  front.steps = [];
  front.requests = [];
});

describe.each(Object.entries(drivers))('the %s client', (_name, driver) => {
  const attempt = async (call: string, args: unknown[] = [], more: Partial<CallArgs> = {}) =>
    driver!({ call, args, client: reach, ...more });
  const done = async (...given: Parameters<typeof attempt>) => {
    const { value, error } = await attempt(...given);
    expect(error).toBeUndefined();
    return value;
  };
  const refused = async (...given: Parameters<typeof attempt>) => (await attempt(...given)).error;
  const impatient = (more: object = {}) => ({ client: { ...reach, maxRetries: 1, ...more } });
  const test = it.skipIf(!driver);

  test('prices a message without sending it', async () => {
    const one = message();
    const dry = { dry_run: true, price: 0.8, currency: 'LKR', segments: 1, encoding: 'GSM7' };
    expect(await done('dryRun', [one])).toMatchObject(dry);
    expect(await refused('dryRun', [message({ to: '077' })])).toMatchObject({ type: 'api', code: 2002 });
    expect(await stored(one.body)).toEqual([]);
  });

  test('sends a message and reads it, in any alphabet', async () => {
    const sent = await done('send', [message({ body: unicode, send_at: tomorrow() })]);
    expect(sent).toMatchObject({ to: '+94770000001', body: unicode, mode: 'TEST', status: 'ACCEPTED' });
    expect(await done('get', [sent.id])).toEqual(sent);
  });

  test('returns the owner of the credentials, and the balance', async () => {
    expect(await done('login')).toEqual({ project_id: projectId, project_name: 'Shop', mode: 'TEST' });
    expect(await done('balance')).toEqual({ balance: expect.any(Number), currency: 'LKR' });
  });

  test.each([
    ['bare', ''],
    ['with a slash', '/'],
    ['with a path', '/sms/gateway'],
    ['with /v1', '/v1'],
    ['with a path, /v1 and a slash', '/sms/v1/'],
  ])('accepts an address %s', async (_what, path) => {
    const client = { ...reach, baseUrl: front.url + path };
    expect(await done('page', [], { client })).toMatchObject({ page_num: 1 });
    expect(front.requests.map(({ path }) => path)).toEqual([
      '/v1/messages?page_num=1&page_size=25&sort_order=ASC',
    ]);
  });

  test.each([
    ['no address', { baseUrl: 'sms.example.com' }, /address such as https/],
    ['another protocol', { baseUrl: 'ftp://sms.example.com' }, /address such as https/],
    ['a query', { baseUrl: 'https://sms.example.com/?key=1' }, /an address without/],
    ['credentials in the address', { baseUrl: 'https://a:b@sms.example.com' }, /an address without/],
    ['an empty key', { apiKey: ' ' }, /api_?key is missing/i],
  ])('refuses %s before it calls', async (_what, wrong, message) => {
    const error = await refused('balance', [], { client: { ...reach, ...wrong } });
    expect(error).toMatchObject({ type: 'argument', message: expect.stringMatching(message) });
  });

  test('refuses an empty id and a blank key before it calls', async () => {
    expect((await refused('get', [''])).type).toBe('argument');
    expect((await refused('send', [message()], { idempotencyKey: ' ' })).type).toBe('argument');
    expect(front.requests).toEqual([]);
  });

  test('reads events, each once', async () => {
    type Page = { results: { type: string; data: { id: string } | null }[]; next: string | null };
    let after: string | null = null;
    const read = async (wait_s: number): Promise<Page['results']> => {
      const page = (await done('events', [{ limit: 100, wait_s, ...(after && { after }) }])) as Page;
      after = page.next;
      return page.results;
    };
    while ((await read(0)).length > 0);
    const { id } = (await done('send', [message()])) as { id: string };
    const types: string[] = [];
    while (types.length < 2)
      for (const { type, data } of await read(20)) if (data?.id === id) types.push(type);
    expect(types).toEqual(['message.sent', 'message.delivered']);
    expect(await refused('events', [{ after: id }])).toMatchObject({ status: 404, code: 1001 });
    // The project has no webhook endpoint.
    expect(await refused('resendEvent', [after])).toMatchObject({ status: 409, code: 1013, tries: 1 });
    expect(await refused('resendEvent', [id])).toMatchObject({ status: 404, code: 1001 });
    expect((await refused('resendEvent', [''])).type).toBe('argument');
  });

  test('recognises a foreign server by its response', async () => {
    front.steps = [answer(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>')];
    expect(await refused('balance')).toMatchObject({ type: 'answer', status: 200, tries: 1 });
    front.steps = [answer(301, { location: 'https://sms.example.com/v1/messages' })];
    const moved = await refused('send', [message()]);
    expect(moved).toMatchObject({ type: 'answer', status: 301, tries: 1 });
    expect(moved.message).toMatch(/points to https:\/\/sms\.example\.com.*check base_?url/i);
  });

  test('reports a refusal, at the first try', async () => {
    const wrongKey = await refused('send', [message()], { client: { ...reach, apiKey: `${apiKey}x` } });
    expect(wrongKey).toMatchObject({ type: 'api', status: 401, code: 4003, tries: 1 });
    expect(wrongKey.requestId).toMatch(/^[\w-]{8,}$/);
    expect(await refused('send', [message({ to: '077' })])).toMatchObject({ status: 400, code: 2002 });
    const incomplete = await refused('send', [message({ from: '' })]);
    expect(incomplete).toMatchObject({ code: 1002, fields: { from: 'Give the sender id in `from`' } });
    expect(incomplete.description).not.toBe('');
    expect(await refused('page', [{ from: '2026-02-30' }])).toMatchObject({ code: 1007 });
    expect(await refused('get', ['../projects/ü?'])).toMatchObject({ status: 404, code: 1001 });
    expect(front.requests.at(-1)!.path).toBe('/v1/messages/..%2Fprojects%2F%C3%BC%3F');
  });

  test('keeps the order of a batch with refusals, and repeats it under its key', async () => {
    const messages = Array.from({ length: 1_000 }, (_, i) =>
      message(i % 100 === 50 ? { to: '077' } : { send_at: tomorrow() }),
    );
    const idempotencyKey = crypto.randomUUID();
    const results = await done('batch', [messages], { idempotencyKey });
    expect(results.map((one: { ok: boolean }) => one.ok)).toEqual(messages.map(({ to }) => to !== '077'));
    expect(results[50]).toMatchObject({ ok: false, error: { code: 2002 } });
    expect(results[51].message.body).toBe(messages[51]!.body);
    expect(await done('batch', [messages], { idempotencyKey })).toEqual(results);
    expect(await refused('batch', [[...messages, message()]])).toMatchObject({ code: 1002 });
    expect(await refused('batch', [[]])).toMatchObject({ code: 1002 });
  });

  test('retries the temporary refusals of a batch', async () => {
    const partly: Step = async ({ pass, response }) => {
      await pass();
      const results = [1014, 2002].map((code) => ({ code, description: 'Not now.' }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
    };
    front.steps = [partly];
    const body = `In a batch ${crypto.randomUUID()}`;
    const results = await done('batch', [[message({ body }), message({ to: '077' })]]);
    expect(results).toMatchObject([{ ok: true }, { ok: false, error: { code: 2002 } }]);
    expect(new Set(usedKeys()).size).toBe(1);
    expect(await stored(body)).toHaveLength(1);
  });

  test('lists every message once, including those that arrive during it', async () => {
    const fresh = await openAccount(service.url);
    const client = { ...reach, projectId: fresh.project.id, apiKey: fresh.project.api_key_test };
    await done('batch', [Array.from({ length: 7 }, () => message({ send_at: tomorrow() }))], { client });
    const ids = async (sort_order: string, step?: Step) => {
      front.steps = step ? [passOn, step] : [];
      const rows = await done('list', [{ page_size: 3, sort_order }], { client });
      return rows.map(({ id }: Message) => id);
    };
    const oldest = await ids('ASC');
    expect(oldest).toHaveLength(7);
    expect(await ids('DESC')).toEqual(oldest.toReversed());
    const another: Step = async (exchange) => {
      const headers = { authorization: fresh.authorization.TEST, 'content-type': 'application/json' };
      await fetch(`${service.url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(message()) });
      await passOn(exchange);
    };
    expect(await ids('DESC', another)).toEqual(oldest.toReversed());
    const later = await ids('ASC', another);
    expect(later).toHaveLength(9);
    expect(later.slice(0, 7)).toEqual(oldest);
  });

  test('lists the messages that match all filters, from as many calls as it takes', async () => {
    const numbers = ['+94770000003', '+94770000002', '+94770000003', '+94770000003'];
    const messages = numbers.map((to) => message({ to, from: 'Lanka Shop', send_at: tomorrow() }));
    const { id: next } = await done('send', [message()]);
    const sent = await done('batch', [messages]);
    const filters = { recipient: numbers[0], sender: 'Lanka Shop', status: 'ACCEPTED' };
    front.steps = [answer(200, {}, JSON.stringify({ results: [], next }))];
    front.requests = [];
    const rows = await done('list', [{ ...filters, page_size: 1 }]);
    expect(rows.map(({ id }: Message) => id)).toEqual([0, 2, 3].map((i) => sent[i].message.id).sort());
    expect(front.requests).toHaveLength(4);
    expect(await done('list', [{ ...filters, status: 'FAILED' }])).toEqual([]);
    expect(await refused('list', [{ recipient: '0771234567' }])).toMatchObject({ code: 1002 });
  });

  test('sends one message if the response is lost', async () => {
    front.steps = [loseAnswer, unavailable({ 'retry-after': '0' }), answer(502, {}, '<h1>Bad gateway</h1>')];
    const body = `Lost ${crypto.randomUUID()}`;
    const sent = await done('send', [message({ body })]);
    expect((await stored(body)).map(({ id }) => id)).toEqual([sent.id]);
    expect(front.requests).toHaveLength(4);
    expect(new Set(usedKeys()).size).toBe(1);
    await done('send', [message()]);
    expect(new Set(usedKeys()).size).toBe(2);
  });

  test('waits as long as Retry-After, but no longer than its limit', async () => {
    front.steps = [unavailable({ 'retry-after': '3600' })];
    expect(await refused('send', [message()])).toMatchObject({
      code: 1014,
      tries: 1,
      retryAfterSeconds: 3600,
    });
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    front.steps = [answer(429, { 'retry-after': inAnHour }, 'Too many')];
    const { type, tries, retryAfterSeconds } = await refused('balance');
    expect([type, tries]).toEqual(['answer', 1]);
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
  });

  test('gives up after its tries, and reports the key', async () => {
    front.steps = Array.from({ length: 3 }, () => unavailable());
    const error = await refused('send', [message()], impatient());
    expect(error).toMatchObject({
      type: 'api',
      status: 503,
      code: 1014,
      tries: 2,
      idempotencyKey: usedKeys()[0],
    });
  });

  test('gives up after its time limit', async () => {
    front.steps = Array.from({ length: 50 }, () => unavailable({ 'retry-after': '0' }));
    const given = { client: { ...reach, maxRetries: 1_000, totalTimeoutMs: 1_500 } };
    const { tries } = await refused('send', [message()], given);
    expect([tries > 1, tries < 50, tries]).toEqual([true, true, front.requests.length]);
    front.steps = [keepSilent];
    const silent = await refused('send', [message()], { client: { ...reach, totalTimeoutMs: 300 } });
    expect(silent).toMatchObject({ type: 'connection', timedOut: true, tries: 1 });
  });

  test('retries without a response, and without a server', async () => {
    front.steps = [keepSilent, keepSilent];
    const silent = await refused('send', [message()], impatient({ timeoutMs: 200 }));
    expect(silent).toMatchObject({
      type: 'connection',
      timedOut: true,
      tries: 2,
      idempotencyKey: usedKeys()[1],
    });
    expect(new Set(usedKeys()).size).toBe(1);
    const nowhere = await refused('balance', [], impatient({ baseUrl: 'http://127.0.0.1:1' }));
    expect(nowhere).toMatchObject({ type: 'connection', timedOut: false, tries: 2 });
  });

  test('cancels, even if the response is lost', async () => {
    const { id } = await done('send', [message({ send_at: tomorrow() })]);
    front.steps = [loseAnswer];
    const cancelled = { id, status: 'FAILED', failure: { code: 'CANCELLED' } };
    expect(await done('cancel', [id])).toMatchObject(cancelled);
    expect(await done('cancel', [id])).toMatchObject(cancelled);
    const sent = await done('send', [message()]);
    await waitFor(async () => (await done('get', [sent.id])).status === 'DELIVERED');
    expect(await refused('cancel', [sent.id])).toMatchObject({ status: 409, code: 1013 });
  });

  test('waits if the service reports too many calls', async () => {
    limited ??= withLimit.start();
    front.target = (await limited).url;
    const refusals: string[] = [];
    const watch: Step = async ({ pass }) => {
      const { status, headers, reply } = await pass();
      if (status === 429) refusals.push(headers['retry-after'] ?? '');
      reply();
    };
    front.steps = Array.from({ length: 40 }, () => watch);
    const body = `Limited ${crypto.randomUUID()}`;
    const messages = Array.from({ length: 5 }, () => message({ body }));
    for (const one of messages) await done('send', [one]);
    expect(refusals.length).toBeGreaterThan(0);
    expect(new Set(refusals)).toEqual(new Set(['1']));
    expect(await stored(body)).toHaveLength(5);
  });

  describe('verifies callbacks', () => {
    const verify = async (given: Partial<Given>) =>
      driver!({ call: 'verify', args: [{ ...(await posted()).given, ...given }] });
    const base64 = (text: string) => Buffer.from(text).toString('base64');

    test('from the service, during a rotation of the secret too', async () => {
      const { given, old } = await posted();
      for (const secret of [given.secret, old, [newSecret(), old]]) {
        const { value } = await driver!({ call: 'verify', args: [{ ...given, secret }] });
        expect(value).toMatchObject({
          project_id: projectId,
          mode: 'TEST',
          from: 'SANDBOX',
          sequence: expect.any(Number),
        });
      }
    });

    test.each<[string, string, (given: Given) => Partial<Given>]>([
      ['another secret', 'signature', () => ({ secret: newSecret() })],
      [
        'a body that was parsed and serialised again',
        'signature',
        ({ body }) => ({ body: base64(rewritten(body)) }),
      ],
      ['a signature in another alphabet of base64', 'signature', (given) => changed(given, toBase64Url)],
      ['a signature in hexadecimal digits', 'signature', (given) => changed(given, toHex)],
      [
        'a signature of another version',
        'signature',
        (given) => changed(given, (one) => one.replace('v1,', 'v1a,')),
      ],
      ['half a signature', 'signature', (given) => changed(given, (one) => one.slice(0, 20))],
      ['no signature', 'header', ({ headers }) => ({ headers: { ...headers, 'webhook-signature': '' } })],
      ['another id', 'signature', ({ headers }) => ({ headers: { ...headers, 'webhook-id': 'another' } })],
      [
        'an invalid time',
        'timestamp',
        ({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': '1e9' } }),
      ],
      ['an old time', 'timestamp', ({ headers }) => ({ now: Number(headers['webhook-timestamp']) + 301 })],
      ['a time to come', 'timestamp', ({ headers }) => ({ now: Number(headers['webhook-timestamp']) - 301 })],
    ])('and refuses %s', async (_what, reason, change) => {
      const { error } = await verify(change((await posted()).given));
      expect(error).toMatchObject({ type: 'callback', reason });
    });

    test('and reports an invalid secret', async () => {
      expect((await verify({ secret: 'whsec_*' })).error).toMatchObject({ type: 'argument' });
    });
  });
});

it('each client sends one message if the service is killed before it responds', async () => {
  const bodies = new Map<string, string>();
  let restarted: Promise<Service> | null = null;
  const killed = async () => {
    service.process.kill('SIGKILL');
    await service.exited;
    return start();
  };
  // Both are stored; then the service is killed, and the next tries wait for the new one.
  let accepted = 0;
  const all = Promise.withResolvers<void>();
  const killAfterward: Step = async ({ pass, response }) => {
    await pass();
    if (++accepted === present.length) all.resolve();
    await all.promise;
    restarted ??= killed();
    front.target = running = (await restarted).url;
    response.destroy();
  };
  front.steps = present.map(() => killAfterward);
  const sent = await Promise.all(
    present.map(([name, driver]) => {
      bodies.set(name, `Killed ${crypto.randomUUID()}`);
      return driver({
        call: 'send',
        client: reach,
        args: [message({ body: bodies.get(name), send_at: tomorrow() })],
      });
    }),
  );
  for (const [i, [name]] of present.entries())
    expect((await stored(bodies.get(name)!)).map(({ id }) => id)).toEqual([sent[i]!.value?.id]);
  expect(front.requests).toHaveLength(2 * present.length);
});

describe('as in its README,', () => {
  const env = {
    ...process.env,
    GODWIT_URL: '',
    GODWIT_PROJECT: projectId,
    GODWIT_API_KEY: apiKey,
    GODWIT_CALLBACK_SECRET: newSecret(),
    PYTHONPATH: pythonSources,
  };
  const sent = /^[0-9a-f-]{36} ACCEPTED\n$/;
  const run = async (program: string, file: string, sample: string) => {
    writeFileSync(join(folder, file), sample);
    return (await runFile(program, [file], { cwd: folder, env: { ...env, GODWIT_URL: running } })).stdout;
  };

  it('the package for Node has no dependencies, and sends', async () => {
    const installed = readdirSync(join(folder, 'node_modules'), { recursive: true }).map(String);
    const files = installed.filter((file) => /\.\w+$/.test(file) && !file.startsWith('.'));
    expect(
      files.filter(
        (file) => !/^@godwit\/client\/(?:package\.json|README\.md|dist\/.+\.(?:js|d\.ts))$/.test(file),
      ),
    ).toEqual([]);
    expect(await run(olderNode(), 'send.mjs', samples('typescript', 'ts')[0]!)).toMatch(sent);
  });

  it('the package for Node has types, with and without those of Node', async () => {
    const check = async (file: string, sample: string, types: string) => {
      writeFileSync(join(folder, file), sample);
      const options = [
        '--strict',
        '--noEmit',
        '--target',
        'es2023',
        '--module',
        'nodenext',
        '--types',
        types,
      ];
      const typeRoots = ['--typeRoots', join(CLIENTS, '../node_modules/@types')];
      const tsc = join(CLIENTS, '../node_modules/typescript/bin/tsc');
      const checked = runFile(process.execPath, [tsc, ...options, ...typeRoots, file], { cwd: folder });
      await checked.catch(({ stdout }) => expect.unreachable(stdout));
    };
    for (const [i, sample] of samples('typescript', 'ts').entries())
      await check(`sample${i}.ts`, sample, 'node');
    await check('wrong.ts', WRONG, '');
  });

  it.skipIf(!php)('the client for PHP sends', async () => {
    mkdirSync(join(folder, 'vendor'));
    writeFileSync(join(folder, 'vendor/autoload.php'), autoload(phpSources));
    const [send, , callback] = samples('php', 'php');
    expect(await run(php!, 'send.php', `<?php ${send}`)).toMatch(sent);
    // Nothing is posted to it here.
    expect(await run(php!, 'callback.php', `<?php ${callback}`)).toBe('');
  });

  it.skipIf(!python)('the client for Python sends, and has types', async () => {
    const [send, sendAsync, , callback] = samples('python', 'python');
    for (const sample of [send!, sendAsync!]) expect(await run(python!, 'send.py', sample)).toMatch(sent);
    writeFileSync(join(folder, 'callback.py'), callback!);
    await runFile(python!, ['-m', 'py_compile', 'callback.py'], { cwd: folder });
    expect(readdirSync(join(pythonSources, 'godwit'))).toContain('py.typed');
  });
});
