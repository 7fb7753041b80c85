// Profiles of one-time codes over HTTP: their calls, what they change in a start, and their limits in two
// processes.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import type { CheckAnswer, Verification } from '@godwit/contract/publicApi/verify';
import { MAX_PROFILES, type VerifyProfile } from '@godwit/contract/publicApi/verifyProfiles';
import { beforeEach, expect, it } from 'vitest';
import { anotherApp } from '../../test/app.ts';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { makeSender } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { newId } from '../ids.ts';
import { forgetVerifications } from './queries.ts';

const t = await startEngine();
const other = await anotherApp(t);
const { pool } = t.services;
const sender = await makeLiveSender(t, { amount: '100000' });
const stranger = await makeSender(t);
const { LIVE, TEST } = sender.authorization;

beforeEach(async () => {
  for (const table of ['verifications', 'verify_days', 'verify_blocks', 'verify_profiles'])
    await pool.query(`delete from ${table}`);
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Asked = { payload?: object; authorization?: string; app?: typeof t.app };
type Refused = { code?: number; description?: string; fields?: Record<string, string> };

async function call<Answer>(
  method: Method,
  path: string,
  { payload, authorization = LIVE, app = t.app }: Asked = {},
) {
  const headers = { authorization };
  const answer = await app.inject({ method, url: `/v1/${path}`, headers, ...(payload && { payload }) });
  const retryAfter = Number(answer.headers['retry-after']);
  return { http: answer.statusCode, retryAfter, ...(answer.json() as Answer & Refused) };
}
const PROFILES = 'verification_profiles';
const create = async (form: object): Promise<VerifyProfile> => {
  const { http, retryAfter: _none, ...made } = await call<VerifyProfile>('POST', PROFILES, { payload: form });
  expect(http, JSON.stringify(made)).toBe(201);
  return made;
};

let last = 0;
/** A number that had no code yet, and shares no prefix with those before it. */
const fresh = () => {
  last += 100_003;
  return `+9470${1_000_000 + (last % 9_000_000)}`;
};
const start = (payload: object, more: Asked = {}) =>
  call<Verification>('POST', 'verifications', { payload: { to: fresh(), ...payload }, ...more });
/** The text and the sender of the message of a verification. */
const messageOf = async ({ message_id }: Verification) =>
  (await pool.query('select body, sender from messages where id = $1', [message_id])).rows[0];
const pass = (seconds: number) =>
  pool.query(
    `update verifications set sent_at = sent_at - $1 * interval '1 s', started_at = started_at - $1 * interval '1 s'`,
    [seconds],
  );

it('a profile is created, read, changed and deleted; its name is unique', async () => {
  const texts = { default: '{code} is yours.', si: 'ඔබේ කේතය {code}.' };
  const made = await create({ name: ' Payments ', from: 'Lanka Shop', texts, max_price: 2.5 });
  const none = { code_length: null, expires_in_s: null, max_checks: null, max_sends: null };
  expect(made).toEqual({
    ...{ id: made.id, name: 'Payments', is_default: false, from: 'Lanka Shop', texts, max_price: 2.5 },
    ...{ ...none, resend_after_s: null, countries: null, daily_cap: null, created_at: made.created_at },
  });
  const path = `${PROFILES}/${made.id}`;
  for (const authorization of [LIVE, TEST])
    expect(await call('GET', path, { authorization })).toMatchObject(made);
  expect(await call('POST', PROFILES, { payload: { name: 'PAYMENTS' } })).toMatchObject({ code: 1013 });
  const change = { name: 'Pay', texts: null, daily_cap: 7 };
  const changed = { ...made, ...change };
  expect(await call('PATCH', path, { payload: change })).toMatchObject(changed);
  expect(await call('PATCH', path, { payload: {} })).toMatchObject(changed);
  const second = await create({ name: 'Payments', is_default: true });
  expect(await call('PATCH', path, { payload: { name: 'payments' } })).toMatchObject({ code: 1013 });
  // As PostgreSQL compares names, and not as JavaScript does.
  await create({ name: 'ΟΔΟΣ' });
  expect(await call('POST', PROFILES, { payload: { name: 'οδοσ' } })).toMatchObject({
    http: 409,
    code: 1013,
  });
  await pool.query(`delete from verify_profiles where name = 'ΟΔΟΣ'`);
  expect(await call('PATCH', path, { payload: { is_default: true } })).toMatchObject({ is_default: true });
  expect(await call('GET', PROFILES)).toMatchObject({
    results: [
      { ...changed, is_default: true },
      { ...second, is_default: false },
    ],
  });
  expect(await call('DELETE', path)).toMatchObject({ deleted: 1 });
  for (const method of ['GET', 'DELETE'] as const)
    expect(await call(method, path)).toMatchObject({ code: 1001 });
});

it('a project has 20 profiles and no more, also at the same moment in two processes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, i) =>
      call('POST', PROFILES, { payload: { name: `Shop ${i}` }, app: [t.app, other.app][i % 2]! }),
    ),
  );
  expect(answers.filter(({ http }) => http === 201)).toHaveLength(MAX_PROFILES);
  expect(answers.filter(({ code }) => code === 1013)).toHaveLength(5);
});

