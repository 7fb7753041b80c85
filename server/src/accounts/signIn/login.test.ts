import { profileAnswer, teamsAnswer } from '@godwit/contract/accounts/accounts';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';
import {
  credit,
  makeOwner,
  makePerson,
  newPerson,
  PASSWORD,
  signIn,
  verifyTeam,
} from '../../../test/factories.ts';
import { makeStaff } from '../../../test/staff.ts';

const t = await testApp();
const { pool } = t.services;

const login = (user_id: string, password: string) =>
  openBrowser(t.app).post('/v1/web/login', { user_id, password });

describe('signing in', () => {
  it('starts a session of the user in their team', async () => {
    const { person, browser, teamId } = await makeOwner(t);
    expect(profileAnswer.parse((await browser.get('/v1/web/profile')).json())).toMatchObject({
      first_name: 'Nimal',
      last_name: 'Perera',
      email: person.email,
      id_verified: false,
      region_code: 'LK',
      verification: 'NONE',
    });
    await verifyTeam(t, teamId);
    await credit(t, teamId, '1234.5');
    expect((await browser.get('/v1/web/profile')).json()).toMatchObject({
      id_verified: true,
      verification: 'APPROVED',
    });
    expect(teamsAnswer.parse((await browser.get('/v1/web/teams')).json())).toEqual([
      {
        id: teamId,
        name: 'Nimal Perera',
        region: {
          id: 'LK',
          name: 'Sri Lanka',
          currency: 'LKR',
          currency_symbol: 'Rs',
          tax_included: false,
          tax_percentage: 18,
        },
        balance: 1234.5,
        display_balance: '1,234.50',
      },
    ]);
  });

  it('accepts the email in any case, with blanks around it', async () => {
    const person = await makePerson(t);
    expect((await login(` ${person.email.toUpperCase()} `, PASSWORD)).statusCode).toBe(200);
  });

  it('gives an unknown user and a wrong password the same response', async () => {
    const person = await makePerson(t);
    const wrong = await login(person.email, 'Wrong$Password1');
    const unknown = await login('nobody@example.com', 'Wrong$Password1');
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 4003]);
    expect(unknown.statusCode).toBe(401);
    expect(unknown.body).toBe(wrong.body);
    const shown = ({ headers: { 'x-request-id': _id, date: _date, ...rest } }: typeof wrong) => rest;
    expect(shown(unknown)).toEqual(shown(wrong));
    expect(wrong.cookies).toEqual([]);
  });

  it('reports an unverified email only for the right password', async () => {
    const person = newPerson();
    await openBrowser(t.app).post('/v1/web/register', person);
    const right = await login(person.email, PASSWORD);
    expect([right.statusCode, right.json().code]).toEqual([403, 4004]);
    expect((await login(person.email, 'Wrong$Password1')).json().code).toBe(4003);
    expect(right.cookies).toEqual([]);
  });

  it('requires both fields', async () => {
    const answer = await login('', '');
    expect(answer.json()).toMatchObject({
      code: 1002,
      fields: { user_id: 'Email is required', password: 'Password is required' },
    });
  });

  it('handles two at a time with a short queue, and refuses all others with a 503', async () => {
    const person = await makePerson(t);
    const browser = openBrowser(t.app);
    const token = await browser.csrf();
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) =>
        t.app.inject({
          method: 'POST',
          url: '/v1/web/login',
          headers: {
            cookie: `godwit_session=${browser.cookies.get('godwit_session')}`,
            'x-csrf-token': token,
          },
          payload: { user_id: `nobody${i}@example.com`, password: 'Wrong$Password1' },
        }),
      ),
    );
    const busy = answers.filter((answer) => answer.statusCode === 503);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([401, 503]));
    expect(busy[0]!.json().code).toBe(1014);
    expect(busy[0]!.headers['retry-after']).toBe('2');
    expect((await login(person.email, PASSWORD)).statusCode).toBe(200);
  });
});

