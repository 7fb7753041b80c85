import { once } from 'node:events';
import { createServer } from 'node:net';
import type { PoolClient } from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { type Browser, openBrowser } from '../../../test/browser.ts';
import { waitFor } from '../../../test/database.ts';
import { makeOwner, makePerson, newestMail, newPerson, PASSWORD } from '../../../test/factories.ts';
import { CLIENT, part } from '../../../test/openIdProvider.ts';
import { openSignOn, REDIRECT, SSO } from '../../../test/signOn.ts';
import { transaction } from '../../db/transaction.ts';
import { closeTeam } from '../queries.ts';

const { t, at, other, signOn, settings, prove, start, finish, signOnAs } = await openSignOn();
const { totalMs } = signOn;

const owner = await makeOwner(t);
beforeAll(async () => {
  expect((await owner.browser.call('PUT', SSO, { json: settings })).json()).toMatchObject({
    provider: { issuer: at.issuer, client_id: 'godwit', required: false, last_used_at: null },
    redirect_uri: REDIRECT,
  });
  expect((await prove(owner.browser, 'lanka.example')).statusCode).toBe(200);
});
afterEach(() => {
  at.tamper = null;
  at.slowMs = 0;
  at.person = { sub: 'nimal', email: 'nimal@lanka.example' };
});

describe('a user of a verified domain', () => {
  it('joins with the default role at the first sign-in, and is the same user at the next', async () => {
    const person = { sub: 'kamala', email: 'Kamala@Lanka.example', name: 'Kamala Silva' };
    const { browser, answer } = await signOnAs(person);
    expect(answer.json()).toEqual({ team_id: owner.teamId, to: '/logs?page=2' });
    const profile = await browser.get('/v1/web/profile');
    expect(profile.json()).toMatchObject({
      email: 'kamala@lanka.example',
      first_name: 'Kamala',
      last_name: 'Silva',
    });
    const members = await browser.get('/v1/web/team/members');
    expect(members.json()).toContainEqual(
      expect.objectContaining({ email: 'kamala@lanka.example', role: 'SENDER' }),
    );
    // Signed like the tokens below, which are refused for their claims.
    at.tamper = (claims) => ({ ...claims });
    const again = await signOnAs(person);
    expect((await again.browser.get('/v1/web/profile')).json().id).toBe(profile.json().id);
    expect((await owner.browser.get(SSO)).json().provider.last_used_at).not.toBeNull();
  });

  it('keeps an existing account, and needs the code of its second factor', async () => {
    const { person } = await makeOwner(t, { email: `saman.${Date.now()}@lanka.example` });
    const userId = `(select id from users where email = '${person.email}')`;
    await t.services.pool.query(
      `insert into second_factors (user_id, sealed, confirmed_at) values (${userId}, '\\x00', now())`,
    );
    const { answer, browser } = await signOnAs({ sub: 'saman', email: person.email });
    expect(answer.json()).toMatchObject({ second_factor: true });
    expect((await browser.get('/v1/web/profile')).statusCode).toBe(401);
  });

  it('is notified of the first sign-in, and owners of the new member; later sign-ins notify nobody', async () => {
    const { person: guest } = await makeOwner(t, { email: `told.${Date.now()}@lanka.example` });
    await signOnAs({ sub: 'told', email: guest.email });
    expect((await newestMail(t, guest.email)).text).toContain(`${at.issuer} signed you in`);
    expect((await newestMail(t, owner.person.email)).text).toContain(
      `${guest.email} joined your team by single sign-on, with the role SENDER`,
    );
    const count = 'select count(*)::int from mails where recipient = any($1)';
    const mails = async () =>
      (await t.services.pool.query(count, [[guest.email, owner.person.email]])).rows[0].count;
    const before = await mails();
    await signOnAs({ sub: 'told', email: guest.email });
    expect(await mails()).toBe(before);
  });

  it('can open only that team, because its owners control the provider', async () => {
    const boss = await makeOwner(t, { email: `boss.${Date.now()}@lanka.example` });
    const { answer, browser } = await signOnAs({ sub: 'boss of another', email: boss.person.email });
    expect(answer.json()).toMatchObject({ team_id: owner.teamId });
    expect((await browser.get('/v1/web/teams')).json()).toMatchObject([{ id: owner.teamId }]);
    browser.teamId = boss.teamId;
    expect((await browser.get('/v1/web/projects')).statusCode).toBe(404);
    expect((await boss.browser.get('/v1/web/projects')).statusCode).toBe(200);
  });

  it('cannot export an account that is in other teams, or see or end its sessions', async () => {
    const boss = await makeOwner(t, { email: `whole.${Date.now()}@lanka.example` });
    const { browser } = await signOnAs({ sub: 'whole', email: boss.person.email });
    const calls = [
      ['POST', '/v1/web/profile/export'],
      ['GET', '/v1/web/sessions'],
      ['DELETE', '/v1/web/sessions/clear_inactive'],
    ] as const;
    for (const [method, path] of calls) {
      expect((await browser.call(method, path)).json()).toMatchObject({ code: 1012 });
      expect((await boss.browser.call(method, path)).statusCode).toBe(200);
    }
    // A person who is in that team alone owns nothing outside it.
    const single = await signOnAs({ sub: 'single', email: 'single@lanka.example' });
    for (const [method, path] of calls)
      expect((await single.browser.call(method, path)).statusCode).toBe(200);
  });

  it('who was removed is not added again by a provider', async () => {
    const person = { sub: 'leaver', email: 'leaver@lanka.example' };
    const { browser } = await signOnAs(person);
    const { id } = (await browser.get('/v1/web/profile')).json();
    expect((await owner.browser.call('DELETE', `/v1/web/team/members/${id}`)).statusCode).toBe(200);
    const again = await signOnAs(person);
    expect(again.answer.json()).toMatchObject({
      code: 1012,
      description: expect.stringContaining('invitation'),
    });
    const members = await owner.browser.get('/v1/web/team/members');
    expect(members.json()).not.toContainEqual(expect.objectContaining({ user_id: id }));
  });

  it('takes over an account that another person registered and did not confirm, and its password stops working', async () => {
    const squatter = newPerson({ email: 'boss@lanka.example' });
    await openBrowser(t.app).post('/v1/web/register', squatter);
    expect((await signOnAs({ sub: 'boss', email: squatter.email })).answer.statusCode).toBe(200);
    const login = { user_id: squatter.email, password: PASSWORD };
    expect((await openBrowser(t.app).post('/v1/web/login', login)).json()).toMatchObject({ code: 4003 });
  });
});

