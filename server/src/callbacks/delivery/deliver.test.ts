import { EventEmitter } from 'node:events';
import type { CallbackSecret } from '@godwit/contract/callbacks';
import type { MessageDetail, SmsObject } from '@godwit/contract/messages/messages';
import { afterEach, describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { type Call, type Receiver, startReceiver } from '../../../test/receiver.ts';
import { passOnWakes } from '../wake.ts';
import { type DeliverOptions, startCallbacks } from './deliver.ts';
import { signatureHeaders } from './sign.ts';

const t = await startEngine();
const { pool } = t.services;
const services = { ...t.services, settings: { ...t.services.settings, callbacksAllowPrivate: true } };
const sender = await makeLiveSender(t);

const hub = new EventEmitter();
const signals = {
  send: (topic: string) => void hub.emit(topic),
  on(topic: string, listener: (detail: string) => void) {
    hub.on(topic, listener);
    return () => void hub.off(topic, listener);
  },
};
passOnWakes(signals);

const running: { stop(): Promise<void> }[] = [];
const start = (options?: DeliverOptions) => {
  const worker = startCallbacks(services, signals, options);
  running.push(worker);
  return worker;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
  await pool.query('truncate callback_outbox');
});

const DELIVERED = '+94771230001';
const UNDELIVERED = '+94771230002';
const sendTo = (to: string, { url }: Pick<Receiver, 'url'>, more = {}) =>
  send(t, sender, { to, status_callback: url, ...more });
const outbox = async (): Promise<{ message_id: string; statuses: string; attempts: number }[]> =>
  (await pool.query(`select message_id, statuses::text, attempts from callback_outbox order by message_id`))
    .rows;
const isEmpty = async () => (await outbox()).length === 0;
const statusesAt = ({ calls }: Receiver, { id }: SmsObject) =>
  calls.filter(({ json }) => json.id === id).map(({ json }) => json.status);
const detail = async ({ id }: SmsObject): Promise<MessageDetail> =>
  (await sender.browser.get(`/v1/web/messages/${id}?project_id=${sender.project.id}`)).json();
const attemptsOf = async (message: SmsObject) =>
  (await detail(message)).status_callback!.attempts.map(({ status, answer }) => [status, answer]);
/**
 * Seconds from the end of an attempt at a message's first status to the next attempt, once that is scheduled.
 */
const waitAfter = ({ id }: SmsObject, attempt: number): Promise<number> =>
  waitFor(async () => {
    const { rows } = await pool.query(
      `select extract(epoch from coalesce(next.started_at, waiting.due_at) - made.started_at)::float
          - made.duration_ms / 1000.0 as seconds
        from callback_attempts made
        left join callback_attempts next on next.message_id = made.message_id and next.sequence = 1
          and next.attempt = made.attempt + 1
        left join callback_outbox waiting on waiting.message_id = made.message_id and waiting.sequence = 1
          and waiting.attempts = made.attempt
        where made.message_id = $1 and made.sequence = 1 and made.attempt = $2`,
      [id, attempt],
    );
    return rows[0]?.seconds as number | null;
  });
/** Delays grow by large factors, so a busy machine cannot make one delay look like another. */
const isAbout = (seconds: number, waited: number) => waited > seconds * 0.91 && waited < seconds * 1.09 + 30;
/**
 * Makes calls due that wait after their last attempt, or after the given attempt, but not those in flight.
 */
const skipWait = async (attempt?: number) => {
  await pool.query(
    `update callback_outbox o set due_at = now()
      where o.due_at > now() + interval '1 second' and o.attempts = coalesce($1, o.attempts) and o.attempts = (
        select count(*) from callback_attempts a where a.message_id = o.message_id and a.sequence = o.sequence)`,
    [attempt],
  );
  signals.send('callbacks');
};

