// Opens a TCP or TLS connection within a time limit.
import net from 'node:net';
import tls from 'node:tls';
import type { Clock } from './clock.ts';

export interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  /** Set to true for TLS with the system's certificates, or to options of node:tls. */
  readonly tls?: boolean | tls.ConnectionOptions;
  /** Default: 10 s, including the TLS handshake. */
  readonly connectTimeoutMs?: number;
}

export interface ConnectFailure {
  /** connectFailed: name not found, connection refused or TLS failed; `detail` has the cause. */
  readonly reason: 'connectFailed' | 'connectTimeout';
  readonly detail: string | null;
}

/** Calls exactly one of `onOpen` and `onFailed`. Destroying the socket before it is open calls `onFailed`. */
export function openSocket(
  options: ConnectOptions,
  clock: Clock,
  onOpen: (socket: net.Socket) => void,
  onFailed: (failure: ConnectFailure) => void,
): net.Socket {
  const { host, port } = options;
  const secureOptions = typeof options.tls === 'object' ? options.tls : {};
  const socket = options.tls
    ? tls.connect({ servername: net.isIP(host) === 0 ? host : '', ...secureOptions, host, port })
    : net.connect({ host, port });
  let failure: ConnectFailure = { reason: 'connectFailed', detail: null };
  const cancelTimeout = clock.after(options.connectTimeoutMs ?? 10_000, () => {
    failure = { reason: 'connectTimeout', detail: null };
    socket.destroy();
  });
  const onError = (error: Error) => {
    failure = { reason: 'connectFailed', detail: error.message };
  };
  const onClose = () => {
    cancelTimeout();
    onFailed(failure);
  };
  socket.on('error', onError);
  socket.on('close', onClose);
  socket.once(options.tls ? 'secureConnect' : 'connect', () => {
    cancelTimeout();
    socket.off('error', onError);
    socket.off('close', onClose);
    onOpen(socket);
  });
  return socket;
}
