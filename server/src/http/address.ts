// The caller's address, also through a proxy, and pages for this machine only.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { RefusalError, refuse } from '../refusal.ts';
import { isLoopback, type Settings } from '../settings.ts';

/** Headers that proxies and content networks add to a call. */
const ADDED_BY_PROXIES =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|cf-.+|(?:true|fastly|x|x-cluster)-client-ip)$/;

/**
 * The caller's IP address as a trusted proxy reports it (TRUSTED_PROXIES), or the proxy's own if the report
 * is no address.
 */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}

/** The caller's IP address as a trusted proxy reports it; '' if the report is no address. For allow lists. */
export const knownAddressOf = ({ ip }: FastifyRequest): string => (isIP(ip) === 0 ? '' : ip);

/**
 * Whether only this machine reaches the service. Behind a proxy HOST is a loopback address too, so
 * PUBLIC_URL has to be one as well.
 */
export function isPracticeMachine({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>): boolean {
  return isLoopback(host) && isLoopback(publicUrl.hostname);
}

/**
 * Answers 1001 unless a program on this machine calls directly, by one of the machine's own names. Through a
 * proxy on this machine the peer is a loopback address too.
 */
export const onlyHere: onRequestAsyncHookHandler = async ({ headers, socket }) => {
  const isLocalPeer = isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
  const isDirect = isLocalPeer && !isForwarded(headers);
  if (!isDirect || !isOwnName(headers.host)) throw new RefusalError(refuse('notFound'));
};

/**
 * Whether a Host header is one of the names of this machine. A foreign page can have its own name point
 * here, but not these.
 */
export function isOwnName(host = ''): boolean {
  return isLoopback(host.replace(/:\d+$/, ''));
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => ADDED_BY_PROXIES.test(name));
}

/** Writes an IPv4 address as such, even if the socket serves both families. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
