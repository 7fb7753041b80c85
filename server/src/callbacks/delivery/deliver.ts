// Delivers status callbacks: calls each message's URL in status order, and retries failed calls at growing
// intervals.
import { publicStatus } from '@godwit/contract/messages/statuses';
import { isDatabaseAway } from '../../db/commit/batchCommit.ts';
import type { Signals } from '../../db/signals.ts';
import { notifyMessages } from '../../live/changes.ts';
import type { Services } from '../../services.ts';
import { SpanKind, traced } from '../../tracing.ts';
import {
  type Attempt,
  CALLBACK_QUEUE,
  type ClaimedCallback,
  endCall,
  postponeCall,
  skipCall,
} from '../queries.ts';
import { signingSecrets } from '../secret.ts';
import { CALLBACKS_TOPIC } from '../wake.ts';
import { type CallLoopOptions, startCallLoop } from './loop.ts';
import { payloadOf } from './payload.ts';
import type { Content, Posted, Poster, Request } from './post.ts';
import { retryAfterMs } from './retries.ts';
import { callHeaders } from './sign.ts';

/**
 * The format of a drop-in API. `build` writes a call; null if its customer has not asked for this status.
 * `follow` does what the content of an answer asks for, before the call has ended; it may be asked again. It
 * returns what went wrong, and whether the call has to be made again for that.
 */
export type CallFormat = {
  build(callback: ClaimedCallback): Request | null | Promise<Request | null>;
  follow?(callback: ClaimedCallback, content: Content): Promise<{ error: string; again: boolean } | null>;
};

/** `formats`: formats besides our own, by name. */
export type DeliverOptions = CallLoopOptions & { formats?: Readonly<Record<string, CallFormat>> };

/** Starts delivery. Several processes may run it, since each call is claimed by one of them. */
export const startCallbacks = (
  services: Services,
  signals: Pick<Signals, 'on'>,
  { formats = {}, ...options }: DeliverOptions = {},
): { stop(): Promise<void> } =>
  startCallLoop(
    services,
    {
      name: 'delivering callbacks',
      queue: CALLBACK_QUEUE,
      wakeOn: { signals, topic: CALLBACKS_TOPIC },
      make: (callback, poster) => call({ services, poster, formats }, callback),
      about: ({ messageId }) => ({ message: messageId }),
    },
    options,
  );

type Parts = { services: Services; poster: Poster; formats: NonNullable<DeliverOptions['formats']> };

/** Makes one attempt and stores its result. */
async function call({ services, poster, formats }: Parts, callback: ClaimedCallback): Promise<void> {
  const { pool, log } = services;
  const { messageId, attempts, projectId, mode } = callback;
  const startedAt = new Date();
  const startedMs = performance.now();
  const request = await build(services, formats, callback, startedAt);
  if (request === null) return skipCall(pool, callback);
  const posted = await traced(
    'callback',
    {
      parent: callback.traceparent,
      kind: SpanKind.CLIENT,
      attributes: {
        'godwit.message.id': messageId,
        'godwit.status': callback.status,
        'godwit.attempt': attempts,
      },
    },
    async (): Promise<Posted> =>
      'unbuilt' in request ? { answer: null, error: request.unbuilt } : poster.call(request),
    (made) => (made.answer === null ? {} : { 'http.response.status_code': made.answer }),
  );
  const durationMs = Math.round(performance.now() - startedMs);
  const isTaken = posted.answer !== null && posted.answer >= 200 && posted.answer < 300;
  const trouble = isTaken && posted.content ? await follow(formats, callback, posted.content) : null;
  const { answer, error } = trouble ? { answer: null, error: trouble.error } : posted;
  const made: Attempt = { answer, error, startedAt, durationMs };
  const afterMs = isTaken && !trouble?.again ? null : retryAfterMs(attempts, Math.random());
  const state = await (afterMs === null
    ? endCall(pool, callback, made)
    : postponeCall(pool, callback, made, afterMs));
  if (!isTaken || trouble)
    log.info({ message: messageId, attempts, answer, error, afterMs }, 'A callback was not accepted');
  // The details page shows the attempts.
  notifyMessages([{ id: messageId, projectId, mode, status: publicStatus(state) }]);
}

/** Does what the content of an answer asks for, in the format of the call. */
const follow = async (formats: Parts['formats'], callback: ClaimedCallback, content: Content) =>
  (await formats[callback.format?.format ?? '']?.follow?.(callback, content)) ?? null;

/**
 * Builds and signs a call; null if it is not wanted. A call that cannot be built counts as an attempt, or it
 * would be retried for ever.
 */
async function build(
  services: Services,
  formats: Parts['formats'],
  callback: ClaimedCallback,
  at: Date,
): Promise<Request | { unbuilt: string } | null> {
  try {
    const { format, url } = callback;
    if (format) return await formats[format.format]!.build(callback);
    const body = payloadOf(callback);
    const secrets = await signingSecrets(services, callback);
    // Lets receivers recognize a repeated call.
    const id = `${callback.messageId}-${callback.sequence}`;
    return { method: 'POST', url, headers: callHeaders({ id, at, body }, secrets), body };
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    services.log.error({ err, message: callback.messageId }, 'A callback cannot be built');
    return { unbuilt: 'The callback could not be written or signed.' };
  }
}
