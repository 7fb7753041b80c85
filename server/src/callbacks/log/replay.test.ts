// The callback log: search, replay, and tests of a URL.
import type { AttemptsList, CallbackReplay, CallbackTest } from '@godwit/contract/callbackLog';
import type { CallbackSecret } from '@godwit/contract/callbacks';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { type Call, startReceiver } from '../../../test/receiver.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { applyTransitions } from '../../messages/state/transitions.ts';
import { startCallbacks } from '../delivery/deliver.ts';
import { signatureHeaders } from '../delivery/sign.ts';
import { passOnWakes, wakeCallbacks } from '../wake.ts';
import { countAttempts, listAttempts, nextAttempts, queueAgain } from './queries.ts';
import { replayStep } from './replay.ts';

const t = await testApp({ callbacksAllowPrivate: true });
const { pool } = t.services;
const sender = await makeSender(t);
const stranger = await makeSender(t);
passOnWakes(t.signals);
let worker: ReturnType<typeof startCallbacks> | null = startCallbacks(t.services, t.signals);
const stopWorker = async () => {
  await worker?.stop();
  worker = null;
};
afterAll(stopWorker);

let isUp = true;
const receiver = await startReceiver((response) => void response.writeHead(isUp ? 200 : 500).end());
const path = `/v1/web/projects/${sender.project.id}`;
const headers = { authorization: sender.authorization.TEST };

/** A final message whose receiver was notified. */
async function deliver(to: string, url = receiver.url): Promise<SmsObject> {
  const payload = { to, from: 'SANDBOX', body: 'Hello', status_callback: url };
  const sent = await t.app.inject({ method: 'POST', url: '/v1/messages', headers, payload });
  const message = sent.json() as SmsObject;
  const key = [{ teamId: sender.teamId, id: message.id }];
  for (const state of ['submitting', 'sent', 'delivered'] as const)
    await transaction(pool, (client) => applyTransitions(client, { [state]: key }));
  return message;
}
const callsOf = ({ id }: SmsObject) => receiver.calls.filter(({ json }) => json.id === id);
const attempts = async (query = ''): Promise<AttemptsList> =>
  (await sender.browser.get(`${path}/callback_attempts?mode=TEST${query}`)).json();
const emptied = () => waitFor(async () => (await pool.query('select from callback_outbox')).rowCount === 0);
/** As after their receiver was down for all attempts: nothing waits any more. */
async function giveUp(messages: readonly SmsObject[]): Promise<void> {
  for (const { id } of messages) await waitFor(async () => (await attempts(`&q=${id}`)).total > 0);
  await pool.query('delete from callback_outbox');
}
const minute = 60_000;
const span = () => ({
  mode: 'TEST',
  from: new Date(Date.now() - 60 * minute).toISOString(),
  to: new Date(Date.now() + minute).toISOString(),
});

