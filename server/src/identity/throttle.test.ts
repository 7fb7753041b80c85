import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { type Browser, openBrowser } from '../../test/browser.ts';
import { makePerson, PASSWORD, signIn } from '../../test/factories.ts';
import { createSecrets } from '../secrets.ts';
import { browserToken, throttleKeyOf } from './throttle.ts';

const t = await testApp();
const limited = await testApp({ limitLogin: { count: 2, seconds: 60 } });
const { pool } = t.services;

const login = (email: string, password: string, browser: Browser = openBrowser(t.app)) =>
  browser.post('/v1/web/login', { user_id: email, password });
const wrong = (email: string, browser?: Browser) => login(email, 'Wrong$Password1', browser);
const shown = (answer: LightMyRequestResponse) => [answer.statusCode, answer.headers['retry-after']];
/** Makes the first wait, a second, so long that it does not end by itself in a test. */
const stretchWait = () =>
  pool.query(`update login_attempts set waits_until = now() + interval '1 minute' where attempts >= 5`);
/** Ends the present wait of every throttle key. */
const waitOut = () => pool.query('update login_attempts set waits_until = now()');

describe('wrong passwords', () => {
  it('are free five times, then cost a wait that doubles to fifteen minutes', async () => {
    const { email } = await makePerson(t);
    for (let i = 0; i < 5; i++) expect(shown(await wrong(email))).toEqual([401, undefined]);
    const waits = [];
    for (let i = 0; i < 12; i++) {
      const refused = await wrong(email);
      expect(refused.json()).toMatchObject({
        code: 1006,
        description: expect.stringMatching(/Try again in/),
      });
      waits.push(Number(refused.headers['retry-after']));
      await waitOut();
      expect((await wrong(email)).statusCode).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  it('make the right one wait too, unlooked at, and are forgotten after it', async () => {
    const { email } = await makePerson(t);
    for (let i = 0; i < 5; i++) await wrong(email);
    await stretchWait();
    expect((await login(email, PASSWORD)).statusCode).toBe(429);
    await waitOut();
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
    for (let i = 0; i < 5; i++) expect((await wrong(email)).statusCode).toBe(401);
  });

  it('count the same for an unknown e-mail, in the same bytes', async () => {
    const { email } = await makePerson(t);
    const unknown = `nobody.${email}`;
    // The remaining seconds depend on the time of the request.
    const wordsOf = ({ body }: LightMyRequestResponse) => body.replace(/\d+ seconds/, 'n seconds');
    for (let i = 0; i < 9; i++) {
      const [known, stranger] = [await wrong(email), await wrong(unknown)];
      if (i === 4) await stretchWait();
      expect([stranger.statusCode, wordsOf(stranger)]).toEqual([known.statusCode, wordsOf(known)]);
      expect(Object.keys(stranger.headers)).toEqual(Object.keys(known.headers));
      expect(known.statusCode).toBe(i < 5 ? 401 : 429);
    }
  });

  it('count for one account, in any spelling of its e-mail', async () => {
    const { email } = await makePerson(t);
    const other = await makePerson(t);
    for (let i = 0; i < 5; i++) await wrong(i % 2 ? ` ${email}` : email.toUpperCase());
    await stretchWait();
    expect((await wrong(email)).statusCode).toBe(429);
    expect((await login(other.email, PASSWORD)).statusCode).toBe(200);
  });

  it('sent at once are no more attempts than one after the other', async () => {
    const { email } = await makePerson(t);
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(email)));
    const codes = answers.map((answer) => answer.statusCode);
    // A sixth comes through only if the machine takes a whole second for this.
    expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(6);
    expect(new Set(codes)).toEqual(new Set([401, 429]));
  });

  it('are forgotten after a day, and their rows cleared away by other attempts', async () => {
    const { email } = await makePerson(t);
    for (let i = 0; i < 5; i++) await wrong(email);
    const age = (interval: string) =>
      pool.query('update login_attempts set attempted_at = now() - $1::interval, waits_until = now()', [
        interval,
      ]);
    await age('23 hours');
    await wrong(email);
    await stretchWait();
    expect((await wrong(email)).statusCode).toBe(429);
    await age('25 hours');
    for (let i = 0; i < 5; i++) expect((await wrong(email)).statusCode).toBe(401);
    await age('25 hours');
    for (let i = 0; i < 3; i++) await wrong(`other.${i}.${email}`);
    const { rows } = await pool.query(
      `select count(*)::int from login_attempts where attempted_at < now() - interval '1 day'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('leave no e-mail behind', async () => {
    const { email } = await makePerson(t);
    await wrong(email);
    const { rows } = await pool.query('select t::text as row from login_attempts t');
    for (const { row } of rows as { row: string }[]) expect(row).not.toContain(email.split('@')[0]);
  });
});

describe('a browser that has signed in before', () => {
  it('is not made to wait for what strangers try, even after logging out', async () => {
    const person = await makePerson(t);
    const own = await signIn(t, person);
    await own.post('/v1/web/logout');
    for (let i = 0; i < 5; i++) await wrong(person.email);
    await stretchWait();
    expect((await login(person.email, PASSWORD)).statusCode).toBe(429);
    expect((await login(person.email, PASSWORD, own)).statusCode).toBe(200);
    // The attempts of unknown browsers are not reset by it either.
    expect((await wrong(person.email)).statusCode).toBe(429);
  });

  it('has the same five free attempts of its own', async () => {
    const person = await makePerson(t);
    const own = await signIn(t, person);
    for (let i = 0; i < 5; i++) expect((await wrong(person.email, own)).statusCode).toBe(401);
    await stretchWait();
    expect((await wrong(person.email, own)).statusCode).toBe(429);
    expect((await login(person.email, PASSWORD)).statusCode).toBe(200);
  });

  it('is a stranger to every other account', async () => {
    const person = await makePerson(t);
    const thief = await signIn(t, await makePerson(t));
    for (let i = 0; i < 5; i++) await wrong(person.email, thief);
    await stretchWait();
    expect((await wrong(person.email)).statusCode).toBe(429);
  });

  it.each(['', 'x', 'A'.repeat(87), `${'A'.repeat(43)}.${'A'.repeat(43)}`, 'x'.repeat(4000)])(
    'is not who says so with %j',
    async (cookie) => {
      const person = await makePerson(t);
      for (let i = 0; i < 5; i++) await wrong(person.email);
      await stretchWait();
      const browser = openBrowser(t.app);
      browser.cookies.set('godwit_browser', cookie);
      expect((await wrong(person.email, browser)).statusCode).toBe(429);
    },
  );

  it('is known by a token that no other installation makes', () => {
    const [ours, theirs] = ['ours', 'theirs'].map((name) => createSecrets(name.padEnd(40, '.')));
    const token = browserToken(ours!, 'a@b.cd');
    expect(throttleKeyOf(ours!, 'a@b.cd', token).known).toBe(true);
    expect(throttleKeyOf(ours!, 'x@b.cd', token).known).toBe(false);
    expect(throttleKeyOf(theirs!, 'a@b.cd', token).known).toBe(false);
    expect(browserToken(ours!, 'a@b.cd')).not.toBe(token);
  });
});

describe('logins of all strangers together', () => {
  it('have a budget of twenty addresses, which does not stop browsers that were signed in before', async () => {
    const from = async (remoteAddress: string, user: string, password: string, browser: Browser) => {
      const token = await browser.csrf();
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return limited.app.inject({
        method: 'POST',
        url: '/v1/web/login',
        remoteAddress,
        headers: { 'x-csrf-token': token, cookie },
        payload: { user_id: user, password },
      });
    };
    const person = await makePerson(limited);
    const own = await signIn(limited, person);
    const stranger = openBrowser(limited.app);
    const codes: number[] = [];
    // Signing in took one of the forty.
    for (let i = 0; i < 40; i++) {
      codes.push((await from(`203.0.113.${i}`, `a${i}@example.com`, 'x', stranger)).statusCode);
    }
    expect(codes.slice(0, 39)).toEqual(Array(39).fill(401));
    const last = await from('203.0.113.99', 'a@example.com', 'x', stranger);
    expect([codes[39], last.statusCode, last.json().code]).toEqual([429, 429, 1006]);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('203.0.113.98', person.email, PASSWORD, own)).statusCode).toBe(200);
  });
});