it('profiles of another team, another mode or another scope cannot be changed or used', async () => {
  const { id } = await create({ name: 'Shop', from: 'Lanka Shop' });
  const theirs = { authorization: stranger.authorization.LIVE };
  expect(await call('GET', PROFILES, theirs)).toMatchObject({ results: [] });
  for (const method of ['GET', 'PATCH', 'DELETE'] as const)
    expect(
      await call(method, `${PROFILES}/${id}`, { ...theirs, ...(method === 'PATCH' && { payload: {} }) }),
    ).toMatchObject({ code: 1001 });
  expect(
    await start({ profile: id, from: 'SANDBOX' }, { authorization: stranger.authorization.TEST }),
  ).toMatchObject({ code: 1002, fields: { profile: expect.stringContaining('nothing was sent') } });
  for (const [method, path] of [
    ['POST', PROFILES],
    ['PATCH', `${PROFILES}/${id}`],
    ['DELETE', `${PROFILES}/${id}`],
  ] as const)
    expect(
      await call(method, path, {
        authorization: TEST,
        ...(method !== 'DELETE' && { payload: { name: 'B' } }),
      }),
    ).toMatchObject({ code: 1004 });
  const { authorization } = await makeNamedKey(sender.browser, sender.project.id, {
    ...{ mode: 'LIVE', scopes: 'messages:send' },
  });
  expect(await call('GET', PROFILES, { authorization })).toMatchObject({ code: 1015 });
});

it('a key that sends codes cannot change the limits of profiles; one with verify:profiles can', async () => {
  const { id } = await create({ name: 'Shop', from: 'Lanka Shop', daily_cap: 5 });
  const keyWith = (scopes: string) =>
    makeNamedKey(sender.browser, sender.project.id, { mode: 'LIVE', scopes });
  const [sends, manages] = [await keyWith('verify'), await keyWith('verify:profiles')];
  const change = { payload: { daily_cap: null } };
  expect(await call('PATCH', `${PROFILES}/${id}`, { ...sends, ...change })).toMatchObject({ code: 1015 });
  expect(await call('POST', PROFILES, { ...sends, payload: { name: 'Mine' } })).toMatchObject({ code: 1015 });
  expect(await call('DELETE', `${PROFILES}/${id}`, sends)).toMatchObject({ code: 1015 });
  expect(await call('GET', `${PROFILES}/${id}`, sends)).toMatchObject({ daily_cap: 5 });
  await pool.query('delete from verify_blocks');
  expect(await start({ profile: 'Shop' }, sends)).toMatchObject({ http: 201 });
  expect(await call('PATCH', `${PROFILES}/${id}`, { ...manages, ...change })).toMatchObject({
    daily_cap: null,
  });
  expect(await start({ profile: 'Shop' }, manages)).toMatchObject({ code: 1015 });
});

it('owners read, create, change and delete profiles in the console', async () => {
  const path = `/v1/web/projects/${sender.project.id}/verification_profiles`;
  const { browser } = sender;
  const made = (await browser.post(path, undefined, { json: { name: 'Shop', daily_cap: 9 } })).json();
  expect(made).toMatchObject({ name: 'Shop', daily_cap: 9 });
  const again = await browser.post(path, undefined, { json: { name: 'shop' } });
  expect(again.json()).toMatchObject({ code: 1013, fields: { name: expect.any(String) } });
  const changed = await browser.call('PUT', `${path}/${made.id}`, { json: { daily_cap: null } });
  expect(changed.json()).toEqual({ ...made, daily_cap: null });
  expect((await browser.get(path)).json()).toEqual([changed.json()]);
  expect(await call('GET', PROFILES)).toMatchObject({ results: [changed.json()] });
  expect((await browser.call('DELETE', `${path}/${made.id}`)).json()).toEqual({});
  expect((await browser.get(path)).json()).toEqual([]);
});

