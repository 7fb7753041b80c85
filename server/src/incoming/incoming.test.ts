// Incoming messages over TCP from a simulated carrier: committed before the response, joined, stored once,
// refused if invalid, and answered by keywords.

import { dataCoding, encodeUcs2 } from '@godwit/smpp/codec/encoding';
import { type SmInput, smPdu } from '@godwit/smpp/codec/pdu';
import { type LongMessages, splitMessage } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import { afterAll, describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../test/carriers.ts';
import { makeGroup } from '../../test/contacts.ts';
import { waitFor } from '../../test/database.ts';
import { startKeywordActions } from './keywords/actions.ts';
import { MOST_REPLIES } from './keywords/keywords.ts';
import { BUDGETS, type From, MAX_PARTS, openReceiver } from './receive/receive.ts';
import { startIncoming } from './receive/worker.ts';

const t = await startEngine();
const { pool, log } = t.services;
const jobs = [
  startIncoming({ pool, log, signals: t.signals, timings: { everyMs: 20, partsWaitMs: 600_000 } }),
  startKeywordActions({ services: t.services, accept: t.messaging.accept, signals: t.signals, log }),
];
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});
const OURS = '+94112300300';
const SHORT = '1919';
const owner = await makeLiveSender(t);
const other = await makeLiveSender(t);
const assign = (number: string, { teamId, project }: typeof owner) =>
  pool.query(
    `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) values ($1, $2, $3, 'LIVE', 'Test')`,
    [number, teamId, project.id],
  );
await assign(OURS, owner);
await assign(SHORT, other);
let phones = 94_770_000_000;
const newPhone = () => String(++phones);
await waitFor(async () => (await deliver('ready', { to: '94112300300' })) === commandStatus.ESME_ROK);

type Over = { from?: string; to?: string; over?: 'LIVE' | 'TEST' };
/** Delivers a deliver_sm; returns the status of the response. */
async function hand(
  sm: Partial<SmInput>,
  { from = newPhone(), to = '94112300300', over = 'LIVE' }: Over = {},
) {
  const result = await t.simulator.deliver(over, {
    ...sm,
    sourceAddr: from,
    sourceAddrTon: 1,
    destinationAddr: to,
  });
  return result.kind === 'answered' ? result.status : result.kind;
}
function smOf(text: string) {
  return splitMessage(text, { charset: 'gsm7', longMessages: 'udh', reference: 0 })[0]!;
}
function deliver(text: string, over: Over = {}) {
  return hand(smOf(text), over);
}
/** The log of a project from one phone, oldest first. */
async function logOf(from: string) {
  const { rows } = await pool.query(
    `select id, body, missing_parts as missing, mode, recipient from messages where direction = 'INCOMING' and sender = $1 order by id`,
    [`+${from}`],
  );
  return rows as { id: string; body: string; missing: number | null; mode: string; recipient: string }[];
}
const stored = (from: string, count = 1) =>
  waitFor(async () => {
    const rows = await logOf(from);
    return rows.length === count ? rows : null;
  });
const isEmpty = () =>
  waitFor(
    async () =>
      (await pool.query('select from incoming_inbox where not waits and failure is null')).rowCount === 0,
  );

