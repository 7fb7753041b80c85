// A person and a program talking to a running service over real HTTP.
import type { Project } from '@godwit/contract/projects';
import { PASSWORD } from './factories.ts';

/** What a registered owner has: the e-mail, a project with its keys, and a signed-in browser's headers. */
export type Account = {
  email: string;
  project: Project;
  authorization: Record<'TEST' | 'LIVE', string>;
  browser: { cookie: string; 'x-csrf-token': string };
};

/** Registers, follows the link in the mailbox, signs in and makes a project. */
export async function openAccount(url: string): Promise<Account> {
  const cookies = new Map<string, string>();

  const cookieHeader = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  const csrfToken = async () => (await call<{ id: string }>('GET', '/v1/web/generic/refresh_csrf')).id;

  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const csrf = body && (await csrfToken());
    const answer = await fetch(url + path, {
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
    return (answer.status === 302 ? {} : await answer.json()) as Answer;
  }

  const email = `owner.${crypto.randomUUID()}@example.com`;
  const person = { first_name: 'Nimal', last_name: 'Perera', email, password: PASSWORD, region_code: 'LK' };
  await call('POST', '/v1/web/register', person);
  const mails = await call<{ to: string; links: string[] }[]>('GET', '/dev/mailbox.json');
  const link = new URL(mails.find(({ to }) => to === email)!.links[0]!);
  await call('GET', link.pathname + link.search);
  await call('POST', '/v1/web/login', { user_id: email, password: PASSWORD });
  const { id } = await call<Project>('POST', '/v1/web/projects', { name: 'Shop' });
  const project = await call<Project>('GET', `/v1/web/projects/${id}`);
  const basic = (key: string) => `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  return {
    email,
    project,
    authorization: { TEST: basic(project.api_key_test), LIVE: basic(project.api_key_live) },
    browser: { cookie: cookieHeader(), 'x-csrf-token': await csrfToken() },
  };
}
