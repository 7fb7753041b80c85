// The simulated carrier over real TCP: the outcome of each number, and its failure modes.
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/fakeClock.ts';
import { openSession } from '../../test/openSession.ts';
import { recorder } from '../../test/recorder.ts';
import type { DeliverSm } from '../codec/pdu.ts';
import { normaliseMessageId, parseReceipt } from '../codec/receipt.ts';
import { splitMessage } from '../codec/split.ts';
import { classifySubmitStatus, commandStatus } from '../codec/status.ts';
import type { SessionOptions, SubmitResult } from '../session/session.ts';
import { messageKey, type SimulatorOptions, startSimulator } from './simulator.ts';

const [part] = splitMessage('Your code is 1234', { charset: 'gsm7', longMessages: 'udh', reference: 1 });
const smsTo = (destinationAddr: string) => ({
  sourceAddr: 'Godwit',
  destinationAddr,
  registeredDelivery: 1,
  ...part,
});

/** A carrier and a session bound to it. The carrier's clock is a fake, and random draws are always 0.5. */
async function start(options: SimulatorOptions = {}, sessionOptions: Partial<SessionOptions> = {}) {
  const clock = fakeClock();
  const simulator = await startSimulator({ clock, random: () => 0.5, ...options });
  onTestFinished(async () => {
    const closed = simulator.close();
    clock.advance(3000);
    await closed;
  });
  const open = openSession({ port: simulator.port, ...sessionOptions });
  await open.bound();
  return { clock, simulator, ...open };
}

const idOf = (result: SubmitResult) => (result.kind === 'answered' ? result.messageId : result.kind);
const states = (delivers: readonly DeliverSm[]) => delivers.map((pdu) => parseReceipt(pdu)?.state);

/**
 * Advances the clock in small steps until the carrier has sent `count` receipts; returns the milliseconds it
 * took.
 */
async function advanceUntil(clock: FakeClock, received: () => number, count: number): Promise<number> {
  const startMs = clock.nowMs();
  await expect
    .poll(
      () => {
        if (received() < count) clock.advance(50);
        return received();
      },
      { interval: 1 },
    )
    .toBe(count);
  return clock.nowMs() - startMs;
}

describe('outcomes by number', () => {
  it('…0001: delivered at once', async () => {
    const { clock, session, delivers } = await start();
    const id = idOf(await session.submit(smsTo('94770000001')));
    clock.advance(0);
    const [receipt] = await delivers.until(1);
    expect(receipt).toMatchObject({ sourceAddr: '94770000001', destinationAddr: 'Godwit' });
    const parsed = parseReceipt(receipt!);
    expect(parsed).toMatchObject({ state: 'DELIVERED', final: true, error: '000' });
    expect(normaliseMessageId(parsed!.messageId, 'receipt', 'hex')).toBe(
      normaliseMessageId(id, 'answer', 'hex'),
    );
  });

  it('…0002: undelivered', async () => {
    const { clock, session, delivers } = await start();
    await session.submit(smsTo('94770000002'));
    clock.advance(2000);
    expect(states(await delivers.until(1))).toEqual(['UNDELIVERABLE']);
  });

  it('…0003: no receipt ever', async () => {
    const { clock, session, simulator } = await start();
    expect(await session.submit(smsTo('94770000003'))).toMatchObject({ status: 0 });
    clock.advance(24 * 3_600_000);
    expect(simulator.stats()).toMatchObject({ accepted: 1, receipts: 0, receiptsPending: 0 });
  });

  it('…0004: refused by the carrier', async () => {
    const { session, simulator } = await start();
    const result = await session.submit(smsTo('94770000004'));
    expect(result).toEqual({ kind: 'answered', status: commandStatus.ESME_RINVDSTADR, messageId: '' });
    expect(classifySubmitStatus(commandStatus.ESME_RINVDSTADR)).toBe('permanent');
    expect(simulator.stats()).toMatchObject({ submits: 1, accepted: 0, receiptsPending: 0 });
  });

  it('…0005: throttled twice, then delivered, counted for each message', async () => {
    const { clock, session, delivers } = await start();
    const statuses = [];
    for (let tries = 0; tries < 3; tries++) {
      const result = await session.submit(smsTo('94770000005'));
      statuses.push(result.kind === 'answered' ? classifySubmitStatus(result.status) : result.kind);
    }
    expect(statuses).toEqual(['throttled', 'throttled', 'ok']);
    expect(await session.submit(smsTo('94771110005'))).toMatchObject({
      status: commandStatus.ESME_RTHROTTLED,
    });
    clock.advance(2000);
    expect(states(await delivers.until(1))).toEqual(['DELIVERED']);
  });

  it('…0006: delivered after 30 s', async () => {
    const { clock, session, delivers, simulator } = await start();
    await session.submit(smsTo('94770000006'));
    clock.advance(29_990);
    expect(simulator.stats().receiptsPending).toBe(1);
    clock.advance(10);
    expect(states(await delivers.until(1))).toEqual(['DELIVERED']);
  });

  it('…0007: the receipt before the response', async () => {
    const order = recorder<string>();
    const { session } = await start(
      {},
      {
        onDeliver() {
          order.add('receipt');
          return 0;
        },
      },
    );
    await session.submit(smsTo('94770000007'));
    order.add('answer');
    expect(order.items).toEqual(['receipt', 'answer']);
  });

  it('…0007 without a receiver: answered after a second at the latest', async () => {
    const { clock, session, simulator } = await start({}, { onDeliver: () => new Promise<number>(() => {}) });
    const result = session.submit(smsTo('94770000007'));
    await expect.poll(() => simulator.stats().submits).toBe(1);
    clock.advance(1000);
    expect(await result).toMatchObject({ kind: 'answered', status: 0 });
  });

  it('any other: delivered within 2 s', async () => {
    const { clock, session, delivers } = await start();
    await session.submit(smsTo('94771234567'));
    const tookMs = await advanceUntil(clock, () => delivers.items.length, 1);
    expect(tookMs).toBeGreaterThanOrEqual(200);
    expect(tookMs).toBeLessThanOrEqual(2000);
    expect(states(delivers.items)).toEqual(['DELIVERED']);
  });
});

