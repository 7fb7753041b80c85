// Refuses fields that a sending call would ignore although its sender wanted something else: a check, a
// limit or another time. Other unknown fields are ignored, so programs for a newer version can call this one.
import type { preValidationHookHandler } from 'fastify';
import { type Refusal, RefusalError, refuseField } from '../refusal.ts';

const OF_A_MESSAGE = ['dry_run', 'max_price', 'validity_s', 'client_reference', 'lane'] as const;

/** Names that have no effect, each with what to do instead. Most are names of other services. */
type Unused = Readonly<Record<string, string>>;

const UNUSED_OF_MESSAGE: Unused = {
  scheduled_at: 'Use send_at',
  schedule_at: 'Use send_at',
  validity_period: 'Use validity_s',
  media_url: 'A message has a text only, so leave it out',
};
export const UNUSED_OF_VERIFICATION: Unused = {
  dry_run: 'A verification cannot be checked first, so leave it out',
  max_price: 'A verification has no highest price, so leave it out',
  send_at: 'A code is sent at once, so leave it out',
  validity_s: 'Use expires_in_s',
  expires_in: 'Use expires_in_s',
  custom_code: 'Use code',
};

/** Refuses the first field of a body that is set and has no effect. */
function unusedIn(body: unknown, unused: Unused): Refusal | null {
  const given: Record<string, unknown> = Object(body);
  const name = Object.keys(unused).find((one) => (Object.hasOwn(given, one) ? given[one] : null) !== null);
  if (name === undefined) return null;
  return refuseField(
    'invalidArgument',
    name,
    `${name} has no effect here, so nothing was sent. ${unused[name]}`,
  );
}

/** Refuses a message with a field that has no effect. */
export const unusedInMessage = (body: unknown): Refusal | null => unusedIn(body, UNUSED_OF_MESSAGE);

/** A hook for a route that refuses a body with one of these fields. */
export const refuseUnused =
  (unused: Unused): preValidationHookHandler =>
  ({ body }, _reply, done) => {
    const refusal = unusedIn(body, unused);
    done(refusal ? new RefusalError(refusal) : undefined);
  };

/** A hook for a route that sends. `isBatch`: the body has the messages, and is no message itself. */
export const refuseMisplaced =
  ({ isBatch }: { isBatch: boolean }): preValidationHookHandler =>
  (request, _reply, done) => {
    const places = [request.query, isBatch ? request.body : null].map(Object);
    const name = OF_A_MESSAGE.find((one) => places.some((place) => Object.hasOwn(place, one)));
    if (name === undefined) {
      const refusal = unusedInMessage(request.body);
      return done(refusal ? new RefusalError(refusal) : undefined);
    }
    const where = isBatch ? 'each message of the batch' : 'the body';
    const words = `${name} has no effect here, so nothing was sent. Give it in ${where}`;
    done(new RefusalError(refuseField('invalidArgument', name, words)));
  };
