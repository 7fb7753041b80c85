// Storing answers: one after the other for each message, and only while they are about its present attempt.
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { send } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { openAnswers } from './answers.ts';
import type { SendOutcome } from './parts.ts';
import { pickWork } from './queries.ts';
import { startResults } from './results.ts';

const t = await testApp();
const { pool, log } = t.services;
const results = startResults({ pool, log, links: [], timings: { doubtMs: 60_000, pollMs: 3_600_000 } });
afterAll(() => results.stop());
const answers = openAnswers(results.answer, log);
const nothing = { parts: 1, taken: [] };
// No smallint: the database refuses the ref.
const BAD_PART = 100_000;

/** A message that a link is sending for the `attempts`-th time, as its first attempt knows it. */
async function submitting(attempts = 1) {
  const sender = await makeSender(t);
  const { id } = await send(t, sender, { to: '+94771234567' });
  const { rows } = await pool.query('select link_group, priority from send_queue where message_id = $1', [
    id,
  ]);
  const [work] = await pickWork(pool as never, {
    linkGroup: rows[0].link_group,
    priority: rows[0].priority,
    teams: [sender.teamId],
    perTeam: 1,
    limit: 1,
  });
  await pool.query(
    `with leased as (update send_queue set attempts = $2, link_id = 'any', lease_until = now() + interval '1 h'
        where message_id = $1)
      update messages set state = 'submitting', queued_at = now() where id = $1`,
    [id, attempts],
  );
  return work!;
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
  const work = await submitting();
  const putOff: SendOutcome = { kind: 'retry', afterMs: 60_000, carrierError: 'ESME_RTHROTTLED', ...nothing };
  answers.follow(work, 'any', async ({ onLate }) => {
    queueMicrotask(() => onLate(putOff));
    return { kind: 'inDoubt', ...nothing };
  });
  await answers.drained();
  expect(await stateOf(work.id)).toEqual({ state: 'queued', attempts: 0, leased: false, doubtful: false });
});

it.each<SendOutcome>([
  { kind: 'retry', afterMs: 0, carrierError: null, ...nothing },
  { kind: 'inDoubt', ...nothing },
  { kind: 'rejected', carrierError: 'ESME_RINVDSTADR', ...nothing },
])('leaves a message alone that is sent again by now: $kind', async (outcome) => {
  const work = await submitting(2);
  answers.follow(work, 'any', async () => outcome);
  await answers.drained();
  expect(await stateOf(work.id)).toEqual({ state: 'submitting', attempts: 2, leased: true, doubtful: false });
});

it('takes a message as sent whichever attempt at it was taken', async () => {
  const work = await submitting(2);
  answers.follow(work, 'any', async () => ({
    kind: 'sent',
    parts: 1,
    taken: [{ part: 1, carrierId: 'first' }],
  }));
  await answers.drained();
  expect(await stateOf(work.id)).toMatchObject({ state: 'sent', attempts: null });
});

it('stores a part that is taken before anything is known of the others', async () => {
  const work = await submitting();
  const partsOf = async () =>
    (await pool.query('select part from carrier_refs where message_id = $1 order by part', [work.id])).rows;
  const [first, second] = [1, 2].map((part) => ({ part, carrierId: `part ${part}` }));
  let end: (outcome: SendOutcome) => void = () => {};
  answers.follow(work, 'any', ({ onTaken }) => {
    onTaken({ parts: 2, taken: [first!] });
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  await waitFor(async () => (await partsOf()).length === 1);
  expect(await stateOf(work.id)).toMatchObject({ state: 'submitting', leased: true });
  end({ kind: 'sent', parts: 2, taken: [first!, second!] });
  await answers.drained();
  expect(await partsOf()).toEqual([{ part: 1 }, { part: 2 }]);
  expect(await stateOf(work.id)).toMatchObject({ state: 'sent', attempts: null });
});

it('says what it could not store, and stores its neighbours', async () => {
  const [bad, good] = [await submitting(), await submitting()];
  const follow = (work: typeof bad, part: number) =>
    answers.follow(work, 'any', async () => ({
      kind: 'sent',
      parts: 1,
      taken: [{ part, carrierId: `id ${part}` }],
    }));
  follow(bad, BAD_PART);
  follow(good, 1);
  await answers.drained();
  expect(await stateOf(good.id)).toMatchObject({ state: 'sent' });
  expect(await stateOf(bad.id)).toMatchObject({ state: 'submitting', leased: true });
  expect(t.log.some((line) => line.includes(bad.id))).toBe(true);
});

it('keeps an answer while the database is away, as the carrier took the message', async () => {
  const work = await submitting();
  const { connect } = pool;
  let attempts = 0;
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  Object.assign(pool, {
    connect: () => (++attempts <= 2 ? Promise.reject(refused) : (connect as () => unknown).call(pool)),
  });
  answers.follow(work, 'any', async () => ({
    kind: 'sent',
    parts: 1,
    taken: [{ part: 1, carrierId: 'kept' }],
  }));
  await answers.drained();
  Object.assign(pool, { connect });
  expect(attempts).toBe(3);
  expect(await stateOf(work.id)).toMatchObject({ state: 'sent', attempts: null });
});
