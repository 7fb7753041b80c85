// Second factors: setting one up, signing in with it, its recovery codes, and what the password alone opens.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { type Browser, openBrowser } from '../../../test/browser.ts';
import { makeOwner, newestMail, PASSWORD, signIn } from '../../../test/factories.ts';
import { totpCode } from '../../../test/totp.ts';
import { removeSecondFactor } from './secondFactor.ts';

const t = await testApp();
const { pool } = t.services;
const STEP_MS = 30_000;
const WRONG = 'AAAAA-AAAAA';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

/** A code of the next half minute, which is not used yet. */
function nextCode(secret: string): string {
  vi.setSystemTime(Date.now() + STEP_MS);
  return totpCode(secret, Date.now());
}

const outcome = (answer: { statusCode: number; json(): { code: number } }) =>
  answer.statusCode === 200 ? 200 : answer.json().code;
const isSignedIn = async (browser: Browser) => outcome(await browser.get('/v1/web/profile')) === 200;
const act = (browser: Browser, what: string, form: Record<string, string>) =>
  browser.post(`/v1/web/profile/second_factor/${what}`, form);
const enterCode = (browser: Browser, code: string) => browser.post('/v1/web/login/second_factor', { code });

/** Enters email and password in a browser, a new one if none is given. */
async function enterPassword(email: string, browser = openBrowser(t.app)) {
  const answer = await browser.post('/v1/web/login', { user_id: email, password: PASSWORD });
  return { browser, answer };
}

/** A person whose second factor is on. */
async function makeGuarded() {
  const { person, browser } = await makeOwner(t);
  const { secret, uri } = (await act(browser, 'begin', { password: PASSWORD })).json();
  const confirmed = await act(browser, 'confirm', { code: nextCode(secret) });
  const codes = confirmed.json().recovery_codes as string[];
  return { email: person.email, browser, secret, uri, codes };
}