describe('a text from a phone', () => {
  it.each([
    ['GSM 03.38', { dataCoding: 0, shortMessage: Buffer.from('Price: 5 \x02') }, 'Price: 5 $'],
    ['Latin-1', { dataCoding: dataCoding.latin1, shortMessage: Buffer.from('Café', 'latin1') }, 'Café'],
    ['UCS-2', { dataCoding: dataCoding.ucs2, shortMessage: encodeUcs2('ආයුබෝවන් 👋') }, 'ආයුබෝවන් 👋'],
    ['a payload', { tlvs: { messagePayload: Buffer.from('x'.repeat(2_000)) } }, 'x'.repeat(2_000)],
    ['nothing at all', {}, ''],
    ['part 3 of 2', { esmClass: 0x40, shortMessage: Buffer.from('\x05\0\x03\x01\x02\x03odd') }, 'odd'],
  ])('in %s is in the log as it was written', async (_what, sm, body) => {
    const from = newPhone();
    expect(await hand(sm, { from })).toBe(commandStatus.ESME_ROK);
    expect(await stored(from)).toMatchObject([{ body, missing: null, recipient: OURS }]);
  });

  it.each<[LongMessages]>([['udh'], ['sar']])(
    'in parts by %s is joined, whatever their order and however often they come',
    async (longMessages) => {
      const from = newPhone();
      const text = `${'Ünïcode නවත්වන්න '.repeat(20)}end`;
      const parts = splitMessage(text, { charset: 'gsm7', longMessages, reference: 77 });
      for (const part of [...parts.toReversed(), parts[0]!]) {
        expect(await hand(part, { from })).toBe(commandStatus.ESME_ROK);
      }
      expect((await stored(from))[0]!.body).toBe(text);
      await isEmpty();
      // The carrier repeats one after the message is stored.
      expect(await hand(parts[1]!, { from })).toBe(commandStatus.ESME_ROK);
      await isEmpty();
      expect(await logOf(from)).toHaveLength(1);
    },
  );

  it('whose parts read alike is complete: the part number tells a part from a repetition', async () => {
    const from = newPhone();
    const text = 'ha '.repeat(102);
    const parts = splitMessage(text, { charset: 'gsm7', longMessages: 'sar', reference: 78 });
    expect(new Set(parts.map(({ shortMessage }) => shortMessage!.toString())).size).toBe(1);
    for (const part of parts) await hand(part, { from });
    expect(await stored(from)).toMatchObject([{ body: text, missing: null }]);
  });

  it('whose reference is reused, or whose parts do not all arrive, is stored with a gap', async () => {
    const from = newPhone();
    const split = (word: string) =>
      splitMessage(`${word} `.repeat(60), { charset: 'gsm7', longMessages: 'udh', reference: 5 });
    const [one, two, three] = [split('first'), split('second'), split('third')];
    await hand(one[0]!, { from });
    for (const part of two) await hand(part, { from });
    await hand(three[2]!, { from });
    const before = await stored(from, 2);
    expect(before.map(({ missing }) => missing)).toEqual([one.length - 1, null]);
    expect(before[0]!.body).toMatch(/^first .*\[…\]$/s);
    await pool.query(`update incoming_inbox set received_at = now() - interval '1 hour', due_at = now()`);
    const [, , last] = await stored(from, 3);
    expect(last!.body).toMatch(/^\[…\].*third/s);
    expect(last!.missing).toBe(three.length - 1);
  });

  it('with too many parts, to an unassigned number or in the other mode is refused and shown', async () => {
    const tooMany = Buffer.from([5, 0, 3, 1, MAX_PARTS + 1, 1, 65]);
    expect(await hand({ esmClass: 0x40, shortMessage: tooMany })).toBe(commandStatus.ESME_RINVMSGLEN);
    expect(await deliver('Hello', { to: '94110000000' })).toBe(commandStatus.ESME_RINVDSTADR);
    expect(await deliver('Hello', { over: 'TEST' })).toBe(commandStatus.ESME_RINVDSTADR);
    await waitFor(async () => {
      const { rows } = await pool.query(
        `select link_id, recipient, reason, count::integer from refused_incoming`,
      );
      expect(rows).toEqual(
        expect.arrayContaining([
          { link_id: 'simulator-live', recipient: '+94110000000', reason: 'UNKNOWN_NUMBER', count: 1 },
          { link_id: 'simulator-test', recipient: OURS, reason: 'UNKNOWN_NUMBER', count: 1 },
          { link_id: 'simulator-live', recipient: OURS, reason: 'TOO_LONG', count: 1 },
        ]),
      );
      return true;
    });
  });

  it('that cannot be stored is set aside, and its neighbours are stored', async () => {
    const [from, broken] = [newPhone(), newPhone()];
    await pool.query(
      `insert into incoming_inbox (link_id, team_id, project_id, mode, sender, recipient, pdu)
        values ('simulator-live', $1, $2, 'LIVE', $3, $4, 'broken')`,
      [owner.teamId, owner.project.id, `+${broken}`, OURS],
    );
    expect(await deliver('Beside it', { from })).toBe(commandStatus.ESME_ROK);
    await stored(from);
    await waitFor(
      async () => (await pool.query('select from incoming_inbox where failure is not null')).rowCount === 1,
    );
    await pool.query('delete from incoming_inbox where failure is not null');
  });

  it('is retried if its transaction lost to another or waited too long for a lock', async () => {
    for (const code of ['40P01', '55P03']) {
      const from = newPhone();
      await pool.query(`create function fail() returns trigger language plpgsql as $$
        begin raise exception 'not now' using errcode = '${code}'; end $$`);
      await pool.query(
        'create trigger fail before delete on incoming_inbox for each row execute function fail()',
      );
      t.log.length = 0;
      expect(await deliver('STOP', { from })).toBe(commandStatus.ESME_ROK);
      await waitFor(() => t.log.some((line) => line.includes('retrying it in parts')));
      await waitFor(
        async () =>
          code === '40P01' ||
          (await pool.query("select from incoming_inbox where due_at > now() + interval '10 s'")).rowCount ===
            1,
      );
      await pool.query('drop function fail cascade');
      await pool.query('update incoming_inbox set due_at = now() where failure is null and not waits');
      await stored(from);
    }
    expect((await pool.query('select from incoming_inbox where failure is not null')).rowCount).toBe(0);
  });
});

