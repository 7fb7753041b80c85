// Receipts that a carrier gives only if it is asked for them.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../../test/carriers.ts';
import { testDatabase, waitFor } from '../../../test/database.ts';
import { type Call, type HttpCarrier, startHttpCarrier } from '../../../test/httpCarrier.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import type { HttpConfig } from '../links/config.ts';
import { openHealth } from '../links/health.ts';
import { openHttpLink } from '../links/http/httpLink.ts';
import type { Poll } from '../links/http/profile.ts';
import { insertRefs } from '../refs/queries.ts';
import { startPolling } from './poll.ts';
import { insertPolls, pickPolls, purgePolls } from './pollQueries.ts';

const ONE: Poll = { get: '/messages/{{id}}', state: 'status' };
const LIST: Poll = { get: '/receipts', items: 'receipts', id: 'id', to: 'to', state: 'status' };
let numbers = 0;
const newNumber = () => `+9477600${String(numbers++).padStart(4, '0')}`;

/** A link of `generic-json` that is also asked for receipts, at most 100 times a second. */
function polled(carrier: HttpCarrier, poll: Poll, change: Record<string, unknown> = {}): HttpConfig {
  const config = carrier.link({ throughput: 1_000, ...change });
  const { profile } = config;
  return { ...config, profile: { ...profile, receipt: { ...profile.receipt!, poll } } };
}

/** An engine whose LIVE messages go to a carrier; `onPoll` answers its requests for receipts. */
async function engineOf(poll: Poll, onPoll: (call: Call, of: Map<string, string>) => void) {
  const carrier = await startHttpCarrier();
  /** The recipients of messages by their ids. */
  const taken = new Map<string, string>();
  carrier.onCall = (call) => {
    if (call.path !== '/messages') return onPoll(call, taken);
    const id = `id-${taken.size}`;
    taken.set(id, call.json.to as string);
    call.answer(200, { id });
  };
  const config = polled(carrier, poll);
  const t = await startEngine({}, { change: (link) => (link.mode === 'LIVE' ? config : link) });
  const sender = await makeLiveSender(t);
  const polls = () => carrier.calls.filter(({ path }) => path !== '/messages');
  const nothingLeft = () =>
    waitFor(async () => (await t.services.pool.query('select 1 from carrier_polls')).rowCount === 0, {
      what: 'the end of all polls',
    });
  return { t, sender, polls, nothingLeft };
}

describe('a carrier that is asked about each message', async () => {
  const states: string[] = ['sent', 'sent', 'delivered'];
  const { t, sender, polls, nothingLeft } = await engineOf(ONE, (call) => {
    call.answer(200, { status: states.shift() ?? 'delivered' });
  });

  it('is asked, signed, until the state is final, and then no more', async () => {
    const message = await send(t, sender, { to: newNumber() }, 'LIVE');
    await reaches(t, sender, message, 'DELIVERED');
    await nothingLeft();
    expect(polls().length).toBeGreaterThanOrEqual(3);
    expect(new Set(polls().map(({ path }) => path))).toEqual(new Set(['/messages/id-0']));
    expect(polls()[0]!.headers.authorization).toBe('Bearer hush');
  });

  it('fails a message with the state that it gives', async () => {
    states.push('expired');
    const message = await send(t, sender, { to: newNumber() }, 'LIVE');
    expect((await reaches(t, sender, message, 'FAILED')).status).toBe('FAILED');
  });
});