describe('setting up a second factor', () => {
  it('requires the password, then a code; then it is on, and other browsers are signed out', async () => {
    const { person, browser } = await makeOwner(t);
    const other = await signIn(t, person);
    const wrong = await act(browser, 'begin', { password: 'Wr0ng$password' });
    expect(wrong.json()).toMatchObject({ code: 1002, fields: { password: 'The password is wrong' } });
    const first = (await act(browser, 'begin', { password: PASSWORD })).json();
    const { secret, uri } = (await act(browser, 'begin', { password: PASSWORD })).json();
    expect(secret).not.toBe(first.secret);
    expect(uri).toContain(`secret=${secret}`);
    expect((await enterPassword(person.email)).answer.json()).toEqual({});

    const refused = await act(browser, 'confirm', { code: nextCode(first.secret) });
    expect(refused.json()).toMatchObject({
      code: 1002,
      fields: { code: expect.stringMatching(/^The code is wrong/) },
    });
    const code = nextCode(secret);
    const confirmed = await act(browser, 'confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(new Set(confirmed.json().recovery_codes).size).toBe(10);
    expect((await browser.get('/v1/web/profile')).json()).toMatchObject({
      second_factor: true,
      recovery_codes_left: 10,
    });
    expect(await isSignedIn(other)).toBe(false);
    expect((await newestMail(t, person.email)).subject).toBe('Your second factor was turned on');
  });

  it('delays guesses of the code', async () => {
    const { browser } = await makeOwner(t);
    const { secret } = (await act(browser, 'begin', { password: PASSWORD })).json();
    for (let i = 0; i < 5; i++) expect(outcome(await act(browser, 'confirm', { code: '00000x' }))).toBe(1002);
    await pool.query(
      `update login_attempts set waits_until = now() + interval '1 minute' where attempts >= 5`,
    );
    expect(outcome(await act(browser, 'confirm', { code: nextCode(secret) }))).toBe(1006);
  });

  it('is refused while one is on', async () => {
    const { browser, secret } = await makeGuarded();
    expect(outcome(await act(browser, 'begin', { password: PASSWORD }))).toBe(1013);
    expect(outcome(await act(browser, 'confirm', { code: nextCode(secret) }))).toBe(1013);
  });

  it('stores secret and codes encrypted', async () => {
    const { secret, codes } = await makeGuarded();
    const { rows } = await pool.query(
      `select encode(sealed, 'escape') as text from second_factors union all select encode(code_hash, 'escape') from recovery_codes`,
    );
    const stored = rows.map(({ text }) => text).join() + t.log.join();
    for (const value of [secret, ...codes]) expect(stored).not.toContain(value);
  });
});

describe('signing in with a second factor', () => {
  it('requires a code after the right password, and starts no session before it', async () => {
    const { email, browser: owner, secret } = await makeGuarded();
    const { browser, answer } = await enterPassword(email);
    expect(answer.json()).toEqual({ second_factor: true });
    expect(browser.cookies.has('godwit_auth')).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await owner.get('/v1/web/sessions')).json()).toHaveLength(1);
    const wrong = await enterCode(browser, WRONG);
    expect(wrong.json()).toMatchObject({
      code: 1002,
      fields: { code: expect.stringMatching(/^The code is wrong/) },
    });
    expect(await isSignedIn(browser)).toBe(false);
    expect(outcome(await enterCode(browser, nextCode(secret)))).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('does not reveal the second factor for a wrong password', async () => {
    const { email } = await makeGuarded();
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((user_id) =>
        openBrowser(t.app).post('/v1/web/login', { user_id, password: 'Wr0ng$password' }),
      ),
    );
    expect(answers[0]!.statusCode).toBe(401);
    expect(answers[0]!.body).toBe(answers[1]!.body);
  });

  it('accepts each code once, even for concurrent attempts', async () => {
    const { email, secret } = await makeGuarded();
    const attempts = await Promise.all([enterPassword(email), enterPassword(email)]);
    const code = nextCode(secret);
    const outcomes = await Promise.all(
      attempts.map(async ({ browser }) => outcome(await enterCode(browser, code))),
    );
    expect(new Set(outcomes)).toEqual(new Set([200, 1002]));
    const { browser } = await enterPassword(email);
    expect(outcome(await enterCode(browser, totpCode(secret, Date.now() - STEP_MS)))).toBe(1002);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const { email, codes } = await makeGuarded();
    const { browser } = await enterPassword(email);
    expect(outcome(await enterCode(browser, ` ${codes[0]!.toLowerCase().replace('-', ' ')} `))).toBe(200);
    expect((await browser.get('/v1/web/profile')).json().recovery_codes_left).toBe(9);
    const again = (await enterPassword(email)).browser;
    expect(outcome(await enterCode(again, codes[0]!))).toBe(1002);
    expect(outcome(await enterCode(again, codes[1]!))).toBe(200);
  });

  it('accepts a code only from the browser that entered the current password, within five minutes', async () => {
    const { email, browser: owner, codes } = await makeGuarded();
    expect(outcome(await enterCode(openBrowser(t.app), codes[0]!))).toBe(4003);

    const late = (await enterPassword(email)).browser;
    await pool.query(
      `update sessions set created_at = now() - interval '5 minutes 1 second' where not complete`,
    );
    expect(outcome(await enterCode(late, codes[0]!))).toBe(4003);

    const forged = (await enterPassword(email)).browser;
    forged.cookies.set('godwit_session', `${forged.cookies.get('godwit_session')!.slice(0, -2)}AA`);
    expect(outcome(await enterCode(forged, codes[0]!))).toBe(4003);

    const stale = (await enterPassword(email)).browser;
    const form = { current_password: PASSWORD, password: 'Godwits&fly11km' };
    expect(outcome(await owner.post('/v1/web/profile/password', form))).toBe(200);
    expect(outcome(await enterCode(stale, codes[0]!))).toBe(4003);
    expect((await owner.get('/v1/web/profile')).json().recovery_codes_left).toBe(10);
  });

  it('delays guesses of codes, but not the owner in a known browser', async () => {
    const { email, secret, codes } = await makeGuarded();
    const known = (await enterPassword(email)).browser;
    expect(outcome(await enterCode(known, nextCode(secret)))).toBe(200);

    const { browser: thief } = await enterPassword(email);
    for (let i = 0; i < 5; i++) expect(outcome(await enterCode(thief, WRONG))).toBe(1002);
    await pool.query(
      `update login_attempts set waits_until = now() + interval '1 minute' where attempts >= 5`,
    );
    const tooEarly = await enterCode(thief, codes[0]!);
    expect(tooEarly.json()).toMatchObject({
      code: 1006,
      description: expect.stringMatching(/Try again in \d+ second/),
    });
    expect(Number(tooEarly.headers['retry-after'])).toBeGreaterThan(0);

    await known.post('/v1/web/logout');
    await enterPassword(email, known);
    expect(outcome(await enterCode(known, codes[0]!))).toBe(200);
  });

  it('still requires a code after a password reset', async () => {
    const { email, browser: before, codes } = await makeGuarded();
    await openBrowser(t.app).post('/v1/web/request_reset_password', { email });
    const token = await vi.waitFor(async () => {
      const { link } = await newestMail(t, email);
      return new URL(link).searchParams.get('t') ?? Promise.reject(new Error('not yet'));
    });
    const browser = openBrowser(t.app);
    const reset = await browser.post('/v1/web/reset_password', { token, password: PASSWORD });
    expect(reset.json()).toEqual({ second_factor: true });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await isSignedIn(before)).toBe(false);
    expect((await enterPassword(email, browser)).answer.json()).toEqual({ second_factor: true });
    expect(outcome(await enterCode(browser, codes[0]!))).toBe(200);
  });
});