describe('replaying the callbacks of a message', () => {
  it('posts all of its statuses with their original ids and sequence numbers', async () => {
    const message = await deliver('+94771230011');
    await waitFor(() => callsOf(message).length === 2);
    await emptied();
    const again = { project_id: sender.project.id };
    const answer = await sender.browser.post(`/v1/web/messages/${message.id}/callback_replay`, again);
    expect(answer.statusCode, answer.body).toBe(200);
    await waitFor(() => callsOf(message).length === 4);
    await emptied();
    const shown = (call: Call) => [call.headers['webhook-id'], call.body];
    const calls = callsOf(message).map(shown);
    expect(calls.slice(2)).toEqual(calls.slice(0, 2));
    expect(callsOf(message).map(({ json }) => json.sequence)).toEqual([1, 2, 1, 2]);
    const { results } = await attempts(`&q=${message.id}`);
    expect(results.map(({ sequence, replay, status }) => [sequence, replay, status])).toEqual([
      [2, 1, 'DELIVERED'],
      [1, 1, 'SENT'],
      [2, 0, 'DELIVERED'],
      [1, 0, 'SENT'],
    ]);
    expect(
      (await sender.browser.get(`/v1/web/messages/${message.id}?project_id=${sender.project.id}`)).json(),
    ).toMatchObject({
      status_callback: { attempt_count: 4 },
    });
  });

  it('makes a waiting attempt due now', async () => {
    isUp = false;
    const message = await deliver('+94771230012');
    await waitFor(async () => (await attempts(`&q=${message.id}`)).total === 1);
    isUp = true;
    const again = { project_id: sender.project.id };
    await sender.browser.post(`/v1/web/messages/${message.id}/callback_replay`, again);
    await emptied();
    expect(
      (await attempts(`&q=${message.id}`)).results.map(({ answer, status }) => [answer, status]),
    ).toEqual([
      [200, 'DELIVERED'],
      [200, 'SENT'],
      [500, 'SENT'],
    ]);
  });

  it('handles simultaneous requests together', async () => {
    const message = await deliver('+94771230014');
    await waitFor(() => callsOf(message).length === 2);
    await emptied();
    const again = { project_id: sender.project.id };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        sender.browser.post(`/v1/web/messages/${message.id}/callback_replay`, again),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    await emptied();
  });

  it('is refused if there is no URL or no status yet', async () => {
    const payload = { to: '+94771230013', from: 'SANDBOX', body: 'Hello' };
    for (const status_callback of [null, receiver.url]) {
      const sent = await t.app.inject({
        method: 'POST',
        url: '/v1/messages',
        headers,
        payload: { ...payload, status_callback },
      });
      const again = { project_id: sender.project.id };
      const answer = await sender.browser.post(`/v1/web/messages/${sent.json().id}/callback_replay`, again);
      expect(answer.json().code).toBe(1013);
    }
  });
});

