// HTTP carriers that break the protocol below the answer: connections, certificates, and bodies without end.
import { createServer, type Server, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBareLink } from '../../../../test/bareLink.ts';
import { CERTIFICATE_KEY, EXPIRED_CERTIFICATE } from '../../../../test/certificate.ts';
import { type Call, httpLinkOf, startHttpCarrier } from '../../../../test/httpCarrier.ts';
import type { SendOutcome } from '../../link.ts';

/** The wait for an answer in tests of slow carriers. */
const SHORT_MS = 400;
const IN_DOUBT = { kind: 'inDoubt' };
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"id":"x"}';

/** A carrier of raw bytes; returns a link to it. */
async function startRaw(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  const port = await listen(server);
  return httpLinkOf({ base: `http://127.0.0.1:${port}`, connections: 1 });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as { port: number }).port;
}

describe('a connection', () => {
  it('that is reset when it is used again leaves one message in doubt, and nothing is repeated', async () => {
    let requests = 0;
    const config = await startRaw((socket) =>
      socket.on('data', () => {
        requests++;
        if (requests === 2) socket.resetAndDestroy();
        else socket.write(ANSWER);
      }),
    );
    const link = openBareLink(config);
    expect(await link.one()).toMatchObject({ kind: 'sent' });
    expect(await link.one()).toMatchObject(IN_DOUBT);
    expect(await link.one()).toMatchObject({ kind: 'sent' });
    expect(requests).toBe(3);
  });

  it('from which the carrier never reads leaves the message in doubt, and the link closes', async () => {
    const link = openBareLink(await startRaw((socket) => socket.pause()), { answerMs: SHORT_MS });
    expect(await link.one()).toMatchObject(IN_DOUBT);
    await link.close(0, 0);
    expect(link.metrics().inFlight).toBe(0);
  });
});

it('a certificate that has ended: nothing is written, and staff see why', async () => {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, EXPIRED_CERTIFICATE]);
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
  const port = await listen(tls.createServer({ cert: EXPIRED_CERTIFICATE, key: CERTIFICATE_KEY }));
  const link = openBareLink(httpLinkOf({ base: `https://127.0.0.1:${port}` }));
  expect(await link.one()).toMatchObject({ kind: 'retry', carrierError: null });
  expect(link.trouble()).toMatch(/^not connected: certificate has expired/);
});

describe('an answer', async () => {
  const carrier = await startHttpCarrier();

  it('of 100 MB is cut off long before its end', async () => {
    let call: Call | undefined;
    carrier.onCall = (taken) => {
      call = taken;
      pour(taken, 100_000_000);
    };
    expect(await openBareLink(carrier.link()).one()).toMatchObject(IN_DOUBT);
    expect(call!.response.writableFinished).toBe(false);
    expect(call!.response.socket?.bytesWritten ?? 0).toBeLessThan(20_000_000);
  });

  it('of one byte at a time is given up in time, and settles the doubt if it ends', async () => {
    const late: SendOutcome[] = [];
    const body = '{"id":"slow"}';
    carrier.onCall = ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      const bytes = [...body];
      const timer = setInterval(() => {
        const byte = bytes.shift();
        if (byte !== undefined && !response.destroyed) return response.write(byte);
        response.end();
        return clearInterval(timer);
      }, SHORT_MS / 6);
    };
    const link = openBareLink(carrier.link(), { answerMs: SHORT_MS, late });
    expect(await link.one()).toMatchObject(IN_DOUBT);
    await expect.poll(() => late, { timeout: 30_000 }).toMatchObject([{ kind: 'sent' }]);
  });
});

function pour({ response }: Call, bytes: number) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes });
  const chunk = Buffer.alloc(65_536, ' ');
  let left = bytes;
  const more = () => {
    if (response.destroyed || left <= 0) return;
    left -= chunk.length;
    if (response.write(chunk)) setImmediate(more);
    else response.once('drain', more);
  };
  more();
}
