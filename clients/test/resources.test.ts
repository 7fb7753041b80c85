// Runs the cases of contacts, campaigns and all other resources with each client against the running service.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { METHOD_NAMES } from '../../scripts/clientCalls.ts';
import { waitFor } from '../../server/test/database.ts';
import { serviceFolder } from '../../server/test/process.ts';
import type * as api from '../typescript/src/index.ts';
import { olderNode, openDrivers, runFile } from './drivers.ts';
import { answer, loseAnswer, startFront } from './front.ts';
import { openLiveAccount, SENDER, writeFromPhone } from './live.ts';
import { autoload, samples } from './samples.ts';
import { callTable } from './table.ts';

const folder = serviceFolder({ CALLBACKS_ALLOW_PRIVATE: 'true' });
const service = await folder.start();
const account = await openLiveAccount(folder, service.url);
const front = await startFront(service.url);
const { drivers, folder: installed, php, phpSources, python, pythonSources } = await openDrivers(service.url);

const { id: projectId, api_key_test: testKey, api_key_live: liveKey } = account.project;
const clientOf = (apiKey: string) => ({ baseUrl: `${front.url}/sms`, projectId, apiKey });
const unavailable = answer(503, { 'retry-after': '0' }, '{"code":1014,"description":"Not now."}');
const tomorrow = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
/** Calls that deliberately have no method in a client, each with the reason. */
const WITHOUT_METHOD: Record<string, string> = {};

beforeEach(() => {
  front.steps = [];
  front.requests = [];
});

