// Calls webhook endpoints with events, signed by Standard Webhooks. An endpoint that answers 410 or fails for
// days is disabled, and the owners get a mail.
import type { PoolClient } from 'pg';
import { type CallLoopOptions, startCallLoop } from '../../callbacks/delivery/loop.ts';
import type { Poster } from '../../callbacks/delivery/post.ts';
import { retryAfterMs } from '../../callbacks/delivery/retries.ts';
import { callHeaders } from '../../callbacks/delivery/sign.ts';
import { isDatabaseAway } from '../../db/commit/batchCommit.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import type { Signals } from '../../db/signals.ts';
import { transaction } from '../../db/transaction.ts';
import type { Services } from '../../services.ts';
import { mailOwners } from '../../team/notify.ts';
import { describeEvents } from '../describe.ts';
import { POSITIONED_TOPIC } from '../position.ts';
import {
  type Attempt,
  type ClaimedCall,
  disableEndpoint,
  endCall,
  endTakenCall,
  mayMail,
  noteFailedDelivery,
  noteFailure,
  noteSuccess,
  postponeCall,
  WEBHOOK_QUEUE,
} from './deliveryQueries.ts';
import { dropCalls } from './queries.ts';
import { openSecrets } from './secret.ts';

/** The answer of a server that wants no more calls. */
const GONE = 410;
const NOT_BUILT = 'This service could not build the call. It tries again, and its operators see why.';

/** Starts calling webhook endpoints. */
export const startWebhooks = (
  services: Services,
  signals: Pick<Signals, 'on'>,
  options: CallLoopOptions = {},
): { stop(): Promise<void> } =>
  startCallLoop(
    services,
    {
      name: 'calling webhook endpoints',
      queue: WEBHOOK_QUEUE,
      wakeOn: { signals, topic: POSITIONED_TOPIC },
      make: (call, poster) => makeCall(services, call, poster),
      about: ({ endpointId, id }) => ({ endpoint: endpointId, event: id }),
    },
    options,
  );

/** Makes one attempt and stores its result. A call that cannot be built counts as a failed one. */
async function makeCall(services: Services, call: ClaimedCall, poster: Poster): Promise<void> {
  const { pool, log } = services;
  const made = await attempt(services, call, poster).catch((err: unknown): Attempt => {
    if (isDatabaseAway(err)) throw err;
    log.error({ err, endpoint: call.endpointId, event: call.id }, 'A webhook could not be built');
    return { answer: null, error: NOT_BUILT };
  });
  const { answer, error } = made;
  if (answer !== null && answer >= 200 && answer < 300) {
    await endTakenCall(pool, call, made);
    await noteSuccess(pool, call, made);
    return;
  }
  log.info({ endpoint: call.endpointId, event: call.id, answer, error }, 'A webhook was not accepted');
  if (await transaction(pool, (client) => storeFailure(client, call, made)))
    await dropCalls(pool, call.endpointId);
}

async function attempt(services: Services, call: ClaimedCall, poster: Poster): Promise<Attempt> {
  const [event] = await describeEvents(services.pool, [call]);
  const body = JSON.stringify(event);
  const headers = callHeaders({ id: call.id, at: new Date(), body }, openSecrets(services, call));
  const { answer, error } = await poster.call({ method: 'POST', url: call.url, headers, body });
  return { answer, error };
}

/**
 * Stores a failed attempt. The endpoint is locked first, so one of several failures disables it. Returns
 * whether this one did.
 */
async function storeFailure(client: PoolClient, call: ClaimedCall, made: Attempt): Promise<boolean> {
  const endpoint = await noteFailure(client, call, made);
  await noteFailedDelivery(client, call, made);
  const isOver = made.answer === GONE ? 'GONE' : endpoint?.hasFailedLong ? 'FAILING' : null;
  if (endpoint && !endpoint.isDisabled && isOver) {
    await disableEndpoint(client, call, isOver);
    if (await mayMail(client, call.teamId, 'DISABLED'))
      await mailOwners(kyselyWithin(client), { teamId: call.teamId }, (mails) =>
        mails.webhookDisabled({ url: call.url, reason: isOver }),
      );
    return true;
  }
  const afterMs = retryAfterMs(call.attempts, Math.random());
  await (afterMs === null ? endCall(client, call) : postponeCall(client, call, afterMs));
  return false;
}
