// Teams and the people and keys around them, for tests of permissions.
import type { SmsObject } from '@godwit/contract/messages';
import type { Role } from '@godwit/contract/roles';
import type { InjectOptions, LightMyRequestResponse, RouteOptions } from 'fastify';
import { insertToken } from '../src/accounts/queries.ts';
import { createContact } from '../src/contacts/edit.ts';
import { createGroup } from '../src/contacts/groups.ts';
import { deleteContacts } from '../src/contacts/many.ts';
import { linkSubject } from '../src/identity/openId.ts';
import { startSession } from '../src/identity/sessions.ts';
import { hashToken, randomToken } from '../src/identity/tokens.ts';
import { newId } from '../src/ids.ts';
import { store as storePayment } from '../src/payments/begin.ts';
import { orThrow } from '../src/refusal.ts';
import { createAccount } from '../src/smppAccounts/accounts.ts';
import { insertDomain } from '../src/team/domainQueries.ts';
import { insertInvitation } from '../src/team/queries.ts';
import { putProvider } from '../src/team/singleSignOnQueries.ts';
import { createTemplate } from '../src/templates/templates.ts';
import type { TestApp } from './app.ts';
import { openBrowser } from './browser.ts';
import { addCampaign, addGroup as addFilledGroup, numberOf } from './campaigns.ts';
import { addSender, credit, makePerson, makeProject, makeSender, verifyTeam } from './factories.ts';
import { multipart } from './upload.ts';

/** What can be asked for by id, with what would show that it leaked. */
export type AccessTeam = {
  teamId: string;
  userId: string;
  email: string;
  projectId: string;
  /** A project for what would take the other one's keys or sending away. */
  spareProjectId: string;
  messageId: string;
  contactId: string;
  groupId: string;
  isVerified: boolean;
  keys: { LIVE: string; TEST: string };
  authorization: { LIVE: string; TEST: string };
};

/** What is sent to a route: values for its path, a query, and a form, a JSON body that is none, or files by their fields. */
export type Asked = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  form?: Record<string, unknown>;
  json?: unknown;
  files?: Record<string, File | string>;
};

/** An actor: the headers that go along. */
export type Actor = Record<string, string>;

/** Makes a team with a project, a message and money; its message is LIVE where the team is verified. */
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
    groupId: await addGroup(t, teamId),
    isVerified: verified,
    keys: { LIVE: project.api_key_live, TEST: project.api_key_test },
    authorization,
  };
}

/** Adds a contact whose last name shows where it is from; returns the id. */
export async function addContact(t: TestApp, teamId: string): Promise<string> {
  const number = `077${String(++contacts).padStart(7, '0')}`;
  const details = { number, first_name: 'Kamala', last_name: `Canary of ${teamId}` };
  return orThrow(await createContact(t.services, { teamId, regionId: 'LK' }, details)).id;
}
let contacts = 0;

/** Adds a contact to a team and deletes it; returns the id that puts it back. */
export async function addDeletion(t: TestApp, teamId: string): Promise<string> {
  const id = await addContact(t, teamId);
  return orThrow(await deleteContacts(t.services, { teamId, regionId: 'LK' }, [id])).undo!;
}

/** Adds a group to a team; returns the id. */
export async function addGroup(t: TestApp, teamId: string): Promise<string> {
  return orThrow(await createGroup(t.services, teamId, `Group ${newId()}, Canary of ${teamId}`)).id;
}

/** Adds a payment that was begun at the practice checkout; returns its id and what its provider calls it. */
export async function addPayment(t: TestApp, { teamId, userId }: Pick<AccessTeam, 'teamId' | 'userId'>) {
  const asked = { amount: '100', provider: 'PRACTICE' } as const;
  const { id, order_id } = orThrow(await storePayment(t.services, { teamId, userId }, asked));
  // As many as the table has cells are begun within an hour.
  await t.services.pool.query("update payments set created_at = now() - interval '2 hours' where id = $1", [
    id,
  ]);
  return { id, orderId: order_id };
}

/** Wants no messages; nothing else is asked about this number. */
export const UNWILLING = '+94719876543';

/** A token as in a mail, without the limit on mails. */
export async function resetToken(t: TestApp, userId: string): Promise<string> {
  const token = randomToken();
  const details = { hash: hashToken(token), userId, purpose: 'reset_password', minutes: 30 } as const;
  await insertToken(t.services.kysely, details);
  return token;
}

