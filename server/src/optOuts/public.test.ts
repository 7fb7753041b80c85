// Opt-outs in the public API: in the mode of the key, by the rules of the console, and their errors as
// documented.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import fc from 'fast-check';
import type { ClientBase } from 'pg';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { startNumber, stopNumber } from './byKeyword.ts';
import { optOutByStaff } from './byStaff.ts';
import { insertOptOuts } from './queries.ts';

const t = await testApp();
const NUMBER = '+94771234567';
type Sender = Awaited<ReturnType<typeof makeLiveSender>>;
type Mode = 'LIVE' | 'TEST';

function callsOf({ authorization }: Pick<Sender, 'authorization'>, mode: Mode = 'LIVE') {
  const headers = { authorization: authorization[mode] };
  const call = (method: 'GET' | 'PUT' | 'DELETE', path = '', payload?: object) =>
    t.app.inject({ method, url: `/v1/opt_outs${path}`, headers, ...(payload && { payload }) });
  return {
    call,
    list: async (query = '') => (await call('GET', query)).json(),
    put: async (number: string, scope?: string) => (await call('PUT', '', { number, scope })).json(),
    remove: (number: string, query = '') => call('DELETE', `/${encodeURIComponent(number)}${query}`),
    send: async () =>
      t.app.inject({
        ...{ method: 'POST', url: '/v1/messages', headers },
        payload: { to: NUMBER, from: 'Lanka Shop', body: 'Hello' },
      }),
  };
}

/** The phone of the number replies STOP. */
const stop = ({ teamId }: Sender, mode: Mode) =>
  transaction(t.services.pool, (client) => stopNumber(client, { teamId, mode, number: NUMBER }));

it('a number is opted out in the mode of the key, at once, and the opt-out is taken back', async () => {
  const sender = await makeLiveSender(t);
  const { list, put, remove, send } = callsOf(sender);
  expect((await send()).statusCode).toBe(201);
  const added = await put(NUMBER);
  expect(added).toMatchObject({ number: NUMBER, scope: 'ALL', source: 'API' });
  expect((await send()).json().code).toBe(3003);
  expect(await put(NUMBER)).toEqual(added);
  expect(await list()).toEqual({ results: [added], next: null });
  const { results } = (await sender.browser.get('/v1/web/opt_outs?mode=LIVE')).json();
  expect(results).toMatchObject([added]);
  expect(await callsOf(sender, 'TEST').list()).toEqual({ results: [], next: null });
  expect((await callsOf(sender, 'TEST').remove(NUMBER)).json().code).toBe(1001);
  expect((await remove(NUMBER)).json()).toEqual({ results: [], next: null });
  expect((await send()).statusCode).toBe(201);
});

it('an opt-out of the API is the team’s own: the console, START and a consent lift it', async () => {
  const sender = await makeLiveSender(t);
  const { list, put } = callsOf(sender);
  const { browser, teamId, authorization } = sender;
  await put(NUMBER);
  const removed = await browser.call('DELETE', `/v1/web/opt_outs/${encodeURIComponent(NUMBER)}`);
  await browser.post(`/v1/web/contact_deletions/${removed.json().undo}/undo`, {});
  expect((await list()).results).toMatchObject([{ scope: 'ALL', source: 'API' }]);
  const start = (client: ClientBase) => startNumber(client, { teamId, mode: 'LIVE', number: NUMBER });
  expect(await transaction(t.services.pool, start)).toBe(true);

  const consent = (kind: string, at: string) =>
    t.app.inject({
      ...{ method: 'PUT', url: '/v1/consents', headers: { authorization: authorization.LIVE } },
      payload: { number: NUMBER, kind, at, source: 'A form' },
    });
  await consent('WITHDRAWN', '2026-01-01T00:00:00Z');
  expect((await list()).results).toMatchObject([{ scope: 'PROMOTIONAL', source: 'API' }]);
  await consent('GIVEN', '2026-01-02T00:00:00Z');
  expect((await list()).results).toEqual([]);
});

it('the recipient and staff take over an opt-out of the API', async () => {
  const sender = await makeLiveSender(t);
  const { list, put, remove } = callsOf(sender);
  const sources = async () => (await list()).results.map(({ source }: { source: string }) => source);
  await put(NUMBER);
  await stop(sender, 'LIVE');
  expect([await sources(), (await remove(NUMBER)).json().code]).toEqual([['STOP'], 1013]);
  const staff = (isAdded: boolean) =>
    optOutByStaff(t.services.kysely, { teamId: sender.teamId, number: NUMBER, isAdded });
  await staff(false);
  await put(NUMBER);
  expect([await staff(true), await sources()]).toEqual([true, ['STAFF']]);
  await staff(false);
  await put(NUMBER);
  expect([await staff(false), await sources()]).toEqual([false, ['API']]);
});

