// Verifications over HTTP, and what a carrier and the database get of their codes.
import type { CheckAnswer, Verification } from '@godwit/contract/publicApi/verify';
import type { InjectOptions } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { anotherApp } from '../../test/app.ts';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { startHeldCarrier } from '../../test/heldCarrier.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { codeOf, hashOwnCode, isCode, newSalt } from './codes.ts';
import { forgetVerifications } from './queries.ts';

const carrier = await startHeldCarrier();
carrier.onSubmit = (submit) => submit.take();
const t = await startEngine({}, { change: (link) => carrier.serve(link) });
const other = await anotherApp(t);
const { pool, secrets } = t.services;
const sender = await makeLiveSender(t, { amount: '100000' });
const stranger = await makeSender(t);
const { LIVE, TEST } = sender.authorization;

beforeEach(async () => {
  await pool.query('delete from verifications');
  await pool.query('delete from verify_days');
  await pool.query('delete from verify_blocks');
});

let last = 0;
/** A number that had no code yet, and shares no prefix with those before it. */
const fresh = () => {
  last += 100_003;
  return `+9470${1_000_000 + (last % 9_000_000)}`;
};

type Asked = { authorization?: string; payload?: object; app?: typeof t.app; method?: 'GET' };
async function call<Answer>(
  path: string,
  { authorization = LIVE, payload, app = t.app, method }: Asked = {},
) {
  const options = { method: method ?? 'POST', url: `/v1/verifications${path}`, headers: { authorization } };
  const { statusCode, headers, ...answer } = await app.inject({ ...options, payload } as InjectOptions);
  const body = answer.json() as Answer & { code?: number };
  return { http: statusCode, retryAfter: headers['retry-after'], ...body };
}
const start = (payload: object = {}, authorization = LIVE) => {
  const from = authorization === LIVE ? 'Lanka Shop' : 'SANDBOX';
  return call<Verification>('', { authorization, payload: { to: fresh(), from, ...payload } });
};
const check = (id: string, code: string, asked: Asked = {}) =>
  call<CheckAnswer>(`/${id}/check`, { ...asked, payload: { code } });
const textTo = async (to: string, count = 1) => (await carrier.submitsTo(to, count)).at(-1)!.text;
const codeIn = async (to: string, count = 1) => /\d+/.exec(await textTo(to, count))![0];
/** Makes a wait of `seconds` pass. */
const pass = (id: string, seconds: number) =>
  pool.query(
    `update verifications set sent_at = sent_at - $2 * interval '1 s', started_at = started_at - $2 * interval '1 s',
      expires_at = expires_at - $2 * interval '1 s' where id = $1`,
    [id, seconds],
  );