describe('a session', () => {
  const isAlive = async (browser: ReturnType<typeof openBrowser>) => {
    const answer = await browser.get('/v1/web/profile');
    if (answer.statusCode !== 200) expect([answer.statusCode, answer.json().code]).toEqual([401, 4001]);
    return answer.statusCode === 200;
  };
  const age = (column: string, interval: string, teamId: string) =>
    pool.query(
      `update sessions set ${column} = now() - $1::interval
       where user_id = (select user_id from team_members where team_id = $2)`,
      [interval, teamId],
    );

  it('ends at logout, for every copy of its cookie', async () => {
    const { browser } = await makeOwner(t);
    const thief = openBrowser(t.app);
    thief.cookies.set('godwit_session', browser.cookies.get('godwit_session')!);
    expect(await isAlive(thief)).toBe(true);
    expect((await browser.post('/v1/web/logout')).json()).toEqual({});
    expect([...browser.cookies.keys()]).toEqual(['godwit_browser']);
    expect(await isAlive(thief)).toBe(false);
    expect((await browser.post('/v1/web/logout')).statusCode).toBe(200);
  });

  it('survives the loss of the marker cookie', async () => {
    const { browser } = await makeOwner(t);
    browser.cookies.delete('godwit_auth');
    expect(await isAlive(browser)).toBe(true);
  });

  it('ends after twelve idle hours', async () => {
    const { browser, teamId } = await makeOwner(t);
    await age('last_seen_at', '11 hours 59 minutes', teamId);
    expect(await isAlive(browser)).toBe(true);
    await age('last_seen_at', '12 hours 1 second', teamId);
    expect(await isAlive(browser)).toBe(false);
  });

  it('is not kept alive by an unattended page, of customers or staff', async () => {
    const { browser } = await makeOwner(t);
    const staff = await makeStaff(t);
    await pool.query(`update sessions set last_seen_at = now() - interval '20 minutes'`);
    const inUse = async () =>
      (await pool.query(`select from sessions where last_seen_at > now() - interval '1 minute'`)).rowCount;
    const headers = { 'x-unattended': '1' };
    expect((await browser.get('/v1/web/profile', { headers })).statusCode).toBe(200);
    expect((await staff.browser.get('/v1/staff/counts', { headers })).statusCode).toBe(200);
    expect(await inUse()).toBe(0);
    await browser.get('/v1/web/profile');
    await staff.browser.get('/v1/staff/counts');
    expect(await inUse()).toBe(2);
  });

  it('ends after fourteen days, even if in use', async () => {
    const { browser, teamId } = await makeOwner(t);
    await age('created_at', '13 days 23 hours', teamId);
    expect(await isAlive(browser)).toBe(true);
    await age('created_at', '14 days 1 second', teamId);
    expect(await isAlive(browser)).toBe(false);
  });

  it('stores its last use once a minute', async () => {
    const { browser, teamId } = await makeOwner(t);
    const lastSeen = async (): Promise<string> =>
      (
        await pool.query(
          `select last_seen_at::text from sessions where user_id = (select user_id from team_members where team_id = $1)`,
          [teamId],
        )
      ).rows[0].last_seen_at;
    const first = await lastSeen();
    await browser.get('/v1/web/profile');
    expect(await lastSeen()).toBe(first);
    await age('last_seen_at', '61 seconds', teamId);
    const aged = await lastSeen();
    await browser.get('/v1/web/profile');
    expect((await lastSeen()) > aged).toBe(true);
  });

  it('gets a new id at every login, and the previous id stops working', async () => {
    const { person, browser } = await makeOwner(t);
    const old = openBrowser(t.app);
    old.cookies.set('godwit_session', browser.cookies.get('godwit_session')!);
    await browser.post('/v1/web/login', { user_id: person.email, password: PASSWORD });
    expect(browser.cookies.get('godwit_session')).not.toBe(old.cookies.get('godwit_session'));
    expect(await isAlive(browser)).toBe(true);
    expect(await isAlive(old)).toBe(false);
  });

  it('never takes the id that a browser presents', async () => {
    const person = await makePerson(t);
    const browser = openBrowser(t.app);
    const planted = 'P'.repeat(43);
    browser.cookies.set('godwit_session', planted);
    await browser.post('/v1/web/login', { user_id: person.email, password: PASSWORD });
    expect(browser.cookies.get('godwit_session')).not.toBe(planted);
    browser.cookies.set('godwit_session', planted);
    expect(await isAlive(browser)).toBe(false);
  });

  it('ends without affecting other browsers of the same user', async () => {
    const person = await makePerson(t);
    const [one, two] = [await signIn(t, person), await signIn(t, person)];
    await one.post('/v1/web/logout');
    expect(await isAlive(two)).toBe(true);
  });

  it('is stored as a hash, with IP address and browser', async () => {
    const { browser, teamId } = await makeOwner(t);
    const { rows } = await pool.query(
      `select encode(id_hash, 'hex') as hash, ip, user_agent from sessions
       where user_id = (select user_id from team_members where team_id = $1)`,
      [teamId],
    );
    expect(rows).toEqual([
      { hash: expect.stringMatching(/^[0-9a-f]{64}$/), ip: '127.0.0.1', user_agent: 'lightMyRequest' },
    ]);
    expect(rows[0].hash).not.toBe(
      Buffer.from(browser.cookies.get('godwit_session')!, 'base64url').toString('hex'),
    );
  });
});
