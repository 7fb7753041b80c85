import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Browser } from '../../../test/browser.ts';
import { waitFor } from '../../../test/database.ts';
import { PASSWORD } from '../../../test/factories.ts';
import { auditOf, makeStaff, newStaff, openStaffBrowser } from '../../../test/staff.ts';
import { totpCode } from '../../../test/totp.ts';
import { removeStaff } from '../accounts.ts';

const t = await testApp();
const { pool, kysely } = t.services;

const STEP_MS = 30_000;
const stepOf = (browser: Browser) => browser.get('/v1/staff/session').then((answer) => answer.json().next);
const login = (browser: Browser, email: string, password: string) =>
  browser.post('/v1/staff/login', { email, password });
const sessionOf = (browser: Browser) => browser.cookies.get('godwit_staff');

/** Completes a first sign-in. */
async function enrol() {
  const staff = await newStaff(t);
  const browser = openStaffBrowser(t);
  await login(browser, staff.email, staff.password);
  await browser.post('/v1/staff/login/password', { password: PASSWORD });
  const { secret } = (await browser.post('/v1/staff/login/enrol')).json();
  const code = totpCode(secret, Date.now() - STEP_MS);
  const enrolled = await browser.post('/v1/staff/login/enrol/confirm', { code });
  return { ...staff, browser, secret: secret as string, enrolled };
}

describe('the first sign-in', () => {
  it('goes by the one-time password to a password of their own, an authenticator app and a session', async () => {
    const { email, password } = await newStaff(t, { role: 'SUPPORT' });
    const browser = openStaffBrowser(t);
    const first = await login(browser, email.toUpperCase(), password);
    expect([first.statusCode, first.json()]).toEqual([200, { next: 'CHANGE_PASSWORD' }]);
    expect(first.headers['set-cookie']).toMatch(/^godwit_staff=.*Path=\/; HttpOnly; SameSite=Strict$/);
    const partial = sessionOf(browser);

    expect((await browser.get('/v1/staff/audit')).json().code).toBe(4001);
    expect((await browser.post('/v1/staff/login/enrol')).json().code).toBe(1013);
    const weak = await browser.post('/v1/staff/login/password', { password: 'P@ssw0rd!' });
    expect([weak.statusCode, weak.json().code]).toEqual([400, 1002]);
    expect((await browser.post('/v1/staff/login/password', { password: PASSWORD })).json()).toEqual({
      next: 'ENROL',
    });

    const { secret, uri } = (await browser.post('/v1/staff/login/enrol')).json();
    expect(uri).toContain(`secret=${secret}`);
    expect(decodeURIComponent(uri)).toContain(`Godwit:${email}`);
    const wrong = await browser.post('/v1/staff/login/enrol/confirm', { code: '000000x' });
    expect(wrong.json()).toMatchObject({ code: 1002, fields: { code: expect.stringMatching(/is wrong/) } });
    const enrolled = await browser.post('/v1/staff/login/enrol/confirm', {
      code: totpCode(secret, Date.now()),
    });
    expect(enrolled.json().next).toBe('NONE');
    expect(enrolled.json().recovery_codes).toHaveLength(10);
    expect(enrolled.headers['set-cookie']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^godwit_staff=.*Path=\/; HttpOnly; SameSite=Strict$/),
        expect.stringMatching(/^godwit_staff_browser=.*Path=\/; HttpOnly; SameSite=Strict$/),
      ]),
    );

    expect(sessionOf(browser)).not.toBe(partial);
    expect((await browser.get('/v1/staff/session')).json()).toMatchObject({
      next: 'NONE',
      staff: { email, role: 'SUPPORT' },
    });
    const stale = openStaffBrowser(t);
    stale.cookies.set('godwit_staff', partial!);
    expect((await stale.get('/v1/staff/session')).json().code).toBe(4001);
  });

  it('keeps the secret sealed and the recovery codes hashed', async () => {
    const { secret, enrolled, id } = await enrol();
    const { rows } = await pool.query(
      `select encode(sealed, 'escape') as sealed,
         (select string_agg(encode(code_hash, 'escape'), ' ') from recovery_codes where staff_id = $1) as codes
       from second_factors where staff_id = $1`,
      [id],
    );
    expect(rows[0].sealed).not.toContain(secret);
    for (const code of enrolled.json().recovery_codes) expect(rows[0].codes).not.toContain(code);
  });

  it('refuses a one-time password that is too old', async () => {
    const { email, password, id } = await newStaff(t);
    await pool.query(`update staff set password_until = now() - interval '1 second' where id = $1`, [id]);
    const answer = await login(openStaffBrowser(t), email, password);
    expect(answer.json()).toMatchObject({ code: 4003, description: expect.stringMatching(/too old/) });
  });
});