describe('a code that the caller chose', () => {
  it('reaches the phone, is sent again by another start with it, and is right once', async () => {
    const to = fresh();
    const begun = await start({ to, code: '0073' });
    expect(begun).toMatchObject({ http: 201, to, sends: 1 });
    expect(await codeIn(to)).toBe('0073');
    expect(await start({ to, code: '0073' })).toMatchObject({ http: 200, id: begun.id, sends: 1 });
    await pass(begun.id, 31);
    expect(await call(`/${begun.id}/resend`)).toMatchObject({ http: 409, code: 1013 });
    for (const code of ['0074', undefined])
      expect(await start({ to, code })).toMatchObject({ http: 409, code: 1013 });
    expect(await start({ to, code: '0073' })).toMatchObject({ http: 201, id: begun.id, sends: 2 });
    expect(await codeIn(to, 2)).toBe('0073');
    expect(await check(begun.id, '0037')).toMatchObject({ valid: false, checks_left: 4 });
    expect(await check(begun.id, '00-73')).toMatchObject({ valid: true, status: 'APPROVED' });
  });

  it('is not taken for one of ours, and counts in TEST too', async () => {
    const to = fresh();
    const ours = await start({ to });
    expect(await start({ to, code: await codeIn(to) })).toMatchObject({ http: 409, code: 1013 });
    await call(`/${ours.id}/cancel`);
    const { id } = await start({ to: '+94771234567', code: '998877' }, TEST);
    expect(await check(id, '234567', { authorization: TEST })).toMatchObject({ valid: false });
    expect(await check(id, '998877', { authorization: TEST })).toMatchObject({ valid: true });
  });

  it.each(['123', '12345678901', '12a4', '٣٤٥٦', 1234])('is not %s', async (code) => {
    expect(await start({ code })).toMatchObject({
      http: 400,
      code: 1002,
      fields: { code: expect.any(String) },
    });
  });

  it('is forgotten with the number', async () => {
    const { id } = await start({ code: '4711' });
    await pass(id, 26 * 3_600);
    await forgetVerifications(pool);
    const { rows } = await pool.query('select own_code_hmac, recipient from verifications where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ own_code_hmac: null, recipient: null }]);
  });
});

describe('a code', () => {
  it('reaches the phone, is right once, and cannot be used again', async () => {
    const to = fresh();
    const begun = await start({ to });
    expect(begun).toMatchObject({ http: 201, to, from: 'Lanka Shop', sends: 1, checks_left: 5 });
    expect(await textTo(to)).toMatch(/^\d{6} is your verification code\. Do not share it with anybody\.$/);
    const code = await codeIn(to);
    const wrong = code === '111111' ? '222222' : '111111';
    expect(await check(begun.id, wrong)).toMatchObject({ status: 'PENDING', valid: false, checks_left: 4 });
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(await check(begun.id, typed)).toMatchObject({ status: 'APPROVED', valid: true });
    expect(await check(begun.id, code)).toMatchObject({ http: 409, code: 5000 });
  });

  it('is checked by the number too, in its own project and mode', async () => {
    const to = fresh();
    const { id } = await start({ to });
    const payload = { to, code: await codeIn(to) };
    for (const authorization of [TEST, stranger.authorization.LIVE])
      expect(await call('/check', { authorization, payload })).toMatchObject({ code: 1001 });
    expect(await check(id, payload.code, { authorization: stranger.authorization.LIVE })).toMatchObject({
      code: 1001,
    });
    expect(await check(id, payload.code, { authorization: TEST })).toMatchObject({ code: 1004 });
    expect(await call('/check', { payload })).toMatchObject({ id, valid: true, status: 'APPROVED' });
  });

  it('is the last digits of the number in TEST; one ending expires, and another is blocked', async () => {
    const { id } = await start({ to: '+94771234567', code_length: 4 }, TEST);
    expect(await check(id, '4567', { authorization: TEST })).toMatchObject({ valid: true });
    const expired = await start({ to: '+94771230011' }, TEST);
    expect(await check(expired.id, '230011', { authorization: TEST })).toMatchObject({ code: 5000 });
    expect(await start({ to: '+94771230012' }, TEST)).toMatchObject({ http: 403, code: 5003 });
  });

  it('needs the segments that its message is charged for, in Unicode too', async () => {
    for (const body of [`${'a'.repeat(156)}{code}`, `${'ක'.repeat(66)}{code}`, '{code} ආයුබෝවන්']) {
      const to = fresh();
      const { message_id } = await start({ to, body, code_length: 4 });
      expect((await textTo(to)).replace(/\d{4}/, '****')).toBe(body.replace('{code}', '****'));
      const { rows } = await pool.query('select segments, body from messages where id = $1', [message_id]);
      expect(rows).toEqual([{ segments: 1, body: body.replace('{code}', '****') }]);
    }
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it.each([undefined, '8365920174'])('is in no table, also while its message waits', async (own) => {
    const held: (() => void)[] = [];
    carrier.onSubmit = (submit) => held.push(() => submit.take());
    const to = fresh();
    const begun = await start({ to, code: own, code_length: 10 });
    const code = await codeIn(to);
    if (own) expect(code).toBe(own);
    const found: string[] = [];
    const tables = await pool.query(
      "select format('%I', relname) as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace",
    );
    const look = async () => {
      for (const { name } of tables.rows) {
        // Columns of bytes are written in hexadecimal digits.
        const hit = await pool.query(
          `select from ${name} x where x::text like any (array['%' || $1 || '%', '%' || $2 || '%']) limit 1`,
          [code, Buffer.from(code).toString('hex')],
        );
        if (hit.rowCount) found.push(name);
      }
    };
    expect((await pool.query('select hidden is null as is from send_queue')).rows).toEqual([{ is: false }]);
    await look();
    for (const take of held) take();
    carrier.onSubmit = (submit) => submit.take();
    await waitFor(async () => (await pool.query('select from send_queue')).rowCount === 0);
    await check(begun.id, code);
    await look();
    expect([found, t.log.filter((line) => line.includes(code))]).toEqual([[], []]);
  });

  it('is not sent if the secret that sealed it is gone, and refunded', async () => {
    const to = fresh();
    await t.carriers.reload([]);
    const { message_id } = await start({ to });
    await pool.query("update send_queue set hidden = '\\x01' where message_id = $1", [message_id]);
    await t.carriers.reload(t.links);
    const row = async () =>
      (await pool.query('select state, failure, charged_micros from messages where id = $1', [message_id]))
        .rows[0];
    await waitFor(async () => (await row()).state === 'failed');
    expect(await row()).toMatchObject({ failure: 'EXPIRED', charged_micros: 0n });
    expect(carrier.submits.filter((submit) => submit.to === to)).toEqual([]);
  });

  it('differs for each verification, has each digit as often, and holds under a replaced secret', () => {
    const of = () => ({ id: 'a', salt: newSalt(), codeLength: 6, mode: 'LIVE' as const, recipient: '+1' });
    const codes = Array.from({ length: 2_000 }, () => codeOf(secrets, of()));
    expect(new Set(codes).size).toBeGreaterThan(1_990);
    const count = Map.groupBy(codes.join(''), (digit) => digit);
    for (const { length } of count.values()) expect(length).toBeGreaterThan(1_000);
    expect(count.size).toBe(10);
    const one = { ...of(), ownCode: null };
    const both = { hmacs: (...of: [string, Buffer]) => [Buffer.alloc(32), secrets.hmac(...of)] };
    expect(isCode(both as never, one, codeOf(secrets, one))).toBe(true);
    const own = { ...one, ownCode: hashOwnCode(secrets, one, '4711') };
    expect(['4711', '4712'].map((code) => isCode(both as never, own, code))).toEqual([true, false]);
  });
});

describe('guesses', () => {
  it('at the same moment count each: 100 in two processes, 5 are checked', async () => {
    const to = fresh();
    const { id } = await start({ to });
    const code = await codeIn(to);
    const wrong = Array.from({ length: 100 }, (_, i) => String(i).padStart(6, '9')).filter((c) => c !== code);
    const answers = await Promise.all(
      wrong.map((guess, i) => check(id, guess, { app: [t.app, other.app][i % 2]! })),
    );
    expect(answers.filter(({ valid }) => valid === false)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 5002)).toHaveLength(wrong.length - 5);
    expect(await check(id, code)).toMatchObject({ http: 429, code: 5002 });
    expect(await call(`/${id}`, { method: 'GET' })).toMatchObject({ status: 'FAILED', checks_left: 0 });
  });

  it.each(['', ' ', '1'.repeat(33), null, 123456, '𝟙𝟚𝟛𝟜𝟝𝟞', '123456\n7'])(
    'such as %j never fit',
    async (code) => {
      const { id } = await start({}, TEST);
      const answer = await call<CheckAnswer>(`/${id}/check`, { authorization: TEST, payload: { code } });
      expect(answer.valid ?? false).toBe(false);
      expect([200, 400]).toContain(answer.code === undefined ? 200 : 400);
    },
  );
});

describe('a second start', () => {
  it('sends nothing before it is due, then the same code', async () => {
    const to = fresh();
    const first = await start({ to });
    const code = await codeIn(to);
    expect(await start({ to })).toMatchObject({ id: first.id, sends: 1, message_id: first.message_id });
    await pass(first.id, 31);
    const again = await start({ to });
    expect(again).toMatchObject({ http: 201, id: first.id, sends: 2 });
    expect(again.message_id).not.toBe(first.message_id);
    expect(await codeIn(to, 2)).toBe(code);
    expect(await check(first.id, code)).toMatchObject({ valid: true });
  });

  it('at the same moment in two processes is one verification and one message', async () => {
    const to = fresh();
    const starts = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call<Verification>('', { payload: { to, from: 'Lanka Shop' }, app: [t.app, other.app][i % 2]! }),
      ),
    );
    expect(new Set(starts.map(({ id }) => id)).size).toBe(1);
    expect((await pool.query('select from messages where recipient = $1', [to])).rowCount).toBe(1);
  });
});

