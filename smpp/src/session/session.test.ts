// The client session against a peer that the test controls, with a fake clock.
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fakeClock.ts';
import { openSession } from '../../test/openSession.ts';
import { type RawPeer, startRawPeer } from '../../test/rawPeer.ts';
import { recorder } from '../../test/recorder.ts';
import { answerTo } from '../codec/decode.ts';
import { type Pdu, smPdu } from '../codec/pdu.ts';
import { commandStatus } from '../codec/status.ts';
import { noTlvs } from '../codec/tlv.ts';
import type { SubmitAnswer } from './session.ts';

const sms = { sourceAddr: 'Godwit', destinationAddr: '94771234567', shortMessage: Buffer.from('hello') };
const isSubmit = (pdu: Pdu) => pdu.command === 'submit_sm';
const isEnquiry = (pdu: Pdu) => pdu.command === 'enquire_link';
const accept = (sequence: number, messageId: string): Pdu => ({
  command: 'submit_sm_resp',
  status: 0,
  sequence,
  messageId,
  tlvs: noTlvs,
});

let peer: RawPeer;
afterEach(() => peer.close());

describe('binding', () => {
  it('sends our credentials and reports when it is bound', async () => {
    peer = await startRawPeer();
    const { session, states, bound } = openSession({
      port: peer.port,
      systemType: 'sms',
      bind: 'transmitter',
    });
    expect(session.state).toBe('connecting');
    expect(session.freeWindow()).toBe(0);
    await bound();
    expect(peer.pdus.items[0]).toMatchObject({
      command: 'bind_transmitter',
      systemId: 'godwit',
      password: 'secret',
      systemType: 'sms',
      interfaceVersion: 0x34,
    });
    expect(states.items).toEqual([
      { state: 'bound', reason: null, detail: null, bindStatus: null, retryInMs: null },
    ]);
    expect(session.freeWindow()).toBe(10);
  });

  it('a receiver has no window', async () => {
    peer = await startRawPeer();
    const { session, bound } = openSession({ port: peer.port, bind: 'receiver' });
    await bound();
    expect(session.freeWindow()).toBe(0);
    expect(await session.submit(sms)).toEqual({ kind: 'notWritten' });
  });

  it.each([commandStatus.ESME_RINVPASWD, commandStatus.ESME_RINVSYSID])(
    'stops for good at status %i',
    async (status) => {
      peer = await startRawPeer(() => status);
      const clock = fakeClock();
      const { session, states } = openSession({ port: peer.port, clock });
      const [refused] = await states.until(1, (change) => change.state === 'refused');
      expect(refused).toMatchObject({ reason: 'bindRefused', bindStatus: status, retryInMs: null });
      await new Promise((resolve) => peer.sockets.items[0]?.once('close', resolve));
      clock.advance(3_600_000);
      await session.close();
      expect(session.state).toBe('refused');
      expect(peer.sockets.items).toHaveLength(1);
    },
  );

  it('waits longer while the carrier still holds our last session', async () => {
    peer = await startRawPeer(() => commandStatus.ESME_RALYBND);
    const backoff = { minMs: 100, maxMs: 60_000 };
    const { states } = openSession({ port: peer.port, clock: fakeClock(), backoff, random: () => 0.5 });
    const [retry] = await states.until(1, (change) => change.retryInMs !== null);
    expect(retry).toMatchObject({
      state: 'connecting',
      bindStatus: commandStatus.ESME_RALYBND,
      retryInMs: 45_000,
    });
  });

  it('gives up on a bind without a response', async () => {
    peer = await startRawPeer(() => null);
    const clock = fakeClock();
    const { states } = openSession({ port: peer.port, clock });
    await peer.pdus.until(1);
    clock.advance(10_000);
    const [retry] = await states.until(1, (change) => change.retryInMs !== null);
    expect(retry?.reason).toBe('bindUnanswered');
  });

  it('gives up on a connection that does not open', async () => {
    peer = await startRawPeer();
    const clock = fakeClock();
    // The peer never answers the TLS greeting.
    const { states } = openSession({ port: peer.port, clock, tls: true, connectTimeoutMs: 3000 });
    await peer.sockets.until(1);
    clock.advance(3000);
    const [retry] = await states.until(1, (change) => change.retryInMs !== null);
    expect(retry?.reason).toBe('connectTimeout');
  });
});

