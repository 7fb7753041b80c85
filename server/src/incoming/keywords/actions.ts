// Performs the actions of keywords, once each: puts phones into groups, and sends answers through accept.
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { addToGroup } from '../../contacts/groups/addToGroup.ts';
import { isDatabaseAway } from '../../db/commit/batchCommit.ts';
import type { Signals } from '../../db/signals.ts';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { ownKey } from '../../messages/accept/idempotencyKeys.ts';
import { isRefusal, mayPass, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type ClaimedAction, claimActions, endAction, postponeAction } from '../queries.ts';

/** Signals on this topic wake the actions' loop. */
export const ACTIONS_TOPIC = 'keyword-actions';

const EVERY_MS = 1_000;
const AT_ONCE = 20;
const LEASE_MS = 30_000;
const STOP_MS = 2_000;
/** After this many tries an action has failed for good. */
const MOST_TRIES = 6;
const RETRY_MS = 10_000;

type Parts = { services: Services; accept: Accept; signals: Pick<Signals, 'on'>; log: Logger };

/**
 * Starts performing keyword actions. Several processes may run it, since each action is claimed by one of
 * them.
 */
export function startKeywordActions({ services, accept, signals, log }: Parts): Loop {
  return startLoop({
    name: 'answering keywords',
    log,
    everyMs: EVERY_MS,
    wakeOn: { signals, topic: ACTIONS_TOPIC },
    stopMs: STOP_MS,
    async round({ begin, inFlight }) {
      const free = AT_ONCE - inFlight;
      if (free <= 0) return Infinity;
      const claimed = await claimActions(services.pool, free, LEASE_MS);
      // If it fails, the lease ends and the action is tried again.
      for (const action of claimed) begin(() => act(services, accept, action), { message: action.messageId });
      // A team's share may be smaller than its backlog.
      return claimed.length > 0 ? 0 : undefined;
    },
  });
}

async function act(services: Services, accept: Accept, action: ClaimedAction): Promise<void> {
  const { pool } = services;
  const refusal = (await join(services, action)) ?? (await answer(accept, action));
  if (refusal === null) return endAction(pool, action, null);
  // Refusals that waiting cannot cure are not retried.
  if (mayPass(refusal) && action.attempts < MOST_TRIES)
    return postponeAction(pool, action, RETRY_MS * action.attempts);
  await endAction(pool, action, refusal.refused);
}

async function join(services: Services, action: ClaimedAction): Promise<Refusal | null> {
  if (action.groupId === null) return null;
  const { teamId, phone, groupId } = action;
  const added = await addToGroup(services, { teamId, number: phone, groupId });
  // A deleted group, or a contact in too many groups, does not prevent the answer.
  return isRefusal(added) && mayPass(added) ? added : null;
}

async function answer(accept: Accept, action: ClaimedAction): Promise<Refusal | null> {
  const { projectId, mode, phone, number, reply, messageId, passesOptOut, attempts } = action;
  if (reply === null) return null;
  try {
    const accepted = await accept({
      ...{ projectId, mode, passesOptOut },
      platform: 'KEYWORD',
      to: phone,
      from: number,
      body: reply,
      // Retries never send a second answer.
      idempotency: {
        key: ownKey('keyword', messageId),
        bodyHash: createHash('sha256').update(reply).digest(),
      },
    });
    return isRefusal(accepted) ? accepted : null;
  } catch (error) {
    if (!isDatabaseAway(error) && attempts >= MOST_TRIES) return refuse('unexpected');
    throw error;
  }
}
