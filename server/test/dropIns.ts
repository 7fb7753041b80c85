// Drop-in APIs for tests: enabled over HTTP, as an owner does in the console.
import type { DropInKind } from '@godwit/contract/dropIns';
import type { NewSendUrl } from '@godwit/contract/sendUrls';
import { sidOf } from '../src/dropIns/twilio/sids.ts';
import { newId } from '../src/ids.ts';
import type { AccessTeam, INCOMING_REQUESTS } from './accessWorld.ts';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { makeSender } from './factories.ts';

/** Enables a drop-in API of a project. */
export async function enableDropIn(browser: Browser, projectId: string, kind: DropInKind): Promise<void> {
  const answer = await browser.call('PUT', `/v1/web/projects/${projectId}/drop_ins/${kind}`, {
    form: { enabled: 'true' },
  });
  if (answer.statusCode !== 200) throw new Error(`Not enabled: ${answer.body}`);
}

/** A sender whose project accepts a drop-in API. */
export async function makeDropInSender(t: TestApp, kind: DropInKind) {
  const shop = await makeSender(t);
  await enableDropIn(shop.browser, shop.project.id, kind);
  return shop;
}

/** The Authorization of Twilio's clients, from that of our own API. */
export function twilioLogin(projectId: string, authorization: string): string {
  const [, key] = Buffer.from(authorization.split(' ')[1]!, 'base64').toString().split(':');
  return `Basic ${Buffer.from(`${sidOf('AC', projectId)}:${key}`).toString('base64')}`;
}

/** The form of a send URL. */
export const SEND_URL = {
  ...{ name: 'Gate', mode: 'TEST', sender: 'SANDBOX', recipients: '+94771234567' },
  ...{ recipient_field: '', body: 'The gate is {state}', format: 'GENERIC', signed: 'false', per_minute: '' },
};

/** Creates a send URL over HTTP, as an owner does in the console. */
export async function makeSendUrl(browser: Browser, projectId: string, form: Partial<typeof SEND_URL>) {
  const answer = await browser.post(`/v1/web/projects/${projectId}/send_urls`, { ...SEND_URL, ...form });
  if (answer.statusCode !== 200) throw new Error(`Not created: ${answer.body}`);
  return answer.json() as NewSendUrl;
}

/** Adds a send URL to a team's project, the only one; returns its id. */
async function addSendUrl(t: TestApp, { teamId, projectId }: AccessTeam): Promise<string> {
  const id = newId();
  await t.services.pool.query('delete from send_urls where project_id = $1', [projectId]);
  await t.services.pool.query(
    `insert into send_urls (id, team_id, project_id, mode, name, lookup, ending, sender, recipients, body)
     values ($1, $2, $3, 'TEST', 'Gate', $4, 'abcd', 'SANDBOX', '{+94771234567}', 'The gate is {state}')`,
    [id, teamId, projectId, Buffer.from(id)],
  );
  return id;
}

/** The requests of drop-in APIs and send URLs, for the access table. */
export const DROP_IN_REQUESTS: typeof INCOMING_REQUESTS = {
  'GET /v1/web/projects/:id/drop_ins': ({ projectId }) => ({ params: { id: projectId } }),
  'PUT /v1/web/projects/:id/drop_ins/:kind': ({ projectId }) => ({
    params: { id: projectId, kind: 'KANNEL' },
    form: { enabled: 'false' },
  }),
  'GET /v1/web/projects/:id/send_urls': async (team, t) => {
    await addSendUrl(t, team);
    return { params: { id: team.projectId } };
  },
  'POST /v1/web/projects/:id/send_urls': ({ projectId }) => ({
    params: { id: projectId },
    form: SEND_URL,
  }),
  'DELETE /v1/web/projects/:id/send_urls/:url_id': async (team, t) => ({
    params: { id: team.projectId, url_id: await addSendUrl(t, team) },
  }),
  'GET /twilio/2010-04-01/Accounts/:account/Messages.json': ({ projectId }) => ({
    params: { account: sidOf('AC', projectId) },
  }),
  'POST /twilio/2010-04-01/Accounts/:account/Messages.json': ({ projectId }) => ({
    params: { account: sidOf('AC', projectId) },
    form: { To: '+94771234567', From: 'SANDBOX', Body: 'Hello' },
  }),
  'GET /twilio/2010-04-01/Accounts/:account/Messages/:sid': ({ projectId, messageId }) => ({
    params: { account: sidOf('AC', projectId), sid: sidOf('SM', messageId) },
  }),
  'POST /twilio/2010-04-01/Accounts/:account/Messages/:sid': ({ projectId, messageId }) => ({
    params: { account: sidOf('AC', projectId), sid: sidOf('SM', messageId) },
    form: { Status: 'canceled' },
  }),
  'POST /twilio/2010-04-01/Accounts/:account/Messages/:sid/Feedback.json': ({ projectId, messageId }) => ({
    params: { account: sidOf('AC', projectId), sid: sidOf('SM', messageId) },
    form: { Outcome: 'confirmed' },
  }),
  'POST /twilio/v2/Services/:service/Verifications': ({ projectId }) => ({
    params: { service: sidOf('VA', projectId) },
    form: { To: '+94771234567', Channel: 'sms' },
  }),
  'GET /twilio/v2/Services/:service/Verifications/:sid': ({ projectId, messageId }) => ({
    params: { service: sidOf('VA', projectId), sid: sidOf('VE', messageId) },
  }),
  'POST /twilio/v2/Services/:service/Verifications/:sid': ({ projectId, messageId }) => ({
    params: { service: sidOf('VA', projectId), sid: sidOf('VE', messageId) },
    form: { Status: 'canceled' },
  }),
  'POST /twilio/v2/Services/:service/VerificationCheck': ({ projectId }) => ({
    params: { service: sidOf('VA', projectId) },
    form: { To: '+94771234567', Code: '123456' },
  }),
  'GET /v1/in/:token': () => ({ params: { token: 'x'.repeat(43) } }),
  'POST /v1/in': () => ({ form: { message: 'Hello' } }),
  'POST /v1/in/:token': () => ({ params: { token: 'x'.repeat(43) }, form: { message: 'Hello' } }),
  'GET /cgi-bin/sendsms': () => ({ query: { from: 'SANDBOX', to: '94771234567', text: 'Hello' } }),
  'POST /cgi-bin/sendsms': () => ({}),
};