describe('replaying a span', () => {
  it('posts the failed callbacks since, once per request key', async () => {
    isUp = false;
    const failed = [await deliver('+94771230021'), await deliver('+94771230022')];
    await giveUp(failed);
    isUp = true;
    const taken = await deliver('+94771230023');
    await emptied();
    receiver.calls.length = 0;

    const down = { ...span(), outcome: 'FAILED' };
    const ask = (key: string) =>
      sender.browser.post(`${path}/callback_replays`, down, { headers: { 'idempotency-key': key } });
    const begun = await ask('down on Friday');
    expect(begun.json(), begun.body).toMatchObject({ mode: 'TEST', outcome: 'FAILED', ended_at: null });
    // It excludes its own calls, however late its span was to end.
    expect(Date.parse(begun.json().to)).toBeLessThanOrEqual(Date.now());
    expect((await ask('down on Friday')).json()).toEqual(begun.json());
    expect((await ask('another')).json().code).toBe(1013);

    expect(await replayStep(pool)).toBe(true);
    expect(await replayStep(pool)).toBe(false);
    await emptied();
    for (const message of failed) {
      expect(callsOf(message).map(({ json }) => [json.status, json.sequence])).toEqual([
        ['SENT', 1],
        ['DELIVERED', 2],
      ]);
    }
    expect(callsOf(taken)).toEqual([]);
    const list = async () =>
      (await sender.browser.get(`${path}/callback_replays?mode=TEST`)).json() as CallbackReplay[];
    expect(await list()).toMatchObject([{ id: begun.json().id, queued: 2, ended_at: expect.any(String) }]);
    expect((await ask('down on Friday')).json()).toEqual((await list())[0]);

    await ask('once more');
    await replayStep(pool);
    expect((await list())[0]).toMatchObject({ queued: 0 });

    // A key belongs to the request that it came with.
    const other = { ...down, mode: 'LIVE' };
    const reused = { headers: { 'idempotency-key': 'once more' } };
    expect((await sender.browser.post(`${path}/callback_replays`, other, reused)).json().code).toBe(1009);
  });

  it('leaves out messages with a later accepted status', async () => {
    const message = await deliver('+94771230025');
    await emptied();
    await pool.query('update callback_attempts set answer = 500 where message_id = $1 and sequence = 1', [
      message.id,
    ]);
    receiver.calls.length = 0;
    expect(await queueAgain(pool, sender.teamId, [{ messageId: message.id, sequence: 1 }], true)).toBe(1);
    wakeCallbacks();
    await emptied();
    expect(callsOf(message).map(({ json }) => json.status)).toEqual(['SENT']);
  });

  it('that cannot be queued lets the others go first', async () => {
    await stopWorker();
    await pool.query(`insert into callback_replays (team_id, id, project_id, mode, from_at, before_at, failed_only, after_at)
      values ('${sender.teamId}', '${newId()}', '${sender.project.id}', 'TEST', now() - interval '1 hour', now(), false, now() - interval '1 hour'),
        ('${stranger.teamId}', '${newId()}', '${stranger.project.id}', 'TEST', now(), now(), false, now())`);
    await pool.query('update callback_replays set worked_at = $1 where team_id = $2', [
      new Date(0),
      sender.teamId,
    ]);
    await pool.query('update callback_attempts set replay = 2147483647 where team_id = $1 and replay = 0', [
      sender.teamId,
    ]);
    await expect(replayStep(pool)).rejects.toThrow('out of range');
    expect(await replayStep(pool)).toBe(true);
    const open = 'select team_id from callback_replays where ended_at is null';
    expect((await pool.query(open)).rows).toEqual([{ team_id: sender.teamId }]);
    await pool.query('delete from callback_replays');
    await pool.query('update callback_attempts set replay = 0 where team_id = $1 and replay = 2147483647', [
      sender.teamId,
    ]);
  });

  it('of LIVE does not wait for those of TEST', async () => {
    await stopWorker();
    await pool.query(
      `insert into callback_outbox (team_id, message_id, host, statuses, sequence, replay)
       select $1, gen_random_uuid(), 'TEST slow', '{SENT}', 1, 1 from generate_series(1, 200)`,
      [sender.teamId],
    );
    for (const mode of ['TEST', 'LIVE'])
      await pool.query(
        `insert into callback_replays (team_id, id, project_id, mode, from_at, before_at, failed_only, after_at)
         values ($1, $2, $3, $4, now(), now(), true, now())`,
        [sender.teamId, newId(), sender.project.id, mode],
      );
    const open = async () =>
      (await pool.query('select mode from callback_replays where ended_at is null')).rows;
    expect(await replayStep(pool)).toBe(true);
    expect(await open()).toEqual([{ mode: 'TEST' }]);
    expect(await replayStep(pool)).toBe(false);
    await pool.query('delete from callback_outbox');
    expect(await replayStep(pool)).toBe(true);
    expect(await open()).toEqual([]);
  });

  it('serves teams in turn, and queues no more than one step while calls wait', async () => {
    await stopWorker();
    for (const { teamId, project } of [sender, stranger]) {
      await pool.query(
        `insert into callback_replays (team_id, id, project_id, mode, from_at, before_at, failed_only, after_at)
         values ($1, $2, $3, 'LIVE', now(), now(), true, now())`,
        [teamId, newId(), project.id],
      );
      await pool.query(
        `insert into callback_outbox (team_id, message_id, host, statuses, sequence, replay)
         select $1, gen_random_uuid(), 'slow', '{SENT}', 1, 1 from generate_series(1, $2)`,
        [teamId, teamId === sender.teamId ? 200 : 199],
      );
    }
    const open = async () =>
      (await pool.query('select team_id from callback_replays where ended_at is null')).rows.map(
        (row) => row.team_id,
      );
    expect(await replayStep(pool)).toBe(true);
    expect(await open()).toEqual([sender.teamId]);
    expect(await replayStep(pool)).toBe(false);
    await pool.query('delete from callback_outbox');
    expect(await replayStep(pool)).toBe(true);
    expect(await open()).toEqual([]);
  });
});

