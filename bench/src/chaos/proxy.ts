// The network between service and carrier: a TCP proxy that can cut, freeze, slow down or corrupt its
// connections.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type LinkProxy = {
  port: number;
  /** Resets every connection. */
  cut(): void;
  /** Holds all data for `ms` without an error: both ends still see an open connection. */
  freeze(ms: number): void;
  /** Delays each chunk for `ms`. */
  slow(ms: number): void;
  /** Sends the service octets that are not a PDU. */
  litter(): void;
  close(): void;
};

const SLOW_PIECE_MS = 150;
/** A header with a length far over that of any PDU. */
const GARBAGE = Buffer.from('7fffffff0000000500000000deadbeefdeadbeef', 'hex');

/** Starts a proxy on a free local port that forwards to `targetPort`. */
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