describe('single sign-on starts no session and adds no user for', () => {
  const countUsers = async () =>
    (await t.services.pool.query('select count(*)::int from users')).rows[0].count;
  const cases: [string, number, (browser: Browser) => Promise<URL>][] = [
    ['another state', 1013, async (b) => changed(await start(b), 'state', 'other')],
    ['a response of another issuer', 1013, async (b) => changed(await start(b), 'iss', other.issuer)],
    [
      'an error from the provider',
      1013,
      async (b) => new URL(`${(await start(b)).href}&error=access_denied`),
    ],
    ['another nonce', 1013, tampered((claims) => ({ ...claims, nonce: 'other' }))],
    ['a token that is too old', 1013, tampered((claims) => ({ ...claims, iat: 1, exp: 1_000_000 }))],
    ['a token for another client', 1013, tampered((claims) => ({ ...claims, aud: 'other' }))],
    ['a token of another issuer', 1013, tampered((claims) => ({ ...claims, iss: other.issuer }))],
    ['an unsigned token', 1013, tampered((claims) => `${part({ alg: 'none' })}.${part(claims)}.`)],
    [
      'a token with another signature',
      1013,
      tampered((claims) => `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}.${'A'.repeat(342)}`),
    ],
    [
      'an email that is not verified',
      1012,
      as({ sub: 'new', email: 'new@lanka.example', email_verified: false }),
    ],
    [
      'an email that is not an address, such as one of two lines',
      1012,
      tampered((claims) => ({ ...claims, email: 'a\nb@lanka.example', email_verified: true })),
    ],
    ['a subject of 300 letters', 1013, tampered((claims) => ({ ...claims, sub: 'x'.repeat(300) }))],
    ['an email of another domain', 1012, as({ sub: 'new', email: 'new@elsewhere.example' })],
    ['an email of a subdomain', 1012, as({ sub: 'new', email: 'new@sub.lanka.example' })],
  ];
  it.each(cases)('%s', async (_what, code, begin) => {
    const users = await countUsers();
    const browser = openBrowser(t.app);
    const answer = await finish(browser, await begin(browser));
    expect(answer.json()).toMatchObject({ code });
    expect(browser.cookies.has('godwit_auth')).toBe(false);
    expect(await countUsers()).toBe(users);
  });

  it('a used code, or a sign-in that another browser started', async () => {
    const browser = openBrowser(t.app);
    const back = await start(browser);
    const kept = browser.cookies.get('godwit_sso')!;
    expect((await finish(openBrowser(t.app), back)).json()).toMatchObject({ code: 4003 });
    expect((await finish(browser, back)).statusCode).toBe(200);
    expect((await finish(browser, back)).json()).toMatchObject({ code: 4003 });
    browser.cookies.set('godwit_sso', kept);
    expect((await finish(browser, back)).json()).toMatchObject({ code: 1013 });
  });

  it('a sign-in that started at another provider than the team has on return', async () => {
    const { browser: theirs } = await makeOwner(t);
    await prove(theirs, 'moving.example');
    await theirs.call('PUT', SSO, { json: settings });
    at.person = { sub: 'mover', email: 'mover@moving.example' };
    const browser = openBrowser(t.app);
    const back = await start(browser);
    const moved = await theirs.call('PUT', SSO, { json: { ...settings, issuer: other.issuer } });
    expect(moved.json().provider.issuer).toBe(other.issuer);
    // The code of the old provider is not shown to the new one.
    expect((await finish(browser, back)).json()).toMatchObject({ code: 4003 });
    expect(browser.cookies.has('godwit_auth')).toBe(false);
  });

  it('a call without the CSRF token, and drops return addresses outside the console', async () => {
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example']) {
      const browser = openBrowser(t.app);
      const came = await finish(browser, await start(browser, undefined, to));
      expect(came.json()).toEqual({ team_id: owner.teamId, to: null });
    }
    const json = { email: 'nimal@lanka.example' };
    const bare = await t.app.inject({ method: 'POST', url: '/v1/web/sso/start', payload: json });
    expect(bare.json()).toMatchObject({ code: 1005 });
  });
});

