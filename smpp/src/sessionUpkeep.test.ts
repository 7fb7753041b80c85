// Keepalive, closing, and peers that do not speak SMPP.
import type tls from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeClock } from '../test/fakeClock.ts';
import { openSession } from '../test/openSession.ts';
import { startRawPeer } from '../test/rawPeer.ts';
import { answerTo } from './codec/decode.ts';
import { encodePdu } from './codec/encode.ts';
import { type Pdu, smPdu } from './codec/pdu.ts';
import { commandStatus } from './codec/status.ts';
import { PendingRequests } from './session/pending.ts';
import { listenSmpp, type SubmitReply } from './session/server.ts';

const sms = { destinationAddr: '94771234567', shortMessage: Buffer.from('hello') };
const isSubmit = (pdu: Pdu) => pdu.command === 'submit_sm';

async function rawPeer() {
  const peer = await startRawPeer();
  onTestFinished(() => peer.close());
  return peer;
}

describe('keepalive', () => {
  it('sends enquire_link after a silence, and continues once it is answered', async () => {
    const peer = await rawPeer();
    const clock = fakeClock();
    const { session, bound } = openSession({ port: peer.port, clock, enquireLinkMs: 30_000 });
    await bound();
    for (let asked = 1; asked <= 3; asked++) {
      clock.advance(30_000);
      const enquiries = await peer.pdus.until(asked, (pdu) => pdu.command === 'enquire_link');
      peer.send(answerTo('enquire_link', enquiries.at(-1)!.sequence, 0));
      await expect.poll(() => clock.pendingMs()).toContain(30_000);
    }
    expect(session.state).toBe('bound');
  });

  it('drops a connection that does not respond', async () => {
    const peer = await rawPeer();
    const clock = fakeClock();
    const { states, bound } = openSession({ port: peer.port, clock });
    await bound();
    clock.advance(30_000);
    await peer.pdus.until(1, (pdu) => pdu.command === 'enquire_link');
    clock.advance(10_000);
    const [lost] = await states.until(1, (change) => change.retryInMs !== null);
    expect(lost?.reason).toBe('enquireUnanswered');
  });

  it('sends enquire_link at once if a submit gets no response, and drops a dead connection', async () => {
    const peer = await rawPeer();
    const clock = fakeClock();
    const { session, states, bound } = openSession({ port: peer.port, clock, enquireLinkMs: 3_600_000 });
    await bound();
    const submitted = session.submit(sms);
    await peer.pdus.until(1, isSubmit);
    clock.advance(10_000);
    expect(await submitted).toEqual({ kind: 'noAnswer' });
    await peer.pdus.until(1, (pdu) => pdu.command === 'enquire_link');
    clock.advance(10_000);
    const [lost] = await states.until(1, (change) => change.retryInMs !== null);
    expect(lost?.reason).toBe('enquireUnanswered');
  });

  it('sends one enquire_link for a whole window, and stays connected if answered', async () => {
    const peer = await rawPeer();
    const clock = fakeClock();
    const { session, bound } = openSession({ port: peer.port, clock, enquireLinkMs: 30_000 });
    await bound();
    const submitted = [session.submit(sms), session.submit(sms)];
    await peer.pdus.until(2, isSubmit);
    clock.advance(10_000);
    await Promise.all(submitted);
    const [asked] = await peer.pdus.until(1, (pdu) => pdu.command === 'enquire_link');
    peer.send(answerTo('enquire_link', asked!.sequence, 0));
    await expect.poll(() => clock.pendingMs()).toContain(30_000);
    expect(peer.pdus.items.filter((pdu) => pdu.command === 'enquire_link')).toHaveLength(1);
    expect(session.state).toBe('bound');
  });

  it("answers the carrier's enquire_link", async () => {
    const peer = await rawPeer();
    await openSession({ port: peer.port }).bound();
    peer.send({ command: 'enquire_link', sequence: 99 });
    await peer.pdus.until(1, (pdu) => pdu.command === 'enquire_link_resp' && pdu.sequence === 99);
  });
});

describe('closing', () => {
  it('waits for submit responses, unbinds, and is closed', async () => {
    const peer = await rawPeer();
    const { session, bound } = openSession({ port: peer.port });
    await bound();
    const submitted = session.submit(sms);
    const [submit] = await peer.pdus.until(1, isSubmit);
    const closed = session.close();
    expect(await session.submit(sms)).toEqual({ kind: 'notWritten' });
    expect(peer.pdus.items.at(-1)?.command).toBe('submit_sm');
    peer.send(answerTo('submit_sm', submit!.sequence, 0));
    expect(await submitted).toMatchObject({ kind: 'answered' });
    await closed;
    expect(peer.pdus.items.at(-1)?.command).toBe('unbind');
    expect(session.state).toBe('closed');
    expect(peer.sockets.items).toHaveLength(1);
  });

  it('does not wait longer than its grace period', async () => {
    const peer = await rawPeer();
    const clock = fakeClock();
    const { session, bound } = openSession({ port: peer.port, clock });
    await bound();
    const submitted = session.submit(sms);
    await peer.pdus.until(1, isSubmit);
    const closed = session.close(2000);
    clock.advance(2000);
    expect(await submitted).toEqual({ kind: 'noAnswer' });
    await closed;
    expect(session.state).toBe('closed');
    expect(clock.pendingMs()).toEqual([]);
  });

  it('ends the delay between two attempts', async () => {
    const peer = await rawPeer();
    await peer.close();
    const clock = fakeClock();
    const { session, states } = openSession({ port: peer.port, clock });
    await states.until(1, (change) => change.retryInMs !== null);
    await session.close();
    expect(session.state).toBe('closed');
    expect(clock.pendingMs()).toEqual([]);
  });
});