/** A number that the team has put on its list of those who want no messages. */
export async function optedOut(t: TestApp, teamId: string): Promise<string> {
  const number = numberOf(Math.floor(Math.random() * 1_000_000));
  await t.services.pool.query("insert into opt_outs values ($1, $2, 'CONSOLE')", [teamId, number]);
  return number;
}

/** The token of a link by which that unwilling recipient opts out. */
export async function optOutToken(t: TestApp, { teamId }: AccessTeam): Promise<string> {
  const { token } = t.messaging.rules.optOutLinks(teamId, UNWILLING);
  const link =
    'insert into opt_out_links (token, team_id, number) values ($1, $2, $3) on conflict do nothing';
  await t.services.pool.query(link, [token, teamId, UNWILLING]);
  return token;
}

/** Adds a template to a team's project; returns the id. */
async function addTemplate(t: TestApp, { teamId, projectId }: AccessTeam): Promise<string> {
  const form = { name: `Offer ${newId()}`, content: `Canary of ${teamId}` };
  return orThrow(await createTemplate(t.services, { teamId, projectId }, form)).id;
}

/** A word that no keyword has yet. */
const newKeyword = () => `k${newId().slice(-8)}`;

/** Adds a keyword to a team's project; returns its id. A project has so many: those before it go. */
async function addKeyword(t: TestApp, { teamId, projectId }: AccessTeam): Promise<string> {
  const id = newId();
  await t.services.pool.query(
    `with gone as (delete from keywords where team_id = $1 and project_id = $2)
      insert into keywords (team_id, project_id, id, words, reply) values ($1, $2, $3, array[$4], $5)`,
    [teamId, projectId, id, newKeyword(), `Canary of ${teamId}`],
  );
  return id;
}

/** The system id of a new SMPP account of a project, which has no other. */
export async function addSmppAccount(t: TestApp, { teamId, projectId }: AccessTeam): Promise<string> {
  await t.services.pool.query('delete from smpp_accounts where project_id = $1', [projectId]);
  const form = {
    mode: 'TEST',
    name: `Canary of ${teamId}`,
    networks: [],
    throughput: 10,
    max_binds: 1,
  } as const;
  return orThrow(await createAccount(t.services, { teamId, projectId }, { ...form, networks: [] })).system_id;
}

/** Adds a person to a team, who has one of their own too; returns the id. */
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
export async function addInvitation(t: TestApp, { teamId, userId }: AccessTeam): Promise<string> {
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

/** Single sign-on of a team with a domain of its own, which is returned. */
async function addSignOn(t: TestApp, { teamId }: AccessTeam): Promise<string> {
  const { kysely, secrets } = t.services;
  const domain = `${newId()}.example`;
  const sealed_secret = secrets.seal('single sign-on secret', 'secret');
  const provider = { issuer: 'https://login.example', client_id: 'a', sealed_secret, required: false };
  await putProvider(kysely, { team_id: teamId, default_role: 'VIEWER', ...provider });
  await insertDomain(kysely, teamId, domain, 'proof');
  return domain;
}

/** A signed-in browser of a user, with a team in X-Team-Id. `expired`: it has been idle for too long. */
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

/** The credentials of a key of the team's that has been revoked. */
export async function revokedKey(t: TestApp, { userId, teamId }: AccessTeam): Promise<string> {
  const browser = openBrowser(t.app);
  const { cookie } = await signedIn(t, userId, teamId);
  browser.cookies.set('godwit_session', cookie!.split('=')[1]!);
  const { id, api_key_live } = await makeProject(browser, 'Revoked');
  await t.services.pool.query('delete from api_keys where project_id = $1', [id]);
  return `Basic ${Buffer.from(`${id}:${api_key_live}`).toString('base64')}`;
}

/** Sends what is asked of a route (`METHOD /path/:param`) as an actor. */
export async function ask(
  t: TestApp,
  route: string,
  { params = {}, query, form, json = form, files }: Asked,
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

/** The beginning of an answer that does not end by itself, or all of one that does. */
async function firstOf(t: TestApp, request: InjectOptions): Promise<LightMyRequestResponse> {
  const answer = await t.app.inject({ ...request, payloadAsStream: true });
  let body = '';
  for await (const chunk of answer.stream()) {
    body += chunk;
    if (body.includes('event: ready')) break;
  }
  return Object.defineProperty(answer, 'body', { value: body });
}

/** The same question about things that do not exist. */
export function aboutNothing({ files, ...asked }: Asked): Asked {
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

/** What a team of the world sends. */
export const message = { to: '+94771234567', from: 'AShop', body: 'Your parcel is here' };

/** A message that is still to be sent; LIVE where the team may. */
export async function waitingMessage(t: TestApp, { authorization, isVerified }: AccessTeam): Promise<string> {
  const sent = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: authorization[isVerified ? 'LIVE' : 'TEST'] },
    payload: message,
  });
  return (sent.json() as { id: string }).id;
}