it.each<object>([
  { name: '' },
  { texts: { default: 'No place' } },
  { texts: { Englisch: '{code}' } },
  { code_length: 3 },
  { expires_in_s: 3_601 },
  { max_checks: 11 },
  { max_sends: 0 },
  { resend_after_s: 14 },
  { countries: ['Sri Lanka'] },
  { max_price: -1 },
  { max_price: 0.0000001 },
  { daily_cap: 0 },
  { is_default: 'yes' },
  { name: 'A\0' },
  { from: 'A\0' },
  { texts: { default: '{code}\0' } },
])('%j is refused', async (wrong) => {
  const answer = await call('POST', PROFILES, { payload: { name: 'Shop', ...wrong } });
  expect(answer).toMatchObject({ http: 400, code: 1002 });
});

it.each<[ErrorName, string, Method, string]>([
  ['notFound', 'getVerificationProfile', 'GET', newId()],
  ['notFound', 'changeVerificationProfile', 'PATCH', newId()],
  ['notFound', 'deleteVerificationProfile', 'DELETE', newId()],
])('answers %s of %s as documented', async (name, id, method, of) => {
  const answer = await call(method, `${PROFILES}/${of}`, method === 'PATCH' ? { payload: {} } : {});
  expect(answer).toMatchObject({ http: ERRORS[name].status, code: ERRORS[name].code });
  expect(PUBLIC_CALLS.find((one) => one.id === id)!.errors).toContain(name);
});

it('a start takes from its profile what it leaves out, by id or name', async () => {
  const texts = { default: 'Yours: {code}', 'pt-br': 'Seu: {code}', pt: 'Teu: {code}' };
  const { id } = await create({ name: 'Shop', from: 'Lanka Shop', texts, code_length: 8, expires_in_s: 90 });
  const textFor = async (payload: object) => {
    const begun = await start({ profile: 'SHOP', ...payload });
    expect(begun).toMatchObject({ http: 201, profile: id, from: 'Lanka Shop' });
    const left = Date.parse(begun.expires_at) - Date.parse(begun.created_at);
    return [(await messageOf(begun)).body, left / 1_000];
  };
  expect(await textFor({})).toEqual(['Yours: ********', 90]);
  expect(await textFor({ profile: id, locale: 'pt-BR' })).toEqual(['Seu: ********', 90]);
  expect(await textFor({ locale: 'pt-PT', code_length: 4 })).toEqual(['Teu: ****', 90]);
  expect(await textFor({ locale: 'fr', expires_in_s: 60 })).toEqual(['Yours: ********', 60]);
  expect(await textFor({ body: 'My {code}', locale: 'si' })).toEqual(['My ********', 90]);
  for (const wrong of ['A\0', 7, ''])
    expect(await start({ profile: wrong, from: 'Lanka Shop' })).toMatchObject({ http: 400, code: 1002 });
  expect(await start({ profile: 'Other', from: 'Lanka Shop' })).toMatchObject({
    ...{ http: 400, code: 1002, fields: { profile: expect.stringContaining('no profile') } },
  });
});

it('the default profile is used without one; without it, starts are as before', async () => {
  const before = await start({ from: 'Lanka Shop' });
  expect(before).not.toHaveProperty('profile');
  expect(await start({})).toMatchObject({ code: 1002, fields: { from: expect.any(String) } });
  expect(await start({ from: 'Lanka Shop', locale: 'fr' })).toMatchObject({ code: 1002 });
  const { id } = await create({ name: 'Shop', is_default: true, from: 'Lanka Shop' });
  const begun = await start({});
  expect(begun).toMatchObject({ http: 201, profile: id });
  // The pending code is checked by its number also when another profile has become the default.
  await create({ name: 'Bank', is_default: true, from: 'Lanka Shop' });
  for (const { to } of [before, begun])
    expect(await call('POST', 'verifications/check', { payload: { to, code: '1' } })).toMatchObject({
      ...{ valid: false, status: 'PENDING' },
    });
});

