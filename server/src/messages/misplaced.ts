// Refuses fields of a message that stand beside it. They would be ignored, and a message be sent that its
// sender wanted checked, limited in price or in time.
import type { preValidationHookHandler } from 'fastify';
import { RefusalError, refuseField } from '../refusal.ts';

const OF_A_MESSAGE = ['dry_run', 'max_price', 'validity_s', 'client_reference'] as const;

/** A hook for a route that sends. `isBatch`: the body has the messages, and is no message itself. */
export const refuseMisplaced =
  ({ isBatch }: { isBatch: boolean }): preValidationHookHandler =>
  (request, _reply, done) => {
    const places = [request.query, isBatch ? request.body : null].map(Object);
    const name = OF_A_MESSAGE.find((one) => places.some((place) => Object.hasOwn(place, one)));
    if (name === undefined) return done();
    const where = isBatch ? 'each message of the batch' : 'the body';
    const words = `${name} has no effect here, so nothing was sent. Give it in ${where}`;
    done(new RefusalError(refuseField('invalidArgument', name, words)));
  };
