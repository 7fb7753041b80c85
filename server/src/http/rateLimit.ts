// Rate limits: calls per key (an address, an API key) in a time window, counted in this process.
import type { FastifyReply, onRequestHookHandler } from 'fastify';
import { RefusalError, refuse } from '../refusal.ts';
import type { Limit } from '../settings.ts';
import { addressOf } from './address.ts';

/**
 * Counts a call of `key`; throws a 1006 refusal above the limit, with the catalogue's description or
 * another. The headers of `reply` report the calls left.
 */
export type Limiter = (key: string, reply: FastifyReply | null, description?: string) => void;

/**
 * Makes a limiter named `name` in its headers (RateLimit and RateLimit-Policy as in
 * draft-ietf-httpapi-ratelimit-headers). A limit that is a setting is a function, as it may change. Null
 * refuses nothing. All keys share one window, so memory holds one window's keys at most.
 */
export function createLimiter(
  name: string,
  given: Limit | null | (() => Limit | null),
  nowMs = () => performance.now(),
): Limiter {
  let counts = new Map<string, number>();
  let endsAtMs = 0;

  return (key, reply, description) => {
    const limit = typeof given === 'function' ? given() : given;
    if (limit === null) return;
    const { count, seconds } = limit;
    const now = nowMs();
    if (now >= endsAtMs) {
      counts = new Map();
      endsAtMs = now + seconds * 1000;
    }
    const used = (counts.get(key) ?? 0) + 1;
    counts.set(key, used);
    const resetSeconds = Math.ceil((endsAtMs - now) / 1000);
    reply?.header('ratelimit-policy', `"${name}";q=${count};w=${seconds}`);
    reply?.header('ratelimit', `"${name}";r=${Math.max(0, count - used)};t=${resetSeconds}`);
    if (used > count) {
      const details = { retryAfterSeconds: resetSeconds, ...(description && { description }) };
      throw new RefusalError(refuse('tooManyRequests', details));
    }
  };
}

/** A route's limit on one client address. */
export function limitByAddress(limiter: Limiter): onRequestHookHandler {
  return async (request, reply) => limiter(networkOf(addressOf(request)), reply);
}

/**
 * The network that is counted: an IPv4 address, or the /64 an IPv6 one is in, since its owner has all of
 * that to choose from.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = ip.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':').filter(Boolean)];
  return whole.slice(0, 4).join(':');
}
