import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { type Browser, openBrowser } from '../../test/browser.ts';
import { waitFor } from '../../test/database.ts';
import { mailedToken, makePerson, newPerson, PASSWORD, signIn } from '../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;
const browser = openBrowser(t.app);

/** Registers a person in a browser of theirs, and returns it with the token of the link in the mail. */
async function registered() {
  const person = newPerson();
  const own = openBrowser(t.app);
  await own.post('/v1/web/register', person);
  return { ...person, own, token: await mailedToken(t, person.email) };
}

/** Does what the page does when it opens the link and when the person presses its button. */
const look = async (token: string) => (await browser.get(`/v1/web/activate?token=${token}`)).json();
const confirm = (token: string, by: Browser = openBrowser(t.app)) => by.post('/v1/web/activate', { token });
const SIGNED_IN = { signed_in: true, other_browser: false };
const ELSEWHERE = { signed_in: false, other_browser: true };
const BEFORE = { signed_in: false, other_browser: false };
const isSignedIn = async (by: Browser) => (await by.get('/v1/web/profile')).statusCode === 200;
const isConfirmed = async (email: string) =>
  (await pool.query('select email_verified_at is not null as yes from users where email = $1', [email]))
    .rows[0].yes as boolean;

const countMails = async (email: string) =>
  (await pool.query('select count(*)::int from mails where recipient = $1', [email])).rows[0].count as number;

const DEAD = 'This activation link is no longer valid. Request a new one.';
const expectDead = async (token: string) =>
  expect((await confirm(token)).json()).toEqual({ code: 1002, description: DEAD, fields: { token: DEAD } });

describe('the activation link', () => {
  it('confirms the email and signs in the browser that opens it', async () => {
    const { email, token, own } = await registered();
    const other = openBrowser(t.app);
    await other.csrf();
    const answer = await confirm(token, own);
    expect([answer.statusCode, answer.json()]).toEqual([200, SIGNED_IN]);
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
    expect((await own.get('/v1/web/profile')).json().email).toBe(email);
  });

  it('signs nobody in if another browser registered the email: its user knows the password', async () => {
    const victim = openBrowser(t.app);
    const attack = await registered();
    expect((await victim.post('/v1/web/register', newPerson({ email: attack.email }))).json().code).toBe(
      4000,
    );
    expect((await confirm(attack.token, victim)).json()).toEqual(ELSEWHERE);
    expect(await isSignedIn(victim)).toBe(false);
    expect(await isConfirmed(attack.email)).toBe(true);
    const another = await registered();
    expect((await confirm((await registered()).token, another.own)).json()).toEqual(ELSEWHERE);
  });

  it('when opened again only reports the email as confirmed, and starts no session', async () => {
    const { email, token, own } = await registered();
    expect(await look(token)).toEqual({ email, state: 'OPEN' });
    await confirm(token, own);
    expect(await look(token)).toEqual({ email, state: 'CONFIRMED' });
    const again = openBrowser(t.app);
    expect((await confirm(token, again)).json()).toEqual(BEFORE);
    expect(await isSignedIn(again)).toBe(false);
  });

  it('is not used up by programs that open it before the user does', async () => {
    const { email, token, own } = await registered();
    for (const method of ['GET', 'HEAD', 'GET'] as const)
      await t.app.inject({ method, url: `/v1/web/activate?token=${token}` });
    expect(await isConfirmed(email)).toBe(false);
    expect((await confirm(token, own)).json()).toEqual(SIGNED_IN);
  });

  it('starts one session for concurrent clicks', async () => {
    const { token, own } = await registered();
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token, own)));
    expect(answers.map((answer) => answer.json().signed_in).sort()).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('replaces the session of its browser, even one of another user', async () => {
    const another = await signIn(t, await makePerson(t));
    const before = another.cookies.get('godwit_session')!;
    const { email } = newPerson();
    await another.post('/v1/web/register', newPerson({ email }));
    await confirm(await mailedToken(t, email), another);
    another.teamId = undefined;
    expect((await another.get('/v1/web/profile')).json().email).toBe(email);
    expect(another.cookies.get('godwit_session')).not.toBe(before);
    another.cookies.set('godwit_session', before);
    expect(await isSignedIn(another)).toBe(false);
  });

  it('starts no session if a password reset has confirmed the email', async () => {
    const { email, token } = await registered();
    await browser.post('/v1/web/request_reset_password', { email });
    await waitFor(async () => (await countMails(email)) === 2);
    const reset = { token: await mailedToken(t, email), password: PASSWORD };
    await openBrowser(t.app).post('/v1/web/reset_password', reset);
    const late = openBrowser(t.app);
    expect((await confirm(token, late)).json()).toEqual(BEFORE);
    expect(await isSignedIn(late)).toBe(false);
  });

  it('expires after 24 hours', async () => {
    const { email, token } = await registered();
    await pool.query(
      `update user_tokens set expires_at = expires_at - interval '24 hours'
       where user_id = (select id from users where email = $1)`,
      [email],
    );
    expect(await look(token)).toEqual({ email, state: 'DEAD' });
    await expectDead(token);
    expect(await isConfirmed(email)).toBe(false);
  });

  it.each(['wrong', 'A'.repeat(43), "'%20or%20true"])('cannot have the token %j', async (token) => {
    expect(await look(token)).toMatchObject({ code: 1002, fields: { token: DEAD } });
    await expectDead(token);
  });

  it('requires a token', async () => {
    const words = 'Open the link in the email again';
    expect(await look('')).toMatchObject({ code: 1002, fields: { token: words } });
    expect((await confirm('')).json()).toMatchObject({ code: 1002, fields: { token: words } });
  });

  it('is not stored in clear text', async () => {
    const { token } = await registered();
    const { rows } = await pool.query(`select encode(token_hash, 'escape') as text from user_tokens`);
    expect(rows.some((row: { text: string }) => row.text === token)).toBe(false);
  });
});