describe('a team that requires single sign-on', () => {
  it('refuses passwords of members, but not of owners', async () => {
    const guest = await makePerson(t);
    const add = `insert into team_members (team_id, user_id, role) select $1, id, 'ADMIN' from users where email = $2`;
    await t.services.pool.query(add, [owner.teamId, guest.email]);
    const browser = openBrowser(t.app);
    const login = { user_id: guest.email, password: PASSWORD };
    await browser.post('/v1/web/login', login);
    browser.teamId = owner.teamId;
    expect((await browser.get('/v1/web/projects')).statusCode).toBe(200);
    const inside = await signOnAs({ sub: 'nimal', email: 'nimal@lanka.example' });

    const required = { ...settings, required: true };
    expect((await owner.browser.call('PUT', SSO, { json: required })).statusCode).toBe(200);
    expect((await browser.get('/v1/web/projects')).json()).toMatchObject({ code: 1012 });
    // Their own team is open as before.
    browser.teamId = undefined;
    expect((await browser.get('/v1/web/projects')).statusCode).toBe(200);
    expect((await inside.browser.get('/v1/web/projects')).statusCode).toBe(200);
    expect((await owner.browser.get('/v1/web/projects')).statusCode).toBe(200);

    // A person without another team learns this at login, only after the right password.
    await t.services.pool.query(
      `update users set password_hash = (select password_hash from users where email = $1) where email = 'nimal@lanka.example'`,
      [guest.email],
    );
    const closed = { user_id: 'nimal@lanka.example', password: PASSWORD };
    expect((await openBrowser(t.app).post('/v1/web/login', closed)).json()).toMatchObject({ code: 1012 });
    const wrong = { ...closed, password: 'Wrong$password1' };
    expect((await openBrowser(t.app).post('/v1/web/login', wrong)).json()).toMatchObject({ code: 4003 });
    await owner.browser.call('PUT', SSO, { json: settings });
  });

  it('must have had a successful single sign-on before', async () => {
    const { browser } = await makeOwner(t);
    expect((await browser.call('PUT', SSO, { json: { ...settings, required: true } })).json()).toMatchObject({
      code: 1013,
      fields: { required: expect.any(String) },
    });
  });
});

