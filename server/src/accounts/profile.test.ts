// People change their own name and password; each bad input has its own message.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { makeOwner, newestMail, PASSWORD, signIn } from '../../test/factories.ts';

const t = await testApp();
const NEW = 'Godwits&fly11km';

describe('the name', () => {
  it('can be changed', async () => {
    const { browser } = await makeOwner(t);
    const form = { first_name: ' Kamala ', last_name: 'de Silva' };
    const answer = await browser.call('PUT', '/v1/web/profile', { form });
    expect(answer.json()).toMatchObject({ first_name: 'Kamala', last_name: 'de Silva', role: 'OWNER' });
    expect((await browser.get('/v1/web/profile')).json()).toEqual(answer.json());
  });

  it.each([
    ['first_name', { first_name: '', last_name: 'Perera' }, 'First name is required'],
    ['first_name', { first_name: 'K', last_name: 'Perera' }, 'First name is too short'],
    ['first_name', { first_name: 'K4mala', last_name: 'Perera' }, 'First name is Invalid'],
    ['first_name', { first_name: 'x'.repeat(10_000), last_name: 'Perera' }, 'First name is too long'],
    ['last_name', { first_name: 'Kamala', last_name: '\r\n' }, 'Last name is required'],
  ])('stays unchanged for an invalid %s', async (field, form, words) => {
    const { browser } = await makeOwner(t);
    const before = (await browser.get('/v1/web/profile')).json();
    const answer = await browser.call('PUT', '/v1/web/profile', { form });
    expect(answer.json()).toMatchObject({ code: 1002, fields: { [field]: words } });
    expect((await browser.get('/v1/web/profile')).json()).toEqual(before);
  });
});

describe('the password', () => {
  it('can be changed, which signs out other browsers and sends an email', async () => {
    const { person, browser } = await makeOwner(t);
    const other = await signIn(t, person);
    const form = { current_password: PASSWORD, password: NEW };
    expect((await browser.post('/v1/web/profile/password', form)).json()).toEqual({});
    expect((await browser.get('/v1/web/profile')).statusCode).toBe(200);
    expect((await other.get('/v1/web/profile')).statusCode).toBe(401);
    expect((await newestMail(t, person.email)).subject).toBe('Your password was changed');
    const login = (password: string) =>
      openBrowser(t.app).post('/v1/web/login', { user_id: person.email, password });
    expect((await login(PASSWORD)).json().code).toBe(4003);
    expect((await login(NEW)).statusCode).toBe(200);
  });

  it.each([
    ['current_password', { current_password: 'Wr0ng$password', password: NEW }, 'The password is wrong'],
    ['current_password', { current_password: '', password: NEW }, 'Password is required'],
    ['password', { current_password: PASSWORD, password: 'short' }, /^Minimum eight characters/],
    ['password', { current_password: PASSWORD, password: 'P@ssw0rd!' }, /too common|easy|guess/i],
    ['password', { current_password: PASSWORD, password: PASSWORD }, /^This is your current password/],
    [
      'password',
      { current_password: PASSWORD, password: `Aa$${'x'.repeat(10_000)}` },
      'Use at most 128 characters',
    ],
  ])('stays unchanged for an invalid %s', async (field, form, words) => {
    const { person, browser } = await makeOwner(t);
    const other = await signIn(t, person);
    const answer = await browser.post('/v1/web/profile/password', form);
    expect(answer.json()).toMatchObject({ code: 1002, fields: { [field]: expect.stringMatching(words) } });
    expect((await other.get('/v1/web/profile')).statusCode).toBe(200);
    await signIn(t, person);
  });

  it('is changed by one of several concurrent requests, and the others are refused', async () => {
    const { person, browser } = await makeOwner(t);
    const wanted = ['Godwits&fly1', 'Godwits&fly2', 'Godwits&fly3'];
    const answers = await Promise.all(
      wanted.map((password) =>
        browser.post('/v1/web/profile/password', { current_password: PASSWORD, password }),
      ),
    );
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 200 : answer.json().code));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    // The others came too late for the password that they knew.
    for (const code of codes) expect([200, 1002, 1013]).toContain(code);
    await signIn(t, { email: person.email, password: wanted[codes.indexOf(200)]! });
  });

  it('cannot be guessed in a borrowed browser', async () => {
    const { person, browser } = await makeOwner(t);
    const guess = (current_password: string) =>
      browser.post('/v1/web/profile/password', { current_password, password: NEW });
    for (let i = 0; i < 5; i++) expect((await guess('Wr0ng$password')).json().code).toBe(1002);
    await t.services.pool.query(
      `update login_attempts set waits_until = now() + interval '1 minute' where attempts >= 5`,
    );
    expect((await guess(PASSWORD)).json()).toMatchObject({ code: 1006 });
    // The owner signs in all the same.
    await signIn(t, person);
  });
});
