// A relay of TCP that leads new connections elsewhere and keeps the old ones, as a proxy does.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Relay = { port: number; leadTo(port: number): void; hang(): void; goOn(): void; close(): void };

/** Opens a relay on loopback to a port. */
export async function openRelay(first: number): Promise<Relay> {
  let behind = first;
  let isHanging = false;
  const sockets = new Set<Socket>();
  /** Passes on between the two ends of each connection. */
  const joins = new Map<Socket, () => void>();
  const server = createServer((socket) => {
    const onward = connect(behind, '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    const join = () => void socket.pipe(onward).pipe(socket);
    joins.set(socket, join);
    socket.once('close', () => joins.delete(socket));
    if (!isHanging) join();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      behind = port;
    },
    /** From now on nothing is passed on, and connections stay open. */
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.unpipe();
    },
    goOn() {
      isHanging = false;
      for (const join of joins.values()) join();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
