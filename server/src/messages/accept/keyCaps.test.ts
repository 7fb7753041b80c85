// S64: the daily cap of an API key, over all processes. It is exact, and a refused message leaves nothing
// behind.
import type { NamedKey, NewNamedKey } from '@godwit/contract/apiKeys';
import { describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { basicOf } from '../../../test/client.ts';
import { makeNamedKey } from '../../../test/namedKeys.ts';
import { purgeKeyDays } from '../../billing/keyCaps.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const t = await testApp();
const other = await anotherApp(t);
const { pool } = t.services;
const { browser, project, teamId } = await makeLiveSender(t);
/** Costs 0.8. */
const MESSAGE = { to: '+94771234567', from: 'Lanka Shop', body: 'Hello' };

const makeCapped = (daily_cap: string, form: Record<string, string> = {}) =>
  makeNamedKey(browser, project.id, { mode: 'LIVE', daily_cap, ...form });
const send = (authorization: string, payload: object = MESSAGE, { app } = t, headers: object = {}) =>
  app.inject({ method: 'POST', url: '/v1/messages', headers: { authorization, ...headers }, payload });
const spentBy = async (family: string) =>
  (await pool.query('select spent_micros from key_days where family = $1', [family])).rows[0]?.spent_micros;
const messages = async () =>
  (await pool.query('select count(*)::integer as n from messages where team_id = $1', [teamId])).rows[0].n;

it('100 parallel messages in two processes spend it to the micro-unit, and no more', async () => {
  const key = await makeCapped('20');
  const before = await messages();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => send(key.authorization, MESSAGE, n % 2 ? other : t)),
  );
  const codes = Map.groupBy(answers, (answer) => answer.json().code ?? answer.statusCode);
  expect([codes.get(201)?.length, codes.get(4009)?.length]).toEqual([25, 75]);
  expect([await spentBy(key.id), await messages()]).toEqual([20_000_000n, before + 25]);
  expect(await ledgerDifferences(pool)).toEqual([]);
});

describe('a cap of 1.6', () => {
  it('refuses what exceeds it with 4009, and leaves the idempotency key free', async () => {
    const key = await makeCapped('1.6');
    const twoSegments = { ...MESSAGE, body: 'a'.repeat(161) };
    expect((await send(key.authorization)).statusCode).toBe(201);
    const before = await messages();
    const headers = { 'idempotency-key': 'capped' };
    const refused = await send(key.authorization, twoSegments, t, headers);
    expect([refused.statusCode, refused.json().code, await messages()]).toEqual([400, 4009, before]);
    expect((await send(key.authorization, { ...twoSegments, dry_run: true })).json().code).toBe(4009);
    expect((await send(key.authorization, { ...MESSAGE, dry_run: true })).statusCode).toBe(200);
    expect((await send(key.authorization, MESSAGE, t, headers)).statusCode).toBe(201);
    expect(await spentBy(key.id)).toBe(1_600_000n);
  });

  it('is shared by the keys of a rotation', async () => {
    const key = await makeCapped('1.6');
    expect((await send(key.authorization)).statusCode).toBe(201);
    const rotated = await browser.post(`/v1/web/projects/${project.id}/api_keys/${key.id}/rotate`, {
      overlap_hours: '1',
    });
    const fresh = basicOf(project.id, (rotated.json() as NewNamedKey).api_key);
    expect((await send(fresh)).statusCode).toBe(201);
    expect((await send(fresh)).json().code).toBe(4009);
    expect((await send(key.authorization)).json().code).toBe(4009);
    const path = `/v1/web/projects/${project.id}/api_keys`;
    const listed = (await browser.get(path)).json() as NamedKey[];
    const family = [key.id, (rotated.json() as NewNamedKey).id];
    expect(listed.filter(({ id }) => family.includes(id)).map((one) => one.spent_today)).toEqual([1.6, 1.6]);
  });

  it('counts the messages of a batch in order, and does not limit other keys or TEST', async () => {
    const key = await makeCapped('1.6');
    const batch = await t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization: key.authorization },
      payload: { messages: [MESSAGE, MESSAGE, MESSAGE] },
    });
    const codes = batch.json().results.map(({ code }: { code?: number }) => code ?? 'sent');
    expect(codes.toSorted()).toEqual([4009, 'sent', 'sent']);
    const uncapped = await makeNamedKey(browser, project.id, { mode: 'LIVE' });
    expect((await send(uncapped.authorization)).statusCode).toBe(201);
    const test = await makeNamedKey(browser, project.id, { daily_cap: '0.1' });
    expect((await send(test.authorization)).statusCode).toBe(201);
    expect([await spentBy(uncapped.id), await spentBy(test.id)]).toEqual([undefined, undefined]);
    const listed = (await browser.get(`/v1/web/projects/${project.id}/api_keys`)).json() as NamedKey[];
    const spentOf = (id: string) => listed.find((one) => one.id === id)?.spent_today;
    expect([spentOf(uncapped.id), spentOf(test.id), spentOf(key.id)]).toEqual([null, 0, 1.6]);
  });
});

it('forgets days that no cap needs', async () => {
  const key = await makeCapped('8');
  await send(key.authorization);
  await pool.query(
    `insert into key_days (family, day, team_id, spent_micros) select family, day - 9, team_id, 1 from key_days where family = $1`,
    [key.id],
  );
  await purgeKeyDays(pool);
  expect(await spentBy(key.id)).toBe(800_000n);
});