describe.each(Object.entries(drivers))('the %s client', (name, driver) => {
  const of = Object.keys(drivers).indexOf(name);
  /** A number that only this client uses. */
  const numberOf = (i: number) => `+9477155${of}${i}67`;
  const attempt =
    (key: string) =>
    async (call: string, args: unknown[] = [], idempotencyKey?: string) =>
      driver!({ call, args, client: clientOf(key), ...(idempotencyKey && { idempotencyKey }) });
  const doneBy =
    (key: string) =>
    async (...given: Parameters<ReturnType<typeof attempt>>) => {
      const { value, error } = await attempt(key)(...given);
      expect(error).toBeUndefined();
      return value;
    };
  const [live, test] = [doneBy(liveKey), doneBy(testKey)];
  const refusedLive = async (...given: Parameters<typeof live>) => (await attempt(liveKey)(...given)).error;
  const refusedTest = async (...given: Parameters<typeof live>) => (await attempt(testKey)(...given)).error;
  const run = it.skipIf(!driver);

  run('has a method for each public call', async () => {
    const { value } = await driver!({ call: 'methods' });
    const missing = METHOD_NAMES.filter(({ methods }) => !methods.every((method) => value.includes(method)));
    expect(missing.map(({ call }) => call)).toEqual(Object.keys(WITHOUT_METHOD));
  });

  run('reads and changes contacts and groups', async () => {
    const group: api.Group = await live('createGroup', [{ name: `Friends of ${name}` }]);
    const nimal = { number: numberOf(0), first_name: 'Nimal', last_name: 'Perera', groups: [group.id] };
    const created: api.Contact = await live('createContact', [nimal]);
    expect(created).toMatchObject({ number: nimal.number, groups: [{ id: group.id }] });
    const other: api.Contact = await live('createContact', [{ number: numberOf(1), first_name: 'කමලා' }]);
    expect(await live('putMembers', [group.id, { contacts: [other.id] }])).toEqual({ changed: 1 });

    front.requests = [];
    const rows: api.Contact[] = await live('listContacts', [{ group_id: group.id, limit: 1 }]);
    expect(rows.map(({ id }) => id).sort()).toEqual([created.id, other.id].sort());
    expect(front.requests.length).toBeGreaterThan(1);
    const page: api.ContactPage = await live('pageContacts', [{ group_id: group.id, limit: 1 }]);
    const rest: api.ContactPage = await live('pageContacts', [{ group_id: group.id, after: page.next }]);
    expect([...page.results, ...rest.results]).toEqual(rows);
    const found: api.ContactPage = await live('pageContacts', [{ number: nimal.number }]);
    expect(found.results.map(({ id }) => id)).toEqual([created.id]);

    const changed = await live('changeContact', [created.id, { last_name: 'Silva' }]);
    expect(changed).toMatchObject({ first_name: 'Nimal', last_name: 'Silva' });
    expect(await live('getContact', [created.id])).toEqual(changed);
    const removal = { contacts: [created.id, other.id], action: 'remove' };
    expect(await live('putMembers', [group.id, removal])).toEqual({ changed: 2 });
    const { results }: api.GroupList = await live('listGroups');
    expect(results.find(({ id }) => id === group.id)).toMatchObject({ contacts: 0 });
    for (const id of [created.id, other.id])
      expect(await live('deleteContact', [id])).toEqual({ deleted: 1 });
    expect(await live('deleteGroup', [group.id])).toEqual({ deleted: 1 });
  });

  run('reports refusals of resources like any other', async () => {
    await live('createContact', [{ number: numberOf(2), first_name: 'Sunil' }]);
    const again = await refusedLive('createContact', [{ number: numberOf(2), first_name: 'Sunil' }]);
    expect(again).toMatchObject({ type: 'api', status: 409, code: 1013, tries: 1 });
    expect(await refusedLive('getContact', ['x/../y'])).toMatchObject({ status: 404, code: 1001 });
    expect(front.requests.at(-1)!.path).toBe('/v1/contacts/x%2F..%2Fy');
    expect(await refusedTest('listContacts', [{}])).toMatchObject({ code: 1004 });
    expect(await refusedLive('changeContact', [projectId, {}])).toMatchObject({ status: 404, code: 1001 });
    expect(await refusedLive('createContact', [{ first_name: 'Sunil' }])).toMatchObject({
      code: 1002,
      fields: { number: expect.any(String) },
    });
    const asked = front.requests.length;
    expect((await refusedLive('getContact', [''])).type).toBe('argument');
    expect(await refusedLive('getConversation', [''])).toMatchObject({
      type: 'argument',
      message: 'The number of the conversation is missing',
    });
    expect((await refusedLive('listContacts', [{ before: projectId }])).type).toBe('argument');
    expect(front.requests).toHaveLength(asked);
  });

  run('repeats a change without an answer only if a repetition does no harm', async () => {
    front.steps = [loseAnswer];
    const template = { name: `Lost by ${name}`, content: 'Hello' };
    expect(await refusedLive('createTemplate', [template])).toMatchObject({ type: 'connection', tries: 1 });
    const { id }: api.Template = (await live('listTemplates', [{}])).find(
      (one: api.Template) => one.name === template.name,
    );
    front.steps = [answer(502, {}, 'Bad gateway')];
    expect(await refusedLive('deleteTemplate', [id])).toMatchObject({
      type: 'answer',
      status: 502,
      tries: 1,
    });
    // The service itself says that nothing has happened.
    front.steps = [unavailable];
    expect(await live('deleteTemplate', [id])).toEqual({ deleted: 1 });
    front.steps = [loseAnswer];
    expect(await live('putOptOut', [{ number: numberOf(3) }])).toMatchObject({ number: numberOf(3) });
    expect(front.requests.slice(-2).map(({ method }) => method)).toEqual(['PUT', 'PUT']);
  });

  run('reads and changes templates', async () => {
    const made: api.Template = await live('createTemplate', [{ name: `Offer of ${name}`, content: 'Hi' }]);
    const renamed = await live('changeTemplate', [made.id, { content: 'Hi {first_name}' }]);
    expect(renamed).toEqual({ ...made, content: 'Hi {first_name}' });
    expect(await test('getTemplate', [made.id])).toEqual(renamed);
    expect(await live('listTemplates', [{ limit: 1 }])).toContainEqual(renamed);
    expect((await live('pageTemplates', [{ limit: 100 }])).results).toContainEqual(renamed);
    expect(await live('deleteTemplate', [made.id])).toEqual({ deleted: 1 });
    expect(await refusedLive('getTemplate', [made.id])).toMatchObject({ code: 1001 });
  });

  run('reads, adds and removes opt-outs and consents', async () => {
    const number = numberOf(4);
    const given = { number, kind: 'GIVEN', at: '2026-11-20T09:30:00+05:30', source: 'A form' };
    expect(await test('putConsent', [given])).toMatchObject({ number, kind: 'GIVEN', mode: 'TEST' });
    const { allowed, consents }: api.ConsentList = await test('listConsents', [{ number }]);
    expect([allowed, consents.length]).toEqual([true, 1]);
    for (const scope of ['ALL', 'PROMOTIONAL']) await test('putOptOut', [{ number, scope }]);
    const rows: api.OptOut[] = await test('listOptOuts', [{ number, limit: 1 }]);
    expect(rows.map(({ scope }) => scope).sort()).toEqual(['ALL', 'PROMOTIONAL']);
    expect((await test('pageOptOuts', [{ number }])).results).toEqual(rows);
    const left: api.OptOutPage = await test('deleteOptOut', [number, { scope: 'ALL' }]);
    expect(left.results.map(({ scope }) => scope)).toEqual(['PROMOTIONAL']);
    expect((await test('deleteOptOut', [number, {}])).results).toEqual([]);
    expect(front.requests.at(-1)!.path).toBe(`/v1/opt_outs/${encodeURIComponent(number)}`);
  });

  run('reads conversations, and marks them as read', async () => {
    const number = numberOf(5);
    for (const text of ['Is it ready?', 'Hello?']) await writeFromPhone(account, number, text);
    const texts = async () => {
      const { value = [] } = await attempt(testKey)('listConversationMessages', [number, { limit: 1 }]);
      return value.map(({ body }: api.ConversationMessage) => body).sort();
    };
    await waitFor(async () => (await texts()).length === 2);
    expect(await texts()).toEqual(['Hello?', 'Is it ready?']);
    const unread: api.Conversation[] = await test('listConversations', [{ unread: true }]);
    const mine = unread.find((one) => one.number === number)!;
    expect(mine).toEqual(await test('getConversation', [number]));
    expect((await test('pageConversations', [{ unread: true }])).results).toContainEqual(mine);
    const { results }: api.ConversationMessagePage = await test('pageConversationMessages', [number, {}]);
    expect(results[0]!.id).toBe(mine.last.id);
    const read = await test('readConversation', [number, { message_id: mine.last.id }]);
    expect(read).toMatchObject({ number, unread: false });
    const now: api.Conversation[] = await test('listConversations', [{ unread: false }]);
    expect(now.map((one) => one.number)).toContain(number);
  });

  run('sends and checks codes, and reports the outcome of own ones', async () => {
    const to = numberOf(6);
    const started: api.Verification = await test('startVerification', [{ to, from: 'SANDBOX' }]);
    expect(started).toMatchObject({ to, status: 'PENDING', checks_left: 5 });
    expect(await test('checkVerification', [started.id, { code: '000000' }])).toMatchObject({
      ...{ valid: false, checks_left: 4 },
    });
    const impatient = { ...clientOf(testKey), maxRetries: 0 };
    const { error } = await driver!({ call: 'resendVerification', args: [started.id], client: impatient });
    expect(error).toMatchObject({ status: 429, code: 5001, tries: 1 });
    // In TEST the code is the end of the number.
    expect(await test('checkNumber', [{ to, code: to.slice(-6) }])).toMatchObject({ valid: true });
    expect(await test('getVerification', [started.id])).toMatchObject({ status: 'APPROVED' });
    const other: api.Verification = await test('startVerification', [{ to: numberOf(7), from: 'SANDBOX' }]);
    expect(await test('cancelVerification', [other.id])).toMatchObject({ status: 'CANCELLED' });
    expect(await refusedTest('cancelVerification', [other.id])).toMatchObject({ code: 5000 });
    const own: api.Message = await test('send', [{ to, from: 'SANDBOX', body: 'Your code is 123456' }]);
    await waitFor(async () => (await test('get', [own.id])).status === 'DELIVERED');
    const outcome = { message_id: own.id, outcome: 'CONFIRMED' };
    expect(await test('giveFeedback', [own.id, { outcome: 'CONFIRMED' }])).toEqual(outcome);
  });

  run('prices, creates, reads and cancels campaigns', async () => {
    const group: api.Group = await live('createGroup', [{ name: `Buyers of ${name}` }]);
    await live('createContact', [{ number: numberOf(8), first_name: 'Nimal', groups: [group.id] }]);
    const campaign = {
      name,
      content: 'Hello {first_name}',
      from: SENDER,
      groups: [group.id],
      send_at: tomorrow,
    };
    const priced: api.CampaignDryRun = await live('dryRunCampaign', [campaign]);
    expect(priced).toMatchObject({ dry_run: true, recipients: 1, messages: 1, currency: 'LKR' });
    const key = crypto.randomUUID();
    const expected = { expected_messages: priced.messages, expected_cost: priced.cost };
    front.steps = [loseAnswer];
    const created: api.Campaign = await live('createCampaign', [{ ...campaign, ...expected }], key);
    expect(created).toMatchObject({ name, status: 'SCHEDULED', send_at: tomorrow.replace('Z', '.000Z') });
    expect(await live('createCampaign', [{ ...campaign, ...expected }], key)).toMatchObject({
      id: created.id,
    });
    const wrong = { ...campaign, ...expected, expected_messages: 2 };
    expect(await refusedLive('createCampaign', [wrong])).toMatchObject({ code: 1013 });
    expect(await live('getCampaign', [created.id])).toEqual(created);
    const ids = (rows: api.Campaign[]) => rows.filter((one) => one.name === name).map(({ id }) => id);
    expect(ids(await live('listCampaigns', [{ limit: 1 }]))).toEqual([created.id]);
    expect(ids((await live('pageCampaigns', [{}])).results)).toEqual([created.id]);
    expect(await live('cancelCampaign', [created.id])).toMatchObject({ status: 'CANCELLED' });
  });

  run('creates, changes and deletes webhook endpoints', async () => {
    const wanted = { url: `https://example.com/events/${of}`, types: ['message.sent'] };
    const { secret, ...made }: api.CreatedWebhookEndpoint = await test('createWebhookEndpoint', [wanted]);
    expect(secret).toMatch(/^whsec_/);
    expect(await test('getWebhookEndpoint', [made.id])).toEqual(made);
    const { results }: api.WebhookEndpointList = await test('listWebhookEndpoints');
    expect(results).toContainEqual(made);
    const off = await test('changeWebhookEndpoint', [made.id, { enabled: false }]);
    expect(off).toMatchObject({ ...wanted, enabled: false, disabled_reason: 'REQUESTED' });
    expect(await test('deleteWebhookEndpoint', [made.id])).toMatchObject({ id: made.id });
  });

  run('returns events one by one until there are no more', async () => {
    const { next }: api.EventPage = await test('events', [{}]);
    const before: api.Event[] = await test('listEvents', [next === null ? {} : { after: next }]);
    const { id }: api.Message = await test('send', [{ to: numberOf(9), from: 'SANDBOX', body: 'Hello' }]);
    await waitFor(async () => (await test('get', [id])).status === 'DELIVERED');
    const after = before.at(-1)?.id ?? next;
    const asked = { limit: 1, ...(after && { after }) };
    const isMine = ({ data }: api.Event) => data !== null && 'id' in data && data.id === id;
    // Events of earlier messages may come between.
    const events = await waitFor(async () => {
      const found: api.Event[] = await test('listEvents', [asked]);
      return found.filter(isMine).length === 2 ? found : null;
    });
    expect(events.filter(isMine).map(({ type }) => type)).toEqual(['message.sent', 'message.delivered']);
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    const later: api.Event[] = await test('listEvents', [{ after: events.at(-1)!.id }]);
    expect(later.filter(isMine)).toEqual([]);
    expect(await refusedTest('listEvents', [{ after: id }])).toMatchObject({ status: 404, code: 1001 });
  });

  run('reads prices and senders', async () => {
    const { currency, results }: api.PriceList = await live('listPrices');
    expect(currency).toBe('LKR');
    expect(results.find(({ dial_prefix }) => dial_prefix === '94')).toMatchObject({
      price: expect.any(Number),
    });
    const senders: api.SenderList = await live('listSenders');
    expect(senders.results.map(({ sender }) => sender)).toContain(SENDER);
  });
});