describe('an active second factor', () => {
  it('issues new recovery codes for a code, and the old ones stop working', async () => {
    const { email, browser, secret, codes } = await makeGuarded();
    expect(outcome(await act(browser, 'recovery_codes', { code: WRONG }))).toBe(1002);
    const renewed = (await act(browser, 'recovery_codes', { code: nextCode(secret) })).json().recovery_codes;
    expect(renewed).toHaveLength(10);
    const again = (await enterPassword(email)).browser;
    expect(outcome(await enterCode(again, codes[0]!))).toBe(1002);
    expect(outcome(await enterCode(again, renewed[0]))).toBe(200);
  });

  it.each(['password', 'code', 'recovery code'])(
    'is turned off by a %s, and other browsers are signed out',
    async (proof) => {
      const { email, browser, secret, codes } = await makeGuarded();
      const other = (await enterPassword(email)).browser;
      await enterCode(other, codes[0]!);
      expect(outcome(await act(browser, 'turn_off', {}))).toBe(1002);
      expect(outcome(await act(browser, 'turn_off', { password: 'Wr0ng$password' }))).toBe(1002);
      expect(outcome(await act(browser, 'turn_off', { code: WRONG }))).toBe(1002);
      const forms = {
        password: { password: PASSWORD },
        code: { code: nextCode(secret) },
        'recovery code': { code: codes[1]! },
      };
      expect(outcome(await act(browser, 'turn_off', forms[proof as 'code']))).toBe(200);

      expect((await browser.get('/v1/web/profile')).json()).toMatchObject({
        second_factor: false,
        recovery_codes_left: 0,
      });
      expect(await isSignedIn(other)).toBe(false);
      expect((await newestMail(t, email)).subject).toBe('Your second factor was turned off');
      expect((await enterPassword(email)).answer.json()).toEqual({});
      expect(outcome(await act(browser, 'turn_off', { password: PASSWORD }))).toBe(1013);
    },
  );

  it('is turned off by the operator for a locked-out user, which signs out all browsers and sends an email', async () => {
    const { email, browser } = await makeGuarded();
    expect(await removeSecondFactor(t.services, email)).toBe(true);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await newestMail(t, email)).subject).toBe('Your second factor was turned off');
    expect((await enterPassword(email)).answer.json()).toEqual({});
    expect(await removeSecondFactor(t.services, email)).toBe(false);
  });
});