describe('messages', () => {
  it('in several parts: an id and a receipt each, counted each', async () => {
    const { clock, session, delivers, simulator } = await start();
    const text = 'a'.repeat(400);
    const parts = splitMessage(text, { charset: 'gsm7', longMessages: 'sar', reference: 9 });
    const results = await Promise.all(
      parts.map((each) => session.submit({ ...smsTo('94771234567'), ...each })),
    );
    expect(new Set(results.map(idOf)).size).toBe(3);
    clock.advance(2000);
    await delivers.until(3);
    expect(simulator.stats()).toMatchObject({ submits: 3, accepted: 3, parts: 3 });
    expect(simulator.stats().messages.get(messageKey('94771234567', 'a'.repeat(153), 2))).toBe(1);
  });

  it('sent twice are counted twice, up to the number tracked', async () => {
    const { session, simulator } = await start({ maxTrackedMessages: 1 });
    for (const to of ['94771234567', '94771234567', '94777654321']) await session.submit(smsTo(to));
    expect([...simulator.stats().messages]).toEqual([[messageKey('94771234567', 'Your code is 1234'), 2]]);
  });

  it('that request no receipt, or one on failure only, get no other', async () => {
    const { clock, session, delivers } = await start();
    await session.submit({ ...smsTo('94771234567'), registeredDelivery: 0 });
    await session.submit({ ...smsTo('94770000002'), registeredDelivery: 0 });
    await session.submit({ ...smsTo('94771234567'), registeredDelivery: 2 });
    await session.submit({ ...smsTo('94770000002'), registeredDelivery: 2 });
    clock.advance(2000);
    expect(states(await delivers.until(1))).toEqual(['UNDELIVERABLE']);
  });
});

describe('message ids', () => {
  it.each(['hex', 'dec', 'text'] as const)(
    'base %s: the receipt is found by its normalised id',
    async (idBase) => {
      const { clock, session, delivers } = await start({ idBase });
      const answered = idOf(await session.submit(smsTo('94770000001')));
      clock.advance(0);
      const named = parseReceipt((await delivers.until(1))[0]!)!.messageId;
      expect(named === answered).toBe(idBase === 'text');
      expect(normaliseMessageId(named, 'receipt', idBase)).toBe(
        normaliseMessageId(answered, 'answer', idBase),
      );
    },
  );
});

