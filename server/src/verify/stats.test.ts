// The page about one-time codes, and a block that a person lifts.
import { codeCalls } from '@godwit/contract/codes';
import { expect, it } from 'vitest';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { makeSender } from '../../test/factories.ts';
import { forgetVerifications } from './queries.ts';

const t = await startEngine();
const { pool } = t.services;
const sender = await makeLiveSender(t, { amount: '100000' });
const stranger = await makeSender(t);

const start = async (to: string, mode: 'LIVE' | 'TEST' = 'LIVE') => {
  const payload = { to, from: mode === 'LIVE' ? 'Lanka Shop' : 'SANDBOX' };
  const headers = { authorization: sender.authorization[mode] };
  const answer = await t.app.inject({ method: 'POST', url: '/v1/verifications', headers, payload });
  return { http: answer.statusCode, ...(answer.json() as { id: string; code?: number }) };
};
/** Counts codes `daysAgo`. */
const count = (country: string, daysAgo: number, [starts, approved, blocked]: [number, number, number]) =>
  pool.query(
    `insert into verify_days (team_id, mode, day, country, prefix, starts, approved, blocked)
      values ($1, 'LIVE', (now() at time zone 'UTC')::date - $3::integer, $2, $2 || '7710', $4, $5, $6)`,
    [sender.teamId, country, daysAgo, starts, approved, blocked],
  );
const read = async ({ browser }: Pick<typeof sender, 'browser'> = sender) =>
  codeCalls['GET /codes'].answer.parse((await browser.get('/v1/web/codes')).json());

it('counts what was sent, typed in and refused in LIVE over thirty days, with its price', async () => {
  await start('+94771000001', 'TEST');
  expect(await read()).toMatchObject({ started: 0, cost_per_code: null, countries: [], blocks: [] });
  expect(await start('+94771000001')).toMatchObject({ http: 201 });
  await count('94', 29, [10, 8, 3]);
  await count('94', 30, [100, 100, 100]);
  await pool.query('update verify_days set watched = 2 where starts = 10');
  for (let country = 60; country < 70; country++) await count(String(country), 1, [5, 2, 0]);
  const shown = await read();
  expect(shown).toMatchObject({ started: 61, approved: 28, blocked: 3, watched: 2, cost_per_code: 0.8 });
  expect(shown.days).toHaveLength(30);
  expect(shown.days[0]).toMatchObject({ started: 10, approved: 8, blocked: 3 });
  expect(shown.days.at(-1)).toMatchObject({ started: 1, approved: 0, blocked: 0 });
  expect(shown.countries).toHaveLength(11);
  expect(shown.countries[0]).toEqual({
    ...{ dial_code: '94', countries: ['LK'] },
    ...{ started: 11, approved: 8, blocked: 3, watched: 2 },
  });
  expect(shown.countries.at(-1)).toMatchObject({ dial_code: null, started: 5, approved: 2 });
  expect(await read(stranger)).toMatchObject({ started: 0, cost_per_code: null });
});

it('counts what a code costs with its repetitions', async () => {
  const one = await makeLiveSender(t, { amount: '1000' });
  const post = (path: string, payload: object = {}) =>
    t.app.inject({
      ...{ method: 'POST', url: `/v1/verifications${path}`, payload },
      headers: { authorization: one.authorization.LIVE },
    });
  const startOne = async (to: string) => (await post('', { to, from: 'Lanka Shop' })).json().id as string;
  const id = await startOne('+94771000011');
  expect((await read(one)).cost_per_code).toBe(0.8);
  for (let sends = 1; sends < 3; sends++) {
    await pool.query("update verifications set sent_at = now() - interval '5 minutes' where id = $1", [id]);
    expect((await post(`/${id}/resend`)).statusCode).toBe(200);
  }
  expect(await read(one)).toMatchObject({ started: 1, cost_per_code: 2.4 });
  await startOne('+94771000012');
  expect(await read(one)).toMatchObject({ started: 2, cost_per_code: 1.6 });
});

const lift = (prefix: string, { browser }: Pick<typeof sender, 'browser'> = sender) =>
  browser.post('/v1/web/codes/unblock', { prefix });

it('shows the blocks of now, and lifts one of the own team', async () => {
  const block = `insert into verify_blocks values ($1, 'LIVE', $2, now() + $3::interval, 1)`;
  await pool.query(block, [sender.teamId, '947712', '10 min']);
  await pool.query(block, [sender.teamId, '947713', '-1 s']);
  expect((await read()).blocks).toEqual([{ prefix: '947712', until: expect.any(String) }]);
  expect((await read(stranger)).blocks).toEqual([]);
  expect(await start('+94771200000')).toMatchObject({ http: 403, code: 5003 });
  expect((await lift('947712', stranger)).json().code).toBe(1001);
  expect((await lift('947712')).json().blocks).toEqual([]);
  expect((await lift('947712')).json().code).toBe(1001);
  expect(await start('+94771200000')).toMatchObject({ http: 201 });
});

it('counts codes from zero after a block is lifted, and blocks again after five', async () => {
  const startAll = async (prefix: string, from: number, to: number) => {
    const answers = [];
    for (let number = from; number < to; number++) answers.push((await start(`${prefix}${number}`)).http);
    return answers;
  };
  const sent = (count: number) => [...Array(count).fill(201), 403];
  // Codes to Sri Lanka were typed in before, codes to Britain never.
  await count('94', 5, [10, 8, 0]);
  expect(await startAll('+947715000', 10, 26)).toEqual(sent(15));
  await lift('947715');
  expect(await startAll('+947715000', 31, 37)).toEqual(sent(5));
  /** Three to each of seven prefixes, of which none is blocked by itself. */
  const startInBritain = async (digits: string) => {
    const answers = [];
    for (let prefix = 0; prefix < 7; prefix++)
      answers.push(...(await startAll(`+44740${prefix}${digits}`, 1, 4)));
    return answers;
  };
  expect(await startInBritain('12345')).toEqual(sent(20));
  expect((await read()).blocks).toContainEqual({ prefix: '44', until: expect.any(String) });
  await lift('44');
  expect(await startInBritain('67890')).toEqual(sent(20));
});

it('counts of a day go after 90 days, in both modes', async () => {
  await pool.query(
    `insert into verify_days (team_id, mode, day, country, prefix, starts)
      select $1, mode, (now() at time zone 'UTC')::date - old, '94', '947100', 1
        from unnest(enum_range(null::message_mode)) mode, unnest(array[90, 91, 400]) old`,
    [stranger.teamId],
  );
  await forgetVerifications(pool);
  const { rows } = await pool.query(
    `select mode::text, (now() at time zone 'UTC')::date - day as old from verify_days where team_id = $1 order by mode::text`,
    [stranger.teamId],
  );
  expect(rows).toEqual([
    { mode: 'LIVE', old: 90 },
    { mode: 'TEST', old: 90 },
  ]);
});

it('a block goes 90 days after its end', async () => {
  await pool.query('delete from verify_blocks');
  await pool.query(
    `insert into verify_blocks select $1, 'LIVE', '94' || old, now() - make_interval(days => old), 1
      from unnest(array[89, 91, 400]) old`,
    [stranger.teamId],
  );
  await forgetVerifications(pool);
  expect((await pool.query('select prefix from verify_blocks')).rows).toEqual([{ prefix: '9489' }]);
});