it('refusals while the database was away are counted once it is back', async () => {
  const counted = async () =>
    (await pool.query(`select count::integer from refused_incoming where recipient = '+94110000009'`)).rows;
  await pool.query('alter table refused_incoming rename to elsewhere');
  t.log.length = 0;
  await deliver('One', { to: '94110000009' });
  await waitFor(() => t.log.some((line) => line.includes('noting refused')));
  await deliver('Two', { to: '94110000009' });
  await pool.query('alter table elsewhere rename to refused_incoming');
  await waitFor(async () => (await counted())[0]?.count === 2);
});

it('refusals beyond the remembered numbers are counted together', async () => {
  const ofLink = async () =>
    (
      await pool.query(`select sum(count)::integer as messages, count(*)::integer as rows
        from refused_incoming where link_id = 'simulator-live'`)
    ).rows[0] as { messages: number; rows: number };
  const before = await ofLink();
  const numbers = Array.from({ length: 1_100 }, (_, i) => String(94_120_000_000 + i));
  for (let i = 0; i < numbers.length; i += 50)
    await Promise.all(numbers.slice(i, i + 50).map((to) => deliver('Hello', { to })));
  await waitFor(async () => (await ofLink()).messages === before.messages + numbers.length);
  expect((await ofLink()).rows).toBeLessThan(1_005);
});

describe('a flood from one phone', () => {
  it('is throttled; accepted texts are in the log once, and another phone gets through', async () => {
    const from = newPhone();
    const texts = Array.from({ length: BUDGETS.phone.burst * 3 }, (_, i) => `Flood ${i}`);
    const answers: { text: string; answer: unknown }[] = [];
    // As many at once as the simulator may have without an answer.
    for (let i = 0; i < texts.length; i += 50) {
      const some = texts.slice(i, i + 50);
      const got = await Promise.all(some.map((text) => deliver(text, { from })));
      answers.push(...some.map((text, at) => ({ text, answer: got[at] })));
    }
    const taken = answers.filter(({ answer }) => answer === commandStatus.ESME_ROK).map(({ text }) => text);
    const throttled = answers.filter(({ answer }) => answer === commandStatus.ESME_RTHROTTLED);
    expect(taken.length).toBeGreaterThanOrEqual(BUDGETS.phone.burst);
    expect(throttled.length).toBe(texts.length - taken.length);
    expect(throttled.length).toBeGreaterThan(0);
    expect(await deliver('Me too')).toBe(commandStatus.ESME_ROK);
    expect((await stored(from, taken.length)).map(({ body }) => body).sort()).toEqual(taken.sort());
  });
});

