import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { type Browser, openBrowser } from '../../../test/browser.ts';
import { waitFor } from '../../../test/database.ts';
import { mailedToken, makePerson, newestMail, newPerson, PASSWORD, signIn } from '../../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;
const NEW_PASSWORD = 'Kite%over7hills';

const request = (email: string) => openBrowser(t.app).post('/v1/web/request_reset_password', { email });
const reset = (token: string, password = NEW_PASSWORD, browser = openBrowser(t.app)) =>
  browser.post('/v1/web/reset_password', { token, password });
const login = (email: string, password: string) =>
  openBrowser(t.app).post('/v1/web/login', { user_id: email, password });
const isSignedIn = async (browser: Browser) => (await browser.get('/v1/web/profile')).statusCode === 200;

const countMails = async (email: string) =>
  (await pool.query('select count(*)::int from mails where recipient = $1', [email])).rows[0].count as number;

/** Requests a link and returns its token. */
async function tokenFor(email: string): Promise<string> {
  const before = await countMails(email);
  await request(email);
  await waitFor(async () => (await countMails(email)) === before + 1, { what: 'the mail with the link' });
  const { link } = await newestMail(t, email);
  expect(link).toMatch(/^http:\/\/localhost:8080\/reset-password\?t=[\w-]{43}$/);
  return new URL(link).searchParams.get('t')!;
}

describe('requesting a link', () => {
  it('gives every address the same response, and emails only those with an account', async () => {
    const person = await makePerson(t);
    const answers = [await request(person.email.toUpperCase()), await request('nobody@example.com')];
    const shown = answers.map(
      ({ statusCode, body, headers: { 'x-request-id': _id, date: _date, ...rest } }) => {
        return { statusCode, body, rest: { ...rest, 'set-cookie': undefined } };
      },
    );
    expect(shown[0]).toEqual(shown[1]);
    expect([answers[0]!.statusCode, answers[0]!.body]).toEqual([200, '{}']);
    await waitFor(async () => (await countMails(person.email)) === 2);
    expect(await countMails('nobody@example.com')).toBe(0);
  });

  it('emails an address at most three times an hour, whatever the emails are for', async () => {
    const person = await makePerson(t);
    for (let i = 0; i < 5; i++) await request(person.email);
    // Requests run in order: when the last one is done, all five are.
    const later = await makePerson(t);
    await request(later.email);
    await waitFor(async () => (await countMails(later.email)) === 2);
    expect(await countMails(person.email)).toBe(3);
    const refused = [await request(person.email), await request(`nobody.${person.email}`)];
    for (let i = 0; i < 2; i++) refused[1] = await request(`nobody.${person.email}`);
    // Alike for an address without an account, but for the minutes.
    for (const answer of refused) {
      expect(answer.statusCode).toBe(429);
      expect(answer.json().description).toMatch(/^Too many emails .* The next one can go in \d+ minutes\.$/);
    }
    // Asking for the other kind, which is not sent here, holds this one up no further.
    for (let i = 0; i < 3; i++)
      await openBrowser(t.app).post('/v1/web/request_activation', { email: person.email });
    await pool.query(
      `update login_attempts set attempted_at = attempted_at - interval '1 hour', waits_until = waits_until - interval '1 hour'`,
    );
    await request(person.email);
    await waitFor(async () => (await countMails(person.email)) === 4);
  });

  it.each([
    ['', 'Email is required'],
    ['nobody', 'Email is invalid'],
  ])('requires a valid address: %j', async (email, words) => {
    const answer = await request(email);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { email: words }]);
  });

  it('does not store the token in clear text', async () => {
    const person = await makePerson(t);
    const token = await tokenFor(person.email);
    const { rows } = await pool.query(`select encode(token_hash, 'escape') as text from user_tokens`);
    expect(rows.some((row: { text: string }) => row.text.includes(token))).toBe(false);
  });
});

