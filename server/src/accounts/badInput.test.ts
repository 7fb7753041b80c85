// The corpus through every field of every form that gets a person in.
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { CORPUS } from '../../test/corpus.ts';
import { makeOwner, makePerson, newPerson, PASSWORD } from '../../test/factories.ts';
import { startSession } from '../identity/sessions.ts';

const t = await testApp();
const { pool, kysely } = t.services;
const stranger = openBrowser(t.app);
const strangersToken = await stranger.csrf();

/**
 * Posts a form as JSON, which can express every string, a few corpus values at a time, one field after
 * another.
 */
async function pour(
  url: string,
  formOf: (text: string, i: number) => object,
  { browser = stranger, csrf = strangersToken } = {},
): Promise<{ text: string; answer: LightMyRequestResponse }[]> {
  const poured: { text: string; answer: LightMyRequestResponse }[] = [];
  const rest = CORPUS.map((text, i) => ({ text, form: formOf(text, i) }));
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = rest.pop(); next; next = rest.pop()) {
        const headers = {
          'x-csrf-token': csrf,
          cookie: `godwit_session=${browser.cookies.get('godwit_session')}`,
        };
        const answer = await t.app.inject({ method: 'POST', url, headers, payload: next.form });
        poured.push({ text: next.text, answer });
      }
    }),
  );
  return poured;
}

/**
 * Every answer is one of these codes (0 is success) and is put in words that repeat nothing of what came in.
 */
function expectCodes(poured: { text: string; answer: LightMyRequestResponse }[], codes: number[]): void {
  for (const { text, answer } of poured) {
    const what = JSON.stringify(text.slice(0, 60));
    const { code = 0, description = 'fine' } = answer.json() as { code?: number; description?: string };
    expect(codes, `${what}: ${answer.body}`).toContain(code);
    expect(description.length, what).toBeLessThan(200);
    expect(description, what).not.toMatch(/[<>\r\n]/);
  }
}

it('the corpus has 300 strings', () => {
  expect(CORPUS).toHaveLength(300);
  expect(new Set(CORPUS).size).toBe(300);
});

