// Pages for the owner of a machine alone: those of an installation that only that machine reaches.
import type { onRequestAsyncHookHandler } from 'fastify';
import { RefusalError, refuse } from '../refusal.ts';
import { isLoopback } from '../settings.ts';

/**
 * Answers 1001 where the browser does not call this machine by a name of its own: a foreign page could make its name point here and read along.
 * The name is the browser's, not a proxy's word.
 */
export const onlyHere: onRequestAsyncHookHandler = async ({ headers }) => {
  if (!isLoopback(nameIn(headers.host ?? ''))) throw new RefusalError(refuse('notFound'));
};

/** The name or address in a Host header. */
function nameIn(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}
