// One-time codes beside a large campaign of the same team over the same link: each reaches the carrier within
// a second of the link's time, however many messages of the campaign wait. A flood of codes takes half of the
// link at most.
import { listenSmpp } from '@godwit/smpp/session/server';
import { afterAll, expect, it } from 'vitest';
import { NO_INCOMING, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { openSendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { startCarriers } from '../start.ts';

/** More would take longer to store here; the queue is read by index, so their number changes nothing. */
const CAMPAIGN = 20_000;
const CODES = 40;
const PER_SECOND = 100;

/** The numbers to which messages came, in order. */
const arrived: string[] = [];
const carrier = await listenSmpp({
  host: '127.0.0.1',
  port: 0,
  authenticate: () => 0,
  onSubmit(pdu) {
    arrived.push(`+${pdu.destinationAddr}`);
    return { status: 0, messageId: String(arrived.length) };
  },
  onError() {},
});
afterAll(() => carrier.close());
const t = await startEngine(
  {},
  { change: (link) => ({ ...link, port: carrier.port, sessions: 1, throughput: PER_SECOND }) },
);
const { pool } = t.services;
const sender = await makeSender(t);

/** Queues copies of a message; those of a campaign if `isCampaign`. */
async function queueCopies(
  from: typeof sender,
  message: Parameters<typeof send>[2],
  { count, isCampaign = false }: { count: number; isCampaign?: boolean },
) {
  const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const one = await send(t, from, { ...message, send_at });
  await pool.query(
    `with copied as (
       insert into messages select copy.* from messages m, generate_series(1, $2::integer) as i,
         jsonb_populate_record(m, jsonb_build_object('id', overlay(uuid_floor(now() - make_interval(secs => i / 1000.0))::text placing right(gen_random_uuid()::text, 12) from 25), 'api_type', $3::text)) as copy
       where m.id = $1 returning team_id, id
     )
     insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at)
       select copied.id, copied.team_id, q.link_group, case $3 when 'CAMPAIGN' then 1 else q.priority end, now(), now() + interval '1 day' from copied, send_queue q where q.message_id = $1`,
    [one.id, count, isCampaign ? 'CAMPAIGN' : 'MESSAGING'],
  );
}

/** Sends a code; returns how many other messages the carrier got between its acceptance and the code. */
async function sendCode(number: string): Promise<number> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/verifications',
    headers: { authorization: sender.authorization.TEST },
    payload: { to: number, from: 'SANDBOX' },
  });
  expect(answer.statusCode).toBe(201);
  const before = arrived.length;
  await waitFor(() => arrived.includes(number), { what: `the code to ${number}`, timeoutMs: 30_000 });
  return arrived.indexOf(number) - before;
}

it('a code waits for less than a second of a campaign of 20,000 messages', { timeout: 120_000 }, async () => {
  await queueCopies(sender, { to: '+94770000003', body: 'Sale' }, { count: CAMPAIGN, isCampaign: true });
  await waitFor(() => arrived.length > PER_SECOND, { what: 'the campaign', timeoutMs: 30_000 });
  const waits: number[] = [];
  for (let i = 0; i < CODES; i++) waits.push(await sendCode(`+9477${2_000_000 + i * 1_001}`));
  expect(Math.max(...waits)).toBeLessThanOrEqual(PER_SECOND);
  const { rows } = await pool.query('select count(*)::integer as n from send_queue where priority = 1');
  expect(rows[0].n).toBeGreaterThan(CAMPAIGN / 2);
  // The campaign goes on beside the codes.
  expect(arrived.length).toBeGreaterThan(PER_SECOND + CODES);
});

it('a flood of codes takes half of the link, over two processes', { timeout: 120_000 }, async () => {
  const [flood, single, other] = [await makeSender(t), await makeSender(t), await makeSender(t)];
  const { log, countryRules, secrets } = t.services;
  const signals = { send() {}, on: () => () => {}, close: async () => {} };
  const sendingProfiles = openSendingProfiles(pool, signals);
  const second = await startCarriers(
    { ...NO_INCOMING, pool, log, signals, sendingProfiles, countryRules, secrets, timings: SHORT },
    t.links,
  );
  try {
    const [ofFlood, ofSingle] = ['+94770000101', '+94770000102'];
    await queueCopies(single, { to: ofSingle, body: 'Hello' }, { count: 2_000 });
    await queueCopies(flood, { to: ofFlood, body: 'Your code is 481516', lane: 'otp' }, { count: 4_000 });
    const isFrom = (number: string) => (one: string) => one === number;
    await waitFor(() => arrived.filter(isFrom(ofFlood)).length > PER_SECOND, {
      what: 'the flood',
      timeoutMs: 30_000,
    });
    const from = arrived.length;
    const most = 4 * PER_SECOND;
    await waitFor(() => arrived.length >= from + most, { what: 'the share', timeoutMs: 30_000 });
    const some = arrived.slice(from, from + most);
    const shareOf = (number: string) => some.filter(isFrom(number)).length / most;
    expect(shareOf(ofFlood)).toBeLessThanOrEqual(0.52);
    expect(shareOf(ofFlood)).toBeGreaterThanOrEqual(0.45);
    // Single messages have three quarters of the rest, and the campaign of the first test one.
    expect(shareOf(ofSingle)).toBeGreaterThanOrEqual(0.33);

    const before = arrived.length;
    const code = await send(t, other, { to: '+94770000103', body: 'Your code is 162342', lane: 'otp' });
    const hello = await send(t, other, { to: '+94770000104', body: 'Hello' });
    for (const { to: recipient } of [code, hello]) {
      await waitFor(() => arrived.includes(recipient), {
        what: `the message to ${recipient}`,
        timeoutMs: 30_000,
      });
      // A second of both processes' sessions.
      expect(arrived.indexOf(recipient) - before).toBeLessThanOrEqual(2 * PER_SECOND);
    }
  } finally {
    await second.stop();
  }
});
