// A staff member of the run, signed in before the first disruption.
import { totpCode } from '../../../server/test/totp.ts';
import type { Running } from './world.ts';

const PASSWORD = 'Bar$tailed11km';

/** The headers of the staff member's browser. */
export type Colleague = { cookie: string; 'x-csrf-token': string };

/** Adds a staff member with the finance role and completes the first sign-in. */
export async function openColleague({
  urls: [url],
  godwit,
}: Pick<Running, 'urls' | 'godwit'>): Promise<Colleague> {
  const email = 'finance@example.com';
  const { password } = (await godwit('staff', 'add', email, '--role=FINANCE')) as { password: string };
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  async function call<T>(path: string, body?: object): Promise<T> {
    const token = body && (await call<{ id: string }>('/csrf')).id;
    const answer = await fetch(`${url}/v1/staff${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: cookie(),
        ...(token && { 'x-csrf-token': token, 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]!.split('=');
      cookies.set(name, value);
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  await call('/login', { email, password });
  await call('/login/password', { password: PASSWORD });
  const { secret } = await call<{ secret: string }>('/login/enrol', {});
  await call('/login/enrol/confirm', { code: totpCode(secret, Date.now()) });
  const { id } = await call<{ id: string }>('/csrf');
  return { cookie: cookie(), 'x-csrf-token': id };
}