describe('signing in', () => {
  it('requires a code each time, and each counts once', async () => {
    const { email, secret } = await enrol();
    const code = totpCode(secret, Date.now());
    const browsers = [openStaffBrowser(t), openStaffBrowser(t), openStaffBrowser(t)];
    for (const browser of browsers)
      expect((await login(browser, email, PASSWORD)).json()).toEqual({ next: 'CODE' });
    const answers = await Promise.all(browsers.map((one) => one.post('/v1/staff/login/code', { code })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400]);
  });

  it('refuses the code that enrolled', async () => {
    const { email, secret } = await enrol();
    const browser = openStaffBrowser(t);
    await login(browser, email, PASSWORD);
    const code = totpCode(secret, Date.now() - STEP_MS);
    expect((await browser.post('/v1/staff/login/code', { code })).json().code).toBe(1002);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { email, enrolled } = await enrol();
    const [code] = enrolled.json().recovery_codes as string[];
    const typed = code!.toLowerCase().replace('-', ' ');
    const browser = openStaffBrowser(t);
    await login(browser, email, PASSWORD);
    expect((await browser.post('/v1/staff/login/code', { code: typed })).json()).toEqual({ next: 'NONE' });
    const again = openStaffBrowser(t);
    await login(again, email, PASSWORD);
    expect((await again.post('/v1/staff/login/code', { code: typed })).json().code).toBe(1002);
    expect((await auditOf(t, 'RECOVERY_CODE_USED'))[0]).toMatchObject({ staff_email: email });
  });

  it('answers unknown and wrong alike, and logs only attempts at existing accounts', async () => {
    const { email } = await newStaff(t);
    const answers = [
      await login(openStaffBrowser(t), email, 'wrong'),
      await login(openStaffBrowser(t), 'nobody@example.com', 'wrong'),
    ];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [401, '{"code":4003,"description":"Invalid credentials."}'],
      [401, '{"code":4003,"description":"Invalid credentials."}'],
    ]);
    await waitFor(async () => (await auditOf(t, 'SIGN_IN_FAILED')).some((row) => row.staff_email === email));
    expect((await auditOf(t, 'SIGN_IN_FAILED')).map((row) => row.staff_email)).not.toContain(
      'nobody@example.com',
    );
  });

  it('makes guesses at a password and at codes wait', async () => {
    const { email } = await enrol();
    const browser = openStaffBrowser(t);
    await login(browser, email, PASSWORD);
    const codes = [];
    for (let i = 0; i < 7; i++)
      codes.push((await browser.post('/v1/staff/login/code', { code: '000000' })).json());
    expect(codes.map(({ code }) => code)).toEqual([1002, 1002, 1002, 1002, 1002, 1006, 1006]);
    expect(codes.at(-1).description).not.toMatch(/reset/);

    const stranger = openStaffBrowser(t);
    const attempts = [];
    for (let i = 0; i < 6; i++) attempts.push((await login(stranger, email, 'wrong')).json().code);
    expect(attempts).toEqual([4003, 4003, 4003, 4003, 4003, 1006]);
  });

  it('knows no browser by a password alone, so that a thief of it cannot make the owner wait', async () => {
    const { email, secret, browser: known } = await enrol();
    const thief = openStaffBrowser(t);
    await login(thief, email, PASSWORD);
    expect(thief.cookies.has('godwit_staff_browser')).toBe(false);
    for (let i = 0; i < 5; i++) await thief.post('/v1/staff/login/code', { code: '000000' });
    await pool.query(
      `update login_attempts set waits_until = now() + interval '1 minute' where attempts >= 5`,
    );
    const again = openStaffBrowser(t);
    await login(again, email, PASSWORD);
    const code = totpCode(secret, Date.now());
    expect((await again.post('/v1/staff/login/code', { code })).json().code).toBe(1006);
    await login(known, email, PASSWORD);
    expect((await known.post('/v1/staff/login/code', { code })).json()).toEqual({ next: 'NONE' });
  });

  it('ends with signing out, also for a copy of the cookie', async () => {
    const { browser, email } = await makeStaff(t);
    const copy = openStaffBrowser(t);
    copy.cookies.set('godwit_staff', sessionOf(browser)!);
    expect((await browser.post('/v1/staff/logout')).json()).toEqual({});
    expect((await copy.get('/v1/staff/session')).json().code).toBe(4001);
    expect((await auditOf(t, 'SIGN_OUT'))[0]).toMatchObject({ staff_email: email });
  });
});