it('a phone, a team and a link have separate budgets in each mode', async () => {
  const few = (burst: number) => ({ perSecond: 1e-6, burst });
  const budgets = { phone: few(2), team: few(4), link: few(7) };
  const receiver = openReceiver({ pool, signals: t.signals, log, budgets });
  const { rows } = await pool.query(
    `select number from two_way_numbers where mode = 'TEST' and team_id = $1`,
    [owner.teamId],
  );
  const [live, elsewhere, test] = [
    { id: 'live', mode: 'LIVE' },
    { id: 'elsewhere', mode: 'LIVE' },
    { id: 'test', mode: 'TEST' },
  ] as const;
  const take = (sourceAddr: string, destinationAddr: string, from: From = live) =>
    receiver.take(from, smPdu('deliver_sm', 1, { ...smOf('Hello'), sourceAddr, destinationAddr }));
  const ours = OURS.slice(1);
  const ok = commandStatus.ESME_ROK;
  const full = commandStatus.ESME_RTHROTTLED;
  const [one, two, three, four] = [newPhone(), newPhone(), newPhone(), newPhone()] as const;
  expect([await take(one, ours), await take(one, ours), await take(one, ours)]).toEqual([ok, ok, full]);
  expect([await take(two, ours), await take(two, ours), await take(three, ours)]).toEqual([ok, ok, full]);
  // A refused part takes from no budget: the link has three left for the other team.
  expect([await take(one, SHORT), await take(two, SHORT), await take(three, SHORT)]).toEqual([ok, ok, ok]);
  expect([await take(four, SHORT), await take(four, SHORT, elsewhere)]).toEqual([full, ok]);
  expect(await take(one, rows[0].number.slice(1), test)).toBe(ok);
  await receiver.stop();
});

describe('keywords', () => {
  const repliesTo = async (from: string) => {
    const { rows } = await pool.query(
      `select sender, body, platform, charged_micros > 0 as charged, state from messages
        where direction = 'OUTGOING' and recipient = $1 order by id`,
      [`+${from}`],
    );
    return rows as { sender: string; body: string; platform: string; charged: boolean; state: string }[];
  };
  const replies = (from: string, count: number) =>
    waitFor(async () => {
      const rows = await repliesTo(from);
      return rows.length === count ? rows : null;
    });
  const settled = () =>
    waitFor(
      async () => (await pool.query('select from keyword_actions where done_at is null')).rowCount === 0,
    );
  const listOf = async (from: string) =>
    (
      await pool.query(
        "select source from scoped_opt_outs where team_id = $1 and mode = 'LIVE' and number = $2",
        [owner.teamId, `+${from}`],
      )
    ).rows[0]?.source as string | undefined;

  it('STOP ends messages with one confirmation, which is delivered; START resumes them', async () => {
    const from = newPhone();
    await deliver(' නවත්වන්න! ', { from });
    const [confirmation] = await replies(from, 1);
    expect(confirmation).toMatchObject({ sender: OURS, platform: 'KEYWORD', charged: true });
    expect(confirmation!.body).toContain('නොලැබේ');
    await waitFor(async () => (await repliesTo(from))[0]!.state === 'delivered');
    expect(await listOf(from)).toBe('STOP');
    await deliver('Stop.', { from });
    await stored(from, 2);
    await settled();
    expect(await repliesTo(from)).toHaveLength(1);
    await deliver('START', { from });
    expect((await replies(from, 2))[1]!.body).toContain('messages again');
    expect(await listOf(from)).toBeUndefined();
  });

  it('STOP is confirmed above the hourly limit of a phone; nothing else is', async () => {
    const from = newPhone();
    await pool.query(
      `insert into keyword_actions (team_id, message_id, project_id, mode, phone, number, reply, done_at)
        select $1, gen_random_uuid(), $2, 'LIVE', $3, $4, 'Welcome', now() from generate_series(1, 50)`,
      [owner.teamId, owner.project.id, `+${from}`, OURS],
    );
    await deliver('HELP', { from });
    await deliver('STOP', { from });
    expect((await replies(from, 1))[0]!.body).toContain('no more messages');
    await stored(from, 2);
    await settled();
    expect(await repliesTo(from)).toHaveLength(1);
  });

  it('from one of our numbers get no answer: two projects would answer each other without end', async () => {
    const from = '94112300301';
    await assign(`+${from}`, other);
    await deliver('HELP', { from });
    await stored(from);
    await isEmpty();
    expect((await pool.query('select from keyword_actions where phone = $1', [`+${from}`])).rowCount).toBe(0);
  });

  it('count only as the whole text, and names and short numbers get no answer', async () => {
    const from = newPhone();
    await deliver('Stop by tomorrow', { from });
    expect(await deliver('HELP', { from: '2929' })).toBe(commandStatus.ESME_ROK);
    await stored(from);
    await isEmpty();
    await settled();
    expect(await repliesTo(from)).toEqual([]);
    expect(await listOf(from)).toBeUndefined();
    expect((await pool.query(`select from keyword_actions where phone = '2929'`)).rowCount).toBe(0);
  });

  it('of the project answer and put the phone into a group; two auto-repliers end their loop', async () => {
    const from = newPhone();
    const group = await makeGroup(owner.browser, 'Club');
    await pool.query(
      `insert into keywords (team_id, project_id, id, words, reply, group_id) values ($1, $2, gen_random_uuid(), '{join}', 'Welcome', $3)`,
      [owner.teamId, owner.project.id, group.id],
    );
    for (let i = 0; i < MOST_REPLIES + 3; i++) await deliver(`Join ${i}`, { from });
    await stored(from, MOST_REPLIES + 3);
    await settled();
    expect(await replies(from, MOST_REPLIES)).toMatchObject([{ body: 'Welcome' }, {}, {}, {}, {}]);
    const { rows } = await pool.query(
      `select c.number, g.contacts from contacts c join contact_group_members m on m.contact_id = c.id
        join contact_groups g on g.id = m.group_id where g.id = $1`,
      [group.id],
    );
    expect(rows).toEqual([{ number: `+${from}`, contacts: 1 }]);
  });
});