describe('as in its README, contacts and conversations are read', () => {
  const env = { ...process.env, GODWIT_URL: service.url, GODWIT_PROJECT: projectId, GODWIT_API_KEY: liveKey };
  const run = async (program: string, file: string, sample: string) => {
    writeFileSync(join(installed, file), sample);
    return (await runFile(program, [file], { cwd: installed, env: { ...env, PYTHONPATH: pythonSources } }))
      .stdout;
  };

  it('by the client for Node', async () => {
    expect(await run(olderNode(), 'read.mjs', samples('typescript', 'ts')[1]!)).toBe(
      '+94771234567\n0 null\n',
    );
  });

  it.skipIf(!php)('by the client for PHP', async () => {
    mkdirSync(join(installed, 'vendor'));
    writeFileSync(join(installed, 'vendor/autoload.php'), autoload(phpSources));
    expect(await run(php!, 'read.php', `<?php ${samples('php', 'php')[1]}`)).toBe('+94771234568\n0 \n');
  });

  it.skipIf(!python)('by the client for Python', async () => {
    expect(await run(python!, 'read.py', samples('python', 'python')[2]!)).toBe('+94771234569\n0 None\n');
  });
});

it('docs/clients.md names the method of each call', () => {
  expect(callTable().map(({ call, methods }) => ({ call, methods }))).toEqual(METHOD_NAMES);
});