describe('a message with a callback', () => {
  it('delivers each status once, in order, as docs/receive.md describes', async () => {
    start();
    const receiver = await startReceiver();
    const message = await sendTo(DELIVERED, receiver, { client_reference: 'order 1042' });
    await waitFor(() => statusesAt(receiver, message).length === 2);
    const now = await reaches(t, sender, message, 'DELIVERED');
    const [sent, delivered] = receiver.calls.map(({ json }) => json);
    expect(sent).toEqual({
      id: message.id,
      project_id: sender.project.id,
      status: 'SENT',
      mode: 'TEST',
      to: message.to,
      from: 'SANDBOX',
      sender_shown: null,
      client_reference: 'order 1042',
      events: { ...now.events, delivered_at: null },
      failure: null,
      sequence: 1,
    });
    expect(delivered).toEqual({ ...sent, status: 'DELIVERED', events: now.events, sequence: 2 });
    await waitFor(isEmpty);
    const { status_callback: callback } = await detail(message);
    expect(callback).toMatchObject({ url: receiver.url, last_status: 200, attempt_count: 2 });
    expect(callback!.attempts).toEqual([
      { status: 'SENT', answer: 200, error: null, at: expect.any(String), duration_ms: expect.any(Number) },
      {
        status: 'DELIVERED',
        answer: 200,
        error: null,
        at: callback!.last_attempt_at,
        duration_ms: expect.any(Number),
      },
    ]);
  });

  it('gives the failure reason, also if the message was never sent', async () => {
    start();
    const receiver = await startReceiver();
    const undelivered = await sendTo(UNDELIVERED, receiver);
    const rejected = await sendTo('+94771230004', receiver);
    await waitFor(
      () => statusesAt(receiver, undelivered).length === 2 && statusesAt(receiver, rejected).length === 1,
    );
    const failures = receiver.calls.map(({ json }) => json).filter(({ status }) => status === 'FAILED');
    expect(failures).toHaveLength(2);
    for (const [message, code, sequence] of [
      [undelivered, 'UNDELIVERED', 2],
      [rejected, 'REJECTED', 1],
    ] as const) {
      expect(failures.find(({ id }) => id === message.id)).toMatchObject({ failure: { code }, sequence });
    }
  });

  it('is signed with the project secret, and for a day after a rotation also with the old one', async () => {
    start();
    const receiver = await startReceiver();
    const path = `/v1/web/projects/${sender.project.id}/callback_secret`;
    const before = (await sender.browser.get(path)).json() as CallbackSecret;
    expect(before).toMatchObject({ rotated_at: null, previous_valid_until: null });
    const next = async (): Promise<Call> => {
      const number = receiver.calls.length;
      await sendTo('+94771230004', receiver);
      return waitFor(() => receiver.calls[number]);
    };
    const signedBy = (call: Call, ...secrets: string[]) => {
      const id = String(call.headers['webhook-id']);
      const at = new Date(Number(call.headers['webhook-timestamp']) * 1000);
      expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(30_000);
      expect(call.headers).toMatchObject(signatureHeaders({ id, at, body: call.body }, secrets));
    };
    signedBy(await next(), before.secret);

    const after = (await sender.browser.post(`${path}/rotate`, {})).json() as CallbackSecret;
    expect(after.secret).not.toBe(before.secret);
    expect((await sender.browser.get(path)).json()).toEqual(after);
    expect(Date.parse(after.previous_valid_until!) - Date.parse(after.rotated_at!)).toBe(86_400_000);
    signedBy(await next(), after.secret, before.secret);

    await pool.query(`update callback_secrets set rotated_at = rotated_at - interval '1 day'`);
    signedBy(await next(), after.secret);
    const { rows } = await pool.query('select sealed from callback_secrets');
    expect(rows.some(({ sealed }) => (sealed as Buffer).includes(after.secret))).toBe(false);
  });

  it('holds a later status until the earlier one is accepted', async () => {
    let isUp = false;
    const receiver = await startReceiver((response) => void response.writeHead(isUp ? 200 : 500).end());
    start();
    const message = await sendTo(DELIVERED, receiver);
    await reaches(t, sender, message, 'DELIVERED');
    await waitFor(async () => (await attemptsOf(message)).length > 0);
    expect(await outbox()).toMatchObject([{ statuses: '{SENT,DELIVERED}' }]);
    isUp = true;
    await waitFor(async () => {
      await skipWait();
      return isEmpty();
    });
    // On a slow machine the second attempt may have come before the receiver was up.
    const calls = statusesAt(receiver, message);
    const refused = calls.slice(0, -2);
    expect(refused.length).toBeGreaterThan(0);
    expect(calls).toEqual([...refused.fill('SENT'), 'SENT', 'DELIVERED']);
    // The same call, byte for byte, so a receiver recognizes it.
    const [first, second] = receiver.calls;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(await attemptsOf(message)).toEqual([
      ...refused.map((status) => [status, 500]),
      ['SENT', 200],
      ['DELIVERED', 200],
    ]);
  });

  it('is tried ten times, then given up, and its next status delivered', async () => {
    const receiver = await startReceiver((response, { json }) => {
      response.writeHead(json.status === 'SENT' ? 503 : 202).end();
    });
    start();
    const message = await sendTo(DELIVERED, receiver);
    await reaches(t, sender, message, 'DELIVERED');
    const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [i, seconds] of waits.entries()) {
      const waited = await waitAfter(message, i + 1);
      expect(isAbout(seconds, waited), `${waited} s after attempt ${i + 1}`).toBe(true);
      await skipWait(i + 1);
    }
    await waitFor(isEmpty);
    expect(statusesAt(receiver, message)).toEqual([...Array(10).fill('SENT'), 'DELIVERED']);
    expect((await detail(message)).status_callback).toMatchObject({ attempt_count: 11, last_status: 202 });
  });

  it('records in words why there was no answer', async () => {
    const receiver = await startReceiver();
    start();
    const message = await sendTo('+94771230004', {
      url: receiver.url.replace('127.0.0.1', '169.254.169.254'),
    });
    await waitFor(async () => (await attemptsOf(message)).length > 0);
    const { status_callback: callback } = await detail(message);
    expect(callback!.last_status).toBeNull();
    expect(callback!.attempts[0]!.error).toBe('The URL does not lead to the public internet.');
  });

  it('that cannot be signed or called ends after its attempts, and stops no other', async () => {
    const receiver = await startReceiver();
    const [broken, wrong, fine] = [
      await sendTo('+94771230004', receiver),
      await sendTo('+94771230004', receiver),
      await sendTo('+94771230004', receiver),
    ];
    for (const message of [broken, wrong, fine]) await reaches(t, sender, message, 'FAILED');
    await pool.query(`update messages set status_callback = 'http://' where id = $1`, [wrong.id]);
    const other = await makeLiveSender(t);
    await pool.query(`update messages set project_id = $2 where id = $1`, [broken.id, other.project.id]);
    await pool.query(
      `insert into callback_secrets (team_id, project_id, sealed) values ($1, $2, 'nothing that opens')`,
      [sender.teamId, other.project.id],
    );
    start();
    await waitFor(() => statusesAt(receiver, fine).length === 1);
    for (const [{ id }, words] of [
      [broken, 'The callback could not be written or signed.'],
      [wrong, 'The URL is not one that can be called.'],
    ] as const) {
      const made = 'select error from callback_attempts where message_id = $1 and attempt = 1';
      const [first] = await waitFor(async () => {
        const { rows } = await pool.query(made, [id]);
        return rows.length > 0 ? rows : null;
      });
      expect(first.error).toBe(words);
    }
    // Each attempt counts, and both wait as long for the next as any other.
    for (const message of [broken, wrong]) expect(isAbout(5, await waitAfter(message, 1))).toBe(true);
    const waiting = await waitFor(async () => {
      const rows = await outbox();
      return rows.some(({ message_id }) => message_id === fine.id) ? null : rows;
    });
    expect(waiting.map(({ message_id }) => message_id)).toEqual([broken.id, wrong.id].sort());
  });
});

