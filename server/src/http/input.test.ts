import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { makeOwner, newPerson } from '../../test/factories.ts';

const t = await testApp();
const stranger = openBrowser(t.app);
const { browser: owner } = await makeOwner(t);

/** Posts bytes as they are, with everything else in order. */
async function post(
  url: string,
  payload: string | Buffer | undefined,
  contentType?: string,
  browser = stranger,
) {
  const token = await browser.csrf();
  const headers: Record<string, string> = {
    'x-csrf-token': token,
    cookie: `godwit_session=${browser.cookies.get('godwit_session')}`,
  };
  if (contentType) headers['content-type'] = contentType;
  const options: InjectOptions = { method: 'POST', url, headers };
  return t.app.inject(payload === undefined ? options : { ...options, payload });
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const CALLS = ['/v1/web/register', '/v1/web/login', '/v1/web/request_activation', '/v1/web/projects'];
let fields = 0;
const deep = '['.repeat(20_000) + ']'.repeat(20_000);

describe.each(CALLS)('POST %s', (url) => {
  it.each([
    ['malformed JSON', '{"email":', 'application/json', 400, 1002],
    ['JSON that is no object', '"text"', 'application/json', 400, 1002],
    ['a list', '[]', 'application/json', 400, 1002],
    ['null', 'null', 'application/json', 400, 1002],
    ['deep JSON', deep, 'application/json', 400, 1002],
    ['deep JSON in a field nobody knows', `{"x":${deep}}`, 'application/json', 400, 1002],
    [
      'wrong types',
      '{"email":1,"user_id":{},"password":[],"name":true,"first_name":null}',
      'application/json',
      400,
      1002,
    ],
    ['__proto__', '{"__proto__":{"name":"x","email":"a@b.cd"}}', 'application/json', 400, 1002],
    ['constructor.prototype', '{"constructor":{"prototype":{"name":"x"}}}', 'application/json', 400, 1002],
    ['__proto__ in a form', '__proto__=x&__proto__[name]=x', FORM, 400, 1002],
    ['a repeated field', 'name=a&name=b&email=a%40b.cd&email=c%40d.ef&user_id=a&user_id=b', FORM, 400, 1002],
    [
      'a repeated name',
      '{"name":"a","email":"a@b.cd","user_id":"a","name":"b","email":"c@d.ef"}',
      JSON_TYPE,
      400,
      1002,
    ],
    [
      'a name repeated with an escape',
      '{"name":"a","email":"a@b.cd","\\u006eame" : "b"}',
      JSON_TYPE,
      400,
      1002,
    ],
    [
      'bytes that are no UTF-8',
      Buffer.from('name=caf\xe9&email=a@b.cd&user_id=\xe9', 'latin1'),
      FORM,
      400,
      1002,
    ],
    ['escaped bytes that are no UTF-8', 'name=caf%E9&email=a%40b.cd%E9&user_id=%E9', FORM, 400, 1002],
    [
      'JSON that is no UTF-8',
      Buffer.from('{"name":"caf\xe9","email":"\xe9@b.cd","user_id":"\xe9"}', 'latin1'),
      JSON_TYPE,
      400,
      1002,
    ],
    ['no fields', '', FORM, 400, 1002],
    ['no JSON where it says JSON', '', 'application/json', 400, 1002],
    ['no body at all', undefined, undefined, 400, 1002],
    ['a NUL character', 'name=a%00b&email=a%00%40b.cd&user_id=%00&password=%00', FORM, 400, 1002],
    [
      'half a character',
      '{"name":"\\ud83d","email":"\\ude00@b.cd","user_id":"\\ud83d","password":"x"}',
      'application/json',
      400,
      1002,
    ],
    ['broken percent-encoding', 'email=%zz&name=%', FORM, url.endsWith('projects') ? 200 : 400, 1002],
    ['one megabyte', `name=${'x'.repeat(1 << 20)}`, FORM, 413, 1010],
    ['one megabyte of JSON', JSON.stringify({ name: 'x'.repeat(1 << 20) }), 'application/json', 413, 1010],
    ['plain text', 'name=a', 'text/plain', 415, 1011],
    ['XML', '<name>a</name>', 'application/xml', 415, 1011],
    ['a type that is none', 'name=a', 'rubbish', 415, 1011],
    ['multipart', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 415, 1011],
  ])('with %s is refused in words', async (_what, payload, contentType, status, code) => {
    const answer = await post(url, payload, contentType, url.endsWith('projects') ? owner : stranger);
    expect(answer.statusCode).toBe(status);
    if (status === 200) return;
    expect(answer.json()).toMatchObject({ code, description: expect.stringMatching(/\w.{8,}/) });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('what comes in', () => {
  it('names a repeated parameter, in the query too', async () => {
    const form = await post('/v1/web/login', 'user_id=a&password=b&password=c', FORM);
    expect(form.json().fields).toEqual({ password: 'password is given more than once: give it once' });
    const query = await stranger.get('/v1/web/invitation?token=a&token=b');
    expect([query.statusCode, query.json().fields]).toEqual([
      400,
      { token: 'token is given more than once: give it once' },
    ]);
  });

  it('may have unknown fields and a charset', async () => {
    const json = JSON.stringify({ ...newPerson(), utm_source: 'x', constructor: 'y', page: { email: 'x' } });
    expect((await post('/v1/web/register', json, 'application/json; charset=utf-8')).statusCode).toBe(201);
  });

  it.each([
    ['a list', (item: string) => `[${item}]`],
    ['lists in lists', (item: string) => `{"contacts":[[${item}]]}`],
    ['fields', (item: string) => `{${item.replaceAll('{}', () => `"${fields++}":1`)}}`],
  ])('is refused before anything looks at it where it has too many values: %s', async (_what, bodyOf) => {
    for (const path of ['delete_multiple', 'groups_multiple']) {
      const json = bodyOf(Array(20_001).fill('{}').join());
      const answer = await post(`/v1/web/contacts/${path}`, json, 'application/json', owner);
      expect(answer.json()).toEqual({ code: 1002, description: 'The body has more than 20,000 values.' });
    }
  });

  it('may carry any text a person types', async () => {
    const name = `ප්‍රසාද් O'Neil "<b>" \u{1F426} ; drop table users; --`;
    const { id } = (await owner.post('/v1/web/projects', { name })).json();
    expect((await owner.get(`/v1/web/projects/${id}`)).json().name).toBe(name);
  });

  it.each([
    ['GET', '/v1/web/nothing', 404, 1001],
    ['GET', '/v1/nothing', 404, 1001],
    ['GET', '/nothing.js', 404, 1001],
    ['DELETE', '/v1/web/profile', 404, 1001],
    ['GET', '/v1/web/projects/%zz', 400, 1002],
    ['GET', '/v1/web/activate?token=%zz', 400, 1002],
  ] as const)('%s %s answers %d', async (method, url, status, code) => {
    const answer = await t.app.inject({ method, url });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code, description: expect.any(String) });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('differs from an unexpected error, which shows only a request id', async () => {
    const person = newPerson();
    await t.services.pool.query('alter table balances rename to balances_gone');
    const answer = await openBrowser(t.app).post('/v1/web/register', person);
    await t.services.pool.query('alter table balances_gone rename to balances');
    expect(answer.statusCode).toBe(500);
    const id = answer.headers['x-request-id'];
    expect(answer.json()).toEqual({
      code: 1000,
      description: `Unexpected error while processing the request. Request id: ${id}`,
    });
    expect(t.log.some((line) => line.includes('balances') && line.includes(String(id)))).toBe(true);
    // The whole of it was undone, so that trying again works.
    expect((await openBrowser(t.app).post('/v1/web/register', person)).statusCode).toBe(201);
  });
});