describe('a reset link', () => {
  it('sets the password, ends every session, signs this browser in and sends an email', async () => {
    const person = await makePerson(t);
    const [one, two] = [await signIn(t, person), await signIn(t, person)];
    const browser = openBrowser(t.app);
    const answer = await reset(await tokenFor(person.email), NEW_PASSWORD, browser);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(await isSignedIn(browser)).toBe(true);
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, false]);
    expect((await login(person.email, PASSWORD)).json().code).toBe(4003);
    expect((await login(person.email, NEW_PASSWORD)).statusCode).toBe(200);
    const mail = await newestMail(t, person.email);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.link).toBe('http://localhost:8080/forgot-password');
  });

  it('shows its email when its page opens, and still works afterwards', async () => {
    const person = await makePerson(t);
    const token = await tokenFor(person.email);
    for (let i = 0; i < 2; i++) {
      const answer = await openBrowser(t.app).get(`/v1/web/reset_password?token=${token}`);
      expect(answer.json()).toEqual({ email: person.email });
    }
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('replaces the session of a signed-in browser', async () => {
    const person = await makePerson(t);
    const browser = await signIn(t, person);
    const before = browser.cookies.get('godwit_session');
    await reset(await tokenFor(person.email), NEW_PASSWORD, browser);
    expect(browser.cookies.get('godwit_session')).not.toBe(before);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('confirms the address, because the email was read', async () => {
    const person = newPerson();
    await openBrowser(t.app).post('/v1/web/register', person);
    expect((await login(person.email, PASSWORD)).json().code).toBe(4004);
    await reset(await tokenFor(person.email));
    expect((await login(person.email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('ends the login delay of its account', async () => {
    const person = await makePerson(t);
    for (let i = 0; i < 5; i++) await login(person.email, 'Wrong$Password1');
    await pool.query(
      `update login_attempts set waits_until = now() + interval '1 minute' where attempts = 5`,
    );
    expect((await login(person.email, PASSWORD)).statusCode).toBe(429);
    await reset(await tokenFor(person.email));
    expect((await login(person.email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('leaves no session that started with the old password during the reset', async () => {
    const person = await makePerson(t);
    const token = await tokenFor(person.email);
    const browsers = Array.from({ length: 6 }, () => openBrowser(t.app));
    const logins = browsers.map((browser) =>
      browser.post('/v1/web/login', { user_id: person.email, password: PASSWORD }),
    );
    expect((await reset(token)).statusCode).toBe(200);
    await Promise.all(logins);
    for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false);
  });

  it('is used up by one of several concurrent submits', async () => {
    const person = await makePerson(t);
    const token = await tokenFor(person.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset(token)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await countMails(person.email)).toBe(3);
  });
});

describe('the validity of a reset link', () => {
  const DEAD = 'This link is no longer valid. Request a new one.';
  /** As the page finds when it opens, and again when a password is saved. */
  const refused = async (token: string) => {
    const opened = await openBrowser(t.app).get(`/v1/web/reset_password?token=${encodeURIComponent(token)}`);
    const answer = await reset(token);
    const dead = [400, { code: 1002, description: DEAD, fields: { token: DEAD } }];
    for (const one of [opened, answer]) expect([one.statusCode, one.json()]).toEqual(dead);
    expect(answer.cookies.map(({ name }) => name)).toEqual([]);
  };

  it('ends with its use', async () => {
    const person = await makePerson(t);
    const token = await tokenFor(person.email);
    await reset(token);
    await refused(token);
  });

  it('ends after thirty minutes', async () => {
    const person = await makePerson(t);
    const token = await tokenFor(person.email);
    const age = (interval: string) =>
      pool.query(
        `update user_tokens set expires_at = created_at + interval '30 minutes' - $2::interval
         where purpose = 'reset_password' and user_id = (select id from users where email = $1)`,
        [person.email, interval],
      );
    await age('30 minutes');
    await refused(token);
    await age('29 minutes');
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('ends with a newer link', async () => {
    const person = await makePerson(t);
    const older = await tokenFor(person.email);
    const newest = await tokenFor(person.email);
    await refused(older);
    expect((await reset(newest)).statusCode).toBe(200);
  });

  it('does not extend to another purpose', async () => {
    const person = newPerson();
    await openBrowser(t.app).post('/v1/web/register', person);
    await refused(await mailedToken(t, person.email));
    const token = await tokenFor(person.email);
    expect((await openBrowser(t.app).post('/v1/web/activate', { token })).json().code).toBe(1002);
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('does not extend to another user', async () => {
    const [ours, theirs] = [await makePerson(t), await makePerson(t)];
    const token = await tokenFor(ours.email);
    const browser = await signIn(t, theirs);
    expect((await reset(token, NEW_PASSWORD, browser)).statusCode).toBe(200);
    browser.teamId = undefined;
    expect((await browser.get('/v1/web/profile')).json().email).toBe(ours.email);
    expect((await login(theirs.email, PASSWORD)).statusCode).toBe(200);
    expect((await login(theirs.email, NEW_PASSWORD)).json().code).toBe(4003);
  });

  it('requires the exact token', async () => {
    const person = await makePerson(t);
    const token = await tokenFor(person.email);
    for (const wrong of [
      token.slice(0, -1),
      `${token}A`,
      ` ${token}`,
      'A'.repeat(43),
      "' or true --",
      'x'.repeat(10_000),
      `${token.slice(0, 42)}é`,
    ]) {
      await refused(wrong);
    }
    expect((await login(person.email, PASSWORD)).statusCode).toBe(200);
  });

  it('requires a token', async () => {
    const answer = await reset('');
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { token: 'Open the link in the email again' },
    ]);
  });
});

describe('a new password', () => {
  it.each([
    ['', 'Password is required'],
    [
      'short',
      'Minimum eight characters, at least one uppercase letter, one lowercase letter and one special character',
    ],
    ['P@ssw0rd!', /too common/],
    ['Godwit@123', /name of this service/],
    ['Kumari@123', /email/],
    [`Aa$${'x'.repeat(126)}`, 'Use at most 128 characters'],
  ])(
    'that breaks a rule (%j) is refused with the reason, and the link still works',
    async (password, words) => {
      const person = await makePerson(t, { email: `kumari@${Math.random().toString(36).slice(2)}.example` });
      const token = await tokenFor(person.email);
      const answer = await reset(token, password);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 1002]);
      expect(answer.json().fields.password).toMatch(words);
      expect((await login(person.email, PASSWORD)).statusCode).toBe(200);
      expect((await reset(token)).statusCode).toBe(200);
    },
  );
});
