// Our session and server against another implementation, the npm package `smpp`.
import type { AddressInfo } from 'node:net';
import smpp, { type Session } from 'smpp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSession } from '../test/openSession.ts';
import { type Recorder, recorder } from '../test/recorder.ts';
import { parseReceipt } from './codec/receipt.ts';
import { splitMessage } from './codec/split.ts';
import { classifySubmitStatus, commandStatus } from './codec/status.ts';
import { startSimulator } from './simulator/simulator.ts';

type Fields = Record<string, unknown>;
type NpmPdu = InstanceType<typeof smpp.PDU>;

const sms = {
  sourceAddr: 'Godwit',
  sourceAddrTon: 5,
  destinationAddr: '94771234567',
  destAddrTon: 1,
  destAddrNpi: 1,
  registeredDelivery: 1,
};
const hello = splitMessage('Héllo €', { charset: 'gsm7', longMessages: 'udh', reference: 1 })[0]!;

/** A carrier built with the npm package. `answer` returns the response to a submit, or null for none. */
async function npmCarrier(answer: (pdu: NpmPdu) => Fields | null) {
  const sessions: Recorder<Session> = recorder();
  const submits: Recorder<NpmPdu> = recorder();
  const server = smpp.createServer((session) => {
    // The package leaves Nagle's algorithm on.
    session.socket.setNoDelay(true);
    session.on('error', () => {});
    session.on('bind_transceiver', (pdu: NpmPdu) => {
      session.send(
        pdu.response({ command_status: pdu.password === 'secret' ? 0 : commandStatus.ESME_RINVPASWD }),
      );
      sessions.add(session);
    });
    for (const command of ['enquire_link', 'unbind']) {
      session.on(command, (pdu: NpmPdu) => session.send(pdu.response()));
    }
    session.on('submit_sm', (pdu: NpmPdu) => {
      const fields = answer(pdu);
      if (fields !== null) session.send(pdu.response(fields));
      submits.add(pdu);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const session of sessions.items) session.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sessions, submits };
}

describe('our session and the npm server', () => {
  it('binds and submits, and the text arrives', async () => {
    const carrier = await npmCarrier(() => ({ message_id: 'a-1' }));
    const { session, bound } = openSession({ port: carrier.port });
    await bound();
    expect(await session.submit({ ...sms, ...hello })).toEqual({
      kind: 'answered',
      status: 0,
      messageId: 'a-1',
    });
    expect(carrier.submits.items[0]).toMatchObject({
      source_addr: 'Godwit',
      destination_addr: '94771234567',
      registered_delivery: 1,
      short_message: { message: 'Héllo €' },
    });
    await session.close();
    expect(session.state).toBe('closed');
  });

  it('sends long UCS2 texts in parts that the other side reads', async () => {
    const carrier = await npmCarrier(() => ({ message_id: 'x' }));
    const { session, bound } = openSession({ port: carrier.port });
    await bound();
    const text = 'ආයුබෝවන් '.repeat(20);
    for (const part of splitMessage(text, { charset: 'gsm7', longMessages: 'udh', reference: 7 })) {
      expect(await session.submit({ ...sms, ...part })).toMatchObject({ status: 0 });
    }
    const messages = carrier.submits.items.map((pdu) => (pdu.short_message as { message: string }).message);
    expect(messages.length).toBeGreaterThan(1);
    expect(messages.join('')).toBe(text);
  });

  it('reports that it is throttled', async () => {
    const carrier = await npmCarrier(() => ({ command_status: commandStatus.ESME_RTHROTTLED }));
    const { session, bound } = openSession({ port: carrier.port });
    await bound();
    const result = await session.submit({ ...sms, ...hello });
    expect(result).toEqual({ kind: 'answered', status: commandStatus.ESME_RTHROTTLED, messageId: '' });
    expect(result.kind === 'answered' && classifySubmitStatus(result.status)).toBe('throttled');
  });

  it('receives a receipt and responds', async () => {
    const carrier = await npmCarrier(() => ({ message_id: '1F' }));
    const { bound, delivers } = openSession({ port: carrier.port });
    await bound();
    const [peer] = await carrier.sessions.until(1);
    const answer = await new Promise<NpmPdu>((resolve) => {
      peer?.deliver_sm(
        {
          source_addr: '94771234567',
          destination_addr: 'Godwit',
          esm_class: 4,
          short_message:
            'id:31 sub:001 dlvrd:001 submit date:2611201229 done date:2611201230 stat:DELIVRD err:000 text:hi',
        },
        resolve,
      );
    });
    expect(answer.command_status).toBe(0);
    expect(parseReceipt(delivers.items[0]!)).toMatchObject({
      messageId: '31',
      state: 'DELIVERED',
      final: true,
    });
  });

  it('responds to enquire_link', async () => {
    const carrier = await npmCarrier(() => null);
    await openSession({ port: carrier.port }).bound();
    const [peer] = await carrier.sessions.until(1);
    const answer = await new Promise<NpmPdu>((resolve) => peer?.enquire_link({}, resolve));
    expect(answer).toMatchObject({ command: 'enquire_link_resp', command_status: 0 });
  });

  it('keeps sending enquire_link', async () => {
    const carrier = await npmCarrier(() => null);
    await openSession({ port: carrier.port, enquireLinkMs: 20 }).bound();
    const [peer] = await carrier.sessions.until(1);
    for (let times = 0; times < 2; times++) {
      await new Promise((resolve) => peer?.once('enquire_link', resolve));
    }
  });

  it('reports noAnswer if the carrier falls silent or disconnects, and binds again', async () => {
    const carrier = await npmCarrier(() => null);
    const { session, bound } = openSession({
      port: carrier.port,
      backoff: { minMs: 1, maxMs: 10 },
      responseTimeoutMs: 50,
    });
    await bound();
    expect(await session.submit({ ...sms, ...hello })).toEqual({ kind: 'noAnswer' });
    const second = session.submit({ ...sms, ...hello });
    await carrier.submits.until(2);
    carrier.sessions.items[0]?.destroy();
    expect(await second).toEqual({ kind: 'noAnswer' });
    await bound(2);
  });

  it('stops if the password is wrong', async () => {
    const carrier = await npmCarrier(() => null);
    const { states } = openSession({ port: carrier.port, password: 'wrong' });
    await states.until(1, (change) => change.state === 'refused');
  });
});

describe('the npm client and our carrier', () => {
  async function npmClient(fields: Fields) {
    const simulator = await startSimulator({ systemId: 'shop', password: 'pw', idBase: 'text' });
    const session = smpp.connect({ host: '127.0.0.1', port: simulator.port });
    session.on('error', () => {});
    onTestFinished(async () => {
      session.destroy();
      await simulator.close();
    });
    const delivers: Recorder<NpmPdu> = recorder();
    session.on('deliver_sm', (pdu: NpmPdu) => {
      session.send(pdu.response());
      delivers.add(pdu);
    });
    await new Promise<void>((resolve) => session.on('connect', resolve));
    session.socket.setNoDelay(true);
    const bind = await new Promise<NpmPdu>((resolve) => session.bind_transceiver(fields, resolve));
    return { session, simulator, bind, delivers };
  }
  const credentials = { system_id: 'shop', password: 'pw' };

  it('binds, submits, gets its receipt, sends enquire_link and unbinds', async () => {
    const { session, simulator, bind, delivers } = await npmClient(credentials);
    expect(bind.command_status).toBe(0);
    const submit = { destination_addr: '94770000001', registered_delivery: 1, short_message: 'Hello @ €' };
    const answer = await new Promise<NpmPdu>((resolve) => session.submit_sm(submit, resolve));
    expect(answer).toMatchObject({ command: 'submit_sm_resp', command_status: 0 });
    const [receipt] = await delivers.until(1);
    expect(receipt).toMatchObject({
      esm_class: 4,
      receipted_message_id: answer.message_id,
      message_state: 2,
    });
    const enquiry = await new Promise<NpmPdu>((resolve) => session.enquire_link({}, resolve));
    expect(enquiry.command_status).toBe(0);
    await expect.poll(() => simulator.stats()).toMatchObject({ submits: 1, answers: 1, receipts: 1 });
    const unbind = await new Promise<NpmPdu>((resolve) => session.unbind({}, resolve));
    expect(unbind).toMatchObject({ command: 'unbind_resp', command_status: 0 });
  });

  it.each([
    [{ system_id: 'shop', password: 'no' }, commandStatus.ESME_RINVPASWD],
    [{ system_id: 'else', password: 'pw' }, commandStatus.ESME_RINVSYSID],
  ])('is refused with wrong credentials', async (fields, status) => {
    const { session, bind } = await npmClient(fields);
    expect(bind.command_status).toBe(status);
    await new Promise((resolve) => session.on('close', resolve));
  });
});