describe('the limits of sending', () => {
  it('are five times, after pauses that double', async () => {
    const { id } = await start();
    for (const [sends, pause] of [30, 60, 120, 240].entries()) {
      const early = await call(`/${id}/resend`);
      expect(early).toMatchObject({ http: 429, code: 5001 });
      expect(Math.abs(Number(early.retryAfter) - pause)).toBeLessThan(5);
      await pool.query("update verifications set sent_at = sent_at - $2 * interval '1 s' where id = $1", [
        id,
        pause,
      ]);
      expect(await call(`/${id}/resend`)).toMatchObject({ status: 'PENDING', sends: sends + 2 });
    }
    await pool.query("update verifications set sent_at = sent_at - interval '240 s' where id = $1", [id]);
    const row = { status: 'PENDING', sends: 5, resend_at: null };
    expect(await call(`/${id}`, { method: 'GET' })).toMatchObject(row);
    expect(await call(`/${id}/resend`)).toMatchObject({ code: 5001 });
    const { to } = await call<Verification>(`/${id}`, { method: 'GET' });
    expect(await start({ to })).toMatchObject({ code: 5001 });
  });

  it('are five starts for a number in ten minutes, and ten an hour for an address, at the same moment too', async () => {
    const to = fresh();
    for (let count = 0; count < 5; count++) {
      const { id } = await start({ to });
      expect(await call(`/${id}/cancel`)).toMatchObject({ status: 'CANCELLED' });
    }
    const before = await pool.query('select balance_micros from balances where team_id = $1', [
      sender.teamId,
    ]);
    expect(await start({ to })).toMatchObject({ http: 429, code: 5001 });
    const many = await Promise.all(
      Array.from({ length: 15 }, (_, i) =>
        call<Verification>('', {
          payload: { to: fresh(), from: 'Lanka Shop', end_user_ip: '2001:db8::1' },
          app: [t.app, other.app][i % 2]!,
        }),
      ),
    );
    expect(many.filter(({ code }) => code === 5001)).toHaveLength(5);
    const after = await pool.query('select balance_micros from balances where team_id = $1', [sender.teamId]);
    const cost = await pool.query(
      'select sum(cost_micros)::bigint as sum from messages where recipient = any($1)',
      [many.map((one) => one.to)],
    );
    expect(before.rows[0].balance_micros - after.rows[0].balance_micros).toBe(cost.rows[0].sum);
  });
});

