// The order of messages as the carrier sees it. The link takes one message at a time, so submits come in
// scheduling order.

import { readPart } from '@godwit/smpp/codec/split';
import { listenSmpp } from '@godwit/smpp/session/server';
import { afterAll, describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';

const PER_SECOND = 10;
const texts: string[] = [];
let onSubmit = async () => {};
const carrier = await listenSmpp({
  host: '127.0.0.1',
  port: 0,
  authenticate: () => 0,
  async onSubmit(pdu) {
    texts.push(readPart(pdu).text);
    await onSubmit();
    return { status: 0, messageId: String(texts.length) };
  },
  onError: () => {},
});
afterAll(() => carrier.close());
const t = await startEngine(
  {},
  {
    // Parts being checked again may overtake each other, and the order measured here is that of picking.
    timings: { ...SHORT, checkedForMs: 60_000 },
    change: (link) => ({ ...link, port: carrier.port, sessions: 1, throughput: PER_SECOND }),
  },
);
const { pool } = t.services;

type Sender = Awaited<ReturnType<typeof makeSender>>;
type Row = { sender: Sender; body: string; priority?: number; waitedMs?: number };

/**
 * Queues messages that all became due at the same moment, `waitedMs` milliseconds ago; returns them as
 * accepted.
 */
async function queue(rows: Row[]) {
  const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const messages = await Promise.all(
    rows.map(({ sender, body }) => send(t, sender, { to: '+94770000003', body, send_at })),
  );
  await pool.query(
    `update send_queue q set priority = key.priority, due_at = now() - make_interval(secs => key.waited_ms / 1000.0)
      from unnest($1::uuid[], $2::smallint[], $3::integer[]) as key (id, priority, waited_ms) where q.message_id = key.id`,
    [
      messages.map(({ id }) => id),
      rows.map(({ priority = 0 }) => priority),
      rows.map(({ waitedMs = 0 }) => waitedMs),
    ],
  );
  return messages;
}

/** The texts with this prefix in the order the carrier got them, once there are `count`. */
const taken = (start: string, count: number) =>
  waitFor(
    async () => {
      const some = texts.filter((text) => text.startsWith(start));
      return some.length >= count ? some : null;
    },
    { what: `${count} of ${start}`, timeoutMs: 30_000 },
  );
const many = (count: number, row: Row) =>
  Array.from({ length: count }, (_, i) => ({ ...row, body: `${row.body} ${i}` }));
const countOf = (some: string[], word: string) => some.filter((text) => text.includes(word)).length;

describe('fair scheduling', () => {
  it('alternates between teams, however large the capacity', async () => {
    const senders = await Promise.all([1, 2, 3, 4].map(() => makeSender(t)));
    await queue(senders.flatMap((sender, i) => many(3, { sender, body: `turns team-${i}` })));
    const eight = (await taken('turns', 12)).slice(0, 8);
    expect(senders.map((_, i) => countOf(eight, `team-${i}`))).toEqual([2, 2, 2, 2]);
  });

  it('goes from oldest to newest within a team', async () => {
    const sender = await makeSender(t);
    const ages = [3, 5, 1, 4, 2];
    await queue(ages.map((age) => ({ sender, body: `oldest ${9 - age}`, waitedMs: age * 1_000 })));
    expect(await taken('oldest', 5)).toEqual([4, 5, 6, 7, 8].map((n) => `oldest ${n}`));
  });

  it('leaves campaigns a quarter of the capacity in a flood, and delays no small team’s message', async () => {
    const [flood, campaign, small] = [await makeSender(t), await makeSender(t), await makeSender(t)];
    await queue([
      ...many(30, { sender: flood, body: 'priorities flood' }),
      ...many(10, { sender: campaign, body: 'priorities campaign', priority: 1 }),
      { sender: small, body: 'priorities small' },
    ]);
    const order = await taken('priorities', 41);
    expect(countOf(order.slice(0, 5), 'small')).toBe(1);
    // 6, give or take one for the start of the count and the campaign's age on a slow machine.
    const beside = countOf(order.slice(0, 24), 'campaign');
    expect(beside).toBeGreaterThanOrEqual(5);
    expect(beside).toBeLessThanOrEqual(8);
  });

  it('gives codes half of the capacity in a flood, and delays no code of another team', async () => {
    const senders = await Promise.all([1, 2, 3, 4].map(() => makeSender(t)));
    const [flood, other, single, campaign] = senders as [Sender, Sender, Sender, Sender];
    await queue([
      ...many(40, { sender: flood, body: 'lane flood', priority: -1 }),
      { sender: other, body: 'lane other', priority: -1 },
      ...many(20, { sender: single, body: 'lane single' }),
      ...many(20, { sender: campaign, body: 'lane campaign', priority: 1 }),
    ]);
    const order = await taken('lane', 81);
    expect(countOf(order.slice(0, 5), 'other')).toBe(1);
    const first = order.slice(0, 24);
    const counts = ['flood', 'single', 'campaign'].map((word) => countOf(first, word));
    // 11, 9 and 3 beside the other team's code, give or take one or two for the start of the count.
    expect(Math.abs(counts[0]! + 1 - 12)).toBeLessThanOrEqual(1);
    expect(counts[1]).toBeGreaterThanOrEqual(7);
    expect(counts[2]).toBeGreaterThanOrEqual(2);
  });

  it('gives a campaign that has waited long half of the capacity', async () => {
    const [flood, campaign] = [await makeSender(t), await makeSender(t)];
    await queue([
      ...many(12, { sender: flood, body: 'aged flood', waitedMs: 3_600_000 }),
      ...many(10, { sender: campaign, body: 'aged campaign', priority: 1, waitedMs: 3_600_000 }),
    ]);
    const beside = countOf((await taken('aged', 22)).slice(0, 16), 'campaign');
    expect(Math.abs(beside - 8)).toBeLessThanOrEqual(1);
  });
});

describe('a message', () => {
  it('is leased to its link before any byte of it is written', async () => {
    const sender = await makeSender(t);
    const seen: unknown[] = [];
    const [message] = [await queue([{ sender, body: 'leased', waitedMs: -300 }])].flat();
    onSubmit = async () => {
      const { rows } = await pool.query(
        `select m.state, q.link_id, q.attempts, q.lease_until > now() as leased from send_queue q
          join messages m on m.id = q.message_id where q.message_id = $1`,
        [message!.id],
      );
      seen.push(...rows);
    };
    await reaches(t, sender, message!, 'SENT');
    onSubmit = async () => {};
    expect(seen).toEqual([{ state: 'submitting', link_id: 'simulator-test', attempts: 1, leased: true }]);
  });

  it('that has ended is not submitted', async () => {
    const sender = await makeSender(t);
    const [ended, other] = await queue([
      { sender, body: 'ended', waitedMs: -60_000 },
      { sender, body: 'not ended', waitedMs: -60_000 },
    ]);
    await pool.query(
      `update messages set state = 'failed', failed_at = now(), failure = 'CANCELLED' where id = $1`,
      [ended!.id],
    );
    await pool.query('update send_queue set due_at = now() where message_id = any($1)', [
      [ended!.id, other!.id],
    ]);
    await reaches(t, sender, other!, 'SENT');
    await waitFor(async () => {
      const { rows } = await pool.query('select lease_until from send_queue where message_id = $1', [
        ended!.id,
      ]);
      return rows[0]?.lease_until !== null;
    });
    expect(countOf(texts, 'ended')).toBe(1);
  });

  it.each(['API', 'KEYWORD'])(
    'of %s, whose recipient has opted out since, is not submitted',
    async (platform) => {
      const sender = await makeLiveSender(t);
      const [message] = await queue([{ sender, body: 'opted out', waitedMs: -60_000 }]);
      await pool.query(
        `update messages set platform = $2, accepted_at = now() - interval '1 minute' where id = $1`,
        [message!.id, platform],
      );
      const optOut = `insert into scoped_opt_outs select team_id, mode, recipient, 'ALL', 'LINK' from messages where id = $1`;
      await pool.query(optOut, [message!.id]);
      await pool.query('update send_queue set due_at = now() where message_id = $1', [message!.id]);
      expect((await reaches(t, sender, message!, 'FAILED')).failure?.code).toBe('OPTED_OUT');
      expect(countOf(texts, 'opted out')).toBe(0);
    },
  );

  it('of a transactional sender is submitted after an opt-out of promotions or in another mode', async () => {
    const sender = await makeLiveSender(t);
    const waiting = { sender, waitedMs: -60_000 };
    const [code, sale] = await queue([
      { ...waiting, body: 'scope code' },
      { ...waiting, body: 'scope sale' },
    ]);
    await pool.query('update messages set promotional = true where id = $1', [sale!.id]);
    await pool.query(
      `insert into scoped_opt_outs select m.team_id, one.mode, m.recipient, one.scope, 'LINK' from messages m,
        (values ('TEST'::message_mode, 'PROMOTIONAL'::opt_out_scope), ('LIVE', 'ALL')) as one (mode, scope) where m.id = $1`,
      [code!.id],
    );
    await pool.query('update send_queue set due_at = now() where message_id = any($1)', [
      [code!.id, sale!.id],
    ]);
    expect((await reaches(t, sender, sale!, 'FAILED')).failure?.code).toBe('OPTED_OUT');
    await reaches(t, sender, code!, 'SENT');
    expect([countOf(texts, 'scope code'), countOf(texts, 'scope sale')]).toEqual([1, 0]);
  });
});

it('messages of one priority are sent once leased, even if the next priority fails', async () => {
  const sender = await makeSender(t);
  await pool.query(`create function fail_campaigns() returns trigger language plpgsql as $$
    begin raise exception 'this priority cannot be leased'; end $$`);
  await pool.query(`create trigger fail_campaigns before update on send_queue for each row when (old.priority = 1)
    execute function fail_campaigns()`);
  await queue([
    ...many(5, { sender, body: 'apart single' }),
    ...many(5, { sender, body: 'apart campaign', priority: 1 }),
  ]);
  expect(countOf(await taken('apart', 5), 'single')).toBe(5);
  await pool.query('drop trigger fail_campaigns on send_queue');
  await taken('apart', 10);
});
