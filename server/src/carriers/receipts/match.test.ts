// Matching receipts to messages when carriers make it hard, and which receipt counts.
import { normaliseMessageId } from '@godwit/smpp/codec/receipt';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';
import {
  LINK,
  passTime,
  queueReceipts,
  receiptPdu,
  sentMessage,
  stateOf,
  workOff,
} from '../../../test/receipts.ts';
import { transaction } from '../../db/transaction.ts';
import { insertRefs } from '../refs/queries.ts';

// Still in the future, even on a slow machine.
const JUST_NOW = -60;

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);

beforeEach(async () => {
  await pool.query('delete from receipt_inbox');
});

const partsOf = async ({ id }: { id: string }) =>
  (
    await pool.query(
      'select part, outcome, carrier_error, receipt from carrier_refs where message_id = $1 order by part',
      [id],
    )
  ).rows;
const statesOf = (messages: readonly { id: string }[]) =>
  Promise.all(messages.map((message) => stateOf(t, message)));

it('is delivered once one split is complete, whatever parts another link has', async () => {
  const message = await sentMessage(t, sender, { ids: ['split-1', 'split-2'] });
  await transaction(pool, (client) =>
    insertRefs(client, [
      { ...message, linkId: LINK, carrierId: 'split-3', messageId: message.id, part: 1, parts: 3 },
    ]),
  );
  await queueReceipts(
    t,
    ['split-1', 'split-2'].map((id) => receiptPdu({ id })),
  );
  await workOff(t);
  expect(await stateOf(t, message)).toBe('delivered');
});

/** Puts waiting receipts off for an hour. */
const putOff = () => pool.query("update receipt_inbox set due_at = now() + interval '1 hour'");

describe('copies of a part', () => {
  /** A message of one part that two links took, each under its own id. */
  async function twice(name: string, { links = [LINK, LINK], parts = [1, 1] } = {}) {
    const message = await sentMessage(t, sender, { ids: [] });
    const refs = [0, 1].flatMap((copy) =>
      Array.from({ length: parts[copy]! }, (_, i) => {
        const carrierId = `${name}-${copy}-${i}`;
        return {
          ...message,
          ...{ linkId: links[copy]!, carrierId, messageId: message.id, part: i + 1, parts: parts[copy]! },
        };
      }),
    );
    await transaction(pool, (client) => insertRefs(client, refs));
    return message;
  }
  const failed = (id: string) => receiptPdu({ id, stat: 'EXPIRED', err: '034' });

  it('fail their message only if all fail: one is delivered after another failed', async () => {
    const message = await twice('copy', { links: [LINK, 'elsewhere'] });
    await queueReceipts(t, [failed('copy-0-0')]);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('sent');
    await queueReceipts(t, [receiptPdu({ id: 'copy-1-0' })], 'elsewhere');
    await workOff(t);
    expect(await stateOf(t, message)).toBe('delivered');
  });

  it('fail their message with the last one', async () => {
    const message = await twice('both');
    await queueReceipts(t, [failed('both-0-0')]);
    await workOff(t);
    await queueReceipts(t, [failed('both-1-0')]);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('UNDELIVERED');
  });

  it('may belong to different splits: the complete split decides the outcome', async () => {
    const message = await twice('otherwise', { parts: [2, 3] });
    await queueReceipts(t, [failed('otherwise-0-1')]);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('sent');
    await queueReceipts(
      t,
      [0, 1, 2].map((i) => receiptPdu({ id: `otherwise-1-${i}` })),
    );
    await workOff(t);
    expect(await stateOf(t, message)).toBe('delivered');
  });

  it('of a split that was not sent in full cannot deliver the message', async () => {
    const message = await twice('begun', { parts: [2, 3] });
    await pool.query("delete from carrier_refs where carrier_id = 'begun-1-2'");
    await queueReceipts(t, [failed('begun-0-0')]);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('UNDELIVERED');
  });
});