describe('reconnecting', () => {
  it('doubles the delay with every failure', async () => {
    peer = await startRawPeer();
    await peer.close();
    const clock = fakeClock();
    const { states } = openSession({
      port: peer.port,
      clock,
      random: () => 1,
      backoff: { minMs: 500, maxMs: 3000 },
    });
    for (let failures = 1; failures <= 5; failures++) {
      const retries = await states.until(failures, (change) => change.retryInMs !== null);
      expect(retries.at(-1)?.reason).toBe('connectFailed');
      expect(retries.at(-1)?.detail).toContain('ECONNREFUSED');
      clock.advance(retries.at(-1)?.retryInMs ?? 0);
    }
    expect(states.items.flatMap((change) => change.retryInMs ?? [])).toEqual([500, 1000, 2000, 3000, 3000]);
  });

  it('binds again after a loss, and returns to short delays only after a session has lasted', async () => {
    peer = await startRawPeer();
    const clock = fakeClock();
    const { states, bound } = openSession({ port: peer.port, clock, random: () => 1 });
    const waits = () => states.items.flatMap((change) => change.retryInMs ?? []);
    for (let times = 1; times <= 3; times++) {
      await bound(times);
      peer.sockets.items.at(-1)?.destroy();
      const retries = await states.until(times, (change) => change.retryInMs !== null);
      clock.advance(retries.at(-1)?.retryInMs ?? 0);
    }
    // The first loss follows a success; the two sessions after it were lost at once.
    expect(waits()).toEqual([500, 1000, 2000]);
    await bound(4);
    clock.advance(2000);
    peer.sockets.items.at(-1)?.destroy();
    await states.until(4, (change) => change.retryInMs !== null);
    expect(waits().at(-1)).toBe(500);
  });

  it("follows the carrier's unbind and reconnects", async () => {
    peer = await startRawPeer();
    const clock = fakeClock();
    const { states, bound } = openSession({ port: peer.port, clock });
    await bound();
    peer.send({ command: 'unbind', sequence: 77 });
    await peer.pdus.until(1, (pdu) => pdu.command === 'unbind_resp' && pdu.sequence === 77);
    const [retry] = await states.until(1, (change) => change.retryInMs !== null);
    expect(retry?.reason).toBe('unboundByPeer');
    clock.advance(retry?.retryInMs ?? 0);
    await bound(2);
  });
});

describe('a bind that the carrier has lost', () => {
  const LOST = commandStatus.ESME_RINVBNDSTS;

  it('is replaced once the submits in flight are answered', async () => {
    peer = await startRawPeer();
    const clock = fakeClock();
    const { session, states, bound } = openSession({ port: peer.port, clock });
    await bound();
    const results = [session.submit(sms), session.submit(sms)];
    const [first, second] = await peer.pdus.until(2, isSubmit);
    peer.send(answerTo('submit_sm', first!.sequence, LOST));
    expect(await results[0]).toEqual({ kind: 'answered', status: LOST, messageId: '' });
    expect(session.freeWindow()).toBe(0);
    peer.send(accept(second!.sequence, 'taken'));
    expect(await results[1]).toMatchObject({ messageId: 'taken' });
    await peer.pdus.until(1, (pdu) => pdu.command === 'unbind');
    const [retry] = await states.until(1, (change) => change.retryInMs !== null);
    expect(retry).toMatchObject({ state: 'connecting', reason: 'bindLost' });
    clock.advance(retry!.retryInMs!);
    await bound(2);
    expect(session.freeWindow()).toBe(10);
  });

  it('is noticed from a late response too, and replaced ever less often if each is lost', async () => {
    peer = await startRawPeer();
    const clock = fakeClock();
    const { session, states, bound } = openSession({ port: peer.port, clock, random: () => 1 });
    for (let times = 1; times <= 3; times++) {
      await bound(times);
      const submitted = session.submit(sms, () => {});
      const submit = (await peer.pdus.until(times, isSubmit)).at(-1)!;
      if (times === 1) {
        clock.advance(10_000);
        expect(await submitted).toEqual({ kind: 'noAnswer' });
      }
      peer.send(answerTo('submit_sm', submit.sequence, LOST));
      const retries = await states.until(times, (change) => change.retryInMs !== null);
      clock.advance(retries.at(-1)!.retryInMs!);
    }
    expect(states.items.flatMap((change) => change.retryInMs ?? [])).toEqual([500, 1000, 2000]);
  });
});

