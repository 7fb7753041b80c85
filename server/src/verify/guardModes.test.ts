// The modes and lists of the guard in a project, over HTTP and in two processes.
import type { Verification } from '@godwit/contract/publicApi/verify';
import { beforeEach, expect, it } from 'vitest';
import { anotherApp } from '../../test/app.ts';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { ledgerDifferences } from '../commands/ledger.ts';

const t = await startEngine();
const other = await anotherApp(t);
const { pool } = t.services;
const sender = await makeLiveSender(t, { amount: '100000' });
const { LIVE, TEST } = sender.authorization;

// Somebody in Sri Lanka typed in a code yesterday, so the country is not new.
beforeEach(async () => {
  for (const table of ['verifications', 'verify_days', 'verify_blocks'])
    await pool.query(`delete from ${table}`);
  await pool.query(
    `insert into verify_days (team_id, mode, day, country, prefix, starts, approved)
      values ($1, 'LIVE', (now() at time zone 'UTC')::date - 1, '94', '947100', 1, 1)`,
    [sender.teamId],
  );
});

async function post(path: string, payload: object = {}, authorization = LIVE, app = t.app) {
  const url = `/v1/verifications${path}`;
  const answer = await app.inject({ method: 'POST', url, headers: { authorization }, payload });
  const body = answer.json() as Verification & { code?: number; description?: string };
  return { http: answer.statusCode, retryAfter: answer.headers['retry-after'], ...body };
}
const start = (to: string, authorization = LIVE, app = t.app) =>
  post('', { to, from: authorization === LIVE ? 'Lanka Shop' : 'SANDBOX' }, authorization, app);
/** Starts at the same moment, in both processes. */
const many = (tos: readonly string[]) =>
  Promise.all(tos.map((to, i) => start(to, LIVE, [t.app, other.app][i % 2]!)));
/** Numbers of twelve characters that begin alike. */
const inPrefix = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(12 - prefix.length, '0')}`);

const setGuard = async (form: { mode: string; allowed?: string; refused?: string }) => {
  const answer = await sender.browser.post(`/v1/web/projects/${sender.project.id}/code_guard`, form);
  expect(answer.statusCode).toBe(200);
};
const countedOf = async (prefix: string) =>
  (await pool.query('select starts, blocked, watched from verify_days where prefix = $1', [prefix])).rows[0];

it('only counts what it would block while it watches, and blocks in both processes when told to', async () => {
  await setGuard({ mode: 'WATCH' });
  const answers = await many(inPrefix('+947720', 25));
  expect(answers.map(({ http }) => http)).toEqual(Array(25).fill(201));
  expect(await countedOf('947720')).toEqual({ starts: 25, blocked: 0, watched: 10 });
  expect((await pool.query('select prefix, times from verify_blocks')).rows).toEqual([
    { prefix: '947720', times: 1 },
  ]);
  await setGuard({ mode: 'BLOCK' });
  const late = await many(['+94772099998', '+94772099999']);
  expect(late.map(({ code }) => code)).toEqual([5003, 5003]);
  expect(await countedOf('947720')).toEqual({ starts: 25, blocked: 2, watched: 10 });
  expect(await ledgerDifferences(pool)).toEqual([]);
});

it('only counts codes while it is off', async () => {
  await setGuard({ mode: 'OFF' });
  expect((await many(inPrefix('+947721', 25))).map(({ http }) => http)).toEqual(Array(25).fill(201));
  expect(await countedOf('947721')).toEqual({ starts: 25, blocked: 0, watched: 0 });
  expect((await pool.query('select from verify_blocks')).rowCount).toBe(0);
  await setGuard({ mode: 'BLOCK' });
});

it('lets an allowed prefix pass, also while it is blocked; neighbours are judged', async () => {
  const [allowed, neighbour] = ['+9477221', '+9477222'];
  await setGuard({ mode: 'BLOCK', allowed: '9477221' });
  expect((await many(inPrefix(allowed, 25))).map(({ http }) => http)).toEqual(Array(25).fill(201));
  expect(await start(`${neighbour}9999`)).toMatchObject({ code: 5003 });
  expect(await start(`${allowed}9999`)).toMatchObject({ http: 201 });
  await setGuard({ mode: 'BLOCK' });
  expect(await start(`${allowed}9998`)).toMatchObject({ code: 5003 });
});

it.each(['BLOCK', 'WATCH', 'OFF'])(
  'refuses listed prefixes while it is set to %s, uncharged',
  async (mode) => {
    const [to, again] = ['+94773000001', '+94774000002'];
    const pending = await start(again);
    const [prefix, shorter] = [to.slice(1, 10), to.slice(1, 6)];
    await setGuard({ mode, allowed: shorter, refused: `+${prefix}, ${again.slice(1)}` });
    const spent = async () =>
      (await pool.query('select balance_micros as left from balances where team_id = $1', [sender.teamId]))
        .rows;
    const before = await spent();
    const refused = await start(to);
    expect(refused).toMatchObject({
      ...{ http: 403, code: 5003, retryAfter: undefined },
      description: expect.stringContaining(`+${prefix}, so nothing was sent or charged`),
    });
    await pool.query("update verifications set sent_at = sent_at - interval '31 s'");
    expect(await post(`/${pending.id}/resend`)).toMatchObject({ http: 403, code: 5003 });
    expect(await spent()).toEqual(before);
    expect(await countedOf(to.slice(1, 7))).toMatchObject({ blocked: 1 });
    expect(await start(to, TEST)).toMatchObject({ http: 201 });
    await setGuard({ mode: 'BLOCK' });
    expect(await start(to)).toMatchObject({ http: 201 });
  },
);

it('counts repetitions as messages, and refuses them to a blocked prefix, in both processes', async () => {
  const begun = await many(inPrefix('+947750', 8));
  const repeat = async () => {
    await pool.query("update verifications set sent_at = sent_at - interval '5 min'");
    return Promise.all(begun.map(({ id }, i) => post(`/${id}/resend`, {}, LIVE, [t.app, other.app][i % 2]!)));
  };
  expect((await repeat()).map(({ http }) => http)).toEqual(Array(8).fill(200));
  const more = await repeat();
  expect(more.filter(({ http }) => http === 200)).toHaveLength(4);
  expect(more.filter(({ code }) => code === 5003)).toHaveLength(4);
  const messages = await pool.query("select from messages where recipient like '+947750%'");
  expect(messages.rowCount).toBe(20);
  expect(await countedOf('947750')).toEqual({ starts: 8, blocked: 4, watched: 0 });
  expect(await ledgerDifferences(pool)).toEqual([]);
  await setGuard({ mode: 'OFF' });
  expect((await repeat()).filter(({ http }) => http === 200)).toHaveLength(8);
  await setGuard({ mode: 'BLOCK' });
});