describe('the first final receipt of a part counts', () => {
  it('against a later one that contradicts it, also in the refs', async () => {
    const message = await sentMessage(t, sender, { ids: ['part-1', 'part-2'] });
    await queueReceipts(t, [receiptPdu({ id: 'part-1' })]);
    await workOff(t);
    const before = await partsOf(message);
    expect(before).toMatchObject([{ outcome: 'delivered', carrier_error: null }, { outcome: null }]);
    await queueReceipts(t, [receiptPdu({ id: 'part-1', stat: 'UNDELIV', err: '009' })]);
    expect(await workOff(t)).toEqual([]);
    expect(await partsOf(message)).toEqual(before);
    expect(await stateOf(t, message)).toBe('sent');
  });

  it.each([
    ['good', ['DELIVRD', 'UNDELIV'], 'delivered'],
    ['bad', ['UNDELIV', 'DELIVRD'], 'UNDELIVERED'],
  ])('if both come together, the %s one first', async (id, stats, ended) => {
    const message = await sentMessage(t, sender, { ids: [id] });
    await queueReceipts(
      t,
      stats.map((stat) => receiptPdu({ id, stat })),
    );
    expect(await workOff(t)).toEqual([]);
    expect(await stateOf(t, message)).toBe(ended);
  });

  it('even if it came before the answer and waits, and a later one follows', async () => {
    await queueReceipts(t, [receiptPdu({ id: 'waits' })]);
    expect(await workOff(t)).toHaveLength(1);
    await putOff();
    const message = await sentMessage(t, sender, { ids: ['waits'] });
    await queueReceipts(t, [receiptPdu({ id: 'waits', stat: 'UNDELIV', err: '009' })]);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('delivered');
  });

  it('but not if a waiting one is for another number, sender or link, or is set aside', async () => {
    await queueReceipts(t, [
      receiptPdu({ id: 'apart', from: '94770000398' }),
      receiptPdu({ id: 'apart', to: 'Another' }),
      receiptPdu({ id: 'apart' }),
    ]);
    await queueReceipts(t, [receiptPdu({ id: 'apart' })], 'elsewhere');
    expect(await workOff(t)).toHaveLength(4);
    await putOff();
    await pool.query(
      `update receipt_inbox set due_at = 'infinity', failure = 'not read'
       where id = (select id from receipt_inbox order by id offset 2 limit 1)`,
    );
    const message = await sentMessage(t, sender, { ids: ['apart'] });
    await queueReceipts(t, [receiptPdu({ id: 'apart', stat: 'UNDELIV' })]);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('UNDELIVERED');
  });

  it('and is ignored if it is not final', async () => {
    const message = await sentMessage(t, sender, { ids: ['under way'] });
    await queueReceipts(t, [
      receiptPdu({ id: 'under way', stat: 'ENROUTE' }),
      receiptPdu({ id: 'under way', stat: 'UNDELIV', esmClass: 0x20 }),
    ]);
    expect(await workOff(t)).toEqual([]);
    expect(await stateOf(t, message)).toBe('sent');
  });
});

describe('a message in parts', () => {
  it('is delivered with the last part, and fails with any', async () => {
    const whole = await sentMessage(t, sender, { ids: ['w1', 'w2', 'w3'] });
    const broken = await sentMessage(t, sender, { ids: ['b1', 'b2', 'b3'] });
    await queueReceipts(t, [
      ...['w1', 'w3', 'b1'].map((id) => receiptPdu({ id })),
      receiptPdu({ id: 'b3', stat: 'UNDELIV', err: '027' }),
    ]);
    await workOff(t);
    expect(await statesOf([whole, broken])).toEqual(['sent', 'UNDELIVERED']);
    const { rows } = await pool.query('select carrier_error from messages where id = $1', [broken.id]);
    expect(rows[0].carrier_error).toBe('027');
    await queueReceipts(t, [receiptPdu({ id: 'w2' })]);
    await workOff(t);
    expect(await stateOf(t, whole)).toBe('delivered');
  });

  it('waits for the other part if one was sent, and delivered, twice', async () => {
    const message = await sentMessage(t, sender, { ids: ['t1', 't2'] });
    await pool.query(
      `insert into carrier_refs (link_id, carrier_id, team_id, message_id, part, parts)
       select link_id, 't1b', team_id, message_id, part, parts from carrier_refs where carrier_id = 't1'`,
    );
    await queueReceipts(t, [receiptPdu({ id: 't1' }), receiptPdu({ id: 't1b' })]);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('sent');
  });

  it('fails with the state if a receipt has no code', async () => {
    const message = await sentMessage(t, sender, { ids: ['no code'] });
    const tlvs = { receiptedMessageId: 'no code', messageState: 3 };
    await queueReceipts(t, [receiptPdu({ id: '', err: '', tlvs })]);
    await workOff(t);
    const { rows } = await pool.query('select carrier_error from messages where id = $1', [message.id]);
    expect(rows[0].carrier_error).toBe('EXPIRED');
  });
});

