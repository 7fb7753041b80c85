// Replays callbacks: those of one message at once, those of a time span in small steps by a job, so new
// statuses never wait long.
import { type CallbackReplay, MAX_REPLAYED } from '@godwit/contract/callbackLog';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { wakeCallbacks } from '../wake.ts';
import {
  advanceReplay,
  countAttempts,
  deferReplay,
  deleteOldReplays,
  findReplay,
  insertReplay,
  listReplays,
  makeDue,
  nextAttempts,
  type OpenReplay,
  queueAgain,
  type ReplayRow,
  takeReplay,
} from './queries.ts';

/** Attempts examined per step. */
const STEP = 100;
/** Calls of a team's replays that may wait for their first attempt. */
const MOST_WAITING = 200;
const EVERY_MS = 1_000;
const SHOWN = 20;
/** How often a message's callbacks are looked up before there are none. */
const TRIES = 3;

type ProjectMode = { teamId: string; projectId: string; mode: Mode };
export type Span = { from: Date; before: Date; failedOnly: boolean };

/**
 * Sends all statuses of a message again, or makes the waiting one due now. Refusal: conflict if there is no
 * URL or no status yet.
 */
export async function replayMessage(
  pool: Pool,
  { teamId, id, statusCallback }: { teamId: string; id: string; statusCallback: string | null },
): Promise<Refusal | null> {
  if (statusCallback === null)
    return refuse('conflict', { description: 'This message has no status_callback.' });
  const again = [{ messageId: id, sequence: 1 }];
  // A simultaneous request may queue it between the two look-ups, and it may be sent before the next one.
  for (let tries = 0; tries < TRIES; tries++)
    if ((await makeDue(pool, teamId, id)) || (await queueAgain(pool, teamId, again, false)) > 0) {
      wakeCallbacks();
      return null;
    }
  return refuse('conflict', {
    description: 'There is no status to send yet: the message waits to be sent.',
  });
}

/**
 * Starts the replay of a time span. A key that was used before returns the replay started with it.
 * Refusals: idempotencyReused if that replay had another mode, outcome or start; conflict while another one
 * runs; invalidArgument if there is too much.
 * A span ends now at the latest, or it would include its own attempts.
 */
export async function beginReplay(
  pool: Pool,
  place: ProjectMode,
  asked: Span,
  key: string | null,
): Promise<CallbackReplay | Refusal> {
  const earlier = key && (await findReplay(pool, place, key));
  if (earlier) {
    const isSame =
      earlier.mode === place.mode &&
      earlier.failedOnly === asked.failedOnly &&
      earlier.from.getTime() === asked.from.getTime();
    return isSame ? toReplay(earlier) : refuse('idempotencyReused');
  }
  const span = { ...asked, before: new Date(Math.min(asked.before.getTime(), Date.now())) };
  const filter = { ...place, ...span, status: null, messageIds: null, taken: span.failedOnly ? false : null };
  if ((await countAttempts(pool, filter, MAX_REPLAYED + 1)) > MAX_REPLAYED) return TOO_MUCH;
  const begun =
    (await insertReplay(pool, { ...place, ...span, id: newId(), key })) ??
    (key === null ? undefined : await findReplay(pool, place, key));
  return begun
    ? toReplay(begun)
    : refuse('conflict', { description: 'Callbacks of this project are being sent again already.' });
}

const TOO_MUCH = refuseField(
  'invalidArgument',
  'from',
  `There are more than ${MAX_REPLAYED.toLocaleString('en-US')} attempts in this time: choose a shorter one.`,
);

/** The newest replays of a project in a mode. */
export async function readReplays(pool: Pool, place: ProjectMode): Promise<CallbackReplay[]> {
  return (await listReplays(pool, place, SHOWN)).map(toReplay);
}

/** Starts processing replays, teams in round robin. Several processes may run it. */
export function startReplays({ pool, log }: Pick<Services, 'pool' | 'log'>): Loop {
  return startLoop({
    name: 'sending callbacks again',
    log,
    everyMs: EVERY_MS,
    async round() {
      if (await replayStep(pool)) return 0;
      await deleteOldReplays(pool);
    },
  });
}

/** Queues the next part of the replay whose team has waited longest. False if there is none. */
export async function replayStep(pool: Pool): Promise<boolean> {
  let replay: OpenReplay | undefined;
  try {
    const queued = await transaction(pool, async (client) => {
      replay = await takeReplay(client, MOST_WAITING);
      if (!replay) return null;
      const attempts = await nextAttempts(client, replay, STEP);
      const queued =
        attempts.length > 0 ? await queueAgain(client, replay.teamId, attempts, replay.failedOnly) : 0;
      await advanceReplay(client, replay, { queued, last: attempts.at(-1), ended: attempts.length < STEP });
      return queued;
    });
    if (queued !== null && queued > 0) wakeCallbacks();
    return queued !== null;
  } catch (error) {
    if (replay) await deferReplay(pool, replay);
    throw error;
  }
}

function toReplay({
  id,
  mode,
  from,
  before,
  failedOnly,
  queued,
  createdAt,
  endedAt,
}: ReplayRow): CallbackReplay {
  return {
    id,
    mode,
    from: from.toISOString(),
    to: before.toISOString(),
    outcome: failedOnly ? 'FAILED' : 'ALL',
    queued,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}
