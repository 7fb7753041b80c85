// Messages that are stored as being submitted already, as a link has room and nothing waits for it.
import { expect, it } from 'vitest';
import { makeLiveSender, SHORT, send, startEngine } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { startHeldCarrier } from '../../test/heldCarrier.ts';
import type { Ready } from '../messages/accept.ts';

const carrier = await startHeldCarrier();
const t = await startEngine(
  {},
  { timings: SHORT, change: (link) => ({ ...carrier.serve(link), sessions: 1, window: 1 }) },
);
const sender = await makeSender(t);
const poor = await makeLiveSender(t, { amount: '0.5' });

const rowOf = async (id: string) => {
  const { rows } = await t.services.pool.query(
    `select m.state, m.queued_at >= m.accepted_at as "isStamped", q.attempts, q.link_id as link, q.lease_until > now() as "isLeased"
      from messages m join send_queue q on q.message_id = m.id where m.id = $1`,
    [id],
  );
  return rows[0];
};

/** Whether a link of this mode would take a message at once; nothing is kept. */
function takesAtOnce(mode: Ready['mode']): boolean {
  const linkGroup = t.messaging.rules.linkGroup(mode, '+94770000001')!;
  const ids = { id: 'none', teamId: 'none', projectId: 'none' };
  const text = {
    sender: 'SANDBOX',
    promotional: false,
    recipient: '+94770000001',
    body: 'Hello',
    traceParent: null,
  };
  const places = [
    ...t.carriers.keepPlaces([{ ...ids, ...text, mode, linkGroup, validityMs: 1_000 }]).values(),
  ];
  for (const place of places) place.giveBack();
  return places.length > 0;
}
const untilClear = (mode: Ready['mode']) => waitFor(() => takesAtOnce(mode), { what: `room for ${mode}` });

it('goes at once where there is room; what finds none waits, and what comes after it goes behind it', async () => {
  await untilClear('TEST');
  const texts = ['first', 'second', 'third', 'fourth', 'fifth'];
  const ids: string[] = [];
  for (const [i, body] of texts.entries()) {
    ids.push((await send(t, sender, { to: `+9477000010${i}`, body })).id);
    if (i > 0) continue;
    // The carrier has it, and has not answered: it was stored so, or was leased by nobody yet.
    await carrier.submitsTo('+94770000100', 1);
    expect(await rowOf(ids[0]!)).toMatchObject({
      state: 'submitting',
      isStamped: true,
      attempts: 1,
      isLeased: true,
    });
  }
  // One in the window and one that waits for a place in it.
  expect(await rowOf(ids[1]!)).toMatchObject({ state: 'submitting', isLeased: true });
  expect(await rowOf(ids[2]!)).toMatchObject({ state: 'accepted', attempts: 0, link: null, isLeased: null });
  expect(takesAtOnce('TEST')).toBe(false);

  carrier.onSubmit = (submit) => submit.take();
  carrier.submits[0]!.take();
  await carrier.submitsTo('+94770000104', 1);
  expect(carrier.submits.map(({ text }) => text)).toEqual(texts);
  await untilClear('TEST');
});

it('keeps no place for what is refused', async () => {
  await untilClear('LIVE');
  for (let i = 0; i < 3; i++)
    await expect(send(t, poor, { to: '+94770000200' }, 'LIVE')).rejects.toThrow('4005');
  expect(takesAtOnce('LIVE')).toBe(true);
});

it('checks again before it is written what has waited in the line of a stalled carrier', async () => {
  const changes = [
    {
      change: `insert into opt_outs (team_id, number, source) select team_id, recipient, 'LINK' from messages where id = $1`,
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
