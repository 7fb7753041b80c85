import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { makeOwner, newestMail, newPerson, PASSWORD } from '../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;

const register = (person: Record<string, string>) => openBrowser(t.app).post('/v1/web/register', person);
const countUsers = async () => Number((await pool.query('select count(*) from users')).rows[0].count);

describe('registering', () => {
  it('creates a user, a team with an empty balance, and an email with a link', async () => {
    const person = newPerson({ email: '  Nimal.First@Example.com ' });
    const answer = await register(person);
    expect([answer.statusCode, answer.json()]).toEqual([201, {}]);
    const { rows } = await pool.query(
      `select t.name, t.region_id, t.verified_at, m.role, b.balance_micros, u.email_verified_at, u.password_hash
       from users u join team_members m on m.user_id = u.id join teams t on t.id = m.team_id
       join balances b on b.team_id = t.id where u.email = 'nimal.first@example.com'`,
    );
    expect(rows).toEqual([
      {
        name: 'Nimal Perera',
        region_id: 'LK',
        verified_at: null,
        role: 'OWNER',
        balance_micros: 0n,
        email_verified_at: null,
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      },
    ]);
    const mail = await newestMail(t, 'nimal.first@example.com');
    expect(mail.link).toMatch(/^http:\/\/localhost:8080\/activate\?t=[\w-]{43}$/);
  });

  it('accepts JSON with the same field names', async () => {
    const answer = await openBrowser(t.app).call('POST', '/v1/web/register', { json: newPerson() });
    expect(answer.statusCode).toBe(201);
  });

  it('creates one account for concurrent submits', async () => {
    const person = newPerson();
    const before = await countUsers();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(person)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await countUsers()).toBe(before + 1);
    const { rows } = await pool.query('select count(*)::int from mails where recipient = $1', [person.email]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('reports an email in use, in any case', async () => {
    const person = newPerson();
    await register(person);
    const answer = await register({ ...person, email: person.email.toUpperCase() });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 4000, description: 'Email already exist', fields: { email: 'Email already exist' } },
    ]);
  });

  it.each([
    [{ first_name: '' }, 'first_name', 'First name is required'],
    [{ first_name: 'N' }, 'first_name', 'First name is too short'],
    [{ first_name: 'N1mal' }, 'first_name', 'First name is Invalid'],
    [{ last_name: '' }, 'last_name', 'Last name is required'],
    [{ last_name: 'Perera2' }, 'last_name', 'Last name is Invalid'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'nimal' }, 'email', 'Email is invalid'],
    [{ email: 'a@b.c\r\nBcc: x@y.z' }, 'email', 'Email is invalid'],
    [{ region_code: 'US' }, 'region_code', 'Choose Sri Lanka or Australia'],
    [{ password: 'short' }, 'password', /Minimum eight characters/],
    [{ password: 'P@ssw0rd!' }, 'password', /too common/],
    [{ password: 'Godwit@123' }, 'password', /name of this service/],
    [{ password: 'Kumari@123', email: 'kumari@example.org' }, 'password', /email/],
  ])('refuses %j and stores nothing', async (wrong, field, words) => {
    const before = await countUsers();
    const answer = await register(newPerson(wrong as Record<string, string>));
    expect(answer.statusCode).toBe(400);
    const { code, description, fields } = answer.json();
    expect(code).toBe(1002);
    expect(fields[field]).toMatch(words);
    expect(description).toBe(fields[field]);
    expect(await countUsers()).toBe(before);
  });

  it('reports all invalid fields at once', async () => {
    const answer = await register({});
    expect(Object.keys(answer.json().fields).sort()).toEqual([
      'email',
      'first_name',
      'last_name',
      'password',
      'region_code',
    ]);
  });

  it('ignores fields that a caller may not set', async () => {
    const { browser } = await makeOwner(t, {
      id_verified: 'true',
      verified_at: '2020-01-01',
      balance: '100',
      role: 'ADMIN',
    });
    expect((await browser.get('/v1/web/profile')).json()).toMatchObject({
      id_verified: false,
      verification: 'NONE',
    });
    expect((await browser.get('/v1/web/teams')).json()[0].balance).toBe(0);
  });

  it('never stores a password in clear text', async () => {
    const { rows } = await pool.query('select count(*)::int from users where password_hash like $1', [
      `%${PASSWORD}%`,
    ]);
    expect(rows).toEqual([{ count: 0 }]);
  });
});