describe('a session', () => {
  it.each([
    ['half an hour idle', `last_seen_at = now() - interval '31 minutes'`],
    ['twelve hours old', `created_at = now() - interval '12 hours 1 minute'`],
  ])('is dead when %s', async (_what, set) => {
    const { browser, id } = await makeStaff(t);
    expect((await browser.get('/v1/staff/audit')).statusCode).toBe(200);
    await pool.query(`update sessions set ${set} where staff_id = $1`, [id]);
    expect((await browser.get('/v1/staff/audit')).json().code).toBe(4001);
  });

  it('that is not complete dies after ten minutes', async () => {
    const { email, password, id } = await newStaff(t);
    const browser = openStaffBrowser(t);
    await login(browser, email, password);
    expect(await stepOf(browser)).toBe('CHANGE_PASSWORD');
    await pool.query(`update sessions set created_at = now() - interval '11 minutes' where staff_id = $1`, [
      id,
    ]);
    expect((await browser.get('/v1/staff/session')).json().code).toBe(4001);
  });

  it('is over when its member is removed or started again', async () => {
    const { browser, email } = await makeStaff(t);
    await newStaff(t, { email });
    expect((await browser.get('/v1/staff/session')).json().code).toBe(4001);

    const other = await makeStaff(t);
    expect(await removeStaff(kysely, other.email)).toBe(true);
    expect((await other.browser.get('/v1/staff/session')).json().code).toBe(4001);
    expect(await removeStaff(kysely, other.email)).toBe(false);
  });

  it('is named with __Host- over https', async () => {
    const https = await testApp({ publicUrl: new URL('https://sms.example.com') });
    const answer = await https.app.inject('/v1/staff/csrf');
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-godwit_staff=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});

describe('the audit log', () => {
  it('cannot be changed', async () => {
    await makeStaff(t);
    await expect(pool.query('delete from audit_log')).rejects.toThrow(/never changed/);
    await expect(pool.query(`update audit_log set action = 'x'`)).rejects.toThrow(/never changed/);
  });

  it('is searched, filtered and read page by page', async () => {
    const { browser } = await makeStaff(t, { role: 'COMPLIANCE' });
    for (let i = 0; i < 5; i++) await newStaff(t, { email: `page_${i}@example.com` });
    const first = (await browser.get('/v1/staff/audit?q=page_&action=STAFF_ADDED&page_size=3')).json();
    expect(first.results.map((row: { subject: string }) => row.subject)).toEqual([
      'page_4@example.com',
      'page_3@example.com',
      'page_2@example.com',
    ]);
    expect(first.actions).toContain('STAFF_ADDED');
    const rest = (await browser.get(`/v1/staff/audit?q=page_&page_size=3&before=${first.next}`)).json();
    expect(rest.results).toHaveLength(2);
    expect(rest.next).toBeNull();
    // Pattern characters match literally.
    expect((await browser.get('/v1/staff/audit?q=pageX')).json().results).toEqual([]);
    expect((await browser.get('/v1/staff/audit?q=%25%25%25')).json().results).toEqual([]);
  });

  it('is not for every role', async () => {
    const { browser } = await makeStaff(t, { role: 'SUPPORT' });
    expect((await browser.get('/v1/staff/audit')).json().code).toBe(1012);
  });
});
