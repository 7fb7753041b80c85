// Teams with people, keys and data, for permission tests.
import { createKeyRequest } from '@godwit/contract/apiKeys';
import type { SmsObject } from '@godwit/contract/messages/messages';
import type { Role } from '@godwit/contract/roles';
import type { InjectOptions, LightMyRequestResponse, RouteOptions } from 'fastify';
import { insertToken } from '../src/accounts/queries.ts';
import { createContact } from '../src/contacts/edit.ts';
import { createGroup } from '../src/contacts/groups/groups.ts';
import { deleteContacts } from '../src/contacts/many.ts';
import { keepThreads } from '../src/conversations/threads.ts';
import { linkSubject } from '../src/identity/openId.ts';
import { startSession } from '../src/identity/sessions.ts';
import { hashToken, randomToken } from '../src/identity/tokens.ts';
import { newId } from '../src/ids.ts';
import { storePayment } from '../src/payments/checkout/begin.ts';
import { createNamedKey } from '../src/projects/namedKeys.ts';
import { orThrow } from '../src/refusal.ts';
import * as decide from '../src/senders/decide.ts';
import { createAccount } from '../src/smppAccounts/binds/accounts.ts';
import { insertInvitation } from '../src/team/queries.ts';
import { insertDomain } from '../src/team/singleSignOn/domainQueries.ts';
import { putProvider } from '../src/team/singleSignOn/queries.ts';
import type { TestApp } from './app.ts';
import { openBrowser } from './browser.ts';
import { addCampaign, addGroup, numberOf } from './campaigns.ts';
import { addSender, credit, makePerson, makeProject, makeSender, verifyTeam } from './factories.ts';
import { multipart } from './upload.ts';

/** A team's ids, and the texts that would reveal a leak. */
export type AccessTeam = {
  teamId: string;
  userId: string;
  email: string;
  projectId: string;
  /** A project for calls that would break the other project's keys or sending. */
  spareProjectId: string;
  messageId: string;
  contactId: string;
  groupId: string;
  isVerified: boolean;
  keys: { LIVE: string; TEST: string };
  authorization: { LIVE: string; TEST: string };
};

/**
 * A request: values of path parameters, a query, and a form, a JSON body of another kind, or files by field.
 */
export type RouteRequest = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  form?: Record<string, unknown>;
  json?: unknown;
  files?: Record<string, File | string>;
};

/** An actor: the headers of its requests. */
export type Actor = Record<string, string>;

/** Creates a team with a project, a message and money. The message is LIVE if the team is verified. */
export async function makeTeam(t: TestApp, { verified }: { verified: boolean }): Promise<AccessTeam> {
  const { browser, person, teamId, project, authorization } = await makeSender(t);
  const spare = await makeProject(browser, 'Spare');
  if (verified) await verifyTeam(t, teamId);
  await credit(t, teamId, '1000');
  await addSender(t, { teamId, projectId: project.id, sender: 'AShop' });
  const sent = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: authorization[verified ? 'LIVE' : 'TEST'] },
    payload: { to: '+94777654321', from: 'AShop', body: `Canary of ${teamId}` },
  });
  return {
    teamId,
    userId: await userIdOf(t, person.email),
    email: person.email,
    projectId: project.id,
    spareProjectId: spare.id,
    messageId: (sent.json() as SmsObject).id,
    contactId: await addContact(t, teamId),
    groupId: await addEmptyGroup(t, teamId),
    isVerified: verified,
    keys: { LIVE: project.api_key_live, TEST: project.api_key_test },
    authorization,
  };
}

/** Adds a contact with a last name that would reveal a leak; returns the id. */
export async function addContact(t: TestApp, teamId: string): Promise<string> {
  const number = `077${String(++contacts).padStart(7, '0')}`;
  const details = { number, first_name: 'Kamala', last_name: `Canary of ${teamId}` };
  return orThrow(await createContact(t.services, { teamId, regionId: 'LK' }, details)).id;
}
let contacts = 0;

/** Adds a contact to a team and deletes it; returns the id for undo. */
export async function addDeletion(t: TestApp, teamId: string): Promise<string> {
  const id = await addContact(t, teamId);
  return orThrow(await deleteContacts(t.services, { teamId, regionId: 'LK' }, [id])).undo!;
}

