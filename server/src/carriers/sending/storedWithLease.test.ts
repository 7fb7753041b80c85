// Messages stored with a lease to a link, because it has a free slot and nothing waits for it.
import { expect, it } from 'vitest';
import { makeLiveSender, reaches, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import type { Ready } from '../../messages/accept/store.ts';

const carrier = await startHeldCarrier();
const t = await startEngine(
  {},
  { timings: SHORT, change: (link) => ({ ...carrier.serve(link), sessions: 1, window: 1 }) },
);
const sender = await makeSender(t);
const poor = await makeLiveSender(t, { amount: '0.5' });

const rowOf = async (id: string) => {
  const { rows } = await t.services.pool.query(
    `select m.state, m.queued_at >= m.accepted_at as "isStamped", q.attempts, q.link_id as link, q.lease_until > now() as "isLeased",
      round(extract(epoch from q.lease_until - m.queued_at) * 1000)::integer as "leaseMs"
      from messages m join send_queue q on q.message_id = m.id where m.id = $1`,
    [id],
  );
  return rows[0];
};

/** Whether a link of this mode would take a message at once. Reserves nothing. */
function takesAtOnce(mode: Ready['mode']): boolean {
  const ids = { id: 'none', teamId: 'none', projectId: 'none' };
  const text = {
    sender: 'SANDBOX',
    contentClass: 'TRANSACTIONAL' as const,
    recipient: '+94770000001',
    body: 'Hello',
    country: 'LK',
    traceparent: null,
  };
  const asked = { ...ids, ...text, mode, country: () => text.country };
  const linkGroup = t.messaging.rules.linkGroup(asked)!;
  const slots = [
    ...t.carriers.reserveSlots([{ ...ids, ...text, mode, linkGroup, validityMs: 1_000 }]).values(),
  ];
  for (const slot of slots) slot.release();
  return slots.length > 0;
}
const untilClear = (mode: Ready['mode']) => waitFor(() => takesAtOnce(mode), { what: `slot for ${mode}` });

it('is sent at once if a slot is free; one without a slot waits, and later ones queue behind it', async () => {
  await untilClear('TEST');
  const texts = ['first', 'second', 'third', 'fourth', 'fifth'];
  const ids: string[] = [];
  for (const [i, body] of texts.entries()) {
    ids.push((await send(t, sender, { to: `+9477000010${i}`, body })).id);
    if (i > 0) continue;
    // The carrier has it and has not answered: it was stored with a lease, since no worker has leased it yet.
    await carrier.submitsTo('+94770000100', 1);
    expect(await rowOf(ids[0]!)).toMatchObject({
      state: 'submitting',
      isStamped: true,
      attempts: 1,
      isLeased: true,
      leaseMs: expect.closeTo(SHORT.leaseMs, -3),
    });
  }
  // One in the window and one that waits for a slot.
  expect(await rowOf(ids[1]!)).toMatchObject({ state: 'submitting', isLeased: true });
  expect(await rowOf(ids[2]!)).toMatchObject({ state: 'accepted', attempts: 0, link: null, isLeased: null });
  expect(takesAtOnce('TEST')).toBe(false);

  carrier.onSubmit = (submit) => submit.take();
  carrier.submits[0]!.take();
  await carrier.submitsTo('+94770000104', 1);
  expect(carrier.submits.map(({ text }) => text)).toEqual(texts);
  await untilClear('TEST');
});

it('reserves no slot for a refused message', async () => {
  await untilClear('LIVE');
  for (let i = 0; i < 3; i++)
    await expect(send(t, poor, { to: '+94770000200' }, 'LIVE')).rejects.toThrow('4005');
  expect(takesAtOnce('LIVE')).toBe(true);
});

it('is not sent to a recipient who opted out after the profile was cached', async () => {
  const to = '+94770000400';
  const fresh = await makeSender(t);
  carrier.onSubmit = (submit) => submit.take();
  // The cached profile now has no opt-outs, and no signal tells this process of the first one.
  await send(t, fresh, { to: '+94770000401' });
  await untilClear('TEST');
  await t.services.pool.query(`insert into scoped_opt_outs values ($1, 'TEST', $2, 'ALL', 'LINK')`, [
    fresh.teamId,
    to,
  ]);
  // On a busy machine the profile may have been read again, and accept refuses. Otherwise the storing
  // statement finds the opt-out.
  const sent = await send(t, fresh, { to }).catch(() => null);
  if (sent) expect((await reaches(t, fresh, sent, 'FAILED')).failure?.code).toBe('OPTED_OUT');
  expect(carrier.submits.some((submit) => submit.to === to)).toBe(false);
});

it('checks a message again before writing it if it waited behind a stalled carrier', async () => {
  const changes = [
    {
      change: `insert into scoped_opt_outs select team_id, mode, recipient, 'ALL', 'LINK' from messages where id = $1`,
      becomes: 'failed',
    },
    {
      change: `update teams set paused_at = now(), paused_by = 'staff', paused_reason = 'spam'
        where id = (select team_id from messages where id = $1)`,
      becomes: 'queued',
    },
  ];
  for (const [i, { change, becomes }] of changes.entries()) {
    carrier.onSubmit = () => {};
    await untilClear('TEST');
    const [ahead, behind] = [`+9477000030${i}`, `+9477000031${i}`];
    await send(t, await makeSender(t), { to: ahead });
    const [first] = await carrier.submitsTo(ahead, 1);
    const { id } = await send(t, sender, { to: behind });
    expect(await rowOf(id)).toMatchObject({ state: 'submitting', isLeased: true });
    await t.services.pool.query(change, [id]);
    carrier.onSubmit = (submit) => submit.take();
    first!.take();
    const hasBecome = async () => {
      const { rows } = await t.services.pool.query('select state from messages where id = $1', [id]);
      return rows[0].state === becomes;
    };
    await waitFor(hasBecome, { what: becomes });
    expect(carrier.submits.some(({ to }) => to === behind)).toBe(false);
  }
});