describe('a peer that does not speak SMPP', () => {
  it('gets an error and is disconnected if a length is impossible', async () => {
    const peer = await rawPeer();
    const { states, bound } = openSession({ port: peer.port, clock: fakeClock() });
    await bound();
    peer.sendOctets(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const [nack] = await peer.pdus.until(1, (pdu) => pdu.command === 'generic_nack');
    expect(nack).toMatchObject({ status: commandStatus.ESME_RINVCMDLEN });
    const [lost] = await states.until(1, (change) => change.retryInMs !== null);
    expect(lost?.reason).toBe('protocolError');
  });

  it('gets an error for unknown commands and malformed bodies; the session stays', async () => {
    const peer = await rawPeer();
    const { session, bound } = openSession({ port: peer.port });
    await bound();
    const unknown = encodePdu({ command: 'enquire_link', sequence: 5 });
    unknown.writeUInt32BE(0x103, 4);
    const unknownAnswer = Buffer.from(unknown);
    unknownAnswer.writeUInt32BE(0x80000103, 4);
    const damaged = encodePdu(smPdu('deliver_sm', 7, { destinationAddr: 'Godwit' })).subarray(0, 20);
    damaged.writeUInt32BE(20, 0);
    peer.sendOctets(Buffer.concat([unknownAnswer, unknown, damaged]));
    peer.send(smPdu('submit_sm', 6, { destinationAddr: 'Godwit' }));
    const answers = await peer.pdus.until(3, (pdu) => /nack|deliver_sm_resp/.test(pdu.command));
    expect(answers).toMatchObject([
      { command: 'generic_nack', sequence: 5, status: commandStatus.ESME_RINVCMDID },
      { command: 'deliver_sm_resp', sequence: 7, status: commandStatus.ESME_RINVCMDLEN },
      { command: 'generic_nack', sequence: 6, status: commandStatus.ESME_RINVCMDID },
    ]);
    expect(session.state).toBe('bound');
  });
});

it('numbers requests from 1 to 0x7FFFFFFF and around, never the same number twice at a time', () => {
  const clock = fakeClock();
  const pending = new PendingRequests(clock, 1000, 0x7ffffffe);
  const numbers = [1, 2, 3].map(() => pending.nextSequence());
  expect(numbers).toEqual([0x7ffffffe, 0x7fffffff, 1]);
  // One whose response may still come late, and one that waits.
  void pending.add({ command: 'enquire_link', sequence: 2 }, () => {});
  clock.advance(1000);
  void pending.add({ command: 'enquire_link', sequence: 3 });
  expect(pending.nextSequence()).toBe(4);
});

it('never has more unanswered submits than the window, in any order of responses', async () => {
  const schedule = fc.array(fc.constantFrom('submit', 'answer', 'turn'), { minLength: 20, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(schedule, fc.integer({ min: 1, max: 8 }), async (steps, window) => {
      const unanswered: ((reply: SubmitReply) => void)[] = [];
      let most = 0;
      const server = await listenSmpp({
        host: '127.0.0.1',
        port: 0,
        authenticate: () => 0,
        onSubmit() {
          return new Promise((resolve) => {
            unanswered.push(resolve);
            most = Math.max(most, unanswered.length);
          });
        },
        onError: (error) => expect.unreachable(String(error)),
      });
      const answer = () => unanswered.shift()?.({ status: 0, messageId: 'x' });
      const { session, bound } = openSession({ port: server.port, window });
      await bound();
      const results: Promise<{ kind: string }>[] = [];
      for (const step of steps) {
        if (step === 'submit') results.push(session.submit(sms));
        else if (step === 'answer') answer();
        else await new Promise(setImmediate);
        expect(session.freeWindow()).toBeGreaterThanOrEqual(0);
      }
      const settled = Promise.all(results);
      let isSettled = false;
      void settled.then(() => {
        isSettled = true;
      });
      while (!isSettled) {
        answer();
        await new Promise(setImmediate);
      }
      for (const { kind } of await settled) expect(['answered', 'notWritten']).toContain(kind);
      expect(most).toBeLessThanOrEqual(window);
      await session.close();
      await server.close();
    }),
    { numRuns: 25 },
  );
});

it('speaks TLS', async () => {
  // A shared key instead of certificates, so none has to be in the repository.
  const psk = Buffer.from('a key that only this test knows');
  const ciphers = 'PSK';
  const server = await listenSmpp({
    host: '127.0.0.1',
    port: 0,
    tls: { ciphers, pskCallback: () => psk },
    authenticate: () => 0,
    onSubmit: () => ({ status: 0, messageId: 'over TLS' }),
    onError: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => server.close());
  const secure: tls.ConnectionOptions = {
    ciphers,
    pskCallback: () => ({ psk, identity: 'godwit' }),
    checkServerIdentity: () => undefined,
  };
  const { session, bound } = openSession({ port: server.port, tls: secure });
  await bound();
  expect(await session.submit(sms)).toEqual({ kind: 'answered', status: 0, messageId: 'over TLS' });
  await session.close();
});