describe('an id that a carrier uses for several messages', () => {
  it('is matched by the addresses, which need not fit if the id is unique', async () => {
    const [a, b] = [
      await sentMessage(t, sender, { ids: ['again'], to: '+94770000101' }),
      await sentMessage(t, sender, { ids: ['again'], to: '+94770000102' }),
    ];
    const other = await sentMessage(t, sender, { ids: ['only'], to: '+94770000103' });
    await queueReceipts(t, [
      receiptPdu({ id: 'again', from: '+94770000102', stat: 'UNDELIV' }),
      receiptPdu({ id: 'again', from: '94770000101', to: 'Another' }),
      receiptPdu({ id: 'again', from: '94770000199' }),
      receiptPdu({ id: 'only', from: '0770000103', to: '1234' }),
    ]);
    expect(await workOff(t)).toHaveLength(2);
    expect(await statesOf([a, b, other])).toEqual(['sent', 'UNDELIVERED', 'delivered']);
    await queueReceipts(t, [receiptPdu({ id: 'again', from: '94770000101' })]);
    await workOff(t);
    expect(await stateOf(t, a)).toBe('delivered');
  });

  it('is not matched while the answer for its number is outstanding', async () => {
    const first = await sentMessage(t, sender, { ids: ['early'], to: '+94770000111' });
    await queueReceipts(t, [receiptPdu({ id: 'early', from: '94770000112' })]);
    await passTime(t, JUST_NOW);
    expect(await workOff(t)).toHaveLength(1);
    const second = await sentMessage(t, sender, { ids: ['early'], to: '+94770000112' });
    await passTime(t, JUST_NOW);
    expect(await workOff(t)).toEqual([]);
    expect(await statesOf([first, second])).toEqual(['sent', 'delivered']);
  });

  it('belongs to each part, also to those whose answers are outstanding', async () => {
    const message = await sentMessage(t, sender, { ids: [], to: '+94770000121' });
    const answer = (part: number) =>
      transaction(pool, (client) =>
        insertRefs(client, [
          { ...message, linkId: LINK, carrierId: 'for-all', messageId: message.id, part, parts: 2 },
        ]),
      );
    await answer(1);
    const receipt = receiptPdu({ id: 'for-all', from: '94770000121' });
    await queueReceipts(t, [receipt, receipt]);
    await passTime(t, JUST_NOW);
    expect(await workOff(t)).toHaveLength(1);
    await answer(2);
    await passTime(t, JUST_NOW);
    expect(await workOff(t)).toEqual([]);
    expect(await stateOf(t, message)).toBe('delivered');
  });

  it('matches the only candidate in the end, though its carrier writes another number', async () => {
    const message = await sentMessage(t, sender, { ids: ['rewritten'], to: '+94770000113' });
    await queueReceipts(t, [receiptPdu({ id: 'rewritten', from: '12345' })]);
    await passTime(t, 6);
    expect(await workOff(t)).toEqual([]);
    expect(await stateOf(t, message)).toBe('delivered');
  });

  it('never matches another number: a link with the wrong base ends none by another receipt', async () => {
    // Both in hex: one receipt's id in decimal equals another message's answer in hex.
    const messages: { id: string }[] = [];
    const pdus = [];
    for (let i = 0; i < 24; i++) {
      const [id, to] = [(0x10 + i).toString(16), `+9471400${String(i).padStart(4, '0')}`];
      messages.push(await sentMessage(t, sender, { ids: [normaliseMessageId(id, 'answer', 'hex')], to }));
      pdus.push(receiptPdu({ id, from: to.slice(1), stat: i % 2 === 0 ? 'UNDELIV' : 'DELIVRD' }));
    }
    await queueReceipts(t, pdus);
    await passTime(t, 6);
    await workOff(t, 'hex');
    expect(new Set(await statesOf(messages))).toEqual(new Set(['sent']));
  });

  it('ends as many messages to one number as receipts come, oldest first', async () => {
    const messages = [];
    for (let i = 0; i < 4; i++) messages.push(await sentMessage(t, sender, { ids: ['same'] }));
    await queueReceipts(t, [receiptPdu({ id: 'same', stat: 'UNDELIV' }), receiptPdu({ id: 'same' })]);
    await workOff(t);
    expect(await statesOf(messages)).toEqual(['UNDELIVERED', 'delivered', 'sent', 'sent']);
    await queueReceipts(t, [receiptPdu({ id: 'same' }), receiptPdu({ id: 'same' })]);
    expect(await workOff(t)).toEqual([]);
    expect(await statesOf(messages)).toEqual(['UNDELIVERED', 'delivered', 'delivered', 'delivered']);
  });

  it('is a different id on another link', async () => {
    const message = await sentMessage(t, sender, { ids: ['here'] });
    await queueReceipts(t, [receiptPdu({ id: 'here' })], 'elsewhere');
    expect(await workOff(t)).toHaveLength(1);
    expect(await stateOf(t, message)).toBe('sent');
  });

  it('ends all parts of one message', async () => {
    const message = await sentMessage(t, sender, { ids: ['parts', 'parts', 'parts'] });
    await queueReceipts(
      t,
      [1, 2, 3].map(() => receiptPdu({ id: 'parts' })),
    );
    await workOff(t);
    expect(await stateOf(t, message)).toBe('delivered');
  });
});

