// Long messages: a part that a carrier took is not sent again, whatever happens to the others.
import { splitMessage } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { type HeldSubmit, startHeldCarrier } from '../../../test/heldCarrier.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import type { SendOutcome } from '../link.ts';
import type { LinkConfig } from './config.ts';
import { type PartOutcome, sendParts } from './parts.ts';

const BODY = `${'a'.repeat(153)}${'b'.repeat(153)}${'c'.repeat(20)}`;

const carrier = await startHeldCarrier();
const t = await startEngine(
  {},
  { timings: { ...SHORT, doubtMs: 60_000, responseTimeoutMs: 2_000 }, change: carrier.serve },
);
const { pool } = t.services;

let numbers = 0;
const nextNumber = () => `+9477200${String(numbers).padStart(4, '0')}`;
async function sendLong({ promotional = false } = {}) {
  const sender = await makeLiveSender(t, { amount: '10', promotional });
  const to = nextNumber();
  numbers++;
  const message = await send(t, sender, { to, body: BODY }, 'LIVE');
  return { sender, message, to };
}
const nameOf = ({ text, part }: HeldSubmit) => `${part}${text[0]}`;
const namesTo = (to: string) => carrier.submits.filter((submit) => submit.to === to).map(nameOf);
const referencesTo = (to: string) =>
  new Set(carrier.submits.filter((submit) => submit.to === to).map(({ reference }) => reference));
/** Takes every part except the second of the next message, which goes to `act` the first `times` times. */
function exceptB(times: number, act: (submit: HeldSubmit) => void) {
  const to = nextNumber();
  let seen = 0;
  carrier.onSubmit = (submit) => {
    if (submit.to === to && submit.part === 2 && seen++ < times) act(submit);
    else submit.take();
  };
}
const inState = (id: string, state: string) =>
  waitFor(
    async () => (await pool.query('select state from messages where id = $1', [id])).rows[0].state === state,
    { what: state },
  );
const change = (id: string, set: string) =>
  pool.query(`update send_queue set ${set} where message_id = $1`, [id]);
const balanceOf = async (teamId: string) =>
  (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0]
    .balance_micros;
const partsOf = async (id: string) =>
  (await pool.query('select part from carrier_refs where message_id = $1 order by part', [id])).rows.map(
    ({ part }) => part,
  );
const THROTTLE = (submit: HeldSubmit) => submit.refuse(commandStatus.ESME_RTHROTTLED);
const CHARGED = 10_000_000n - 3n * 800_000n;

beforeEach(() => {
  carrier.onSubmit = (submit) => submit.take();
});

describe('the outcomes of parts', () => {
  const parts = splitMessage('x'.repeat(450), { charset: 'gsm7', longMessages: 'udh', reference: 1 });
  const sent = (carrierId: string) => ({ kind: 'sent', carrierId }) as const;
  const inDoubt = { kind: 'inDoubt' } as const;
  const putOff = { kind: 'retry', afterMs: 700, carrierError: 'ESME_RTHROTTLED', isThrottle: true } as const;
  const refused = { kind: 'rejected', carrierError: 'ESME_RINVDSTADR' } as const;

  it.each<[PartOutcome, PartOutcome, object]>([
    [sent('2'), sent('3'), { kind: 'sent' }],
    [sent('2'), putOff, putOff],
    [putOff, inDoubt, inDoubt],
    [inDoubt, refused, refused],
    [putOff, refused, refused],
  ])('%#: the worst decides', async (second, third, all) => {
    const outcomes = [sent('1'), second, third];
    const outcome = await sendParts(parts, new Set(), async () => outcomes.shift()!, {
      onTaken() {},
      onLate() {},
    });
    const taken = [sent('1'), second, third].flatMap((one, index) =>
      one.kind === 'sent' ? [{ part: index + 1, carrierId: one.carrierId }] : [],
    );
    expect(outcome).toEqual({ ...all, parts: 3, taken });
  });

  it('add up to one outcome with late answers, and to another with each later one', async () => {
    const answers: ((outcome: PartOutcome) => void)[] = [];
    const late: ((outcome: PartOutcome) => void)[] = [];
    const lateOutcomes: SendOutcome[] = [];
    const taken: number[] = [];
    const events = {
      onTaken: (some: { taken: { part: number }[] }) => taken.push(...some.taken.map(({ part }) => part)),
      onLate: (one: SendOutcome) => lateOutcomes.push(one),
    };
    const submit = (_: unknown, onLate: (outcome: PartOutcome) => void) => {
      late.push(onLate);
      return new Promise<PartOutcome>((resolve) => answers.push(resolve));
    };
    const outcome = sendParts(parts, new Set([1]), submit, events);
    answers[0]!(sent('2'));
    await waitFor(() => answers.length === 2);
    answers[1]!(inDoubt);
    expect(await outcome).toEqual({ ...inDoubt, parts: 3, taken: [{ part: 2, carrierId: '2' }] });
    late[1]!(putOff);
    expect(lateOutcomes).toEqual([{ ...putOff, parts: 3, taken: [] }]);

    answers.length = 0;
    late.length = 0;
    const two = sendParts(parts, new Set(), submit, events);
    answers[0]!(sent('1'));
    await waitFor(() => answers.length === 3);
    answers[1]!(inDoubt);
    await new Promise(setImmediate);
    late[1]!(sent('2'));
    answers[2]!(sent('3'));
    expect(await two).toMatchObject({ kind: 'sent', taken: [{ part: 1 }, { part: 2 }, { part: 3 }] });
    expect(lateOutcomes).toHaveLength(1);
    expect(taken).toEqual([2, 1, 2]);
  });
});