it('a message without a callback leaves no row, nor does one that only waits', async () => {
  const receiver = await startReceiver();
  const plain = await send(t, sender, { to: DELIVERED });
  await reaches(t, sender, plain, 'DELIVERED');
  const later = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const waiting = { to: DELIVERED, status_callback: receiver.url, send_at: `${later}Z` };
  await send(t, sender, waiting);
  expect(await outbox()).toEqual([]);
  expect((await detail(plain)).status_callback).toBeNull();
});

describe('many messages', () => {
  it('a silent receiver delays no other', async () => {
    const silent = await startReceiver(() => {});
    const fast = await startReceiver();
    const slow = await Promise.all(Array.from({ length: 30 }, () => sendTo(DELIVERED, silent)));
    for (const message of slow) await reaches(t, sender, message, 'DELIVERED');
    // However long the test takes, none of them is given up.
    start({ leaseMs: 600_000, poster: { totalMs: 600_000 } });
    // Of the ten connections to a host, two are reserved for other teams.
    await waitFor(() => silent.calls.length === 8);
    const quick = await Promise.all(Array.from({ length: 40 }, () => sendTo('+94771230004', fast)));
    await waitFor(() => quick.every((message) => statusesAt(fast, message).length === 1));
    expect(silent.mostAtOnce).toBe(8);
    expect(silent.calls).toHaveLength(8);
  });

  it('of TEST delay none of LIVE, even at the same host', async () => {
    const silent = await startReceiver(() => {});
    const modeOf = ({ json }: Call) => (json as unknown as { mode: string }).mode;
    const test = await Promise.all(Array.from({ length: 30 }, () => sendTo(DELIVERED, silent)));
    for (const one of test) await reaches(t, sender, one, 'DELIVERED');
    start({ leaseMs: 600_000, poster: { totalMs: 600_000 } });
    await waitFor(() => silent.calls.length === 8);
    const live = { to: DELIVERED, from: 'Lanka Shop', status_callback: silent.url };
    await send(t, sender, live, 'LIVE');
    await waitFor(() => silent.calls.length === 9);
    expect(silent.calls.map(modeOf)).toEqual([...Array(8).fill('TEST'), 'LIVE']);
  });

  it('are delivered once each by several workers, each in order', async () => {
    const receiver = await startReceiver();
    const messages = await Promise.all(
      Array.from({ length: 40 }, (_, i) => sendTo(i % 2 ? DELIVERED : UNDELIVERED, receiver)),
    );
    for (let i = 0; i < 3; i++) start();
    await waitFor(async () => receiver.calls.length === 80 && (await isEmpty()), { timeoutMs: 20_000 });
    for (const [i, message] of messages.entries()) {
      expect(statusesAt(receiver, message)).toEqual(['SENT', i % 2 ? 'DELIVERED' : 'FAILED']);
    }
  });

  it('of a dead worker are resumed by another when its lease ends', async () => {
    let isDead = true;
    const receiver = await startReceiver((response) => void (isDead || response.end()));
    const message = await sendTo(DELIVERED, receiver);
    await reaches(t, sender, message, 'DELIVERED');
    const dying = start();
    await waitFor(() => receiver.calls.length === 1);
    // Its calls break off without a result, and nothing is stored.
    await dying.stop();
    expect(await attemptsOf(message)).toEqual([]);
    expect((await outbox())[0]).toMatchObject({ statuses: '{SENT,DELIVERED}', attempts: 1 });
    isDead = false;
    await pool.query('update callback_outbox set due_at = now()');
    start();
    await waitFor(isEmpty);
    expect(statusesAt(receiver, message)).toEqual(['SENT', 'SENT', 'DELIVERED']);
  });
});