describe('a refused start', () => {
  it.each<[object, number]>([
    [{ to: '0771234567' }, 2002],
    [{ to: '+9477' }, 2000],
    [{ from: 'Nobody' }, 3000],
    [{ body: 'No place' }, 1002],
    [{ body: '{code} {code}' }, 1002],
    [{ body: `${'ක'.repeat(1000)}{code}` }, 3004],
    [{ body: `${'a'.repeat(1595)}{code}` }, 1002],
    [{ code_length: 3 }, 1002],
    [{ expires_in_s: 59 }, 1002],
    [{ end_user_ip: '1.2.3' }, 1002],
    [{ locale: 'fr' }, 1002],
    [{ project_id: stranger.project.id }, 1001],
    [{ mode: 'TEST' }, 1004],
  ])('%j: %i, with nothing stored', async (payload, code) => {
    const answer = await start(payload);
    expect(answer.code).toBe(code);
    expect((await pool.query('select from verifications')).rowCount).toBe(0);
  });

  it('by money leaves nothing, so it works after a top-up', async () => {
    const poor = await makeLiveSender(t, { amount: '0.01' });
    const payload = { to: fresh(), from: 'Lanka Shop' };
    expect(await call('', { authorization: poor.authorization.LIVE, payload })).toMatchObject({ code: 4005 });
    expect((await pool.query('select from verifications')).rowCount).toBe(0);
  });

  it('with a promotional sender sends no code into quiet hours', async () => {
    const promo = await makeLiveSender(t, { promotional: true });
    const payload = { to: fresh(), from: 'Lanka Shop' };
    expect(await call('', { authorization: promo.authorization.LIVE, payload })).toMatchObject({
      code: 3002,
    });
  });

  it('needs a key with the scope', async () => {
    const { authorization } = await makeNamedKey(sender.browser, sender.project.id, {
      mode: 'LIVE',
      scopes: 'messages:send',
    });
    expect(await start({}, authorization)).toMatchObject({ http: 403, code: 1015 });
  });
});

it('the number, the text and the address are forgotten a day after the end, the rest after 90 days', async () => {
  const [old, older, recent] = [await start({ end_user_ip: '192.0.2.1' }), await start(), await start()];
  await pass(old.id, 26 * 3_600);
  await pass(older.id, 91 * 86_400);
  await forgetVerifications(pool);
  const { rows } = await pool.query(
    'select id, recipient, body, end_user_ip from verifications order by started_at',
  );
  expect(rows).toEqual([
    { id: old.id, recipient: null, body: null, end_user_ip: null },
    { id: recent.id, recipient: recent.to, body: expect.stringContaining('{code}'), end_user_ip: null },
  ]);
});