it('a number has one pending code for each profile, and five starts over all', async () => {
  const to = fresh();
  const ids: string[] = [];
  for (const name of ['A', 'B']) ids.push((await create({ name, from: 'Lanka Shop' })).id);
  const begun = await Promise.all(
    Array.from({ length: 9 }, (_, i) =>
      start({ to, from: 'Lanka Shop', profile: [null, ...ids][i % 3] }, { app: [t.app, other.app][i % 2]! }),
    ),
  );
  expect(new Set(begun.map(({ id }) => id)).size).toBe(3);
  expect((await pool.query('select from messages where recipient = $1', [to])).rowCount).toBe(3);
  const check = (profile: string) =>
    call<CheckAnswer>('POST', 'verifications/check', { payload: { to, code: '1', profile } });
  expect((await check('A')).id).toBe(begun[1]!.id);
  expect((await check(ids[1]!)).id).toBe(begun[2]!.id);
  expect(await check('C')).toMatchObject({ code: 1002 });
  for (const [index, http] of [
    [1, 201],
    [2, 201],
    [1, 429],
  ] as const) {
    await pool.query("update verifications set state = 'CANCELLED' where state = 'PENDING'");
    expect(await start({ to, profile: ids[index - 1] })).toMatchObject({ http });
  }
});

it('the checks, sends, pauses, countries and price of a profile are limits', async () => {
  await create({
    name: 'Shop',
    from: 'Lanka Shop',
    max_checks: 2,
    max_sends: 2,
    resend_after_s: 60,
    countries: ['LK'],
  });
  const { id, checks_left } = await start({ profile: 'Shop' });
  expect(checks_left).toBe(2);
  await pass(59);
  expect(await call('POST', `verifications/${id}/resend`)).toMatchObject({ code: 5001 });
  await pass(1);
  expect(await call('POST', `verifications/${id}/resend`)).toMatchObject({ sends: 2, resend_at: null });
  await pass(240);
  expect(await call('POST', `verifications/${id}/resend`)).toMatchObject({
    ...{ code: 5001, description: expect.stringContaining('sent 2 times') },
  });
  const wrong = () => call('POST', `verifications/${id}/check`, { payload: { code: 'x' } });
  expect(await wrong()).toMatchObject({ status: 'PENDING', checks_left: 1 });
  expect(await wrong()).toMatchObject({ status: 'FAILED', checks_left: 0 });
  expect(await start({ to: '+61412345678', profile: 'Shop' })).toMatchObject({ code: 3001 });
  await create({ name: 'Cheap', from: 'Lanka Shop', max_price: 0.79 });
  expect(await start({ profile: 'Cheap' })).toMatchObject({ http: 400, code: 4010 });
  await create({ name: 'Dear', from: 'Lanka Shop', max_price: 0.8 });
  expect(await start({ profile: 'Dear' })).toMatchObject({ http: 201 });
});

it('a daily cap holds over two processes, counts repetitions, and TEST apart from LIVE', async () => {
  const { id: profile } = await create({ name: 'Shop', from: 'Lanka Shop', daily_cap: 4 });
  const first = await start({ profile });
  await pass(31);
  expect(await call('POST', `verifications/${first.id}/resend`)).toMatchObject({ http: 200, sends: 2 });
  const spent = async () =>
    (await pool.query('select balance_micros as left from balances where team_id = $1', [sender.teamId]))
      .rows[0];
  const before = await spent();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => start({ profile }, { app: [t.app, other.app][i % 2]! })),
  );
  expect(answers.filter(({ http }) => http === 201)).toHaveLength(2);
  const refused = answers.filter(({ code }) => code === 5001);
  expect(refused).toHaveLength(8);
  expect(refused[0]!.retryAfter).toBeLessThanOrEqual(86_400);
  expect(before.left - (await spent()).left).toBe(1_600_000n);
  expect(await ledgerDifferences(pool)).toEqual([]);
  for (let count = 0; count < 4; count++)
    expect(await start({ profile }, { authorization: TEST })).toMatchObject({ http: 201 });
  expect(await start({ profile }, { authorization: TEST })).toMatchObject({ http: 429, code: 5001 });
  await pool.query('update verify_profile_days set day = day - 1');
  expect(await start({ profile })).toMatchObject({ http: 201 });
  await pool.query('update verify_profile_days set day = day - 91');
  await forgetVerifications(pool);
  expect((await pool.query('select from verify_profile_days')).rowCount).toBe(0);
});

it('a deleted profile leaves its pending codes to be sent again and checked', async () => {
  const { id: profile } = await create({ name: 'Shop', from: 'Lanka Shop', max_checks: 3, daily_cap: 1 });
  const { id, to } = await start({ profile });
  await call('DELETE', `${PROFILES}/${profile}`);
  await pass(31);
  expect(await call('POST', `verifications/${id}/resend`)).toMatchObject({ http: 200, checks_left: 3 });
  expect(await start({ to, profile })).toMatchObject({ code: 1002 });
});
