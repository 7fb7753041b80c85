// A relay of TCP that leads new connections elsewhere and keeps the old ones, as a proxy does.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Opens a relay on loopback to a port. */
export async function openRelay(
  first: number,
): Promise<{ port: number; leadTo(port: number): void; hang(): void; close(): void }> {
  let behind = first;
  let isHanging = false;
  const sockets = new Set<Socket>();
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
    if (!isHanging) socket.pipe(onward).pipe(socket);
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
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