describe('requesting another activation email', () => {
  const request = (email: string) => browser.post('/v1/web/request_activation', { email });

  it('sends a new link and invalidates the older one', async () => {
    const { email, token: old, own } = await registered();
    expect((await request(email)).json()).toEqual({});
    await waitFor(async () => (await countMails(email)) === 2);
    expect(await look(old)).toEqual({ email, state: 'DEAD' });
    await expectDead(old);
    expect((await confirm(await mailedToken(t, email), own)).json()).toEqual(SIGNED_IN);
  });

  it('gives every address the same response, and emails only unconfirmed accounts', async () => {
    const { email } = await registered();
    const active = await makePerson(t);
    const addresses = [email, active.email, 'nobody@example.com'];
    const rounds = [];
    for (let i = 0; i < 4; i++) {
      const answers = await Promise.all(addresses.map(request));
      const waits = ({ headers }: (typeof answers)[number]) => (headers['retry-after'] ? ', wait' : '');
      rounds.push(new Set(answers.map((one) => `${one.statusCode} ${one.body}${waits(one)}`)));
    }
    const [sent, refused] = ['200 {}', '200 {}, wait'];
    expect(rounds).toEqual([sent, sent, refused, refused].map((answer) => new Set([answer])));
    await waitFor(async () => (await countMails(email)) === 3);
    expect(await countMails(active.email)).toBe(1);
    expect(await countMails('nobody@example.com')).toBe(0);
  });

  it('reports the time to wait, and emails an address at most three times an hour', async () => {
    const { email } = await registered();
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(` ${email.toUpperCase()}`)));
    const refused = answers.filter(({ headers }) => headers['retry-after']);
    expect(refused).toHaveLength(4);
    const seconds = Number(refused[0]!.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    await waitFor(async () => (await countMails(email)) === 3);

    // Mails with a password link share the limit, because another person could request those for this
    // address.
    await browser.post('/v1/web/request_reset_password', { email });
    const later = await registered();
    await request(later.email);
    await waitFor(async () => (await countMails(later.email)) === 2);
    expect(await countMails(email)).toBe(3);

    await pool.query(
      `update login_attempts set attempted_at = attempted_at - interval '1 hour', waits_until = waits_until - interval '1 hour'`,
    );
    await pool.query(
      `update user_tokens set created_at = created_at - interval '61 minutes'
       where user_id = (select id from users where email = $1)`,
      [email],
    );
    expect((await request(email)).statusCode).toBe(200);
    await waitFor(async () => (await countMails(email)) === 4);
  });

  it('requires a valid address', async () => {
    const answer = await request('nobody');
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { email: 'Email is invalid' }]);
  });
});