describe('the guard', () => {
  // Somebody in Sri Lanka typed in a code yesterday, so the country is not new.
  beforeEach(async () => {
    await pool.query(
      `insert into verify_days (team_id, mode, day, country, prefix, starts, approved)
        values ($1, 'LIVE', (now() at time zone 'UTC')::date - 1, '94', '947100', 1, 1)`,
      [sender.teamId],
    );
  });

  const many = (tos: readonly string[]) =>
    Promise.all(
      tos.map((to, i) =>
        call<Verification>('', { payload: { to, from: 'Lanka Shop' }, app: [t.app, other.app][i % 2]! }),
      ),
    );
  /** Numbers of twelve characters that begin alike. */
  const inPrefix = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(12 - prefix.length, '0')}`);
  const approve = async (of: readonly { id: string; to: string | null }[]) => {
    for (const { id, to } of of) expect(await check(id, await codeIn(to!))).toMatchObject({ valid: true });
  };
  const sentTo = async (prefix: string) =>
    (await pool.query("select from messages where mode = 'LIVE' and recipient like $1 || '%'", [prefix]))
      .rowCount;

  it('lets 15 of 100 pumped codes through, at the same moment in two processes; neighbours pass', async () => {
    const answers = await many(inPrefix('+947712', 100));
    expect(await sentTo('+947712')).toBe(15);
    expect(answers.filter(({ code }) => code === 5003)).toHaveLength(85);
    expect(await start({ to: '+94771399999' })).toMatchObject({ http: 201 });
    const late = await start({ to: '+94771299999' });
    expect(late).toMatchObject({ http: 403, code: 5003 });
    expect(Number(late.retryAfter)).toBeGreaterThan(800);
    const { rows } = await pool.query("select starts, blocked from verify_days where prefix = '947712'");
    expect(rows).toEqual([{ starts: 15, blocked: 86 }]);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('lets a prefix go on whose codes are typed in', async () => {
    await approve((await many(inPrefix('+947714', 15))).slice(0, 3));
    expect((await many(inPrefix('+9477145', 8))).map(({ http }) => http)).toEqual(Array(8).fill(201));
  });

  it('lets a prefix that is usually busy have a burst', async () => {
    await pool.query(
      `insert into verify_days (team_id, mode, day, country, prefix, starts, approved)
        select $1, 'LIVE', (now() at time zone 'UTC')::date - n, '94', '947715', 2000, 1500 from generate_series(1, 7) n`,
      [sender.teamId],
    );
    expect((await many(inPrefix('+947715', 31))).filter(({ http }) => http === 201)).toHaveLength(31);
    expect(await sentTo('+947715')).toBe(31);
  });

  it('blocks twice as long each time, after one code', async () => {
    const waits: number[] = [];
    for (const [round, count] of [15, 1, 1].entries()) {
      await many(inPrefix(`+947716${round}`, count));
      const { retryAfter } = await start({ to: '+94771699999' });
      waits.push(Number(retryAfter));
      await pool.query("update verify_blocks set until = now() - interval '1 s'");
      await pool.query("update verifications set started_at = started_at - interval '16 min'");
    }
    const blocks = await pool.query('select times from verify_blocks');
    expect(blocks.rows).toEqual([{ times: 3 }]);
    expect(waits).toEqual([900, 1_800, 3_600]);
  });

  it('lets 20 codes a day into a country where nobody has typed one in, over all its prefixes', async () => {
    const numbers = Array.from({ length: 30 }, (_, i) => `+6141${String(2_000_000 + i * 10_007)}`);
    const answers = await many(numbers);
    expect(answers.filter(({ http }) => http === 201)).toHaveLength(20);
    expect(answers.filter(({ code }) => code === 5003)).toHaveLength(10);
    expect(await start()).toMatchObject({ http: 201 });
  });

  it('does not look at TEST, nor at other teams', async () => {
    await many(inPrefix('+947717', 25));
    expect(await start({ to: '+94771799999' }, TEST)).toMatchObject({ http: 201 });
    const neighbour = await makeLiveSender(t);
    const payload = { to: '+94771799998', from: 'Lanka Shop' };
    expect(await call('', { authorization: neighbour.authorization.LIVE, payload })).toMatchObject({
      http: 201,
    });
  });
});

it('codes of one team wait for each other on one connection, while a neighbour sends', async () => {
  const neighbour = await makeLiveSender(t);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select from balances where team_id = $1 for update', [sender.teamId]);
    const starts = Array.from({ length: 20 }, () => start());
    const waiting = async () =>
      (
        await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount;
    await waitFor(async () => (await waiting()) !== 0);
    const payload = { to: fresh(), from: 'Lanka Shop' };
    const theirs = await call('', { authorization: neighbour.authorization.LIVE, payload });
    expect([theirs.http, await waiting()]).toEqual([201, 1]);
    await client.query('rollback');
    expect((await Promise.all(starts)).map(({ http }) => http)).toEqual(Array(20).fill(201));
  } finally {
    client.release();
  }
});