describe('an id that a carrier leaves empty', () => {
  it('in answers and receipts: the addresses name the message', async () => {
    const messages = [
      await sentMessage(t, sender, { ids: [''], to: '+94770000201' }),
      await sentMessage(t, sender, { ids: [''], to: '+94770000202' }),
    ];
    await queueReceipts(t, [receiptPdu({ id: '', from: '94770000202' })]);
    await workOff(t);
    expect(await statesOf(messages)).toEqual(['sent', 'delivered']);
    await pool.query('delete from carrier_refs where message_id = $1', [messages[1]!.id]);
    await queueReceipts(t, [receiptPdu({ id: '', from: '94770000202' })]);
    expect(await workOff(t)).toHaveLength(1);
    expect(await stateOf(t, messages[0]!)).toBe('sent');
  });

  it('in answers and receipts: one that came long ago concerns no later message', async () => {
    await queueReceipts(t, [receiptPdu({ id: '', from: '94770000204' })]);
    await passTime(t, 3_600);
    const later = await sentMessage(t, sender, { ids: [''], to: '+94770000204' });
    expect(await workOff(t)).toHaveLength(1);
    expect(await stateOf(t, later)).toBe('sent');
  });

  it('in answers alone: a receipt whose id stays unknown may belong to it', async () => {
    const message = await sentMessage(t, sender, { ids: [''], to: '+94770000203' });
    await queueReceipts(t, [receiptPdu({ id: 'unheard of', from: '94770000203' })]);
    await passTime(t, JUST_NOW);
    expect(await workOff(t)).toHaveLength(1);
    expect(await stateOf(t, message)).toBe('sent');
    await passTime(t, 6);
    expect(await workOff(t)).toEqual([]);
    expect(await stateOf(t, message)).toBe('delivered');
  });
});

it('an id of 3,000 characters matches, and does not affect its neighbours', async () => {
  const long = 'f'.repeat(3_000);
  const message = await sentMessage(t, sender, { ids: [normaliseMessageId(long, 'answer', 'text')] });
  const neighbour = await sentMessage(t, sender, { ids: ['short'] });
  const tlvs = { receiptedMessageId: long, messageState: 2 };
  await queueReceipts(t, [receiptPdu({ id: '', tlvs }), receiptPdu({ id: 'short' })]);
  await workOff(t);
  expect(await statesOf([message, neighbour])).toEqual(['delivered', 'delivered']);
});