/** Adds a group to a team; returns the id. */
export async function addEmptyGroup(t: TestApp, teamId: string): Promise<string> {
  return orThrow(await createGroup(t.services, teamId, { name: `Group ${newId()}, Canary of ${teamId}` })).id;
}

/** Adds a payment started at the practice checkout; returns its id and the provider's reference. */
export async function addPayment(t: TestApp, { teamId, userId }: Pick<AccessTeam, 'teamId' | 'userId'>) {
  const asked = { amount: '100', provider: 'PRACTICE' } as const;
  const { id, order_id } = orThrow(await storePayment(t.services, { teamId, userId }, asked));
  // The table starts more payments than the limit of an hour allows.
  await t.services.pool.query("update payments set created_at = now() - interval '2 hours' where id = $1", [
    id,
  ]);
  return { id, orderId: order_id };
}

/** A recipient who has opted out; no other test uses this number. */
export const OPTED_OUT_NUMBER = '+94719876543';

/** A token as in a mail, without the rate limit of mails. */
export async function resetToken(t: TestApp, userId: string): Promise<string> {
  const token = randomToken();
  const details = { hash: hashToken(token), userId, purpose: 'reset_password', minutes: 30 } as const;
  await insertToken(t.services.kysely, details);
  return token;
}

/** A number on the team's opt-out list. */
export async function optedOut(t: TestApp, teamId: string): Promise<string> {
  const number = numberOf(Math.floor(Math.random() * 1_000_000));
  await t.services.pool.query("insert into scoped_opt_outs values ($1, 'LIVE', $2, 'ALL', 'CONSOLE')", [
    teamId,
    number,
  ]);
  return number;
}

/** The token of that recipient's opt-out link. */
export async function optOutToken(t: TestApp, { teamId }: AccessTeam): Promise<string> {
  const { token } = t.messaging.rules.optOutLinks({ teamId, mode: 'LIVE', number: OPTED_OUT_NUMBER });
  const link =
    'insert into opt_out_links (token, team_id, number) values ($1, $2, $3) on conflict do nothing';
  await t.services.pool.query(link, [token, teamId, OPTED_OUT_NUMBER]);
  return token;
}

/** A word that no keyword has yet. */
const newKeyword = () => `k${newId().slice(-8)}`;

/**
 * Adds a keyword to a team's project; returns its id. Removes the earlier ones, because their number is
 * limited.
 */
async function addKeyword(t: TestApp, { teamId, projectId }: AccessTeam): Promise<string> {
  const id = newId();
  await t.services.pool.query(
    `with gone as (delete from keywords where team_id = $1 and project_id = $2)
      insert into keywords (team_id, project_id, id, words, reply) values ($1, $2, $3, array[$4], $5)`,
    [teamId, projectId, id, newKeyword(), `Canary of ${teamId}`],
  );
  return id;
}

/** Adds the only SMPP account of a project; returns its system id. */
export async function addSmppAccount(t: TestApp, { teamId, projectId }: AccessTeam): Promise<string> {
  await t.services.pool.query('delete from smpp_accounts where project_id = $1', [projectId]);
  const form = {
    mode: 'TEST',
    name: `Canary of ${teamId}`,
    throughput: 10,
    max_binds: 1,
    charset: 'GSM7',
    long_messages: 'UDH',
  } as const;
  const lists = { networks: [], tlvs: [] };
  return orThrow(await createAccount(t.services, { teamId, projectId }, { ...form, ...lists })).system_id;
}

/** A request about a sender id of a project. */
export async function withName(t: TestApp, { projectId }: AccessTeam, fields: object): Promise<RouteRequest> {
  await decide.addSender(t.services.kysely, {
    projectId,
    sender: 'Lanka Shop',
    contentClass: 'TRANSACTIONAL',
  });
  return { params: { id: projectId }, json: { sender: 'Lanka Shop', ...fields } };
}

/** Adds the only named API key of a project; returns its id. */
export async function addNamedKey(t: TestApp, { teamId, projectId, userId }: AccessTeam): Promise<string> {
  await t.services.pool.query('delete from named_keys where project_id = $1', [projectId]);
  const form = createKeyRequest.parse({ mode: 'TEST', name: `Canary of ${teamId}`, scopes: 'balance' });
  const place = { teamId, projectId, day: '2026-01-01' };
  return orThrow(await createNamedKey(t.services, { userId }, place, form)).id;
}

