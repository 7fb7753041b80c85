// Refuses calls that would send although nobody meant to: a GET that sends is opened by more than programs.
import type { FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../refusal.ts';

const NOT_SENT = refuse('notAllowed', {
  description: 'Nothing was sent, because a link check or a prefetch made this call. Send it as GET or POST.',
});

/** Refuses (1012) HEAD, and what browsers and link previews fetch ahead. */
export function refuseUnintended({ method, headers }: FastifyRequest): Refusal | null {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']];
  return method === 'HEAD' || purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose)))
    ? NOT_SENT
    : null;
}