describe('settings', () => {
  it('never show the secret, and never send it to another issuer', async () => {
    const answer = await owner.browser.get(SSO);
    expect(answer.body).not.toContain(CLIENT.client_secret);
    const { client_secret: _kept, ...moved } = { ...settings, issuer: other.issuer };
    expect((await owner.browser.call('PUT', SSO, { json: moved })).json()).toMatchObject({
      fields: { client_secret: expect.any(String) },
    });
    const { rows } = await t.services.pool.query('select sealed_secret from team_sign_on');
    for (const { sealed_secret } of rows)
      expect(sealed_secret.toString()).not.toContain(CLIENT.client_secret);
  });

  it('notify every owner, but no admin, of each change and its author', async () => {
    const { browser, person, teamId } = await makeOwner(t);
    const second = await makePerson(t);
    const admin = await makePerson(t);
    for (const [{ email }, role] of [
      [second, 'OWNER'],
      [admin, 'ADMIN'],
    ] as const)
      await t.services.pool.query(
        'insert into team_members (team_id, user_id, role) select $1, id, $3::member_role from users where email = $2',
        [teamId, email, role],
      );
    const put = (change: object) => browser.call('PUT', SSO, { json: { ...settings, ...change } });
    const { client_secret: _kept, ...same } = settings;
    const steps: [() => Promise<unknown>, string][] = [
      [() => put({}), `set ${at.issuer} as the provider`],
      [() => prove(browser, 'told.example'), 'proved the email domain told.example'],
      [() => prove(browser, 'told.example'), 'proved the email domain told.example'],
      [() => browser.call('PUT', SSO, { json: same }), 'proved the email domain told.example'],
      [() => put({ default_role: 'ADMIN' }), `set ${at.issuer} as the provider`],
      [() => browser.call('DELETE', `${SSO}/domains/told.example`), 'removed the email domain told.example'],
      [() => browser.call('DELETE', SSO), `removed the provider of single sign-on, ${at.issuer}`],
    ];
    for (const [act, words] of steps) {
      await act();
      for (const { email } of [person, second])
        expect((await newestMail(t, email)).text).toContain(`${person.email} ${words}`);
    }
    const { rows } = await t.services.pool.query(
      `select recipient, count(*)::int from mails where subject like '%single sign-on was changed' and recipient = any($1) group by 1`,
      [[person.email, second.email, admin.email]],
    );
    expect(new Map(rows.map(({ recipient, count }) => [recipient, count]))).toEqual(
      new Map([
        [person.email, 5],
        [second.email, 5],
      ]),
    );
  });

  it('refuse an issuer inside our own network', async () => {
    const guarded = await testApp({}, { signOn });
    const { browser } = await makeOwner(guarded);
    const put = (issuer: string) => browser.call('PUT', SSO, { json: { ...settings, issuer } });
    expect((await put(at.issuer)).json()).toMatchObject({
      code: 1002,
      fields: { issuer: expect.any(String) },
    });
    for (const issuer of ['https://127.0.0.1', 'https://[::ffff:10.0.0.1]', 'https://169.254.169.254'])
      expect((await put(issuer)).json()).toMatchObject({
        code: 1013,
        fields: { issuer: expect.stringContaining('public') },
      });
  });
});

it('a closed team admits nobody, and its domain is free for others', async () => {
  const { teamId, browser } = await makeOwner(t);
  await prove(browser, 'closing.example');
  await browser.call('PUT', SSO, { json: settings });
  const { answer } = await signOnAs({ sub: 'early', email: 'early@closing.example' });
  expect(answer.json()).toMatchObject({ team_id: teamId });
  await transaction(t.services.kysely, (trx) => closeTeam(trx, teamId));
  await expect(signOnAs({ sub: 'late', email: 'late@closing.example' })).rejects.toThrow(/not set up/);
  const next = await makeOwner(t);
  expect((await prove(next.browser, 'closing.example')).statusCode).toBe(200);
});