/** Adds a member who also has a team of their own; returns the id. */
export async function addMember(t: TestApp, teamId: string, role: Role): Promise<string> {
  const userId = await userIdOf(t, (await makePerson(t)).email);
  await t.services.pool.query('insert into team_members (team_id, user_id, role) values ($1, $2, $3)', [
    teamId,
    userId,
    role,
  ]);
  return userId;
}

/** Adds an open invitation to a team; returns its id. */
async function addInvitation(t: TestApp, { teamId, userId }: AccessTeam): Promise<string> {
  const id = newId();
  await insertInvitation(t.services.kysely, {
    id,
    token_hash: hashToken(randomToken()),
    team_id: teamId,
    email: `${id}@example.com`,
    role: 'VIEWER',
    invited_by: userId,
    days: 1,
  });
  return id;
}

/** Sets up single sign-on of a team with a new domain; returns the domain. */
async function addSignOn(t: TestApp, { teamId }: AccessTeam): Promise<string> {
  const { kysely, secrets } = t.services;
  const domain = `${newId()}.example`;
  const sealed_secret = secrets.seal('single sign-on secret', 'secret');
  const provider = { issuer: 'https://login.example', client_id: 'a', sealed_secret, required: false };
  await putProvider(kysely, { team_id: teamId, default_role: 'VIEWER', ...provider });
  await insertDomain(kysely, teamId, domain, 'proof');
  return domain;
}

/** A signed-in browser of a user, with a team in X-Team-Id. `expired`: the session was idle for too long. */
export async function signedIn(
  t: TestApp,
  userId: string,
  teamId: string,
  { expired = false } = {},
): Promise<Actor> {
  const signIn = { browser: { ip: '127.0.0.1', userAgent: '' }, replaces: null, complete: true };
  const sessionId = await startSession(t.services.kysely, { user_id: userId }, signIn);
  if (expired) {
    await t.services.pool.query(
      `update sessions set last_seen_at = now() - interval '13 hours'
       where id = (select id from sessions where user_id = $1 order by created_at desc limit 1)`,
      [userId],
    );
  }
  return { ...(await withToken(t, sessionId)), 'x-team-id': teamId };
}

/** A browser without a session. */
export async function anonymous(t: TestApp): Promise<Actor> {
  const browser = openBrowser(t.app);
  await browser.csrf();
  return withToken(t, browser.cookies.get('godwit_session')!);
}

/** The credentials of a revoked key of the team. */
export async function revokedKey(t: TestApp, { userId, teamId }: AccessTeam): Promise<string> {
  const browser = openBrowser(t.app);
  const { cookie } = await signedIn(t, userId, teamId);
  browser.cookies.set('godwit_session', cookie!.split('=')[1]!);
  const { id, api_key_live } = await makeProject(browser, 'Revoked');
  await t.services.pool.query('delete from api_keys where project_id = $1', [id]);
  return `Basic ${Buffer.from(`${id}:${api_key_live}`).toString('base64')}`;
}

/** Sends the request of a route (`METHOD /path/:param`) as an actor. */
export async function sendAs(
  t: TestApp,
  route: string,
  { params = {}, query, form, json = form, files }: RouteRequest,
  headers: Actor,
): Promise<LightMyRequestResponse> {
  const sent = files ? await multipart(files) : null;
  const [method, path = ''] = route.split(' ');
  const url = path.replace(/:(\w+)/g, (_, name: string) => params[name]!);
  const body = sent ? sent.payload : json;
  const request = {
    method,
    url,
    headers: { ...sent?.headers, ...headers },
    ...(query && { query }),
    ...(body !== undefined && { payload: body }),
  };
  return path.endsWith('/events')
    ? firstOf(t, request as InjectOptions)
    : t.app.inject(request as InjectOptions);
}

/** Returns the beginning of a response that does not end by itself, or the whole of another one. */
async function firstOf(t: TestApp, request: InjectOptions): Promise<LightMyRequestResponse> {
  const answer = await t.app.inject({ ...request, payloadAsStream: true });
  let body = '';
  for await (const chunk of answer.stream()) {
    body += chunk;
    if (body.includes('event: ready')) break;
  }
  return Object.defineProperty(answer, 'body', { value: body });
}

