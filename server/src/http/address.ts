// Where a call comes from, also through a proxy.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../settings.ts';

/** The IP address of the caller: what a trusted proxy says (TRUSTED_PROXIES), or the proxy's own where that is no address. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}

/**
 * Whether a call crossed a network without TLS, so that what it carries could be read there. A trusted proxy says by X-Forwarded-Proto that it
 * did not; what this machine asks of itself crosses none.
 */
export function cameInTheClear({ protocol, headers, socket }: FastifyRequest): boolean {
  if (protocol === 'https') return false;
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined;
  return isForwarded || !isLoopbackAddress(socket.remoteAddress ?? '');
}

function isLoopbackAddress(address: string): boolean {
  return isLoopback(address.replace(/^::ffff:/, ''));
}