describe('a carrier that gives each receipt once, in a list', async () => {
  let [asked, page] = [0, ''];
  const { t, sender, polls, nothingLeft } = await engineOf(LIST, (call, taken) => {
    asked++;
    if (asked === 1) return call.answer(502, '<html>Bad gateway</html>');
    if (asked === 2) return call.answer(200, { receipts: null });
    // One page with both messages, and a receipt that cannot be read, again and again.
    const both = [...taken].map(([id, to]) => ({ id, to, status: 'delivered' }));
    page ||= taken.size === 2 ? JSON.stringify({ receipts: [{ colour: 'red' }, ...both] }) : '';
    return page === '' ? call.answer(200, { receipts: [] }) : call.answer(200, JSON.parse(page));
  });

  it('ends all messages of a page, although it fails at first and then repeats the page', async () => {
    const messages = await Promise.all([1, 2].map(() => send(t, sender, { to: newNumber() }, 'LIVE')));
    for (const message of messages) await reaches(t, sender, message, 'DELIVERED');
    await nothingLeft();
    const { rows } = await t.services.pool.query('select outcome from carrier_refs');
    expect(rows).toEqual([{ outcome: 'delivered' }, { outcome: 'delivered' }]);
    expect(polls().every(({ path }) => path === '/receipts')).toBe(true);
  });
});

it('the shipped profile of Twilio asks about a message by its SID', async () => {
  const carrier = await startHttpCarrier();
  carrier.onCall = (call) =>
    call.path.endsWith('/Messages.json')
      ? call.answer(201, { sid: 'SM7' })
      : call.answer(200, { sid: 'SM7', status: 'undelivered', error_code: 30_005 });
  const config = carrier.link({ profile: 'twilio', secrets: { sid: 'AC1', key: 'hush' } });
  const t = await startEngine({}, { change: (link) => (link.mode === 'LIVE' ? config : link) });
  const sender = await makeLiveSender(t);
  await reaches(t, sender, await send(t, sender, { to: newNumber() }, 'LIVE'), 'FAILED');
  const call = carrier.calls.find(({ path }) => path === '/Messages/SM7.json');
  expect(call!.headers.authorization).toBe(`Basic ${Buffer.from('AC1:hush').toString('base64')}`);
  const { rows } = await t.services.pool.query('select carrier_error from carrier_refs');
  expect(rows).toEqual([{ carrier_error: '30005' }]);
});