/** The same request for data that does not exist. */
export function withUnknownIds({ files, ...asked }: RouteRequest): RouteRequest {
  const isOurs = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);
  const strange = JSON.parse(JSON.stringify(asked), (_, value) => (isOurs(value) ? newId() : value));
  return { ...strange, ...(files && { files }) };
}

/** `METHOD /path` of each route of the router. */
export function namesOf({ method, url }: RouteOptions): string[] {
  return [method].flat().map((one) => `${one} ${url}`);
}

async function withToken(t: TestApp, sessionId: string): Promise<Actor> {
  const cookie = `godwit_session=${sessionId}`;
  const answer = await t.app.inject({ url: '/v1/web/generic/refresh_csrf', headers: { cookie } });
  return { cookie, 'x-csrf-token': answer.json().id };
}

async function userIdOf(t: TestApp, email: string): Promise<string> {
  const { rows } = await t.services.pool.query('select id from users where email = $1', [email]);
  return rows[0].id;
}

/** The message that a team sends. */
export const message = { to: '+94771234567', from: 'AShop', body: 'Your parcel is here' };

/** Sends a scheduled message; LIVE if the team is verified. */
export async function waitingMessage(t: TestApp, { authorization, isVerified }: AccessTeam): Promise<string> {
  const sent = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: authorization[isVerified ? 'LIVE' : 'TEST'] },
    payload: message,
  });
  return (sent.json() as { id: string }).id;
}

/** The form of a campaign of the team. */
export async function campaignOf(
  t: TestApp,
  { teamId, projectId }: AccessTeam,
): Promise<Record<string, string>> {
  const group = await addGroup(t.services, teamId, newId(), [{ number: numberOf(1) }]);
  const { from, body } = message;
  return { project_id: projectId, mode: 'LIVE', name: 'Sale', content: body, from, include_groups: group };
}

/** Adds a scheduled campaign. */
export function waitingCampaign(
  t: TestApp,
  { teamId, projectId }: AccessTeam,
  when: { sendAt?: Date } = {},
): Promise<string> {
  return addCampaign(t.services, {
    teamId,
    projectId,
    mode: 'LIVE',
    name: `Canary of ${teamId}`,
    content: message.body,
    ...when,
  });
}

/** Adds a LIVE conversation of one message to a team. */
async function addConversation(t: TestApp, { teamId, projectId }: AccessTeam) {
  const number = numberOf(Math.floor(Math.random() * 1_000_000));
  const at = { id: newId(), teamId, projectId, mode: 'LIVE' as const };
  const stored = { ...at, sender: number, recipient: '+94112300300', body: `Canary of ${teamId}` };
  await t.services.pool.query(
    `insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
       characters, segments, cost_micros, charged_micros, day, state, accepted_at)
     values ($1, $2, $3, 'LIVE', 'INCOMING', 'MESSAGING', 'CARRIER', $4, false, $5, $6, 'GSM7', 46, 1, 0, 0, now(), 'delivered', now())`,
    [teamId, at.id, projectId, number, stored.recipient, stored.body],
  );
  await keepThreads(t.services.pool, [stored]);
  return { number, messageId: at.id };
}

