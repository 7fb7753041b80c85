// The network between service and carrier: a TCP proxy that can cut, freeze, slow down or litter what goes through it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type LinkProxy = {
  port: number;
  /** Resets every connection. */
  cut(): void;
  /** Nothing goes through for so long, without an error: to both ends the connection looks alive. */
  freeze(ms: number): void;
  /** For so long each piece takes its time. */
  slow(ms: number): void;
  /** Sends the service octets that are no PDU. */
  litter(): void;
  close(): void;
};

const SLOW_PIECE_MS = 150;
/** A header whose length is far beyond any PDU. */
const GARBAGE = Buffer.from('7fffffff0000000500000000deadbeefdeadbeef', 'hex');

/** Starts a proxy on a free port of this machine that leads to `targetPort`. */
export async function openProxy(targetPort: number): Promise<LinkProxy> {
  const pairs = new Set<{ service: Socket; carrier: Socket }>();
  let frozen = false;
  let slow = false;

  const server = createServer((service) => {
    const pair = { service, carrier: connect(targetPort, '127.0.0.1') };
    pairs.add(pair);
    for (const [from, to] of [
      [service, pair.carrier],
      [pair.carrier, service],
    ] as const) {
      from.on('data', (piece) => {
        to.write(piece);
        if (!slow) return;
        from.pause();
        setTimeout(() => frozen || from.resume(), SLOW_PIECE_MS);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
    if (frozen) for (const socket of [service, pair.carrier]) socket.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const each = (work: (socket: Socket) => void) => {
    for (const { service, carrier } of pairs) for (const socket of [service, carrier]) work(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => each((socket) => socket.resetAndDestroy()),
    freeze(ms) {
      frozen = true;
      each((socket) => socket.pause());
      setTimeout(() => {
        frozen = false;
        each((socket) => socket.resume());
      }, ms);
    },
    slow(ms) {
      slow = true;
      setTimeout(() => {
        slow = false;
      }, ms);
    },
    litter() {
      for (const { service } of pairs) service.write(GARBAGE);
    },
    close() {
      server.close();
      each((socket) => socket.destroy());
    },
  };
}
