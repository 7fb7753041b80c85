// A silent carrier: a message that was written and never answered is in doubt, and still ends.
import { beforeEach, describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, SHORT, send, startEngine, submitsOf } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const t = await startEngine({}, { timings: { ...SHORT, doubtMs: 1_000, responseTimeoutMs: 1_000 } });
const { pool } = t.services;

const stateOf = async (id: string) =>
  (await pool.query('select state from messages where id = $1', [id])).rows[0].state;
const inDoubt = (id: string) => waitFor(async () => (await stateOf(id)) === 'in_doubt', { what: 'in doubt' });
beforeEach(() => t.simulator.behave({ silent: false }));

describe('a message without an answer', () => {
  it('is sent once more if its sender is transactional, and not a third time', async () => {
    const sender = await makeSender(t);
    t.simulator.behave({ silent: true });
    const once = await send(t, sender, { to: '+94770000003', body: 'silent once' });
    await inDoubt(once.id);
    t.simulator.behave({ silent: false });
    await reaches(t, sender, once, 'SENT');
    expect(submitsOf(t, 'silent once')).toBe(2);

    t.simulator.behave({ silent: true });
    const always = await send(t, sender, { to: '+94770000003', body: 'silent always' });
    expect((await reaches(t, sender, always, 'FAILED')).failure?.code).toBe('UNKNOWN');
    expect(submitsOf(t, 'silent always')).toBe(2);
  });

  it('is given up and refunded if its sender is promotional', async () => {
    const sender = await makeLiveSender(t, { amount: '10', promotional: true });
    t.simulator.behave({ silent: true });
    const message = await send(t, sender, { to: '+94770000003', body: 'silent offer' }, 'LIVE');
    expect((await reaches(t, sender, message, 'FAILED')).failure?.code).toBe('UNKNOWN');
    expect(submitsOf(t, 'silent offer')).toBe(1);
    const { rows } = await pool.query('select balance_micros from balances where team_id = $1', [
      sender.teamId,
    ]);
    expect(rows[0].balance_micros).toBe(10_000_000n);
  });
});

describe('a receipt with an unknown id', () => {
  it('ends the only message in doubt that matches it, without sending it again', async () => {
    const patient = await startEngine(
      {},
      { timings: { ...SHORT, doubtMs: 60_000, responseTimeoutMs: 1_000 } },
    );
    const sender = await makeSender(patient);
    patient.simulator.behave({ silent: true });
    const message = await send(patient, sender, { to: '+94770000001', body: 'answer lost' });
    await reaches(patient, sender, message, 'DELIVERED');
    expect(submitsOf(patient, 'answer lost')).toBe(1);
  });
});

describe('an expired lease', () => {
  it('is settled by the next worker, as after a crash of its own', async () => {
    const sender = await makeSender(t);
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const message = await send(t, sender, { to: '+94770000001', body: 'orphan', send_at });
    // The state that a worker leaves if it dies right after its claim is committed.
    await pool.query(
      `with claimed as (update send_queue set attempts = 1, link_id = 'simulator-test', lease_until = now() where message_id = $1)
       update messages set state = 'submitting', queued_at = now() where id = $1`,
      [message.id],
    );
    await reaches(t, sender, message, 'DELIVERED');
    expect(submitsOf(t, 'orphan')).toBe(1);
  });
});

it('leaves a ledger that agrees', async () => {
  expect(await ledgerDifferences(pool)).toEqual([]);
});