/** What makes a campaign of a team's. */
async function campaignOf(t: TestApp, { teamId, projectId }: AccessTeam): Promise<Record<string, string>> {
  const group = await addFilledGroup(t.services, teamId, newId(), [{ number: numberOf(1) }]);
  const { from, body } = message;
  return { project_id: projectId, mode: 'LIVE', name: 'Sale', content: body, from, include_groups: group };
}

/** A campaign that waits to be sent. */
function waitingCampaign(t: TestApp, { teamId, projectId }: AccessTeam): Promise<string> {
  return addCampaign(t.services, {
    teamId,
    projectId,
    mode: 'LIVE',
    name: `Canary of ${teamId}`,
    content: message.body,
  });
}

/** What the calls about incoming messages and conversations are asked with. */
export const INCOMING_ASKS: Record<string, (team: AccessTeam, t: TestApp) => Asked | Promise<Asked>> = {
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
  // The application of the tests has no built-in carrier.
  'POST /v1/web/projects/:id/incoming_messages': ({ projectId }) => ({
    params: { id: projectId },
    form: { from: '+94771234567', body: 'Hello' },
  }),
};

/** The same for those about templates. */
export const TEMPLATE_ASKS: typeof INCOMING_ASKS = {
  'GET /v1/web/projects/:id/templates': async (team, t) => {
    await addTemplate(t, team);
    return { params: { id: team.projectId } };
  },
  'POST /v1/web/projects/:id/templates': ({ projectId }) => ({
    params: { id: projectId },
    form: { name: `Offer ${newId()}`, content: 'Hi {first_name}' },
  }),
  'PUT /v1/web/projects/:id/templates/:template_id': async (team, t) => ({
    params: { id: team.projectId, template_id: await addTemplate(t, team) },
    form: { name: `Offer ${newId()}`, content: 'Hi {first_name}' },
  }),
  'DELETE /v1/web/projects/:id/templates/:template_id': async (team, t) => ({
    params: { id: team.projectId, template_id: await addTemplate(t, team) },
  }),
};

/** A sender id that a team may ask for. */
export const SENDER_REQUEST = {
  sender_id: 'Nimal Foods',
  is_promotional: true,
  description: 'Offers',
  legal_name: 'Nimal Foods Ltd',
};

/** What is asked of the calls about campaigns, and of the one that cancels a message. */
export const CAMPAIGN_ASKS: typeof INCOMING_ASKS = {
  'POST /v1/web/messages/:id/cancel': async (team, t) => ({
    params: { id: await waitingMessage(t, team) },
    form: { project_id: team.projectId },
  }),
  'POST /v1/web/campaigns': async (team, t) => ({ form: await campaignOf(t, team) }),
  'GET /v1/web/campaigns/:id': async (team, t) => ({
    params: { id: await waitingCampaign(t, team) },
    query: { project_id: team.projectId, include_sms: 'true' },
  }),
  'GET /v1/web/campaigns/:id/skipped': async (team, t) => ({
    params: { id: await waitingCampaign(t, team) },
    query: { project_id: team.projectId },
  }),
  'POST /v1/web/campaigns/:id/cancel': async (team, t) => ({
    params: { id: await waitingCampaign(t, team) },
    form: { project_id: team.projectId },
  }),
};

/** What is asked of the calls about single sign-on. */
export const SIGN_ON_ASKS: typeof INCOMING_ASKS = {
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
    // A team has so many at most.
    await t.services.pool.query('delete from team_domains');
    return { form: { domain: `${newId()}.example` } };
  },
  'POST /v1/web/team/single_sign_on/domains/:domain/check': () => ({ params: { domain: 'none.example' } }),
  'DELETE /v1/web/team/single_sign_on/domains/:domain': async (team, t) => ({
    params: { domain: await addSignOn(t, team) },
  }),
};
