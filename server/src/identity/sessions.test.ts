import { type Session, sessionsAnswer } from '@godwit/contract/accounts/accounts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { type Browser, openBrowser } from '../../test/browser.ts';
import { makeOwner, makePerson, PASSWORD, signIn } from '../../test/factories.ts';
import { makeStaff, openStaffBrowser } from '../../test/staff.ts';
import { countryName, deviceName } from './browsers.ts';

const t = await testApp();
const { pool } = t.services;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const sessionsOf = async (browser: Browser): Promise<Session[]> =>
  sessionsAnswer.parse((await browser.get('/v1/web/sessions')).json());
const isSignedIn = async (browser: Browser) => (await browser.get('/v1/web/profile')).statusCode === 200;

describe('the list of sessions', () => {
  it('shows address and browser of each session, and which one is current', async () => {
    const person = await makePerson(t);
    const other = openBrowser(t.app);
    const form = { user_id: person.email, password: PASSWORD };
    await other.post('/v1/web/login', form, { headers: { 'user-agent': CHROME } });
    const own = await signIn(t, person);
    const where = `where user_id = (select id from users where email = $1)`;
    await pool.query(`update sessions set ip = '112.134.1.1' ${where} and user_agent like '%Chrome%'`, [
      person.email,
    ]);
    const [first, second] = await sessionsOf(own);
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      country_name: null,
      is_current_session: true,
      user_agent: 'lightMyRequest',
      device: 'Unknown',
      ip: '127.0.0.1',
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
    });
    expect(second).toMatchObject({
      country_name: 'Sri Lanka',
      is_current_session: false,
      user_agent: CHROME,
      device: 'Chrome on Windows',
      ip: '112.134.1.1',
    });
    expect((await sessionsOf(other)).map((session) => session.is_current_session)).toEqual([false, true]);
  });

  it('shows no more than a name of a session, and only one’s own', async () => {
    const { browser } = await makeOwner(t);
    await makeOwner(t);
    const answer = await browser.get('/v1/web/sessions');
    expect(answer.json()).toHaveLength(1);
    const { rows } = await pool.query(`select encode(id_hash, 'hex') as hash from sessions`);
    for (const { hash } of rows as { hash: string }[]) expect(answer.body).not.toContain(hash);
    expect(answer.body).not.toContain(browser.cookies.get('godwit_session'));
  });

  it('leaves out those that are dead of age', async () => {
    const person = await makePerson(t);
    await signIn(t, person);
    const own = await signIn(t, person);
    await pool.query(
      `update sessions set last_seen_at = now() - interval '13 hours' where id <> $1
       and user_id = (select id from users where email = $2)`,
      [(await sessionsOf(own))[0]!.id, person.email],
    );
    expect(await sessionsOf(own)).toHaveLength(1);
  });

  it('is there whatever team is chosen', async () => {
    const { browser } = await makeOwner(t);
    browser.teamId = '00000000-0000-0000-0000-000000000000';
    expect(await sessionsOf(browser)).toHaveLength(1);
  });
});

describe('a session of one kind', () => {
  it('is refused in the other kind’s cookie', async () => {
    const { browser: customer } = await makeOwner(t);
    const { browser: staff } = await makeStaff(t);
    const asStaff = openStaffBrowser(t);
    asStaff.cookies.set('godwit_staff', customer.cookies.get('godwit_session')!);
    const asCustomer = openBrowser(t.app);
    asCustomer.cookies.set('godwit_session', staff.cookies.get('godwit_staff')!);
    expect((await asStaff.get('/v1/staff/session')).json().code).toBe(4001);
    expect((await asCustomer.get('/v1/web/profile')).json().code).toBe(4001);
    expect((await asCustomer.get('/v1/web/sessions')).json().code).toBe(4001);
    expect([await isSignedIn(customer), (await staff.get('/v1/staff/session')).statusCode]).toEqual([
      true,
      200,
    ]);
  });
});

describe('ending the other sessions', () => {
  it('works on their next request, and on no one else’s', async () => {
    const person = await makePerson(t);
    const others = [await signIn(t, person), await signIn(t, person)];
    const own = await signIn(t, person);
    const stranger = (await makeOwner(t)).browser;
    const answer = await own.call('DELETE', '/v1/web/sessions/clear_inactive');
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    for (const other of others) {
      const next = await other.get('/v1/web/profile');
      expect([next.statusCode, next.json().code]).toEqual([401, 4001]);
    }
    expect([await isSignedIn(own), await isSignedIn(stranger)]).toEqual([true, true]);
    expect(await sessionsOf(own)).toHaveLength(1);
    // Once more is no error.
    expect((await own.call('DELETE', '/v1/web/sessions/clear_inactive')).statusCode).toBe(200);
  });
});

describe('a device', () => {
  it.each([
    ['Chrome on Windows', CHROME],
    [
      'Safari on iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Microsoft Edge on Windows', `${CHROME} Edg/140.0.0.0`],
    ['Unknown', ''],
    ['Unknown', '('.repeat(400)],
    ['Unknown', '<script>alert(1)</script>'],
  ])('is %s', (name, userAgent) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

describe('the country of an address', () => {
  it.each([
    ['8.8.8.8', 'United States'],
    ['112.134.1.1', 'Sri Lanka'],
    ['::ffff:112.134.1.1', 'Sri Lanka'],
    ['2001:4860:4860::8888', 'United States'],
    ['127.0.0.1', null],
    ['::1', null],
    ['10.1.2.3', null],
    ['192.168.0.1', null],
    ['203.0.113.7', null],
    ['fe80::1', null],
    ['', null],
    ['nonsense', null],
  ])('%j is %s', (ip, country) => {
    expect(countryName(ip)).toBe(country);
  });
});