describe('the log', () => {
  it('is searched by number, outcome, status and time, page by page', async () => {
    const all = await attempts('&page_size=100');
    expect(all.total).toBeGreaterThan(8);
    expect(all).toMatchObject({ more: false });
    const times = all.results.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const ofNumber = await attempts('&q=0771230021');
    expect(new Set(ofNumber.results.map(({ to }) => to))).toEqual(new Set(['+94771230021']));
    expect((await attempts('&q=0771230999')).total).toBe(0);
    const failed = await attempts('&outcome=FAILED&status=SENT');
    expect(failed.total).toBe(all.results.filter(({ answer }) => answer === 500).length);
    const second = await attempts('&page_size=3&page_num=1');
    expect(second.results).toEqual(all.results.slice(3, 6));
    const before = await attempts(`&to=${all.results[0]!.at}`);
    expect(before.total).toBe(all.results.filter(({ at }) => at < all.results[0]!.at).length);
    const theirs = await stranger.browser.get(
      `/v1/web/projects/${stranger.project.id}/callback_attempts?mode=TEST&q=${all.results[0]!.message_id}`,
    );
    expect(theirs.json()).toMatchObject({ total: 0 });
  });

  it('costs as much as it shows, even without statistics on the project', async () => {
    const fill = async (attempts: number) => {
      const [teamId, projectId] = [newId(), newId()];
      await pool.query(
        `insert into callback_attempts (team_id, project_id, mode, message_id, sequence, attempt, status, answer, started_at, duration_ms)
         select $1, $2, 'LIVE', gen_random_uuid(), 1, 1, 'SENT', case when i % 1000 = 0 then 500 else 200 end,
           now() - make_interval(secs => i), 5 from generate_series(1, $3) as i`,
        [teamId, projectId, attempts],
      );
      return { teamId, projectId };
    };
    await fill(5_000);
    await freezeStatistics(pool, ['callback_attempts']);
    const place = { ...(await fill(5_000)), mode: 'LIVE', from: new Date(0), before: new Date() } as const;
    const filter = { ...place, status: null, taken: null, messageIds: null };
    const page = await rowsReadBy(pool, (_db, client) =>
      listAttempts(client, filter, { offset: 0, limit: 25 }),
    );
    expect(page / 25).toBeLessThan(30);
    const rare = await rowsReadBy(pool, async (_db, client) => {
      expect(await countAttempts(client, { ...filter, taken: false }, 10_001)).toBe(5);
      expect(await listAttempts(client, { ...filter, taken: false }, { offset: 0, limit: 25 })).toHaveLength(
        5,
      );
    });
    expect(rare / 5).toBeLessThan(30);
    const replay = { ...place, id: newId(), after: new Date(0), afterId: newId(), failedOnly: true };
    const step = await rowsReadBy(pool, async (_db, client) => {
      expect(await nextAttempts(client, replay, 100)).toHaveLength(5);
    });
    expect(step / 5).toBeLessThan(30);
  });
});

describe('a test callback', () => {
  const test = async (url: string) => sender.browser.post(`${path}/callback_tests`, { url });

  it('is posted at once, signed like real ones, and reports its result', async () => {
    receiver.calls.length = 0;
    const made = (await test(receiver.url)).json() as CallbackTest;
    expect(made).toMatchObject({ answer: 200, error: null });
    const [call] = receiver.calls;
    expect(call!.body).toBe(made.body);
    expect(call!.headers).toMatchObject(made.headers);
    const { secret } = (await sender.browser.get(`${path}/callback_secret`)).json() as CallbackSecret;
    const id = made.headers['webhook-id']!;
    const at = new Date(Number(made.headers['webhook-timestamp']) * 1000);
    expect(made.headers).toMatchObject(signatureHeaders({ id, at, body: made.body }, [secret]));
    expect(call!.json).toMatchObject({ status: 'DELIVERED', mode: 'TEST', sequence: 2 });
  });

  it('goes only to addresses allowed for callbacks, and at most ten times a minute', async () => {
    expect((await test('http://169.254.169.254/latest')).json()).toMatchObject({
      answer: null,
      error: 'The URL does not lead to the public internet.',
    });
    for (const url of ['ftp://example.com/', 'http://user@example.com/', 'nothing'])
      expect((await test(url)).json()).toMatchObject({ code: 1002, fields: { url: expect.any(String) } });
    const answers = [];
    for (let i = 0; i < 10; i++) answers.push(await test(receiver.url));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(8).fill(200), 429, 429]);
    expect(Number(answers[9]!.headers['retry-after'])).toBeGreaterThan(0);
  });
});
