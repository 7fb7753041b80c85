import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { waitFor } from '../../test/database.ts';
import { makePerson, newestMail, newPerson } from '../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;
const browser = openBrowser(t.app);

/** Registers a person and returns the path of the link in the mail. */
async function registered() {
  const person = newPerson();
  await browser.post('/v1/web/register', person);
  return { ...person, path: await linkOf(person.email) };
}

async function linkOf(email: string): Promise<string> {
  const { pathname, search } = new URL((await newestMail(t, email)).link);
  return pathname + search;
}

async function follow(path: string): Promise<string | undefined> {
  const answer = await browser.get(path);
  expect(answer.statusCode).toBe(302);
  return answer.headers.location;
}

const countMails = async (email: string) =>
  (await pool.query('select count(*)::int from mails where recipient = $1', [email])).rows[0].count as number;

const GOOD = 'http://localhost:8080/activated?status=true';
const BAD = 'http://localhost:8080/activated?status=false';

describe('the activation link', () => {
  it('works once', async () => {
    const { path } = await registered();
    expect(await follow(path)).toBe(GOOD);
    expect(await follow(path)).toBe(BAD);
  });

  it('works once also when followed many times at once', async () => {
    const { path } = await registered();
    const locations = await Promise.all(Array.from({ length: 5 }, () => follow(path)));
    expect(locations.filter((location) => location === GOOD)).toHaveLength(1);
  });

  it('is dead after 24 hours', async () => {
    const { email, path } = await registered();
    await pool.query(
      `update user_tokens set expires_at = expires_at - interval '24 hours'
       where user_id = (select id from users where email = $1)`,
      [email],
    );
    expect(await follow(path)).toBe(BAD);
  });

  it.each(['', '?token=', '?token=wrong', `?token=${'A'.repeat(43)}`, "?token='%20or%20true"])(
    'is not %j',
    async (query) => {
      expect(await follow(`/v1/web/activate${query}`)).toBe(BAD);
    },
  );

  it('is not used up by a program that only looks at it', async () => {
    const { path } = await registered();
    expect((await t.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(404);
    expect(await follow(path)).toBe(GOOD);
  });

  it('is not in the database', async () => {
    const { path } = await registered();
    const token = path.split('=')[1];
    const { rows } = await pool.query(`select encode(token_hash, 'escape') as text from user_tokens`);
    expect(rows.some((row: { text: string }) => row.text === token)).toBe(false);
  });
});

describe('asking for another activation mail', () => {
  it('mails a new link and ends the older one', async () => {
    const { email, path: old } = await registered();
    expect((await browser.post('/v1/web/request_activation', { email })).json()).toEqual({});
    await waitFor(async () => (await countMails(email)) === 2);
    expect(await follow(old)).toBe(BAD);
    expect(await follow(await linkOf(email))).toBe(GOOD);
  });

  it('answers every address alike, and mails only those that need it', async () => {
    const { email } = await registered();
    const active = await makePerson(t);
    const answers = await Promise.all(
      [email, active.email, 'nobody@example.com'].map((address) =>
        browser.post('/v1/web/request_activation', { email: address }),
      ),
    );
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`))).toEqual(
      new Set(['200 {}']),
    );
    await waitFor(async () => (await countMails(email)) === 2);
    expect(await countMails(active.email)).toBe(1);
    expect(await countMails('nobody@example.com')).toBe(0);
  });

  it('mails an address three times an hour at most', async () => {
    const { email } = await registered();
    await Promise.all(Array.from({ length: 6 }, () => browser.post('/v1/web/request_activation', { email })));
    // Requests are served in turn: with the last one all six have been.
    const later = await registered();
    await browser.post('/v1/web/request_activation', { email: later.email });
    await waitFor(async () => (await countMails(later.email)) === 2);
    expect(await countMails(email)).toBe(3);
    await pool.query(
      `update user_tokens set created_at = created_at - interval '61 minutes'
       where user_id = (select id from users where email = $1)`,
      [email],
    );
    await browser.post('/v1/web/request_activation', { email });
    await waitFor(async () => (await countMails(email)) === 4);
  });

  it('wants an address', async () => {
    const answer = await browser.post('/v1/web/request_activation', { email: 'nobody' });
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { email: 'Email is invalid' }]);
  });
});
