import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Browser } from '../../../test/browser.ts';
import { makeOwner, newestMail } from '../../../test/factories.ts';
import { type NameAnswer, startNameServer } from '../../../test/nameServer.ts';
import { CLIENT, startProvider } from '../../../test/openIdProvider.ts';
import { lookAtDomains } from './domains.ts';

const SSO = '/v1/web/team/single_sign_on';
const at = await startProvider(['http://localhost:8080/sso']);
afterAll(() => at.close());
const PROVIDER = { issuer: at.issuer, ...CLIENT, default_role: 'SENDER' };
const records = new Map<string, string[]>();
const trouble = new Map<string, NameAnswer>();
const names = await startNameServer(
  (name) => trouble.get(name) ?? [],
  0,
  (name) => records.get(name) ?? [],
);
const signOn = { nameServers: [names.address] };
const t = await testApp({ callbacksAllowPrivate: true }, { signOn });

/** A team that has proved a domain of its own; `put` and `take` change its record. */
async function makeProven(domain: string) {
  const { browser, person, teamId } = await makeOwner(t);
  await browser.call('PUT', SSO, { json: PROVIDER });
  const { domains } = (await browser.post(`${SSO}/domains`, { domain })).json();
  const { txt_name, txt_value } = domains[0];
  const others = () => (records.get(txt_name) ?? []).filter((value) => value !== txt_value);
  const put = () => void records.set(txt_name, [...others(), txt_value]);
  const take = () => void records.set(txt_name, others());
  const check = () => browser.post(`${SSO}/domains/${domain}/check`, {});
  put();
  return { browser, person, teamId, txtName: txt_name as string, put, take, check, answer: await check() };
}

const isProven = async (browser: Browser) => (await browser.get(SSO)).json().domains[0].proved_at !== null;
const startSignOn = async (browser: Browser, email: string) =>
  (await browser.post('/v1/web/sso/start', { email })).statusCode;
const mails = async (email: string) =>
  (await t.services.pool.query('select from mails where recipient = $1', [email])).rowCount;
const entries = async (teamId: string) =>
  (
    await t.services.pool.query(
      `select action, subject, detail from audit_log where team_id = $1 and action = 'DOMAIN_LOST'`,
      [teamId],
    )
  ).rows;

/** So many days of looks, each day once. */
async function pass(days: number) {
  for (let day = 0; day < days; day++) {
    await t.services.pool.query(`update team_domains set due_at = now()`);
    await lookAtDomains(t.services, signOn);
  }
}

it('a domain that is not proved does not count', async () => {
  const { browser } = await makeOwner(t);
  await browser.call('PUT', SSO, { json: PROVIDER });
  await browser.post(`${SSO}/domains`, { domain: 'unproved.example' });
  expect((await browser.post(`${SSO}/domains/unproved.example/check`)).json()).toMatchObject({ code: 1013 });
  expect((await browser.get(SSO)).json().domains).toMatchObject([
    { domain: 'unproved.example', proved_at: null, record_missing: false },
  ]);
  expect(await startSignOn(browser, 'someone@unproved.example')).toBe(400);
});

describe('a proven domain', () => {
  it('is looked at once a day, by one process', async () => {
    const { browser, teamId } = await makeProven('daily.example');
    expect(await lookAtDomains(t.services, signOn)).toBe(0);
    await t.services.pool.query('update team_domains set due_at = now() where team_id = $1', [teamId]);
    const looks = await Promise.all([lookAtDomains(t.services, signOn), lookAtDomains(t.services, signOn)]);
    expect(looks.toSorted()).toEqual([0, 1]);
    expect(await isProven(browser)).toBe(true);
  });

  it('whose record is gone for three days no longer counts; owners are notified before and then', async () => {
    const { browser, person, teamId, put, take } = await makeProven('gone.example');
    take();
    await pass(1);
    const first = await newestMail(t, person.email);
    expect(first.text).toContain('gone.example');
    expect(first.text).toContain('within 3 days');
    expect((await browser.get(SSO)).json().domains[0]).toMatchObject({ record_missing: true });
    put();
    await pass(1);
    expect((await browser.get(SSO)).json().domains[0]).toMatchObject({ record_missing: false });
    take();
    await pass(3);
    expect(await isProven(browser)).toBe(true);
    expect(await startSignOn(browser, 'a@gone.example')).toBe(200);
    expect(await entries(teamId)).toEqual([]);
    await pass(1);
    expect(await isProven(browser)).toBe(false);
    expect(await startSignOn(browser, 'a@gone.example')).toBe(400);
    expect((await newestMail(t, person.email)).text).toContain('gone.example is no longer proven');
    expect(await entries(teamId)).toEqual([
      { action: 'DOMAIN_LOST', subject: 'gone.example', detail: { to_another_team: false } },
    ]);
  });

  it('is proven again by its record', async () => {
    const { browser, put, take, check } = await makeProven('again.example');
    take();
    await pass(4);
    expect((await check()).json()).toMatchObject({ code: 1013 });
    put();
    expect((await check()).statusCode).toBe(200);
    expect(await isProven(browser)).toBe(true);
  });

  it('stays one while no name server answers, however long', async () => {
    const { browser, txtName, take, check } = await makeProven('failing.example');
    take();
    trouble.set(txtName, 'failing');
    await pass(6);
    expect((await check()).json()).toMatchObject({ code: 1014 });
    trouble.set(txtName, 'silent');
    await pass(1);
    expect((await browser.get(SSO)).json().domains[0]).toMatchObject({ record_missing: false });
    expect(await isProven(browser)).toBe(true);
  });
});

it('domains are added and checked so often in an hour, by each team', async () => {
  const limited = await testApp({ limitRegister: { count: 2, seconds: 3600 } }, { signOn });
  const { browser } = await makeOwner(limited);
  const other = await makeOwner(limited);
  const codes: unknown[] = [];
  const ask = async (by: Browser, path: string, form = {}) =>
    codes.push((await by.post(`${SSO}/domains${path}`, form)).json().code ?? 'done');
  for (const name of ['one', 'two', 'three']) await ask(browser, '', { domain: `${name}.example` });
  for (let i = 0; i < 3; i++) await ask(browser, '/one.example/check');
  await ask(other.browser, '', { domain: 'one.example' });
  await ask(other.browser, '/one.example/check');
  expect(codes).toEqual(['done', 'done', 1006, 1013, 1013, 1006, 'done', 1013]);
});

describe('a domain that two teams prove', () => {
  it('stays with the first while both records exist', async () => {
    const first = await makeProven('both.example');
    const second = await makeProven('both.example');
    expect(second.answer.json()).toMatchObject({ code: 1013 });
    expect([await isProven(first.browser), await isProven(second.browser)]).toEqual([true, false]);
  });

  it('goes to the second at once when the first record is gone, and owners are notified', async () => {
    const first = await makeProven('moved.example');
    first.take();
    const before = await mails(first.person.email);
    const second = await makeProven('moved.example');
    expect(second.answer.statusCode).toBe(200);
    expect([await isProven(first.browser), await isProven(second.browser)]).toEqual([false, true]);
    expect(await mails(first.person.email)).toBe(before! + 1);
    expect((await newestMail(t, first.person.email)).text).toContain('moved.example is no longer proven');
    expect(await entries(first.teamId)).toEqual([
      { action: 'DOMAIN_LOST', subject: 'moved.example', detail: { to_another_team: true } },
    ]);
    first.put();
    expect((await first.check()).json()).toMatchObject({ code: 1013 });
  });
});
