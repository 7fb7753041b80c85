// Runs each example of the API's reference against a service, in an order in which they make sense. The ids
// in the examples stand for the same things everywhere, so each is replaced by the id that the service gave.
import type { SmsObject } from '@godwit/contract/messages/messages';
import { PUBLIC_CALLS, type PublicCall } from '@godwit/contract/publicApi/calls';
import { openApiDocument } from '@godwit/contract/publicApi/openApi';
import type { InjectOptions } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { keepThreads } from '../src/conversations/threads.ts';
import { startPositioningEvents } from '../src/events/position.ts';
import { newId } from '../src/ids.ts';
import { makeLiveSender, reaches, startEngine } from './carriers.ts';
import { waitFor } from './database.ts';
import { differences, isId } from './exampleShape.ts';
import { addSender } from './factories.ts';
import { registerName } from './registrations.ts';

const t = await startEngine();
const { pool } = t.services;
const shop = await makeLiveSender(t);
const { teamId, project, authorization } = shop;
await pool.query("update projects set name = 'Lanka Shop' where id = $1", [project.id]);
const positioning = startPositioningEvents(t.services, t.signals, 50);
afterAll(() => positioning.stop());

/** The ids of the service for those of the examples. */
const real = new Map<string, string>();
const MESSAGE = exampleOf('sendMessage').id;

/** Calls by which a person would use the LIVE key: changes of what TEST and LIVE have in common. */
const LIVE = /^\/v1\/(contacts|groups|campaigns|templates|verification_profiles)/;
/** Parameters of lists, which the reference describes without an example. */
const QUERIES: Record<string, string> = {
  listMessages: '?page_num=1&page_size=25&sort_order=DESC',
  listConsents: `?number=${encodeURIComponent('+94771234567')}`,
};

/** Preparations of a call, besides the calls before it. */
const BEFORE: Record<string, () => Promise<void>> = {
  sendMessage: async () => {
    // Events are recorded from the first call on.
    await run(callOf('listEvents'));
  },
  getMessage: async () => {
    const sent = { ...exampleOf('sendMessage'), id: real.get(MESSAGE)! } as SmsObject;
    await reaches(t, shop, sent, 'DELIVERED');
  },
  cancelMessage: async () => {
    const send_at = comingDay('2026-11-21T09:00:00+05:30');
    const answer = await inject(callOf('sendMessage'), { ...callOf('sendMessage').body!.example, send_at });
    real.set(MESSAGE, answer.json().id);
  },
  resendVerification: async () => {
    await pool.query("update verifications set sent_at = sent_at - interval '1 minute'");
  },
  listWebhookEndpoints: async () => {
    await pool.query('update webhook_endpoints set last_answer = 204, last_called_at = now()');
  },
  listEvents: async () => {
    await waitFor(
      async () => (await pool.query("select from events where type = 'message.delivered'")).rowCount !== 0,
    );
  },
  // One of the group has opted out.
  createCampaign: async () => {
    const headers = { authorization: authorization.LIVE };
    const number = '+94771234568';
    const contact = { ...withRealIds(callOf('createContact').body!.example), number };
    await t.app.inject({ method: 'POST', url: '/v1/contacts', headers, payload: contact });
    const answer = await t.app.inject({
      ...{ method: 'PUT', url: '/v1/opt_outs', headers, payload: { number, scope: 'ALL' } },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  },
  listConversations: receive,
  listSenders: async () => {
    await addSender(t, { teamId, projectId: project.id, sender: 'LankaShop' });
    await registerName(t, { teamId, projectId: project.id, sender: 'LankaShop' });
    await pool.query("update sender_registrations set expires_at = now() + interval '1 year'");
  },
};

/** All calls, in an order in which each finds what it needs. */
const ORDER = [
  ...['login', 'getBalance', 'listPrices', 'listSenders'],
  ...['sendMessage', 'getMessage', 'listMessages', 'giveFeedback', 'sendBatch', 'cancelMessage'],
  ...['createWebhookEndpoint', 'listWebhookEndpoints', 'getWebhookEndpoint', 'changeWebhookEndpoint'],
  ...['listEvents', 'resendEvent', 'deleteWebhookEndpoint'],
  ...['startVerification', 'getVerification', 'checkVerification'],
  ...['startVerification', 'checkNumber', 'startVerification', 'resendVerification', 'cancelVerification'],
  ...[
    'createVerificationProfile',
    'getVerificationProfile',
    'listVerificationProfiles',
    'changeVerificationProfile',
    'deleteVerificationProfile',
  ],
  ...['putConsent', 'listConsents', 'putOptOut', 'listOptOuts', 'deleteOptOut'],
  ...['createGroup', 'createContact', 'getContact', 'listContacts', 'listGroups', 'putMembers'],
  ...['createCampaign', 'getCampaign', 'listCampaigns', 'cancelCampaign'],
  ...['changeContact', 'deleteContact', 'deleteGroup'],
  ...['createTemplate', 'getTemplate', 'listTemplates', 'changeTemplate', 'deleteTemplate'],
  ...['listConversations', 'getConversation', 'listConversationMessages', 'readConversation'],
];

const document = openApiDocument('https://sms.example.com') as {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string; example: string }[] }>>;
};

