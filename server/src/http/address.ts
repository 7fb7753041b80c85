// Where a call comes from, also through a proxy.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The IP address of the caller: what a trusted proxy says (TRUSTED_PROXIES), or the proxy's own where that is no address. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}
