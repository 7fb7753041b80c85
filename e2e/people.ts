// People who use the service, and a quick sign-up for tests about other things.
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';

export type Region = 'LK' | 'AU';
export type Person = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  region: Region;
};
export type Project = { id: string; name: string; testKey: string; liveKey: string };

type Mail = { to: string; subject: string; text: string; links: string[]; at: string };

/** A person without an account. */
export function newPerson(email = `nadeesha.${randomUUID().slice(0, 8)}@lankaretail.example`): Person {
  return { firstName: 'Nadeesha', lastName: 'Perera', email, password: 'Estuary7!Tide', region: 'LK' };
}

/** The mails to an address, newest first. */
export async function mailbox(request: APIRequestContext, to: string): Promise<Mail[]> {
  const answer = await request.get('/dev/mailbox.json');
  return ((await answer.json()) as Mail[]).filter((mail) => mail.to === to);
}

/** Registers a person who has not opened the mail yet. */
export async function register(request: APIRequestContext, person: Person): Promise<void> {
  await post(request, '/register', {
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    password: person.password,
    region_code: person.region,
  });
}

/**
 * Registers a person and confirms the e-mail by the link in the mail, which signs in. The `request` of a page
 * shares its cookies.
 */
export async function signUp(request: APIRequestContext, person: Person): Promise<void> {
  await register(request, person);
  const [mail] = await mailbox(request, person.email);
  const token = new URL(mail?.links[0] ?? '').searchParams.get('t') ?? '';
  const answer = await post<{ signed_in: boolean }>(request, '/activate', { token });
  expect(answer.signed_in).toBe(true);
}

/** The same for a person who is not signed in afterwards. */
export async function activate(request: APIRequestContext, person: Person): Promise<void> {
  await signUp(request, person);
  await post(request, '/logout', {});
}

/** Signs an activated person in. */
export async function signIn(request: APIRequestContext, { email, password }: Person): Promise<void> {
  await post(request, '/login', { user_id: email, password });
}

/** Creates a project of the signed-in person. */
export async function createProject(request: APIRequestContext, name: string): Promise<Project> {
  const { id } = await post<{ id: string }>(request, '/projects', { name });
  const answer = await request.get(`/v1/web/projects/${id}`);
  const keys = (await answer.json()) as { api_key_test: string; api_key_live: string };
  return { id, name, testKey: keys.api_key_test, liveKey: keys.api_key_live };
}

/** Sends a TEST message as a program would, and returns its id. */
export async function sendTest(
  request: APIRequestContext,
  { id, testKey }: Project,
  message: { to: string; body?: string; from?: string; send_at?: string; status_callback?: string },
): Promise<string> {
  const answer = await callApi(request, { projectId: id, key: testKey }, { from: 'SANDBOX', ...message });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Sends a message to the public API with a key of a project, and returns the response. */
export function callApi(
  request: APIRequestContext,
  { projectId, key }: { projectId: string; key: string },
  message: Record<string, string>,
): Promise<APIResponse> {
  return request.post('/v1/messages', {
    headers: { authorization: `Basic ${Buffer.from(`${projectId}:${key}`).toString('base64')}` },
    data: { body: 'Your order has left the shop.', ...message },
  });
}

/** Invites an address to the team of the signed-in person, and returns the link of the mail. */
export async function invite(request: APIRequestContext, email: string, role: string): Promise<string> {
  await post(request, '/team/invitations', { email, role });
  let link = '';
  await expect
    .poll(async () => {
      const mails = await mailbox(request, email);
      link = mails[0]?.links.find((each) => each.includes('/invitation?t=')) ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

/** Registers an invited person, who is then in the team and in one of their own. */
export async function registerInvited(
  request: APIRequestContext,
  person: Person,
  link: string,
): Promise<void> {
  await post(request, '/register', {
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    password: person.password,
    region_code: 'LK',
    invitation: new URL(link).searchParams.get('t') ?? '',
  });
}

type Body = Pick<NonNullable<Parameters<APIRequestContext['post']>[1]>, 'form' | 'data' | 'multipart'>;

/** CSRF tokens by request context; a session keeps its token for life. */
const tokens = new WeakMap<APIRequestContext, string>();

/** Makes a call of the console; fails the test unless it succeeds. */
export async function send<T>(request: APIRequestContext, path: string, body: Body): Promise<T> {
  const held = tokens.get(request);
  let answer = held ? await sendWith(held, request, path, body) : null;
  // There is no token yet, or the session has changed.
  if (!answer || answer.status() === 403) {
    const token = await request.get('/v1/web/generic/refresh_csrf');
    const { id } = (await token.json()) as { id: string };
    tokens.set(request, id);
    answer = await sendWith(id, request, path, body);
  }
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

const sendWith = (token: string, request: APIRequestContext, path: string, body: Body) =>
  request.post(`/v1/web${path}`, { ...body, headers: { 'x-csrf-token': token } });

/** The same with a form, which most calls use. */
export const post = <T>(request: APIRequestContext, path: string, form: Record<string, string>): Promise<T> =>
  send(request, path, { form });