describe('submitting', () => {
  it('returns responses as they are', async () => {
    peer = await startRawPeer();
    const { session, bound } = openSession({ port: peer.port });
    await bound();
    const results = [session.submit(sms), session.submit(sms), session.submit(sms), session.submit(sms)];
    const [first, second, third, fourth] = await peer.pdus.until(4, isSubmit);
    // Out of order, refused without a body, not understood, and not understood "OK".
    peer.send({ command: 'generic_nack', status: 0, sequence: fourth!.sequence });
    peer.send({ command: 'generic_nack', status: commandStatus.ESME_RINVCMDID, sequence: third!.sequence });
    peer.send(answerTo('submit_sm', second!.sequence, commandStatus.ESME_RTHROTTLED));
    peer.send(accept(first!.sequence, 'A1'));
    expect(await Promise.all(results)).toEqual([
      { kind: 'answered', status: 0, messageId: 'A1' },
      { kind: 'answered', status: commandStatus.ESME_RTHROTTLED, messageId: '' },
      { kind: 'answered', status: commandStatus.ESME_RINVCMDID, messageId: '' },
      { kind: 'answered', status: commandStatus.ESME_RUNKNOWNERR, messageId: '' },
    ]);
    expect(session.freeWindow()).toBe(10);
  });

  it('writes the submits of one turn at once', async () => {
    peer = await startRawPeer();
    const { session, bound } = openSession({ port: peer.port, window: 20 });
    await bound();
    peer.chunks.length = 0;
    for (let i = 0; i < 20; i++) void session.submit(sms);
    await peer.pdus.until(20, isSubmit);
    expect(peer.chunks).toHaveLength(1);
  });

  it('accepts no more than the window, and rejects a PDU that cannot be encoded', async () => {
    peer = await startRawPeer();
    const { session, bound } = openSession({ port: peer.port, window: 2 });
    await bound();
    void session.submit(sms);
    await expect(session.submit({ ...sms, sourceAddr: '\0' })).rejects.toThrow(RangeError);
    void session.submit(sms);
    expect(session.freeWindow()).toBe(0);
    expect(await session.submit(sms)).toEqual({ kind: 'notWritten' });
    const submits = await peer.pdus.until(2, isSubmit);
    peer.send(accept(submits[0]!.sequence, '1'));
    await expect.poll(() => session.freeWindow()).toBe(1);
    expect(peer.pdus.items.filter(isSubmit)).toHaveLength(2);
  });

  it('reports noAnswer on a timeout, then the late response', async () => {
    peer = await startRawPeer();
    const clock = fakeClock();
    const { session, bound } = openSession({ port: peer.port, clock, window: 1, responseTimeoutMs: 5000 });
    await bound();
    const lateAnswers = recorder<SubmitAnswer>();
    const late = session.submit(sms, lateAnswers.add);
    const [submit] = await peer.pdus.until(1, isSubmit);
    clock.advance(4999);
    expect(session.freeWindow()).toBe(0);
    clock.advance(1);
    expect(await late).toEqual({ kind: 'noAnswer' });
    const next = session.submit(sms, lateAnswers.add);
    const [, second] = await peer.pdus.until(2, isSubmit);
    // Another command's response, the late response twice, and the next one in time: each is reported once,
    // for its own request.
    peer.send(answerTo('enquire_link', submit!.sequence, 0));
    for (const id of ['late', 'again']) peer.send(accept(submit!.sequence, id));
    peer.send(accept(second!.sequence, 'in time'));
    expect(await next).toMatchObject({ messageId: 'in time' });
    expect(lateAnswers.items).toEqual([{ kind: 'answered', status: 0, messageId: 'late' }]);
  });

  it('remembers a timed-out submit for five minutes, and only while the connection lasts', async () => {
    peer = await startRawPeer();
    const clock = fakeClock();
    const { session, states, bound } = openSession({ port: peer.port, clock, enquireLinkMs: 3_600_000 });
    await bound();
    const lateAnswers: string[] = [];
    /** Submits and lets it time out; returns its sequence. */
    async function timeOut(name: string) {
      const count = peer.pdus.items.filter(isSubmit).length;
      const submitted = session.submit(sms, ({ messageId }) => lateAnswers.push(`${name}: ${messageId}`));
      const submits = await peer.pdus.until(count + 1, isSubmit);
      const asked = peer.pdus.items.filter(isEnquiry).length;
      clock.advance(10_000);
      expect(await submitted).toEqual({ kind: 'noAnswer' });
      const enquiries = await peer.pdus.until(asked + 1, isEnquiry);
      peer.send(answerTo('enquire_link', enquiries.at(-1)!.sequence, 0));
      await expect.poll(() => clock.pendingMs()).toContain(3_600_000);
      return submits.at(-1)!.sequence;
    }
    const first = await timeOut('first');
    clock.advance(270_000);
    const second = await timeOut('second');
    clock.advance(15_000);
    const third = await timeOut('third');
    for (const sequence of [first, second]) peer.send(accept(sequence, 'late'));
    await expect.poll(() => lateAnswers).toEqual(['second: late']);

    peer.sockets.items[0]?.destroy();
    const [lost] = await states.until(1, (change) => change.retryInMs !== null);
    clock.advance(lost!.retryInMs!);
    await bound(2);
    peer.send(accept(third, 'of another connection'));
    const submitted = session.submit(sms);
    const submits = await peer.pdus.until(4, isSubmit);
    peer.send(accept(submits.at(-1)!.sequence, 'in time'));
    await submitted;
    expect(lateAnswers).toEqual(['second: late']);
  });

  it('reports noAnswer for written submits if the link is lost, and notWritten for the others', async () => {
    peer = await startRawPeer();
    const { session, states, bound } = openSession({ port: peer.port });
    await bound();
    const written = session.submit(sms);
    await peer.pdus.until(1, isSubmit);
    peer.sockets.items[0]?.destroy();
    expect(await written).toEqual({ kind: 'noAnswer' });
    await states.until(1, (change) => change.retryInMs !== null);
    expect(await session.submit(sms)).toEqual({ kind: 'notWritten' });
    expect(session.freeWindow()).toBe(0);
  });
});