/** Requests of the routes for incoming messages and conversations. */
export const INCOMING_REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'GET /v1/conversations/:number': async (team, t) => ({
    params: { number: (await addConversation(t, team)).number },
  }),
  'GET /v1/conversations/:number/messages': async (team, t) => ({
    params: { number: (await addConversation(t, team)).number },
  }),
  'POST /v1/conversations/:number/read': async (team, t) => {
    const { number, messageId } = await addConversation(t, team);
    return { params: { number }, json: { message_id: messageId } };
  },
  'GET /v1/web/conversations': ({ projectId }) => ({ query: { project_id: projectId, mode: 'LIVE' } }),
  'GET /v1/web/conversations/unread': ({ projectId }) => ({ query: { project_id: projectId, mode: 'LIVE' } }),
  'GET /v1/web/conversations/thread': ({ projectId }) => ({
    query: { project_id: projectId, mode: 'LIVE', number: '+94771234567' },
  }),
  'POST /v1/web/conversations/read': ({ projectId }) => ({
    form: { project_id: projectId, mode: 'LIVE', number: '+94771234567', message_id: newId() },
  }),
  'GET /v1/web/projects/:id/incoming': async (team, t) => {
    await addKeyword(t, team);
    return { params: { id: team.projectId } };
  },
  'PUT /v1/web/projects/:id/incoming': ({ projectId }) => ({
    params: { id: projectId },
    form: { callback_url: 'https://example.com/in' },
  }),
  'POST /v1/web/projects/:id/keywords': ({ projectId }) => ({
    params: { id: projectId },
    form: { words: [newKeyword()], reply: 'Welcome' },
  }),
  'PUT /v1/web/projects/:id/keywords/:keyword_id': async (team, t) => ({
    params: { id: team.projectId, keyword_id: await addKeyword(t, team) },
    form: { words: [newKeyword()], reply: 'Welcome' },
  }),
  'DELETE /v1/web/projects/:id/keywords/:keyword_id': async (team, t) => ({
    params: { id: team.projectId, keyword_id: await addKeyword(t, team) },
  }),
  // The application under test has no built-in carrier.
  'POST /v1/web/projects/:id/incoming_messages': ({ projectId }) => ({
    params: { id: projectId },
    form: { from: '+94771234567', body: 'Hello' },
  }),
};

/** Requests of the routes for single sign-on. */
export const SIGN_ON_REQUESTS: typeof INCOMING_REQUESTS = {
  'PUT /v1/web/team': () => ({ form: { name: 'Another Name' } }),
  'PUT /v1/web/team/members/:user_id': async ({ teamId }, t) => ({
    params: { user_id: await addMember(t, teamId, 'VIEWER') },
    form: { role: 'SENDER' },
  }),
  'DELETE /v1/web/team/members/:user_id': async ({ teamId }, t) => ({
    params: { user_id: await addMember(t, teamId, 'VIEWER') },
  }),
  'PUT /v1/web/team/members/:user_id/projects/:project_id': async ({ teamId, projectId }, t) => ({
    params: { user_id: await addMember(t, teamId, 'VIEWER'), project_id: projectId },
    form: { role: 'SENDER' },
  }),
  'DELETE /v1/web/team/members/:user_id/projects/:project_id': async ({ teamId, projectId }, t) => ({
    params: { user_id: await addMember(t, teamId, 'VIEWER'), project_id: projectId },
  }),
  'POST /v1/web/team/invitations': () => ({ form: { email: `${randomToken()}@example.com`, role: 'ADMIN' } }),
  'DELETE /v1/web/team/invitations/:id': async (team, t) => ({
    params: { id: await addInvitation(t, team) },
  }),
  'POST /v1/web/sso/start': () => ({ form: { email: 'a@nowhere.example' } }),
  'POST /v1/web/sso/finish': () => ({ form: { query: '?code=1&state=2' } }),
  'PUT /v1/web/team/single_sign_on': () => ({
    form: { issuer: 'http://plain.example', client_id: 'a', client_secret: 'b', default_role: 'VIEWER' },
  }),
  'DELETE /v1/web/team/single_sign_on': async (team, t) => {
    await addSignOn(t, team);
    return {};
  },
  'DELETE /v1/web/team/members/:user_id/sign_on_link': async (team, t) => {
    await addSignOn(t, team);
    const user_id = await addMember(t, team.teamId, 'VIEWER');
    const link = { issuer: 'https://login.example', client_id: 'a', subject: user_id };
    await linkSubject(t.services.kysely, link, { user_id });
    return { params: { user_id } };
  },
  'POST /v1/web/team/single_sign_on/domains': async (_team, t) => {
    // A team has a limited number of domains.
    await t.services.pool.query('delete from team_domains');
    return { form: { domain: `${newId()}.example` } };
  },
  'POST /v1/web/team/single_sign_on/domains/:domain/check': () => ({ params: { domain: 'none.example' } }),
  'DELETE /v1/web/team/single_sign_on/domains/:domain': async (team, t) => ({
    params: { domain: await addSignOn(t, team) },
  }),
};