describe('of a long message', () => {
  it('all parts are sent once, and their receipts deliver it', async () => {
    const { sender, message, to } = await sendLong();
    await reaches(t, sender, message, 'SENT');
    const submits = await carrier.submitsTo(to, 3);
    expect(submits.map(nameOf).sort()).toEqual(['1a', '2b', '3c']);
    await Promise.all(submits.map((submit) => submit.receipt('DELIVERED')));
    await reaches(t, sender, message, 'DELIVERED');
  });

  it('only the part that was put off is sent again, under the same reference', async () => {
    exceptB(2, THROTTLE);
    const { sender, message, to } = await sendLong();
    await reaches(t, sender, message, 'SENT');
    expect(namesTo(to).sort()).toEqual(['1a', '2b', '2b', '2b', '3c']);
    expect(referencesTo(to).size).toBe(1);
    expect(await partsOf(message.id)).toEqual([1, 2, 3]);
    const taken = carrier.submits.filter((submit) => submit.to === to);
    await Promise.all([0, taken.length - 1].map((at) => taken[at]!.receipt('DELIVERED')));
    await taken.find(({ text }) => text.startsWith('c'))!.receipt('DELIVERED');
    await reaches(t, sender, message, 'DELIVERED');
    expect(await balanceOf(sender.teamId)).toBe(CHARGED);
  });

  it('only the part without an answer is sent again once its doubt is over', async () => {
    exceptB(1, () => {});
    const { sender, message, to } = await sendLong();
    await waitFor(async () => (await partsOf(message.id)).join() === '1,3');
    await inState(message.id, 'in_doubt');
    await change(message.id, 'doubt_until = now()');
    await reaches(t, sender, message, 'SENT');
    expect(namesTo(to).sort()).toEqual(['1a', '2b', '2b', '3c']);
    expect(referencesTo(to).size).toBe(1);
  });

  it('the part answered late completes it', async () => {
    exceptB(1, () => {});
    const { sender, message, to } = await sendLong();
    await inState(message.id, 'in_doubt');
    (await carrier.submitsTo(to, 3)).find(({ text }) => text.startsWith('b'))!.take();
    await reaches(t, sender, message, 'SENT');
    expect(await partsOf(message.id)).toEqual([1, 2, 3]);
    expect(namesTo(to)).toHaveLength(3);
  });

  it('a part answered late leaves the others in doubt', async () => {
    carrier.onSubmit = ({ part, take }) => part === 1 && take();
    const { sender, message, to } = await sendLong();
    const late = await carrier.submitsTo(to, 3);
    await inState(message.id, 'in_doubt');
    const doubt = async () =>
      (await pool.query('select doubt_until from send_queue where message_id = $1', [message.id])).rows;
    const before = await doubt();
    late[1]!.take();
    await waitFor(async () => (await partsOf(message.id)).length === 2);
    expect(await doubt()).toEqual(before);
    late[2]!.take();
    await reaches(t, sender, message, 'SENT');
    const attempts = await pool.query('select outcome from submit_attempts where message_id = $1', [
      message.id,
    ]);
    expect(attempts.rows).toEqual([{ outcome: 'UNANSWERED' }]);
  });

  it('the parts after one answered late follow at once', async () => {
    carrier.onSubmit = ({ part, take }) => part > 1 && take();
    const { sender, message, to } = await sendLong();
    await inState(message.id, 'in_doubt');
    expect(namesTo(to)).toEqual(['1a']);
    carrier.submits.at(-1)!.take();
    await reaches(t, sender, message, 'SENT');
    expect(namesTo(to).sort()).toEqual(['1a', '2b', '3c']);
  });

  it("a late answer completes it together with another attempt's parts", async () => {
    carrier.onSubmit = ({ part, take }) => part === 1 && take();
    const { sender, message, to } = await sendLong();
    const first = await carrier.submitsTo(to, 3);
    await inState(message.id, 'in_doubt');
    carrier.onSubmit = ({ part, take }) => part === 2 && take();
    await change(message.id, 'doubt_until = now()');
    await carrier.submitsTo(to, 5);
    await waitFor(async () => (await partsOf(message.id)).includes(2));
    first.find(({ part }) => part === 3)!.take();
    await reaches(t, sender, message, 'SENT');
    expect(namesTo(to)).toHaveLength(5);
  });

  it('parts taken by a removed link are not sent again over a link that splits texts alike', async () => {
    exceptB(1_000, THROTTLE);
    const { sender, message, to } = await sendLong();
    await waitFor(async () => (await partsOf(message.id)).join() === '1,3');
    carrier.onSubmit = (submit) => submit.take();
    const [test, live] = t.links as [LinkConfig, LinkConfig];
    await t.carriers.reload([test, { ...live, id: 'another' }]);
    await reaches(t, sender, message, 'SENT');
    expect([...new Set(namesTo(to))].sort()).toEqual(['1a', '2b', '3c']);
    expect(namesTo(to).filter((name) => name !== '2b')).toHaveLength(2);
    await t.carriers.reload(t.links);
  });

  it('a part rejected after others were taken fails it, charged', async () => {
    exceptB(1, (submit) => submit.refuse(commandStatus.ESME_RINVDSTADR));
    const { sender, message } = await sendLong();
    const { failure } = await reaches(t, sender, message, 'FAILED');
    expect(failure).toMatchObject({ code: 'UNDELIVERED', reason: 'NUMBER_REFUSED' });
    expect(await balanceOf(sender.teamId)).toBe(CHARGED);
  });

  it('the first part rejected fails it, refunded', async () => {
    carrier.onSubmit = (submit) => submit.refuse(commandStatus.ESME_RINVDSTADR);
    const { sender, message, to } = await sendLong();
    expect((await reaches(t, sender, message, 'FAILED')).failure?.code).toBe('REJECTED');
    expect(namesTo(to)).toEqual(['1a']);
    expect(await balanceOf(sender.teamId)).toBe(10_000_000n);
  });

  it.each([
    ['expires', 'queued', `update send_queue set expires_at = now() where message_id = $1`],
    ['is in doubt to the end', 'in_doubt', `update send_queue set doubt_until = now() where message_id = $1`],
    [
      'was opted out of',
      'queued',
      `insert into scoped_opt_outs (team_id, mode, number, scope, source)
        select team_id, mode, recipient, 'ALL', 'LINK' from messages where id = $1`,
    ],
  ])('some parts taken keep its charge if the rest %s', async (_, state, end) => {
    exceptB(1_000, state === 'in_doubt' ? () => {} : THROTTLE);
    const { sender, message } = await sendLong({ promotional: state === 'in_doubt' });
    await inState(message.id, state);
    await pool.query(end, [message.id]);
    expect((await reaches(t, sender, message, 'FAILED')).failure?.code).toBe('UNDELIVERED');
    expect(await balanceOf(sender.teamId)).toBe(CHARGED);
  });

  it('the other parts cannot be cancelled once sending began', async () => {
    exceptB(1_000, THROTTLE);
    const { sender, message } = await sendLong();
    await inState(message.id, 'queued');
    const headers = { authorization: sender.authorization.LIVE };
    const answer = await t.app.inject({ method: 'POST', url: `/v1/messages/${message.id}/cancel`, headers });
    expect(answer.json()).toMatchObject({ code: 1013 });
    expect(await balanceOf(sender.teamId)).toBe(CHARGED);
  });

  it('a part put off waits as long as the carrier requests', async () => {
    exceptB(1, (submit) => submit.refuse(commandStatus.ESME_RSYSERR));
    const { message } = await sendLong();
    await inState(message.id, 'queued');
    const { rows } = await pool.query(
      `select q.due_at - m.queued_at >= interval '5 s' as waits from send_queue q join messages m on m.id = q.message_id
        where m.id = $1`,
      [message.id],
    );
    expect(rows).toEqual([{ waits: true }]);
  });

  it('the other parts are not sent once one could not be delivered', async () => {
    exceptB(1_000, THROTTLE);
    const { sender, message, to } = await sendLong();
    const [first] = await carrier.submitsTo(to, 1);
    await waitFor(async () => (await partsOf(message.id)).includes(1));
    await first!.receipt('UNDELIVERABLE');
    expect((await reaches(t, sender, message, 'FAILED')).failure?.code).toBe('UNDELIVERED');
    const waits = 'select 1 from send_queue where message_id = $1';
    // The link may have the message in flight. The answer removes the row, or else the next pick does.
    await waitFor(async () => (await pool.query(waits, [message.id])).rowCount === 0);
  });
});

it('the ledger agrees afterwards', async () => {
  expect(await ledgerDifferences(pool)).toEqual([]);
});