describe('receipts', () => {
  it('wait for a receiver of their system id and are sent once it binds', async () => {
    const { clock, simulator, session } = await start({}, { bind: 'transmitter' });
    await session.submit(smsTo('94771234567'));
    clock.advance(60_000);
    expect(simulator.stats()).toMatchObject({ receipts: 0, receiptsPending: 1 });
    const stranger = openSession({ port: simulator.port, bind: 'receiver', systemId: 'other' });
    await stranger.bound();
    const receiver = openSession({ port: simulator.port, bind: 'receiver' });
    expect(states(await receiver.delivers.until(1))).toEqual(['DELIVERED']);
    expect(stranger.delivers.items).toEqual([]);
    await expect.poll(() => simulator.stats().receiptsPending).toBe(0);
  });

  it('are sent again until they are accepted', async () => {
    let tries = 0;
    const { clock, session, simulator } = await start(
      {},
      {
        onDeliver: () => (++tries < 3 ? commandStatus.ESME_RX_T_APPN : commandStatus.ESME_ROK),
      },
    );
    await session.submit(smsTo('94770000001'));
    await advanceUntil(clock, () => simulator.stats().receipts, 1);
    expect(tries).toBe(3);
  });

  it('survive the loss of the connection', async () => {
    const first = await start({}, { onDeliver: () => new Promise<number>(() => {}) });
    await first.session.submit(smsTo('94770000001'));
    first.clock.advance(0);
    const lost = first.session.close(0);
    await lost;
    const second = openSession({ port: first.simulator.port });
    await second.bound();
    await advanceUntil(first.clock, () => second.delivers.items.length, 1);
  });

  it('are repeated as configured, and overtake each other', async () => {
    const draws = [0.5, 0.9, 0.1];
    let drawn = 0;
    const { clock, session, delivers } = await start({
      duplicateReceipts: 1,
      reorderReceipts: true,
      random: () => draws[drawn++ % draws.length]!,
    });
    const ids = [];
    for (const to of ['94771110001', '94772220001']) {
      ids.push(normaliseMessageId(idOf(await session.submit(smsTo(to))), 'answer', 'hex'));
    }
    clock.advance(3000);
    const named = (await delivers.until(4)).map((pdu) =>
      normaliseMessageId(parseReceipt(pdu)!.messageId, 'receipt', 'hex'),
    );
    expect([...named].sort()).toEqual([ids[0], ids[0], ids[1], ids[1]].sort());
    expect(named).not.toEqual([ids[0], ids[0], ids[1], ids[1]]);
  });

  it('over the maximum drop the oldest', async () => {
    const { clock, session, simulator } = await start({ maxPendingReceipts: 3 }, { bind: 'transmitter' });
    for (let i = 0; i < 5; i++) await session.submit(smsTo(`9477123456${i}`));
    expect(simulator.stats()).toMatchObject({ receiptsPending: 3, receiptsDropped: 2 });
    clock.advance(60_000);
    await session.submit(smsTo('94771234569'));
    expect(simulator.stats()).toMatchObject({ receiptsPending: 3, receiptsDropped: 3 });
    const receiver = openSession({ port: simulator.port, bind: 'receiver' });
    clock.advance(2000);
    const taken = await receiver.delivers.until(3);
    expect(taken.map((pdu) => pdu.sourceAddr)).toEqual(['94771234563', '94771234564', '94771234569']);
  });
});

describe('failure modes', () => {
  it('throttles above its limit a second', async () => {
    const { clock, session } = await start({ throttleAbovePerSecond: 2 });
    const statusesOf = async (count: number) => {
      const results = await Promise.all(
        Array.from({ length: count }, (_, i) => session.submit(smsTo(`9477123456${i}`))),
      );
      return results.map((result) => (result.kind === 'answered' ? result.status : result.kind));
    };
    const throttled = commandStatus.ESME_RTHROTTLED;
    expect(await statusesOf(4)).toEqual([0, 0, throttled, throttled]);
    clock.advance(1000);
    expect(await statusesOf(3)).toEqual([0, 0, throttled]);
  });

  it('falls silent although it accepted the message, and recovers', async () => {
    const { clock, session, delivers, simulator } = await start({ silent: true }, { responseTimeoutMs: 50 });
    expect(await session.submit(smsTo('94770000001'))).toEqual({ kind: 'noAnswer' });
    clock.advance(0);
    await delivers.until(1);
    expect(simulator.stats()).toMatchObject({ submits: 1, accepted: 1, answers: 0 });
    simulator.behave({ silent: false });
    expect(await session.submit(smsTo('94770000001'))).toMatchObject({ status: 0 });
  });

  it('disconnects on the configured submit', async () => {
    const { session, bound, simulator } = await start(
      { disconnectAfterSubmits: 2 },
      { backoff: { minMs: 1, maxMs: 5 } },
    );
    expect(await session.submit(smsTo('94771234567'))).toMatchObject({ status: 0 });
    expect(await session.submit(smsTo('94771234568'))).toEqual({ kind: 'noAnswer' });
    await bound(2);
    expect(simulator.stats()).toMatchObject({ submits: 2, accepted: 2, answers: 1 });
  });

  it('delays its responses', async () => {
    const { clock, session, simulator } = await start({ answerDelayMs: 700 });
    const result = session.submit(smsTo('94770000001'));
    await expect.poll(() => simulator.stats().submits).toBe(1);
    clock.advance(690);
    expect(simulator.stats().answers).toBe(0);
    clock.advance(10);
    expect(await result).toMatchObject({ status: 0 });
  });
});
