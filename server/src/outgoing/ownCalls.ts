// Marks our calls to customers' servers, and refuses marked calls where messages are sent: each message would
// cause a call, and each call a message, until the balance is spent.
import type { FastifyRequest } from 'fastify';
import { RefusalError, refuse } from '../refusal.ts';

/** The header of every call to a customer's server. Requests to carriers do not have it. */
export const CALL_MARK = 'godwit-callback';
/** The headers of every call to a customer's server. */
export const CALL_HEADERS = { 'user-agent': 'Godwit-Callbacks/1', [CALL_MARK]: '1' };

const LOOP = refuse('notAllowed', {
  description:
    'A callback or webhook of Godwit made this call, so nothing was sent or charged: each message could cause the next. ' +
    'Point the callback or webhook to a program of yours, which calls here if a message is needed.',
});

/** Refuses (1012) a call that this Godwit, or another one, makes because of a message or an event. */
export async function refuseOwnCall({ headers }: FastifyRequest): Promise<void> {
  if (headers[CALL_MARK] !== undefined) throw new RefusalError(LOOP);
}