describe('registering', () => {
  const column = { first_name: 'first_name', last_name: 'last_name' } as const;

  it.each(['first_name', 'last_name'] as const)('stores any %s as typed, or refuses it', async (field) => {
    const emails = CORPUS.map((_, i) => `${field}.${i}@example.com`);
    const poured = await pour('/v1/web/register', (text, i) =>
      newPerson({ [field]: text, email: emails[i]! }),
    );
    expectCodes(poured, [0, 1002]);
    const { rows } = await pool.query(
      `select u.id, u.email, u.${column[field]} as name from users u where u.email = any($1)`,
      [emails],
    );
    expect(rows).toHaveLength(poured.filter(({ answer }) => answer.statusCode === 201).length);
    expect(rows.length).toBeGreaterThan(100);
    for (const { id, email, name } of rows as { id: string; email: string; name: string }[]) {
      const typed = CORPUS[emails.indexOf(email)]!;
      expect(name).toBe(typed.trim());
      const browser = openBrowser(t.app);
      const signIn = { browser: { ip: '127.0.0.1', userAgent: '' }, replaces: null, complete: true };
      browser.cookies.set('godwit_session', await startSession(kysely, { user_id: id }, signIn));
      const shown = await browser.get('/v1/web/profile');
      expect(shown.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(shown.json()[field]).toBe(typed.trim());
    }
  });

  it.each(['email', 'password', 'region_code'])('accepts or refuses any %s', async (field) => {
    const poured = await pour('/v1/web/register', (text) => newPerson({ [field]: text }));
    expectCodes(poured, [0, 1002, 4000]);
    for (const { text, answer } of poured) {
      if (answer.statusCode === 201 && field === 'email') {
        const { rows } = await pool.query('select email from users where email = $1', [
          text.trim().toLowerCase(),
        ]);
        expect(rows, text).toHaveLength(1);
      }
    }
  });
});

describe('signing in', () => {
  it('finds no user for any email', async () => {
    expectCodes(
      await pour('/v1/web/login', (user_id) => ({ user_id, password: 'Wrong$Password1' })),
      [4003, 1002],
    );
  });

  it('accepts only the right password', async () => {
    const person = await makePerson(t);
    const poured = await pour('/v1/web/login', (password) => ({ user_id: person.email, password }));
    expectCodes(poured, [4003, 1002, 1006]);
    const unknown = await pour('/v1/web/login', (password, i) => ({
      user_id: `nobody.${i}@example.com`,
      password,
    }));
    expectCodes(unknown, [4003, 1002]);
  });

  it('finds the account whatever the case of the email and the blanks around it', async () => {
    const { email } = await makePerson(t);
    for (const spelling of [email, email.toUpperCase(), ` ${email}\t`, `\u00a0${email}\r\n`]) {
      const answer = await openBrowser(t.app).post('/v1/web/login', {
        user_id: spelling,
        password: PASSWORD,
      });
      expect([spelling, answer.statusCode]).toEqual([spelling, 200]);
      const again = await openBrowser(t.app).post('/v1/web/register', newPerson({ email: spelling }));
      expect(again.json().code).toBe(4000);
    }
  });
});

describe('links', () => {
  it.each(['/v1/web/request_activation', '/v1/web/request_reset_password'])(
    '%s accepts or refuses any email',
    async (url) => {
      expectCodes(await pour(url, (email) => ({ email })), [0, 1002]);
    },
  );

  it('never reset a password for any token or password of the corpus', async () => {
    expectCodes(await pour('/v1/web/reset_password', (token) => ({ token, password: PASSWORD })), [1002]);
    const token = 'A'.repeat(43);
    expectCodes(await pour('/v1/web/reset_password', (password) => ({ token, password })), [1002]);
  });

  it('never confirm an address for any token of the corpus', async () => {
    for (const text of CORPUS) {
      if (!text.isWellFormed()) continue;
      const answer = await stranger.get(`/v1/web/activate?token=${encodeURIComponent(text)}`);
      expect([answer.statusCode, answer.json().code], text).toEqual([400, 1002]);
    }
    const repeated = await stranger.get('/v1/web/activate?token=a&token=b');
    expect(repeated.json().code).toBe(1002);
    expectCodes(await pour('/v1/web/activate', (token) => ({ token })), [1002]);
  });
});

describe('a project', () => {
  it('stores any name as typed, or refuses it', async () => {
    const { browser } = await makeOwner(t);
    const poured = await pour('/v1/web/projects', (name) => ({ name }), {
      browser,
      csrf: await browser.csrf(),
    });
    // Some differ only in their case.
    expectCodes(poured, [0, 1002, 1013]);
    const projects = (await browser.get('/v1/web/projects')).json() as { id: string; name: string }[];
    const names = new Map(projects.map(({ id, name }) => [id, name]));
    for (const { text, answer } of poured) {
      if (answer.statusCode === 200) expect(names.get(answer.json().id)).toBe(text.trim());
    }
    expect(projects.length).toBeGreaterThan(100);
  });
});

describe('headers and cookies', () => {
  it('never start a session, whatever their content', async () => {
    const headerSafe = CORPUS.filter((text) => text.length < 4_000 && /^[\x20-\x7e]*$/.test(text));
    for (const text of headerSafe) {
      for (const headers of [
        { cookie: `godwit_session=${text}` },
        { cookie: text },
        { 'x-csrf-token': text },
        { 'x-team-id': text },
        { 'user-agent': text },
      ]) {
        const answer = await t.app.inject({ url: '/v1/web/profile', headers });
        expect([answer.statusCode, answer.json().code], text).toEqual([401, 4001]);
      }
    }
  });

  it('never select a team, whatever their content', async () => {
    const { browser } = await makeOwner(t);
    for (const text of CORPUS.filter((one) => one.length < 4_000 && /^[\x20-\x7e]+$/.test(one))) {
      browser.teamId = text;
      const answer = await browser.get('/v1/web/projects');
      expect([answer.statusCode, answer.json().code], text).toEqual([404, 1001]);
    }
  });
});

it('nothing unexpected is in the log', () => {
  expect(t.log.filter((line) => line.includes('Unexpected error'))).toEqual([]);
  expect(t.log.filter((line) => line.includes('Failed after the answer'))).toEqual([]);
});