describe('a receipt with an unknown id', () => {
  async function doubtful(to: string) {
    const message = await sentMessage(t, sender, { ids: [], to });
    await pool.query(`update messages set state = 'in_doubt', sent_at = null where id = $1`, [message.id]);
    await pool.query(
      `insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at, link_id, doubt_until)
       values ($1, $2, 'TEST:', 0, now(), now() + interval '1 day', 'colombo', now() + interval '1 min')`,
      [message.id, message.teamId],
    );
    return message;
  }
  const isQueued = async ({ id }: { id: string }) =>
    (await pool.query('select 1 from send_queue where message_id = $1', [id])).rowCount === 1;

  it('ends the only candidate in doubt after the answers of its time are stored', async () => {
    const message = await doubtful('+94770000301');
    await queueReceipts(t, [receiptPdu({ id: 'lost-1', from: '94770000301' })]);
    await passTime(t, JUST_NOW);
    expect(await workOff(t)).toHaveLength(1);
    expect(await stateOf(t, message)).toBe('in_doubt');
    await pool.query("update messages set queued_at = now() - interval '1 min' where id = $1", [message.id]);
    await passTime(t, 6);
    expect(await workOff(t)).toEqual([]);
    expect(await stateOf(t, message)).toBe('delivered');
    expect(await isQueued(message)).toBe(false);
    const { rows } = await pool.query('select outcome, detail from submit_attempts where message_id = $1', [
      message.id,
    ]);
    expect(rows).toEqual([{ outcome: 'MATCHED', detail: 'lost-1' }]);
  });

  it('ends the message, and a later one does not change the outcome', async () => {
    const message = await doubtful('+94770000304');
    await pool.query("update messages set queued_at = now() - interval '1 min' where id = $1", [message.id]);
    const stats = ['UNDELIV', 'DELIVRD'];
    await queueReceipts(
      t,
      stats.map((stat) => receiptPdu({ id: 'lost-4', from: '94770000304', stat })),
    );
    await passTime(t, 6);
    expect(await workOff(t)).toHaveLength(1);
    expect(await stateOf(t, message)).toBe('UNDELIVERED');
  });

  it('decides the outcome even if a later one, with the same id or another, is processed first', async () => {
    for (const [index, id] of ['lost-6', 'other'].entries()) {
      const to = `+9477000031${index}`;
      const from = to.slice(1);
      const message = await doubtful(to);
      await pool.query("update messages set queued_at = now() - interval '10 s' where id = $1", [message.id]);
      await queueReceipts(t, [receiptPdu({ id: 'lost-6', from })]);
      await passTime(t, JUST_NOW);
      await workOff(t);
      await pool.query("update receipt_inbox set received_at = now() - interval '8 s'");
      await putOff();
      await queueReceipts(t, [receiptPdu({ id, from, stat: 'UNDELIV' })]);
      await pool.query("update receipt_inbox set received_at = now() - interval '6 s' where due_at <= now()");
      await workOff(t);
      expect([id, await stateOf(t, message)]).toEqual([id, 'delivered']);
      await pool.query('delete from receipt_inbox');
    }
  });

  it('ends the message even if an older one has waited since before the submit', async () => {
    const message = await doubtful('+94770000312');
    await pool.query("update messages set queued_at = now() - interval '1 min' where id = $1", [message.id]);
    await queueReceipts(t, [receiptPdu({ id: 'lost-7', from: '94770000312' })]);
    await passTime(t, 120);
    await workOff(t);
    await putOff();
    await queueReceipts(t, [receiptPdu({ id: 'lost-7', from: '94770000312', stat: 'UNDELIV' })]);
    await pool.query("update receipt_inbox set received_at = now() - interval '6 s' where due_at <= now()");
    await workOff(t);
    expect(await stateOf(t, message)).toBe('UNDELIVERED');
  });

  it('ends no message of another link', async () => {
    const message = await doubtful('+94770000305');
    await pool.query("update messages set queued_at = now() - interval '1 min' where id = $1", [message.id]);
    await queueReceipts(t, [receiptPdu({ id: 'lost-5', from: '94770000305' })], 'elsewhere');
    await passTime(t, 6);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('in_doubt');
  });

  it.each([
    ['came before it was submitted', {}, '0 s'],
    ['is about another sender', { to: 'Another' }, '1 min'],
    ['is about another number', { from: '94770000399' }, '1 min'],
  ])('ends no message that %s', async (_what, fields, queuedAgo) => {
    const message = await doubtful('+94770000302');
    await queueReceipts(t, [
      receiptPdu({ id: 'lost-2', from: '94770000302', ...fields }),
      // Makes the service look for messages in doubt to this number.
      receiptPdu({ id: 'lost-2', from: '94770000302', to: 'A third' }),
    ]);
    await pool.query('update messages set queued_at = now() - $2::interval where id = $1', [
      message.id,
      queuedAgo,
    ]);
    await passTime(t, 6);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('in_doubt');
    await pool.query('delete from send_queue');
  });

  it('ends neither of two candidates', async () => {
    const both = [await doubtful('+94770000303'), await doubtful('+94770000303')];
    await pool.query("update messages set queued_at = now() - interval '1 min' where state = 'in_doubt'");
    await queueReceipts(t, [receiptPdu({ id: 'lost-3', from: '94770000303' })]);
    await passTime(t, 6);
    await workOff(t);
    expect(await statesOf(both)).toEqual(['in_doubt', 'in_doubt']);
  });
});