it.each<[string, number, (client: PoolClient, place: [string, string]) => Promise<unknown>]>([
  [
    'is removed',
    1012,
    async (client, place) => {
      await client.query('delete from team_members where team_id = $1 and user_id = $2', place);
      await client.query('insert into former_members (team_id, user_id) values ($1, $2)', place);
    },
  ],
  [
    'belongs to a team that is closed',
    1012,
    async (client, place) => {
      await client.query('delete from team_members where team_id = $1 and user_id = $2', place);
      await client.query('delete from team_sign_on where team_id = $1', [place[0]]);
      await client.query('delete from team_domains where team_id = $1', [place[0]]);
    },
  ],
  ...(['issuer', 'client_id'] as const).map(
    (changed): [string, number, (client: PoolClient, place: [string, string]) => Promise<unknown>] => [
      `has the ${changed.replace('_', ' ')} of their provider changed`,
      4003,
      async (client, place) => {
        await client.query('delete from team_members where team_id = $1 and user_id = $2', place);
        await client.query(
          `update team_sign_on set ${changed} = 'https://another.example' where team_id = $1`,
          [place[0]],
        );
      },
    ],
  ),
])('a user who %s while signing in is not added again: %i', async (what, code, change) => {
  const { teamId, browser } = await makeOwner(t);
  const domain = `${what.replaceAll(' ', '-')}.example`;
  await prove(browser, domain);
  await browser.call('PUT', SSO, { json: settings });
  const { person } = await makeOwner(t, { email: `late@${domain}` });
  const claims = { sub: what, email: person.email };
  const { browser: theirs } = await signOnAs(claims);
  const { id } = (await theirs.get('/v1/web/profile')).json();
  const client = await t.services.pool.connect();
  await client.query('begin');
  await client.query('select from teams where id = $1 for update', [teamId]);
  await change(client, [teamId, id]);
  const late = signOnAs(claims);
  await waitFor(async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await t.services.pool.query(waiting)).rowCount === 1;
  });
  await client.query('commit');
  client.release();
  expect((await late).answer.json()).toMatchObject({ code });
  const members = 'select from team_members where team_id = $1 and user_id = $2';
  expect((await t.services.pool.query(members, [teamId, id])).rowCount).toBe(0);
});

it('a provider can create as many accounts as one address may register; existing users can still sign in', async () => {
  const limited = await testApp(
    { callbacksAllowPrivate: true, limitRegister: { count: 2, seconds: 3600 } },
    { signOn },
  );
  const { browser } = await makeOwner(limited);
  const { person } = await makeOwner(limited, { email: 'known@many.example' });
  await browser.call('PUT', SSO, { json: settings });
  await prove(browser, 'many.example');
  const join = async (email: string) =>
    (await signOnAs({ sub: email, email }, openBrowser(limited.app))).answer;
  for (const name of ['one', 'two']) expect((await join(`${name}@many.example`)).statusCode).toBe(200);
  const refused = await join('three@many.example');
  expect(refused.json()).toEqual({
    code: 1006,
    description: 'Too many new people have joined your team by single sign-on. Try again later.',
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  const users = await limited.services.pool.query(`select from users where email like 'three@%'`);
  expect(users.rowCount).toBe(0);
  for (const email of ['one@many.example', person.email]) expect((await join(email)).statusCode).toBe(200);
});

it('all steps at a provider share one time limit, even if each is shorter', async () => {
  const browser = openBrowser(t.app);
  const back = await start(browser);
  at.slowMs = totalMs * 0.7;
  expect((await finish(browser, back)).json()).toMatchObject({ code: 1014 });
});

it('a silent provider delays its own users, ten at a time, and no others', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const issuer = `http://127.0.0.1:${(silent.address() as { port: number }).port}`;
  const { teamId, browser } = await makeOwner(t);
  await prove(browser, 'silent.example');
  await t.services.pool.query(
    `insert into team_sign_on select $1, $2, client_id, sealed_secret, default_role, false from team_sign_on where team_id = $3`,
    [teamId, issuer, owner.teamId],
  );
  const json = { email: 'a@silent.example' };
  const waiting = Array.from({ length: 10 }, () =>
    openBrowser(t.app).call('POST', '/v1/web/sso/start', { json }),
  );
  await once(silent, 'connection');
  const { answer } = await signOnAs({ sub: 'nimal', email: 'nimal@lanka.example' });
  expect(answer.statusCode).toBe(200);
  for (const one of await Promise.all(waiting)) expect(one.json()).toMatchObject({ code: 1014 });
  silent.close();
});

function changed(url: URL, name: string, value: string): URL {
  url.searchParams.set(name, value);
  return url;
}

function tampered(tamper: typeof at.tamper) {
  return (browser: Browser) => {
    at.tamper = tamper;
    return start(browser);
  };
}

function as(person: typeof at.person) {
  return (browser: Browser) => {
    at.person = person;
    return start(browser, 'nimal@lanka.example');
  };
}