function callOf(id: string): PublicCall {
  return PUBLIC_CALLS.find((call) => call.id === id)!;
}
function exampleOf(id: string): { id: string } {
  return callOf(id).answer.example as { id: string };
}
/** A time of the examples, which pass, on another day in the same form. */
const comingDay = (time: string) =>
  time.replace(/^[\d-]{10}/, new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));

/** A path or body with the ids of the service instead of those of the examples. */
function withRealIds<Value extends string | object>(value: Value): Value {
  const text = JSON.stringify(value);
  return JSON.parse([...real].reduce((changed, [example, id]) => changed.replaceAll(example, id), text));
}

function urlOf({ id, path, method }: PublicCall): string {
  const { parameters = [] } = document.paths[path]![method.toLowerCase()]!;
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(example)), path);
  return withRealIds(filled) + (QUERIES[id] ?? '');
}

function inject(call: PublicCall, body: object | undefined = call.body?.example) {
  const { send_at } = (body ?? {}) as { send_at?: string };
  const dated = send_at === undefined ? body : { ...body, send_at: comingDay(send_at) };
  return t.app.inject({
    ...{ method: call.method, url: urlOf(call) },
    headers: { authorization: authorization[LIVE.test(call.path) ? 'LIVE' : 'TEST'] },
    ...(dated && { payload: withRealIds(dated) }),
  } as InjectOptions);
}

async function run(call: PublicCall) {
  const answer = await inject(call);
  expect(answer.statusCode, `${call.id}: ${answer.body}`).toBe(call.answer.status);
  return answer.json();
}

/** Stores the incoming message of the examples. */
async function receive(): Promise<void> {
  const [row] = (callOf('listConversationMessages').answer.example as { results: Record<string, string>[] })
    .results;
  const { id, from, to, body } = row!;
  real.set(id!, newId());
  const stored = { id: real.get(id!)!, teamId, projectId: project.id, mode: 'TEST' as const };
  await pool.query(
    `insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
       characters, segments, cost_micros, charged_micros, day, state, accepted_at)
     values ($1, $2, $3, 'TEST', 'INCOMING', 'MESSAGING', 'API', $4, false, $5, $6, 'GSM7', length($6), 1, 0, 0, now(), 'delivered', now())`,
    [teamId, stored.id, project.id, from, to, body],
  );
  await keepThreads(pool, [{ ...stored, sender: from!, recipient: to!, body: body! }]);
}

it('are of every call', () => {
  expect([...new Set(ORDER)].sort()).toEqual(PUBLIC_CALLS.map(({ id }) => id).sort());
});

it.each(ORDER.map((id) => [id]))('%s answers as its example', async (id) => {
  const call = callOf(id);
  await BEFORE[id]?.();
  const answer = await run(call);
  expect(differences(call.answer.example, answer)).toEqual([]);
  for (const [shown, given] of idsIn(call.answer.example, answer).reverse()) real.set(shown, given);
  if (!call.dryRun) return;
  const dry = await inject(call, { ...call.body!.example, dry_run: true });
  expect(dry.statusCode, dry.body).toBe(call.dryRun.status);
  expect(differences(call.dryRun.example, dry.json())).toEqual([]);
});

/** The ids of an example, each with the one that stands there in an answer. */
function idsIn(example: unknown, answer: unknown): [string, string][] {
  if (isId(example) && isId(answer)) return [[example as string, answer as string]];
  if (typeof example !== 'object' || example === null || typeof answer !== 'object' || answer === null)
    return [];
  // Of a list, the row that has the form of the example.
  if (Array.isArray(example)) {
    const row = (answer as unknown[]).find((one) => differences(example[0], one).length === 0);
    return idsIn(example[0], row);
  }
  return Object.entries(example).flatMap(([name, part]) =>
    idsIn(part, (answer as Record<string, unknown>)[name]),
  );
}
