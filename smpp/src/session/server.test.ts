// The server's own rules: what each bind mode permits, when, and the limits.
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/fakeClock.ts';
import { openSession } from '../../test/openSession.ts';
import { type Recorder, recorder } from '../../test/recorder.ts';
import { encodePdu } from '../codec/encode.ts';
import { createFramer } from '../codec/framer.ts';
import { type BindCommand, type Pdu, smPdu } from '../codec/pdu.ts';
import { commandStatus } from '../codec/status.ts';
import { listenSmpp, type ServerConnection, type ServerOptions } from './server.ts';

async function start(options: Partial<ServerOptions> = {}) {
  const clock = fakeClock();
  const bound: Recorder<ServerConnection> = recorder();
  const unbound: Recorder<string | null> = recorder();
  const errors: unknown[] = [];
  const server = await listenSmpp({
    host: '127.0.0.1',
    port: 0,
    clock,
    authenticate: () => 0,
    onSubmit: () => ({ status: 0, messageId: 'm' }),
    onBound: bound.add,
    onUnbound: (_connection, end) => unbound.add(end.detail ?? end.reason),
    onError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(async () => {
    const closed = server.close(0);
    clock.advance(0);
    await closed;
  });
  return { server, clock, bound, unbound, errors };
}

/** A client that sends raw PDUs and records the responses. */
async function connect(port: number) {
  const pdus: Recorder<Pdu> = recorder();
  const framer = createFramer((outcome) => {
    if (outcome.kind === 'pdu') pdus.add(outcome.pdu);
  });
  const socket = net.connect({ port, host: '127.0.0.1' });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('data', (chunk) => framer.push(chunk));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.on('connect', resolve));
  onTestFinished(() => void socket.destroy());
  return { pdus, closed, socket, send: (pdu: Pdu) => socket.write(encodePdu(pdu)) };
}

const bind = (command: BindCommand, sequence = 1): Pdu => ({
  command,
  sequence,
  systemId: 'shop',
  password: 'pw',
  systemType: '',
  interfaceVersion: 0x34,
  addrTon: 0,
  addrNpi: 0,
  addressRange: '',
});
const submit = (sequence: number) => smPdu('submit_sm', sequence, { destinationAddr: '94771234567' });

/** Advances the clock once the server has set its timers for a connection. */
async function afterTimers(clock: FakeClock, advanceMs: number) {
  await expect.poll(() => clock.pendingMs().length).toBeGreaterThan(0);
  clock.advance(advanceMs);
}

describe('binding', () => {
  it('must come first, and only once', async () => {
    const { server } = await start();
    const client = await connect(server.port);
    client.send(submit(1));
    client.send(bind('bind_transceiver', 2));
    await client.pdus.until(2);
    client.send(bind('bind_transceiver', 3));
    await client.pdus.until(3);
    client.send(submit(4));
    expect(await client.pdus.until(4)).toMatchObject([
      { command: 'submit_sm_resp', sequence: 1, status: commandStatus.ESME_RINVBNDSTS },
      { command: 'bind_transceiver_resp', sequence: 2, status: 0 },
      { command: 'bind_transceiver_resp', sequence: 3, status: commandStatus.ESME_RALYBND },
      { command: 'submit_sm_resp', sequence: 4, status: 0, messageId: 'm' },
    ]);
  });

  it('as a receiver permits no submits, as a transmitter no delivers', async () => {
    const { server, bound } = await start();
    const receiver = await connect(server.port);
    receiver.send(bind('bind_receiver'));
    await receiver.pdus.until(1);
    receiver.send(submit(2));
    const answers = await receiver.pdus.until(2);
    expect(answers[1]).toMatchObject({ command: 'submit_sm_resp', status: commandStatus.ESME_RINVBNDSTS });
    const transmitter = await connect(server.port);
    transmitter.send(bind('bind_transmitter'));
    const [, second] = await bound.until(2);
    expect(second?.canReceive).toBe(false);
    expect(await second?.deliver({ destinationAddr: 'x' })).toEqual({ kind: 'notWritten' });
  });

  it('must come within its timeout', async () => {
    const { server, clock } = await start({ bindTimeoutMs: 5000 });
    const client = await connect(server.port);
    await afterTimers(clock, 5000);
    await client.closed;
  });

  it('that is refused ends the connection, after the response', async () => {
    const { server } = await start({ authenticate: async () => commandStatus.ESME_RINVPASWD });
    const client = await connect(server.port);
    client.send(bind('bind_transmitter'));
    await client.pdus.until(1, (pdu) => 'status' in pdu && pdu.status === commandStatus.ESME_RINVPASWD);
    await client.closed;
  });
});

describe('limits', () => {
  it('drops connections over the maximum', async () => {
    const { server, bound } = await start({ maxConnections: 1 });
    const first = await connect(server.port);
    first.send(bind('bind_transmitter'));
    await bound.until(1);
    const second = await connect(server.port);
    await second.closed;
    expect(server.connections.size).toBe(1);
  });

  it('drops the oldest unbound connection of a network over its limit', async () => {
    const { server } = await start({ maxUnboundPerNetwork: 1 });
    const first = await connect(server.port);
    const second = await connect(server.port);
    await first.closed;
    second.send(bind('bind_transmitter'));
    await second.pdus.until(1);
    const third = await connect(server.port);
    third.send({ ...submit(1), tlvs: { messagePayload: Buffer.alloc(2_000) } });
    await third.closed;
    expect(third.pdus.items).toMatchObject([
      { command: 'generic_nack', status: commandStatus.ESME_RINVCMDLEN },
    ]);
  });

  it('drops the oldest of the largest network if a quarter is unbound', async () => {
    const networks = ['calm', 'busy', 'busy', 'busy', 'late'];
    const { server } = await start({
      maxConnections: 12,
      maxUnboundPerNetwork: 2,
      networkOf: () => networks.shift()!,
    });
    const calm = await connect(server.port);
    const busy = await connect(server.port);
    const next = await connect(server.port);
    const third = await connect(server.port);
    await busy.closed;
    const late = await connect(server.port);
    await next.closed;
    for (const client of [calm, third, late]) {
      client.send(bind('bind_transmitter'));
      expect(await client.pdus.until(1)).toMatchObject([{ command: 'bind_transmitter_resp', status: 0 }]);
    }
  });

  it('keeps connections whose bind is being decided, and drops new ones over the limit', async () => {
    const decided = Promise.withResolvers<number>();
    const asked: Recorder<null> = recorder();
    const { server } = await start({
      maxUnboundPerNetwork: 1,
      authenticate: () => {
        asked.add(null);
        return decided.promise;
      },
    });
    const first = await connect(server.port);
    first.send(bind('bind_transmitter'));
    await asked.until(1);
    const second = await connect(server.port);
    await second.closed;
    decided.resolve(0);
    expect(await first.pdus.until(1)).toMatchObject([{ command: 'bind_transmitter_resp', status: 0 }]);
  });

  it('reserves connections for listed addresses, all of them for one network', async () => {
    const order = ['listed', 'listed', 'a', 'b', 'c', 'listed'];
    const { server } = await start({
      maxConnections: 8,
      maxUnboundPerNetwork: 1,
      networkOf: () => order[0]!,
      isListed: () => order.shift() === 'listed',
    });
    const clients: Awaited<ReturnType<typeof connect>>[] = [];
    for (let i = 0; i < 5; i++) clients.push(await connect(server.port));
    await clients[2]!.closed;
    expect(clients.map(({ socket }) => socket.closed)).toEqual([false, false, true, false, false]);
    const last = await connect(server.port);
    await clients[0]!.closed;
    for (const client of [clients[1]!, last]) {
      client.send(bind('bind_transmitter'));
      await client.pdus.until(1);
    }
  });

  it('stops reading a client over its request rate until the next second, and reads others', async () => {
    const { server, clock } = await start({ maxRequestsPerSecond: () => 3 });
    const busy = await connect(server.port);
    const calm = await connect(server.port);
    for (const client of [busy, calm]) {
      client.send(bind('bind_transmitter'));
      await client.pdus.until(1);
    }
    for (const sequence of [2, 3, 4]) {
      busy.send({ command: 'enquire_link', sequence });
      await busy.pdus.until(sequence);
    }
    busy.send({ command: 'enquire_link', sequence: 5 });
    calm.send({ command: 'enquire_link', sequence: 2 });
    await calm.pdus.until(2);
    expect(busy.pdus.items).toHaveLength(4);
    clock.advance(1000);
    await busy.pdus.until(5);
  });

  it('drops a client that is silent for too long', async () => {
    const { server, clock, bound, unbound } = await start({ idleTimeoutMs: 60_000 });
    const client = await connect(server.port);
    client.send(bind('bind_transmitter'));
    await bound.until(1);
    clock.advance(59_000);
    client.send({ command: 'enquire_link', sequence: 2 });
    await client.pdus.until(2);
    clock.advance(59_000);
    expect(server.connections.size).toBe(1);
    clock.advance(1000);
    await client.closed;
    expect(await unbound.until(1)).toEqual(['idle']);
  });

  it('closes within its grace period even if a submit is never answered', async () => {
    const submitted: Recorder<null> = recorder();
    const { server, clock } = await start({
      onSubmit: () => {
        submitted.add(null);
        return new Promise(() => {});
      },
    });
    const client = await connect(server.port);
    client.send(bind('bind_transmitter'));
    await client.pdus.until(1);
    client.send(submit(2));
    await submitted.until(1);
    const closed = server.close(2000);
    clock.advance(2000);
    await closed;
    await client.closed;
  });

  it('does not buffer responses without limit for a client that does not read them', async () => {
    const { server, clock, bound, unbound } = await start({ idleTimeoutMs: 1e12 });
    const client = await connect(server.port);
    client.send(bind('bind_transmitter'));
    await bound.until(1);
    client.socket.pause();
    // More than the kernel buffers of both directions hold, so the server has to stop reading.
    const flood = Buffer.concat(
      Array.from({ length: 4096 }, () => encodePdu({ command: 'enquire_link', sequence: 9 })),
    );
    for (let i = 0; i < 600; i++) client.socket.write(flood);
    // The limit on paused reading, 10 s, is set while the server does not read.
    const unsent: number[] = [];
    const standsStill = () =>
      clock.pendingMs()[0] === 10_000 &&
      unsent.push(client.socket.writableLength) > 1 &&
      unsent.at(-1) === unsent.at(-2);
    await expect.poll(standsStill, { timeout: 4000 }).toBe(true);
    expect(unsent.at(-1)).toBeGreaterThan(0);
    clock.advance(10_000);
    expect(await unbound.until(1)).toEqual(['peer does not read']);
  });

  it('sends no more delivers at once than the window', async () => {
    const { server, bound } = await start({ deliverWindow: 1 });
    const { session } = openSession({ port: server.port });
    const [connection] = await bound.until(1);
    const first = connection!.deliver({ destinationAddr: 'x' });
    expect(await connection!.deliver({ destinationAddr: 'x' })).toEqual({ kind: 'notWritten' });
    expect(await first).toEqual({ kind: 'answered', status: 0 });
    expect(connection!.freeWindow()).toBe(1);
    await session.close();
  });

  it('sends the parts of a message in order in one slot, and stops at the first refused', async () => {
    const { server, bound } = await start({ deliverWindow: 2 });
    const got: string[] = [];
    const { session } = openSession({
      port: server.port,
      onDeliver: ({ sourceAddr }) => {
        got.push(sourceAddr);
        return sourceAddr === '4' ? commandStatus.ESME_RX_T_APPN : commandStatus.ESME_ROK;
      },
    });
    const [connection] = await bound.until(1);
    const parts = ['1', '2', '3', '4', '5'].map((sourceAddr) => ({ sourceAddr, destinationAddr: 'x' }));
    const sent = connection!.deliverInOrder(parts);
    expect(connection!.freeWindow()).toBe(1);
    expect(await sent).toEqual({ kind: 'answered', status: commandStatus.ESME_RX_T_APPN });
    expect(got).toEqual(['1', '2', '3', '4']);
    expect(await connection!.deliverInOrder(parts, () => false)).toEqual({ kind: 'noAnswer' });
    expect(got).toEqual(['1', '2', '3', '4', '1']);
    expect(connection!.freeWindow()).toBe(2);
    await session.close();
  });
});

describe('submits', () => {
  it('may be answered later, never, or fail', async () => {
    const failure = new Error('out of order');
    const { server, errors } = await start({
      async onSubmit(pdu) {
        if (pdu.sequence === 2) return 'silence';
        if (pdu.sequence === 3) throw failure;
        return { status: 0, messageId: `m${pdu.sequence}` };
      },
    });
    const client = await connect(server.port);
    client.send(bind('bind_transceiver'));
    await client.pdus.until(1);
    for (const sequence of [2, 3, 4]) client.send(submit(sequence));
    const answers = await client.pdus.until(3);
    expect(answers.slice(1)).toMatchObject([
      { sequence: 3, status: commandStatus.ESME_RX_T_APPN },
      { sequence: 4, status: 0, messageId: 'm4' },
    ]);
    expect(errors).toEqual([failure]);
  });
});

describe('closing', () => {
  it('answers requests in progress and refuses later ones', async () => {
    const answer = Promise.withResolvers<{ status: number; messageId: string }>();
    const taken: Recorder<number> = recorder();
    const { server } = await start({
      onSubmit(pdu) {
        taken.add(pdu.sequence);
        return answer.promise;
      },
    });
    const client = await connect(server.port);
    client.send(bind('bind_transceiver'));
    await client.pdus.until(1);
    client.send(submit(2));
    await taken.until(1);
    const closed = server.close();
    client.send(submit(3));
    await client.pdus.until(2);
    answer.resolve({ status: 0, messageId: 'm' });
    const pdus = await client.pdus.until(4);
    expect(pdus.slice(1)).toMatchObject([
      { command: 'submit_sm_resp', sequence: 3, status: commandStatus.ESME_RX_T_APPN },
      { command: 'submit_sm_resp', sequence: 2, status: 0, messageId: 'm' },
      { command: 'unbind' },
    ]);
    client.send({ command: 'unbind_resp', sequence: pdus[3]!.sequence, status: 0 });
    await closed;
  });

  it('unbinds its clients', async () => {
    const { server, unbound } = await start();
    const { states, bound } = openSession({ port: server.port });
    await bound();
    await server.close();
    const [lost] = await states.until(1, (change) => change.retryInMs !== null);
    expect(lost?.reason).toBe('unboundByPeer');
    expect(await unbound.until(1)).toHaveLength(1);
  });
});