describe('delivers', () => {
  const deliver = (sequence: number) => smPdu('deliver_sm', sequence, { destinationAddr: 'Godwit' });
  const isAnswer = (pdu: Pdu) => pdu.command === 'deliver_sm_resp';

  it('are answered once they are handled, in any order', async () => {
    peer = await startRawPeer();
    const done: ((status: number) => void)[] = [];
    const { bound, errors } = openSession({
      port: peer.port,
      onDeliver: () => new Promise((resolve) => done.push(resolve)),
    });
    await bound();
    for (const sequence of [11, 12]) peer.send(deliver(sequence));
    await expect.poll(() => done.length).toBe(2);
    expect(peer.pdus.items.filter(isAnswer)).toHaveLength(0);
    done[1]?.(commandStatus.ESME_ROK);
    await peer.pdus.until(1, isAnswer);
    done[0]?.(commandStatus.ESME_RMSGQFUL);
    const answers = await peer.pdus.until(2, isAnswer);
    expect(answers).toMatchObject([
      { sequence: 12, status: 0 },
      { sequence: 11, status: commandStatus.ESME_RMSGQFUL },
    ]);
    expect(errors).toEqual([]);
  });

  it('may be as long as a full message_payload makes them', async () => {
    peer = await startRawPeer();
    const lengths: (number | undefined)[] = [];
    const { bound, states } = openSession({
      port: peer.port,
      onDeliver({ tlvs }) {
        lengths.push(tlvs.messagePayload?.length);
        return 0;
      },
    });
    await bound();
    const whole = {
      messagePayload: Buffer.alloc(0xffff),
      receiptedMessageId: 'a'.repeat(64),
      messageState: 2,
    };
    peer.send(smPdu('deliver_sm', 1, { destinationAddr: 'Godwit', tlvs: whole }));
    peer.send(deliver(2));
    await peer.pdus.until(2, isAnswer);
    expect(lengths).toEqual([0xffff, undefined]);
    expect(states.items.map(({ state }) => state)).toEqual(['bound']);
  });

  it('that fail get a temporary error, and the failure is reported', async () => {
    peer = await startRawPeer();
    const failure = new Error('database is down');
    const { bound, errors } = openSession({
      port: peer.port,
      onDeliver(pdu) {
        if (pdu.sequence === 1) throw failure;
        return Promise.reject(failure);
      },
    });
    await bound();
    for (const sequence of [1, 2]) peer.send(deliver(sequence));
    const answers = await peer.pdus.until(2, isAnswer);
    for (const answer of answers) expect(answer).toMatchObject({ status: commandStatus.ESME_RX_T_APPN });
    expect(errors).toEqual([failure, failure]);
  });

  it('pause reading if too many are in progress, and resume later', async () => {
    peer = await startRawPeer();
    const done: (() => void)[] = [];
    const { bound } = openSession({
      port: peer.port,
      maxConcurrentDelivers: 5,
      onDeliver: () => new Promise((resolve) => done.push(() => resolve(0))),
    });
    await bound();
    // Far more than one socket read takes, so a session that does not pause would hold them all.
    const filler = { messagePayload: Buffer.alloc(60_000) };
    for (let sequence = 1; sequence <= 100; sequence++) {
      peer.send(smPdu('deliver_sm', sequence, { destinationAddr: 'Godwit', tlvs: filler }));
    }
    await expect.poll(() => done.length).toBeGreaterThanOrEqual(5);
    let most = 0;
    while (peer.pdus.items.filter(isAnswer).length < 100) {
      most = Math.max(most, done.length);
      for (const finish of done.splice(0)) finish();
      await new Promise(setImmediate);
    }
    expect(most).toBeLessThanOrEqual(7);
  });

  it('that are never handled end the connection instead of delaying responses without limit', async () => {
    peer = await startRawPeer();
    const clock = fakeClock();
    let delivers = 0;
    const { session, states, bound } = openSession({
      port: peer.port,
      clock,
      maxConcurrentDelivers: 1,
      onDeliver() {
        delivers++;
        return new Promise<number>(() => {});
      },
    });
    await bound();
    const submit = session.submit(sms);
    await peer.pdus.until(1, isSubmit);
    peer.send(deliver(1));
    await expect.poll(() => delivers).toBe(1);
    clock.advance(9999);
    expect(session.state).toBe('bound');
    clock.advance(1);
    expect(await submit).toEqual({ kind: 'noAnswer' });
    const [lost] = await states.until(1, (change) => change.retryInMs !== null);
    expect(lost?.reason).toBe('stalled');
  });
});
