// People, teams, projects and money for tests: created over HTTP as a user would, or by SQL as staff would.

import type { Team } from '@godwit/contract/accounts/accounts';
import { type ContentClass, classOfBoolean, isPromotional } from '@godwit/contract/contentClass';
import type { Project } from '@godwit/contract/projects';
import type { RulesFile } from '@godwit/contract/rules/file';
import { postTopUp } from '../src/billing/topUp.ts';
import { transaction } from '../src/db/transaction.ts';
import { newId } from '../src/ids.ts';
import { parseAmount } from '../src/money.ts';
import type { TestApp } from './app.ts';
import { type Browser, openBrowser } from './browser.ts';

/** A password that satisfies the rule and is in no list of common ones. */
export const PASSWORD = 'Bar$tailed11km';

/** The registration form of a new person, different at each call. */
export function newPerson(
  overrides: Record<string, string> = {},
): Record<string, string> & { email: string; password: string } {
  return {
    first_name: 'Nimal',
    last_name: 'Perera',
    email: `nimal.${newId()}@example.com`,
    password: PASSWORD,
    region_code: 'LK',
    ...overrides,
  };
}

/** Signs a person in. The browser then sends the session and the person's first team. */
export async function signIn(t: TestApp, person: { email: string; password: string }): Promise<Browser> {
  const browser = openBrowser(t.app);
  const answer = await browser.post('/v1/web/login', { user_id: person.email, password: person.password });
  if (answer.statusCode !== 200) throw new Error(`Login failed: ${answer.body}`);
  return inFirstTeam(browser);
}

async function inFirstTeam(browser: Browser): Promise<Browser> {
  const teams = (await browser.get('/v1/web/teams')).json() as Team[];
  browser.teamId = teams[0]!.id;
  return browser;
}

/** The newest mail to an address, from the mailbox. */
export async function newestMail(
  t: TestApp,
  to: string,
): Promise<{ subject: string; text: string; link: string }> {
  const { rows } = await t.services.pool.query(
    'select subject, text_body as text from mails where recipient = $1 order by id desc limit 1',
    [to],
  );
  const [mail] = rows as { subject: string; text: string }[];
  if (!mail) throw new Error(`No mail to ${to}`);
  return { ...mail, link: /https?:\S+/.exec(mail.text)?.[0] ?? '' };
}

/** The token of the link in the newest mail to an address. */
export async function mailedToken(t: TestApp, email: string): Promise<string> {
  return new URL((await newestMail(t, email)).link).searchParams.get('t') ?? '';
}

/** Registers a person and confirms the e-mail by the link in the mail, which signs the browser in. */
async function signUp(t: TestApp, overrides: Record<string, string>) {
  const person = newPerson(overrides);
  const browser = openBrowser(t.app);
  const registered = await browser.post('/v1/web/register', person);
  if (registered.statusCode !== 201) throw new Error(`Registering failed: ${registered.body}`);
  const token = await mailedToken(t, person.email);
  const confirmed = await browser.post('/v1/web/activate', { token });
  if (confirmed.statusCode !== 200) throw new Error(`Confirming failed: ${confirmed.body}`);
  return { person, browser };
}

/** A person with a confirmed e-mail who is not signed in. */
export async function makePerson(t: TestApp, overrides: Record<string, string> = {}) {
  const { person, browser } = await signUp(t, overrides);
  await browser.post('/v1/web/logout');
  return person;
}

/** A signed-in owner with a team. */
export async function makeOwner(t: TestApp, overrides: Record<string, string> = {}) {
  const { person, browser } = await signUp(t, overrides);
  await inFirstTeam(browser);
  return { person, browser, teamId: browser.teamId! };
}

/** A project with both of its keys, created by its owner. */
export async function makeProject(browser: Browser, name = 'Shop'): Promise<Project> {
  const { id } = (await browser.post('/v1/web/projects', { name })).json() as Project;
  return (await browser.get(`/v1/web/projects/${id}`)).json() as Project;
}

/** A signed-in owner with a project; `authorization` is for the public API, per mode. */
export async function makeSender(t: TestApp, overrides: Record<string, string> = {}) {
  const owner = await makeOwner(t, overrides);
  const project = await makeProject(owner.browser);
  const basic = (key: string) => `Basic ${Buffer.from(`${project.id}:${key}`).toString('base64')}`;
  return {
    ...owner,
    project,
    authorization: { TEST: basic(project.api_key_test), LIVE: basic(project.api_key_live) },
  };
}

/** Verifies a team's identity. */
export async function verifyTeam(t: TestApp, teamId: string): Promise<void> {
  await t.services.pool.query(
    `with verified as (update teams set verified_at = now() where id = $1 returning id)
     insert into verification_requests (team_id, id, status, decided_at, decider)
     select id, gen_random_uuid(), 'APPROVED', now(), 'Test' from verified`,
    [teamId],
  );
}

/** Adds an amount such as '12.50' to a team's balance, as a completed payment does. */
export async function credit(t: TestApp, teamId: string, amount: string): Promise<void> {
  const amountMicros = parseAmount(amount);
  if (amountMicros === null) throw new Error(`Not an amount: ${amount}`);
  const id = newId();
  await transaction(t.services.pool, async (client) => {
    await client.query(
      `insert into payments (team_id, id, order_id, provider, status, currency, amount_micros, tax_micros, total_micros,
         tax_basis_points, tax_included, settled_at)
       values ($1, $2::uuid, 'GW' || upper(substr(md5($2::uuid::text), 1, 24)) || 'P', 'BANK', 'SUCCEEDED', 'LKR', $3, 0, $3, 0, true, now())`,
      [teamId, id, amountMicros],
    );
    await postTopUp(client, { teamId, id, amountMicros });
  });
}

/** Approves a sender id for a project. */
export async function addSender(
  t: TestApp,
  {
    teamId,
    projectId,
    sender,
    promotional = false,
    contentClass = classOfBoolean(promotional),
  }: {
    teamId: string;
    projectId: string;
    sender: string;
    promotional?: boolean;
    contentClass?: ContentClass;
  },
): Promise<void> {
  await t.services.pool.query(
    'insert into sender_ids (team_id, project_id, sender, promotional, content_class) values ($1, $2, $3, $4, $5)',
    [teamId, projectId, sender, isPromotional(contentClass), contentClass],
  );
}

/** Rules that hold texts with signs of fraud to these countries. */
export function holdTexts(...countries: string[]): RulesFile {
  return Object.fromEntries(countries.map((country) => [country, { text_check: [inForce('HOLD')] }]));
}

/** A value of a file of rules that always holds. */
export function inForce<const Value>(value: Value) {
  const source = { source: 'A test', read_on: '2026-11-27', status: 'HOUSE', counsel: null } as const;
  return { ...source, value, unverified: false, from: null, until: null };
}