it('texts in TEST change neither contacts nor anything of LIVE', async () => {
  const { rows: ours } = await pool.query(
    `select substr(number, 2) as to from two_way_numbers where project_id = $1 and mode = 'TEST'`,
    [other.project.id],
  );
  await assign('+94112300397', other);
  const group = await makeGroup(other.browser, 'Members');
  await pool.query(
    `insert into keywords (team_id, project_id, id, words, reply, group_id) values ($1, $2, gen_random_uuid(), '{member}', 'Welcome', $3)`,
    [other.teamId, other.project.id, group.id],
  );
  const from = newPhone();
  const answers = async () => {
    const { rows } = await pool.query(
      `select mode, count(*)::integer from messages where direction = 'OUTGOING' and recipient = $1 group by 1 order by 1`,
      [`+${from}`],
    );
    return Object.fromEntries(rows.map(({ mode, count }) => [mode, count])) as Record<string, number>;
  };
  const inTest: Over = { from, to: ours[0].to, over: 'TEST' };
  await waitFor(
    async () => (await deliver('ready', { ...inTest, from: newPhone() })) === commandStatus.ESME_ROK,
  );
  for (let i = 0; i < MOST_REPLIES + 1; i++) await deliver(`Member ${i}`, inTest);
  await waitFor(async () => (await answers()).TEST === MOST_REPLIES);
  expect((await other.browser.get('/v1/web/contacts')).json()).toEqual([]);
  // The answers of TEST do not count for LIVE, and its STOP leaves the list of LIVE alone.
  await deliver('STOP', inTest);
  await waitFor(async () => (await answers()).TEST === MOST_REPLIES + 1);
  await deliver('Member', { from, to: '94112300397' });
  await waitFor(async () => (await answers()).LIVE === 1);
  await waitFor(async () => (await other.browser.get('/v1/web/contacts')).json().length === 1);
  const { rows } = await pool.query('select mode, scope, source from scoped_opt_outs where team_id = $1', [
    other.teamId,
  ]);
  expect(rows).toEqual([{ mode: 'TEST', scope: 'ALL', source: 'STOP' }]);
});

it('a message from a two-way number is sent with its digits, and its receipt finds it', async () => {
  const sent = await send(t, owner, { to: '+94771230001', from: OURS }, 'LIVE');
  await reaches(t, owner, sent, 'DELIVERED');
  const short = await send(t, other, { to: '+94771230001', from: SHORT }, 'LIVE');
  await reaches(t, other, short, 'DELIVERED');
  await expect(send(t, other, { to: '+94771230001', from: OURS }, 'LIVE')).rejects.toThrow('3000');
});

it('of a team above its share the rest is stored without a pause', async () => {
  await jobs[0]!.stop();
  await deliver('One of many');
  await deliver('Another team', { to: SHORT });
  await pool.query(
    `insert into incoming_inbox (link_id, team_id, project_id, mode, sender, recipient, pdu)
      select link_id, team_id, project_id, mode, sender, recipient, pdu from incoming_inbox, generate_series(1, 400)
      where recipient = $1 and not waits`,
    [OURS],
  );
  const job = startIncoming({
    ...{ pool, log, signals: t.signals, timings: { everyMs: 600_000, partsWaitMs: 600_000 } },
  });
  await isEmpty();
  await job.stop();
});
