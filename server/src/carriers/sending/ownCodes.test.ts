// Messages that a carrier answers with codes of its own, over SMPP on TCP: they are tried a few times, and
// other messages of the link do not suffer.
import { beforeEach, describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, read, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { type HeldSubmit, startHeldCarrier } from '../../../test/heldCarrier.ts';
import { simulatorLinks } from '../links/config.ts';
import { FAULTS_IN_ROW, UNPROVEN } from '../links/health.ts';
import { MOST_OWN_CODES } from './ownCodes.ts';

/** A code that SMPP 3.4 leaves to carriers. */
const OWN = 0x45b;
let numbers = 0;
const goodNumber = () => `+9477100${String(numbers++).padStart(4, '0')}`;
const badNumber = () => `+9477200${String(numbers++).padStart(4, '0')}`;

/** Takes messages to good numbers and delivers them; answers others with the code. */
function judge(submit: HeldSubmit) {
  if (submit.to.startsWith('+9477200')) submit.refuse(OWN);
  else take(submit);
}

function take(submit: HeldSubmit) {
  submit.take();
  void submit.receipt('DELIVERED');
}

describe('on a link that two teams share', async () => {
  const carrier = await startHeldCarrier();
  beforeEach(() => {
    carrier.onSubmit = judge;
  });
  const t = await startEngine({}, { change: (link) => (link.mode === 'LIVE' ? carrier.serve(link) : link) });
  const { pool } = t.services;
  const [one, other] = [await makeLiveSender(t), await makeLiveSender(t)];
  const sendTo = (sender: typeof one, to: string) => send(t, sender, { to }, 'LIVE');
  const balanceOf = async ({ teamId }: typeof one) =>
    (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0]
      .balance_micros;
  /** Waits until a message has had so many codes and waits for its next attempt. */
  const putOff = ({ id }: { id: string }, codes: number) =>
    waitFor(
      async () =>
        (
          await pool.query(
            'select from send_queue where message_id = $1 and own_codes = $2 and lease_until is null',
            [id, codes],
          )
        ).rowCount === 1,
      { what: `${codes} codes` },
    );
  const makeDue = ({ id }: { id: string }) =>
    pool.query('update send_queue set due_at = now() where message_id = $1', [id]);

  it("one team's bad numbers do not close it: the other team's messages are delivered", async () => {
    const bad = await Promise.all(Array.from({ length: 4 * FAULTS_IN_ROW }, () => sendTo(one, badNumber())));
    for (const message of bad) await carrier.submitsTo(message.to, 1);
    const good = await Promise.all(Array.from({ length: 20 }, () => sendTo(other, goodNumber())));
    for (const message of good) await reaches(t, other, message, 'DELIVERED');
    const { rows } = await pool.query(
      "select health, health_words from link_reports where link_id = 'simulator-live'",
    );
    expect(rows).toEqual([{ health: 'OPEN', health_words: null }]);
    expect(t.log.filter((line) => line.includes('the link is closed'))).toEqual([]);
    for (const message of bad) expect((await read(t, one, message)).status).not.toBe('FAILED');
  });

  it('a message is tried ever later, then fails with the code, and is refunded', async () => {
    const before = await balanceOf(one);
    const message = await sendTo(one, badNumber());
    for (let codes = 1; codes < MOST_OWN_CODES; codes++) {
      await putOff(message, codes);
      const { rows } = await pool.query(
        `select due_at - now() between interval '1 s' * $2 and interval '1 s' * $3 as waits from send_queue where message_id = $1`,
        [message.id, 3 * 4 ** (codes - 1), 5 * 4 ** (codes - 1)],
      );
      expect([codes, rows[0].waits]).toEqual([codes, true]);
      await makeDue(message);
    }
    expect((await reaches(t, one, message, 'FAILED')).failure).toMatchObject({ code: 'REJECTED' });
    expect(await carrier.submitsTo(message.to, MOST_OWN_CODES)).toHaveLength(MOST_OWN_CODES);
    const { rows } = await pool.query('select carrier_error from messages where id = $1', [message.id]);
    expect(rows).toEqual([{ carrier_error: '0x0000045B' }]);
    expect(await balanceOf(one)).toBe(before);
  });

  it('a message that would expire before its next attempt fails at once', async () => {
    const message = await sendTo(one, badNumber());
    await putOff(message, 1);
    await pool.query(
      "update send_queue set due_at = now(), expires_at = now() + interval '15 s' where message_id = $1",
      [message.id],
    );
    expect((await reaches(t, one, message, 'FAILED')).failure).toMatchObject({ code: 'REJECTED' });
    expect(await carrier.submitsTo(message.to, 2)).toHaveLength(2);
  });

  it('a part that was taken is not sent again, and its message stays charged', async () => {
    const to = badNumber();
    carrier.onSubmit = (submit) => (submit.part === 1 ? submit.take() : judge(submit));
    const message = await send(t, one, { to, body: 'a'.repeat(200) }, 'LIVE');
    for (let codes = 1; codes < MOST_OWN_CODES; codes++) {
      await putOff(message, codes);
      await makeDue(message);
    }
    expect((await reaches(t, one, message, 'FAILED')).failure).toMatchObject({ code: 'UNDELIVERED' });
    const parts = (await carrier.submitsTo(to, MOST_OWN_CODES + 1)).map(({ part }) => part);
    expect(parts).toEqual([1, ...Array(MOST_OWN_CODES).fill(2)]);
  });

  it('a message whose code passes is delivered', async () => {
    const message = await sendTo(one, badNumber());
    await putOff(message, 1);
    carrier.onSubmit = (submit) => (submit.to === message.to ? take(submit) : judge(submit));
    await makeDue(message);
    await reaches(t, one, message, 'DELIVERED');
  });
});

describe('beside a second link', async () => {
  const [first, second] = [await startHeldCarrier(), await startHeldCarrier()];
  first.onSubmit = judge;
  second.onSubmit = take;
  const cheap = { ...first.serve(simulatorLinks(1, ['LIVE'])[0]!), id: 'cheap' };
  const behind = [{ prefix: '', tier: 2, weight: 1 }];
  const t = await startEngine(
    {},
    {
      more: [cheap],
      change: (link) => (link.mode === 'LIVE' ? { ...second.serve(link), routes: behind } : link),
    },
  );
  const sender = await makeLiveSender(t);
  const sendTo = (to: string) => send(t, sender, { to }, 'LIVE');

  it('a message goes there after one try, and later messages still go over the first', async () => {
    const { pool } = t.services;
    const boundCheap = "select from link_reports where link_id = 'cheap' and bound_sessions > 0";
    await waitFor(async () => (await pool.query(boundCheap)).rowCount === 1, { what: 'the first link' });
    // A new link has at most `UNPROVEN` messages at once; one more would go straight to the second link.
    for (let sent = 0; sent < 4 * FAULTS_IN_ROW; sent += UNPROVEN) {
      const messages = await Promise.all(Array.from({ length: UNPROVEN }, () => sendTo(badNumber())));
      for (const message of messages) await reaches(t, sender, message, 'DELIVERED');
      for (const { to } of messages) {
        expect(await first.submitsTo(to, 1)).toHaveLength(1);
        expect(await second.submitsTo(to, 1)).toHaveLength(1);
      }
    }
    const good = await sendTo(goodNumber());
    await reaches(t, sender, good, 'DELIVERED');
    expect(await first.submitsTo(good.to, 1)).toHaveLength(1);
    expect(second.submits.filter(({ to }) => to === good.to)).toEqual([]);
    expect(t.log.filter((line) => line.includes('the link is closed'))).toEqual([]);
  });
});
