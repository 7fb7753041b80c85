import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { makeOwner, makePerson, PASSWORD } from '../../test/factories.ts';

const t = await testApp();
const secure = await testApp({ publicUrl: new URL('https://sms.example.com') });

/** Everything that a refused call could have changed. */
async function traces(): Promise<unknown> {
  const { rows } = await t.services.pool.query(
    `select (select count(*) from users) + (select count(*) from projects) + (select count(*) from mails)
       + (select count(*) from sessions) + (select count(*) from user_tokens) as rows`,
  );
  return rows[0].rows;
}

describe('the CSRF token', async () => {
  const { person, browser } = await makeOwner(t);
  const session = browser.cookies.get('godwit_session')!;
  const token = await browser.csrf();
  const other = await openBrowser(t.app).csrf();
  const calls: [string, Record<string, string>][] = [
    ['/v1/web/register', { ...person, email: 'new@example.com' }],
    ['/v1/web/login', { user_id: person.email, password: PASSWORD }],
    ['/v1/web/logout', {}],
    ['/v1/web/request_activation', { email: person.email }],
    ['/v1/web/projects', { name: 'Shop' }],
  ];
  const send = (url: string, form: Record<string, string>, headers: Record<string, string>) =>
    t.app.inject({ method: 'POST', url, headers, payload: form });

  const wrong: [string, Record<string, string>][] = [
    ['no token', {}],
    ['an empty token', { 'x-csrf-token': '' }],
    ['a wrong token', { 'x-csrf-token': 'A'.repeat(43) }],
    ['a longer token', { 'x-csrf-token': `${token}A` }],
    ['the token of another session', { 'x-csrf-token': other }],
    ['the right token from another site', { 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' }],
    ['the right token from another origin', { 'x-csrf-token': token, origin: 'https://evil.example' }],
    ['the right token from no origin that has a name', { 'x-csrf-token': token, origin: 'null' }],
  ];

  it.each(wrong)(
    'is wanted by every state-changing call: %s is refused and changes nothing',
    async (_what, headers) => {
      const before = await traces();
      for (const [url, form] of calls) {
        const answer = await send(url, form, { cookie: `godwit_session=${session}`, ...headers });
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 1005]);
        expect(answer.cookies).toEqual([]);
      }
      expect(await traces()).toBe(before);
      expect((await browser.get('/v1/web/profile')).statusCode).toBe(200);
    },
  );

  it('is worth nothing without its cookie', async () => {
    for (const [url, form] of calls) {
      expect((await send(url, form, { 'x-csrf-token': token })).json().code).toBe(1005);
    }
  });

  it.each([
    ['our own pages', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' }],
    ['the name the server was reached by', { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }],
  ])('is taken from %s', async (_what, headers) => {
    const answer = await browser.post('/v1/web/projects', { name: 'Shop' }, { headers });
    expect(answer.statusCode).toBe(200);
  });

  it('comes before everything else, also without a session', async () => {
    const answer = await send('/v1/web/projects', {}, {});
    expect(answer.json().code).toBe(1005);
    const stranger = await openBrowser(t.app).post('/v1/web/projects', {});
    expect([stranger.statusCode, stranger.json().code]).toEqual([401, 4001]);
  });

  it('stays the same for a session, and is a new one after login and logout', async () => {
    const visitor = openBrowser(t.app);
    const { email } = await makePerson(t);
    const anonymous = await visitor.csrf();
    expect(await visitor.csrf()).toBe(anonymous);
    await visitor.post('/v1/web/login', { user_id: email, password: PASSWORD });
    const signedIn = await visitor.csrf();
    await visitor.post('/v1/web/logout');
    const after = await visitor.csrf();
    expect(new Set([anonymous, signedIn, after]).size).toBe(3);
  });

  it('over https is taken from PUBLIC_URL only', async () => {
    const visitor = openBrowser(secure.app);
    const origins = [
      'http://sms.example.com',
      'https://sms.example.com.evil.example',
      'https://sms.example.com',
    ];
    const codes: number[] = [];
    for (const origin of origins) {
      const headers = { origin, host: 'sms.example.com' };
      codes.push(
        (await visitor.post('/v1/web/login', { user_id: 'a', password: 'b' }, { headers })).json().code,
      );
    }
    expect(codes).toEqual([1005, 1005, 4003]);
  });
});

describe('cookies', () => {
  const flags = ({ name, value, ...rest }: Record<string, unknown>) => [name, rest];

  it('over http are HttpOnly and SameSite, and only the marker can be read', async () => {
    const person = await makePerson(t);
    const visitor = openBrowser(t.app);
    const anonymous = await visitor.get('/v1/web/generic/refresh_csrf');
    expect(anonymous.cookies.map(flags)).toEqual([
      ['godwit_session', { path: '/', httpOnly: true, sameSite: 'Lax' }],
    ]);
    const { cookies } = await visitor.post('/v1/web/login', { user_id: person.email, password: PASSWORD });
    const maxAge = 14 * 86_400;
    expect(cookies.map(flags)).toEqual([
      ['godwit_session', { path: '/', httpOnly: true, sameSite: 'Lax', maxAge }],
      ['godwit_auth', { path: '/', sameSite: 'Lax', maxAge }],
      ['godwit_browser', { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 400 * 86_400 }],
    ]);
    expect(cookies[0]!.value).toMatch(/^[\w-]{43}$/);
    expect(cookies[1]!.value).toBe('1');
  });

  it('over https are Secure, and the session is bound to its host', async () => {
    const person = await makePerson(secure);
    const { cookies } = await openBrowser(secure.app).post('/v1/web/login', {
      user_id: person.email,
      password: PASSWORD,
    });
    const common = { path: '/', sameSite: 'Lax', secure: true, maxAge: 14 * 86_400 };
    expect(cookies.map(flags)).toEqual([
      ['__Host-godwit_session', { ...common, httpOnly: true }],
      ['godwit_auth', common],
      ['__Host-godwit_browser', { ...common, httpOnly: true, maxAge: 400 * 86_400 }],
    ]);
  });

  it.each(['', 'short', 'x'.repeat(4000), '%00', '"quoted"'])(
    'that are not ours (%j) open no session',
    async (value) => {
      const answer = await t.app.inject({
        url: '/v1/web/profile',
        headers: { cookie: `godwit_session=${value}` },
      });
      expect([answer.statusCode, answer.json().code]).toEqual([401, 4001]);
    },
  );
});