describe('by the database', async () => {
  const { pool } = await testDatabase();
  const rules = { linkId: 'http', looked: 100, limit: 1, firstMs: 30_000, longestMs: 86_400_000 };

  /** Parts that a carrier has taken, due now, the first being the oldest. */
  async function taken(count: number) {
    await pool.query('delete from carrier_polls');
    const refs = Array.from({ length: count }, (_, index) => {
      const messageId = `0000000${index}-0000-4000-8000-000000000000`;
      const addresses = { sender: 'Shop', recipient: newNumber() };
      return {
        linkId: 'http',
        carrierId: randomUUID(),
        teamId: randomUUID(),
        messageId,
        part: 1,
        parts: 1,
        ...addresses,
      };
    });
    await insertRefs(pool as never, refs);
    await insertPolls(pool as never, refs.toReversed(), 0);
    return refs;
  }

  it('the oldest message comes first, and one with an outcome never', async () => {
    const [first, second, third] = await taken(3);
    await pool.query('update carrier_refs set outcome = $1 where carrier_id = $2', [
      'delivered',
      first!.carrierId,
    ]);
    const picked = [await pickPolls(pool, rules), await pickPolls(pool, rules), await pickPolls(pool, rules)];
    expect(picked.flat().map(({ writtenId }) => writtenId)).toEqual([second!.carrierId, third!.carrierId]);
    expect(picked[0]![0]).toMatchObject({ recipient: second!.recipient, sender: 'Shop' });
    expect((await pool.query('select 1 from carrier_polls')).rowCount).toBe(2);
  });

  it.each([
    ['10 s', 30],
    ['10 min', 300],
    ['60 hours', 86_400],
  ])('a message of the age %s is due again after %i s', async (age, seconds) => {
    await taken(1);
    await pool.query('update carrier_polls set created_at = now() - $1::interval', [age]);
    await pickPolls(pool, rules);
    const { rows } = await pool.query(
      'select round(extract(epoch from due_at - now()) / 10)::integer * 10 as s from carrier_polls',
    );
    expect(rows[0].s).toBe(seconds);
  });

  it('polls of a link that was removed are deleted in the end, a batch at a time', async () => {
    await taken(5);
    await pool.query(
      `update carrier_polls set due_at = now() - interval '73 hours', link_id = case when part_of < 3 then 'a' else 'b' end
       from (select carrier_id as id, row_number() over (order by carrier_id) as part_of from carrier_polls) as one
       where one.id = carrier_id and part_of < 5`,
    );
    const purge = () => purgePolls(pool as never, 72 * 3_600_000, 3);
    expect([await purge(), await purge(), await purge()]).toEqual([3, 1, 0]);
    expect((await pool.query('select link_id from carrier_polls')).rows).toEqual([{ link_id: 'http' }]);
  });

  it('polls that are still made are not read for that, even after the last statistics', async () => {
    await pool.query('delete from carrier_polls');
    await freezeStatistics(pool, ['carrier_polls']);
    await pool.query(
      `insert into carrier_polls (link_id, carrier_id, message_id, part, written_id, created_at, due_at)
       select 'http', n::text, gen_random_uuid(), 1, n::text, now() - interval '80 hours', now() + n * interval '1 s'
       from generate_series(1, 5000) as n`,
    );
    const read = await rowsReadBy(pool, (_db, client) => purgePolls(client, 72 * 3_600_000, 500));
    expect(read).toBeLessThan(50);
  });

  it('a pause that the carrier asks for holds for all processes, also after the stop of the one that asked', async () => {
    const carrier = await startHttpCarrier();
    carrier.onCall = (call) => call.answer(429, {}, { 'retry-after': '3600' });
    await pool.query('delete from link_jobs');
    await taken(5);
    const holder = startProcess(polled(carrier, ONE));
    const isPaused = async () => {
      const { rows } = await pool.query(
        "select from link_jobs where lease_until > now() + interval '50 minutes'",
      );
      return rows.length === 1;
    };
    await waitFor(isPaused, { what: 'the pause' });
    await holder.stop();
    expect(await isPaused()).toBe(true);
    expect(carrier.calls).toHaveLength(1);
  });

  it('one process asks for all, and another one as soon as it stops', async () => {
    const carrier = await startHttpCarrier();
    carrier.onCall = (call) => call.answer(200, { status: 'delivered' });
    const begin = (key: string) => startProcess(polled(carrier, ONE, { secrets: { key } }));
    const count = 5;
    await pool.query('delete from link_jobs');
    await taken(count);
    const [one, other] = [begin('one'), begin('other')];
    await waitFor(() => carrier.calls.length >= count, { what: 'a request about each' });
    const keys = new Set(carrier.calls.map(({ headers }) => headers.authorization));
    expect(keys.size).toBe(1);
    const [holder, next] = keys.has('Bearer one') ? [one, 'Bearer other'] : [other, 'Bearer one'];
    await holder.stop();
    await pool.query('update carrier_polls set due_at = now()');
    await waitFor(() => carrier.calls.at(-1)!.headers.authorization === next, { what: 'the other process' });
  });

  /** Polling in a process of its own. */
  function startProcess(config: HttpConfig) {
    const log = pino({ level: 'silent' });
    const link = openHttpLink(
      { ...config, isContract: false },
      {
        log,
        responseTimeoutMs: 30_000,
        progress: async () => ({ reference: 7, taken: new Set<number>() }),
        checkedForMs: 500,
        mayStillSend: async () => true,
        onChange() {},
        onGivenBack() {},
        receiptUrl: () => '',
        onDeliver: async () => 0,
      },
    );
    const links = new Map([[config.id, { link, health: openHealth(() => {}), reserved: 0 }]]);
    const polling = startPolling({ pool, log, processId: randomUUID(), links, firstMs: 60 });
    onTestFinished(async () => {
      await polling.stop();
      await link.close(0, 0);
    });
    return polling;
  }
});
