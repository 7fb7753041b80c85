// Recovers messages whose worker died, and messages that are in doubt, expired, without a receipt, or still
// open although they should have ended. Guarantees that every message reaches a final state.
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../db/transaction.ts';
import { FIRST_ID } from '../../ids.ts';
import { doEach, type Loop, startLoop } from '../../jobs/loop.ts';
import { applyTransitions, failMessages, transitionMessages } from '../../messages/state/transitions.ts';
import { endedBy, endsOf } from '../receipts/outcome.ts';
import { leaveQueue } from '../receipts/queries.ts';
import { lockRefs } from '../refs/queries.ts';
import type { Timings } from '../sending/dispatch.ts';
import { unsentFailures } from '../sending/partProgress.ts';
import { deleteRows, doubtRows, releaseRows } from '../sending/queueQueries.ts';
import { insertAttempts } from '../trace/queries.ts';
import { cleanupSteps } from './cleanup.ts';
import {
  forgottenMessages,
  freeReleased,
  lockExpired,
  type OpenRow,
  openAfter,
  pickOverdue,
  purgeRefs,
  selectExpired,
} from './queries.ts';
import { atMostEvery, BATCH, HOUR_MS, inBatches, REFS_KEPT_MS } from './steps.ts';

const SENT_ONCE = 1;
/** Attempts of a message whose link recognises repeats. */
const MOST_SAFE = 5;
// A sent message gets its ref in the same transaction. The extra hour is for messages that lost their refs.
const FORGOTTEN_AFTER_MS = REFS_KEPT_MS + HOUR_MS;
// This step reads the whole queue. An index on the expiry would cost every message more than that.
const EXPIRE_EVERY_ROUNDS = 6;
// The number of refs per round that are checked for messages that should have ended.
const LOOKED_AT_AGAIN = 5_000;
/** The rest waits for the next round. */
const EXPIRED_AT_ONCE = 50_000;

type Parts = {
  pool: Pool;
  log: Logger;
  timings: Timings;
  /** Whether a message can be repeated over a link without a second copy; by default over none. */
  isSafe?: (linkId: string) => boolean;
};

/**
 * Starts recovery, and the removal of old rows, every `recoverEveryMs` milliseconds. Several processes may
 * run it, because each row is locked by one of them.
 */
export function startRecovery({ pool, log, timings, isSafe = () => false }: Parts): Loop {
  let lookedAt = FIRST_ID;
  const batches = (work: Parameters<typeof inBatches>[1]) => inBatches(pool, work);
  const steps: (() => Promise<unknown>)[] = [
    batches((client) => doubtAbandoned(client, timings.doubtMs)),
    batches((client) => resendOrGiveUp(client, isSafe)),
    atMostEvery(timings.recoverEveryMs * EXPIRE_EVERY_ROUNDS, () => expireAll(pool)),
    batches((client) => freeReleased(client, BATCH)),
    batches(expireRefs),
    async () => {
      lookedAt = (await transaction(pool, (client) => lookAgain(client, lookedAt))) ?? FIRST_ID;
    },
    atMostEvery(HOUR_MS, batches(endForgotten)),
    ...cleanupSteps({ pool, log }, timings.recoverEveryMs),
  ];

  return startLoop({ name: 'recovery', log, everyMs: timings.recoverEveryMs, round: () => doEach(steps) });
}

/** After a lease has expired, nobody knows whether the message was written, so it is in doubt. */
async function doubtAbandoned(client: PoolClient, doubtMs: number): Promise<number> {
  const rows = await pickOverdue(client, 'lease_until', BATCH);
  await doubtRows(client, rows, doubtMs);
  await insertAttempts(
    client,
    rows.map(({ id }) => ({ messageId: id, linkId: null, outcome: 'ABANDONED', detail: null })),
  );
  await transitionMessages(client, 'in_doubt', rows);
  return rows.length;
}

/**
 * Resends a message in doubt once if its sender is transactional, because two copies are better than none.
 * Gives up a promotional one. A link that recognises the reference of a message that was written alone gets
 * either kind again.
 */
async function resendOrGiveUp(client: PoolClient, isSafe: (linkId: string) => boolean): Promise<number> {
  const rows = await pickOverdue(client, 'doubt_until', BATCH);
  const isRecognised = ({ linkId, batchReference }: OpenRow) =>
    linkId !== null && batchReference === null && isSafe(linkId);
  const again = (row: OpenRow) =>
    isRecognised(row) ? row.attempts < MOST_SAFE : !row.promotional && row.attempts <= SENT_ONCE;
  const resent = rows.filter(again).map((row) => ({ ...row, afterMs: 0, written: true, ownCode: false }));
  const givenUp = rows.filter((row) => !again(row));
  await releaseRows(client, resent);
  await deleteRows(client, givenUp);
  const failures = givenUp.map((row) => ({ ...row, code: 'UNKNOWN' as const }));
  await applyTransitions(client, { queued: resent, failed: await unsentFailures(client, failures) });
  return rows.length;
}

/** Fails messages whose validity is over. The queue is read once, however many there are. */
async function expireAll(pool: Pool): Promise<void> {
  const ids = await selectExpired(pool, EXPIRED_AT_ONCE);
  for (let from = 0; from < ids.length; from += BATCH)
    await transaction(pool, (client) => expire(client, ids.slice(from, from + BATCH)));
}

async function expire(client: PoolClient, ids: readonly string[]): Promise<void> {
  const rows = await lockExpired(client, ids);
  await deleteRows(client, rows);
  const failures = rows.map((row) => ({ ...row, code: 'EXPIRED' as const }));
  await applyTransitions(client, { failed: await unsentFailures(client, failures) });
}

/** Ends messages whose refs expire by the receipts known so far, or as without receipt if there are none. */
export async function expireRefs(client: PoolClient): Promise<number> {
  const refs = await purgeRefs(client, REFS_KEPT_MS, BATCH);
  // A copy without a receipt by now will get none, so the receipts of the other copies count.
  const ended = endedBy(refs.filter(({ outcome }) => outcome !== null));
  const known = new Set(ended.map(({ id }) => id));
  const withoutReceipt = new Map(refs.map(({ teamId, messageId: id }) => [id, { teamId, id }]));
  const unknown = [...withoutReceipt.values()].filter(({ id }) => !known.has(id));
  await applyTransitions(client, endsOf(ended, unknown));
  return refs.length;
}

/**
 * Ends messages that were still open when their last receipt was noted. Returns where to continue, null at
 * the end.
 */
async function lookAgain(client: PoolClient, after: string): Promise<string | null> {
  const { open, last } = await openAfter(client, after, LOOKED_AT_AGAIN);
  const ended = endedBy(await lockRefs(client, open));
  await leaveQueue(client, ended);
  await applyTransitions(client, endsOf(ended));
  return last;
}

/** Fails messages that have no ref left to match a receipt. */
async function endForgotten(client: PoolClient): Promise<number> {
  const forgotten = await forgottenMessages(client, FORGOTTEN_AFTER_MS, BATCH);
  return (await failMessages(client, 'NO_RECEIPT', forgotten)).length;
}
