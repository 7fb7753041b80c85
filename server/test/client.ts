// A person and a program that call a running service over real HTTP.
import type { Project } from '@godwit/contract/projects';
import { PASSWORD } from './factories.ts';

/**
 * A registered owner: the e-mail, a project with its keys, a signed-in browser's headers, and calls with
 * them.
 */
export type Account = {
  email: string;
  project: Project;
  authorization: Record<'TEST' | 'LIVE', string>;
  /** Fails on anything but a success; `at` is another address of the service. */
  call<Answer>(method: string, path: string, body?: object, at?: string): Promise<Answer>;
  browser: { cookie: string; 'x-csrf-token': string };
};

/**
 * Registers, confirms the e-mail by the link in the mailbox, which signs in, and creates a project. If `url`
 * is a proxy, `direct` must be the service's own address, because no proxy shows the mailbox.
 */
export async function openAccount(url: string, direct = url): Promise<Account> {
  const cookies = new Map<string, string>();

  const cookieHeader = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  const csrfToken = async (at = url) =>
    (await call<{ id: string }>('GET', '/v1/web/generic/refresh_csrf', undefined, at)).id;

  async function call<Answer>(method: string, path: string, body?: object, at = url): Promise<Answer> {
    const csrf = body && (await csrfToken(at));
    const answer = await fetch(at + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: cookieHeader(),
        ...(csrf && { 'x-csrf-token': csrf, 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]!.split('=');
      cookies.set(name, value);
    }
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  const email = `owner.${crypto.randomUUID()}@example.com`;
  const person = { first_name: 'Nimal', last_name: 'Perera', email, password: PASSWORD, region_code: 'LK' };
  await call('POST', '/v1/web/register', person);
  const mails = await call<{ to: string; links: string[] }[]>('GET', '/dev/mailbox.json', undefined, direct);
  const link = new URL(mails.find(({ to }) => to === email)!.links[0]!);
  await call('POST', '/v1/web/activate', { token: link.searchParams.get('t') });
  const { id } = await call<Project>('POST', '/v1/web/projects', { name: 'Shop' });
  const project = await call<Project>('GET', `/v1/web/projects/${id}`);
  const authorization = {
    TEST: basicOf(id, project.api_key_test),
    LIVE: basicOf(id, project.api_key_live),
  };
  const browser = { cookie: cookieHeader(), 'x-csrf-token': await csrfToken() };
  return { email, project, authorization, call, browser };
}

/** The credentials of a project's key. */
export const basicOf = (projectId: string, key: string): string =>
  `Basic ${Buffer.from(`${projectId}:${key}`).toString('base64')}`;
