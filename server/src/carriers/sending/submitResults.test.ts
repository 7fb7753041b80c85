// Storing submit results: in order per message, and only for its current attempt.
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { send } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { openLinkCounters } from '../counts/counters.ts';
import type { SendOutcome } from '../link.ts';
import { startStore } from '../receipts/store.ts';
import { claimMessages } from './queueQueries.ts';
import { openSubmitResults } from './submitResults.ts';

const t = await testApp();
const { pool, log } = t.services;
const timings = { doubtMs: 60_000, pollMs: 3_600_000, receiptPollMs: 30_000 };
const store = startStore({ pool, log, links: [], counters: openLinkCounters(), timings });
afterAll(() => store.stop());
const results = openSubmitResults(store.submitResult, log);
const nothing = { parts: 1, taken: [] };
// Not a smallint, so the database refuses the ref.
const BAD_PART = 100_000;

/** A message that a link is sending for the `attempts`-th time, as its first attempt sees it. */
async function submitting(attempts = 1) {
  const sender = await makeSender(t);
  const { id } = await send(t, sender, { to: '+94771234567' });
  const { rows } = await pool.query('select link_group, priority from send_queue where message_id = $1', [
    id,
  ]);
  const [message] = await claimMessages(
    pool as never,
    {
      linkGroup: rows[0].link_group,
      priority: rows[0].priority,
      teams: [sender.teamId],
      parts: [1],
      telcos: [null],
    },
    t.services.countryRules,
    t.services.secrets,
  );
  await pool.query(
    `with leased as (update send_queue set attempts = $2, link_id = 'any', lease_until = now() + interval '1 h'
        where message_id = $1)
      update messages set state = 'submitting', queued_at = now() where id = $1`,
    [id, attempts],
  );
  return message!;
}

const stateOf = async (id: string) =>
  (
    await pool.query(
      `select m.state, q.attempts, q.lease_until is not null as leased, q.doubt_until is not null as doubtful
        from messages m left join send_queue q on q.message_id = m.id where m.id = $1`,
      [id],
    )
  ).rows[0];

it('stores a late answer after the doubt that it ends', async () => {
  const message = await submitting();
  const putOff: SendOutcome = { kind: 'retry', afterMs: 60_000, carrierError: 'ESME_RTHROTTLED', ...nothing };
  results.follow(message, 'any', async ({ onLate }) => {
    queueMicrotask(() => onLate(putOff));
    return { kind: 'inDoubt', ...nothing };
  });
  await results.drained();
  expect(await stateOf(message.id)).toEqual({ state: 'queued', attempts: 0, leased: false, doubtful: false });
});

it.each<SendOutcome>([
  { kind: 'retry', afterMs: 0, carrierError: null, ...nothing },
  { kind: 'inDoubt', ...nothing },
  { kind: 'rejected', carrierError: 'ESME_RINVDSTADR', ...nothing },
])('does not change a message that is already being sent again: $kind', async (outcome) => {
  const message = await submitting(2);
  results.follow(message, 'any', async () => outcome);
  await results.drained();
  expect(await stateOf(message.id)).toEqual({
    state: 'submitting',
    attempts: 2,
    leased: true,
    doubtful: false,
  });
});

it('counts a message as sent whichever attempt was taken', async () => {
  const message = await submitting(2);
  results.follow(message, 'any', async () => ({
    kind: 'sent',
    parts: 1,
    taken: [{ part: 1, carrierId: 'first' }],
  }));
  await results.drained();
  expect(await stateOf(message.id)).toMatchObject({ state: 'sent', attempts: null });
});

it('stores a taken part before anything is known of the others', async () => {
  const message = await submitting();
  const partsOf = async () =>
    (await pool.query('select part from carrier_refs where message_id = $1 order by part', [message.id]))
      .rows;
  const [first, second] = [1, 2].map((part) => ({ part, carrierId: `part ${part}` }));
  let end: (outcome: SendOutcome) => void = () => {};
  results.follow(message, 'any', ({ onTaken }) => {
    onTaken({ parts: 2, taken: [first!] });
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  await waitFor(async () => (await partsOf()).length === 1);
  expect(await stateOf(message.id)).toMatchObject({ state: 'submitting', leased: true });
  end({ kind: 'sent', parts: 2, taken: [first!, second!] });
  await results.drained();
  expect(await partsOf()).toEqual([{ part: 1 }, { part: 2 }]);
  expect(await stateOf(message.id)).toMatchObject({ state: 'sent', attempts: null });
});

it('logs a result it could not store, and stores its neighbours', async () => {
  const [bad, good] = [await submitting(), await submitting()];
  const follow = (message: typeof bad, part: number) =>
    results.follow(message, 'any', async () => ({
      kind: 'sent',
      parts: 1,
      taken: [{ part, carrierId: `id ${part}` }],
    }));
  follow(bad, BAD_PART);
  follow(good, 1);
  await results.drained();
  expect(await stateOf(good.id)).toMatchObject({ state: 'sent' });
  expect(await stateOf(bad.id)).toMatchObject({ state: 'submitting', leased: true });
  expect(t.log.some((line) => line.includes(bad.id))).toBe(true);
});

it('keeps a result while the database is away, as the carrier took the message', async () => {
  const message = await submitting();
  const { connect } = pool;
  let attempts = 0;
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  Object.assign(pool, {
    connect: () => (++attempts <= 2 ? Promise.reject(refused) : (connect as () => unknown).call(pool)),
  });
  results.follow(message, 'any', async () => ({
    kind: 'sent',
    parts: 1,
    taken: [{ part: 1, carrierId: 'kept' }],
  }));
  await results.drained();
  Object.assign(pool, { connect });
  expect(attempts).toBe(3);
  expect(await stateOf(message.id)).toMatchObject({ state: 'sent', attempts: null });
});