it('the source is CONSOLE while a process runs that cannot read API', async () => {
  const { put, remove } = callsOf(await makeLiveSender(t));
  const { pool } = t.services;
  await pool.query(
    `insert into processes (id, host, version, roles, started_at, migration, accepted_rate, refused_rate)
      values ($1, 'a', '0.1.0', '{}', now(), 121, 0, 0)`,
    [newId()],
  );
  try {
    expect(await put(NUMBER)).toMatchObject({ source: 'CONSOLE' });
  } finally {
    await pool.query("delete from processes where host = 'a'");
  }
  await remove(NUMBER);
  expect(await put(NUMBER)).toMatchObject({ source: 'API' });
});

it('the recipient’s own STOP stays in LIVE, whatever the team adds and takes back', async () => {
  const sender = await makeLiveSender(t);
  const { list, put, remove } = callsOf(sender);
  await stop(sender, 'LIVE');
  const { results: stopped } = await list(`?number=${encodeURIComponent(NUMBER)}`);
  expect(stopped).toMatchObject([{ scope: 'ALL', source: 'STOP' }]);
  expect(await put(NUMBER)).toEqual(stopped[0]);
  const refused = await remove(NUMBER);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 1013, description: expect.stringContaining('so nothing was removed') },
  ]);
  await put(NUMBER, 'PROMOTIONAL');
  expect((await remove(NUMBER)).json()).toEqual({ results: stopped, next: null });
  await stop(sender, 'TEST');
  expect((await callsOf(sender, 'TEST').remove(NUMBER)).json()).toEqual({ results: [], next: null });
});

it('a walk in either direction returns each opt-out once, of the own team only', async () => {
  const sender = await makeLiveSender(t);
  const stranger = await makeLiveSender(t);
  const { list } = callsOf(sender);
  const numbers = Array.from({ length: 23 }, (_, i) => `+9477000${String(i * 7).padStart(4, '0')}`);
  const of = { mode: 'LIVE', source: 'IMPORT' } as const;
  for (const { teamId } of [sender, stranger])
    for (const scope of ['ALL', 'PROMOTIONAL'] as const)
      await insertOptOuts(t.services.pool, { ...of, teamId, scope }, numbers);
  const all = numbers.flatMap((number) => [`${number} PROMOTIONAL`, `${number} ALL`]);
  type Page = { results: { number: string; scope: string }[]; next: string | null };
  const namesOf = ({ results }: Page) => results.map(({ number, scope }) => `${number} ${scope}`);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (limit) => {
      const ahead: string[] = [];
      let last: string | null = null;
      let page: Page;
      do {
        page = await list(`?limit=${limit}${last === null ? '' : `&after=${last}`}`);
        ahead.push(...namesOf(page));
        last = page.next;
      } while (last !== null);
      expect(ahead).toEqual(all);
      const back: string[] = [];
      let first: string | null = '999999999999999-ALL';
      while (first !== null) {
        page = await list(`?limit=${limit}&before=${first}`);
        back.unshift(...namesOf(page));
        first = page.next;
      }
      expect(back).toEqual(all);
    }),
    { numRuns: 8 },
  );
});

const WRONG: [ErrorName, 'GET' | 'PUT' | 'DELETE', string, object?][] = [
  ['invalidArgument', 'GET', '?after=x'],
  ['invalidArgument', 'GET', '?limit=0'],
  ['invalidArgument', 'GET', '?after=94771234567-ALL&before=94771234567-ALL'],
  ['invalidArgument', 'PUT', '', { number: NUMBER, scope: 'SOME' }],
  ['invalidNumber', 'PUT', '', { number: '+94771' }],
  ['invalidNumberFormat', 'PUT', '', { number: 'a number' }],
  ['numberLacksCountryCode', 'DELETE', '/0771234567'],
  ['notFound', 'DELETE', `/${NUMBER}`],
];
it.each(WRONG)('answers %s as documented: %s %s', async (name, method, path, payload) => {
  const answer = await callsOf(await makeLiveSender(t)).call(method, path, payload);
  const { status, code } = ERRORS[name];
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status, code });
  const call = PUBLIC_CALLS.find((one) => one.tag === 'Opt-outs' && one.method === method)!;
  expect(call.errors).toContain(name);
});

it('a key needs the scope', async () => {
  const { browser, project } = await makeLiveSender(t);
  const codes = await Promise.all(
    ['optouts', 'consents'].map(async (scopes) => {
      const { authorization } = await makeNamedKey(browser, project.id, { scopes });
      return (await t.app.inject({ url: '/v1/opt_outs', headers: { authorization } })).json().code;
    }),
  );
  expect(codes).toEqual([undefined, 1015]);
});
