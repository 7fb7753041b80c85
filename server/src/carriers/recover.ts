// Recovery: messages whose worker died, messages in doubt, messages past their validity, carrier ids that no receipt came for, and messages
// that should have ended. With it every message ends in a final state, whatever fails.
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../db/pool.ts';
import { FIRST_ID } from '../ids.ts';
import { everyBatch } from '../jobs/claim.ts';
import { doEach, type Loop, startLoop } from '../jobs/loop.ts';
import { applyTransitions, failMessages, transitionMessages } from '../messages/transitions.ts';
import type { Timings } from './dispatch.ts';
import { endedBy, endsOf } from './fate.ts';
import { purgeSetAside } from './inboxQueries.ts';
import { purgeTroubles } from './linkQueries.ts';
import { unsentFailures } from './progress.ts';
import { deleteRows, doubtRows, freeReleased, type OpenRow, pickOverdue, releaseRows } from './queries.ts';
import { forgottenMessages, leaveQueue, lockRefs, openAfter, purgeRefs } from './receiptQueries.ts';
import { insertAttempts, purgeAttempts } from './traceQueries.ts';

const BATCH = 500;
const REFS_KEPT_MS = 72 * 3_600_000;
const SENT_ONCE = 1;
// A message that is sent gets its ref in the same transaction; an hour more than refs are kept is for those that lost theirs.
const FORGOTTEN_AFTER_MS = REFS_KEPT_MS + 3_600_000;
const FORGOTTEN_EVERY_MS = 3_600_000;
// It goes through the whole queue: an index on when messages expire would cost each message more than that.
const EXPIRE_EVERY_ROUNDS = 6;
// So many refs a round are looked at again, for messages that should have ended by what is known of them.
const LOOKED_AT_AGAIN = 5_000;

/** Starts looking, every `recoverEveryMs`; several processes may, as each row is taken by one of them. */
export function startRecovery({ pool, log, timings }: { pool: Pool; log: Logger; timings: Timings }): Loop {
  let lookedAt = FIRST_ID;
  const inBatches = (step: Parameters<typeof everyBatch>[2]) => () => everyBatch(pool, BATCH, step);
  const steps: (() => Promise<unknown>)[] = [
    inBatches((client) => doubtAbandoned(client, timings.doubtMs)),
    inBatches(settleDoubtful),
    atMostEvery(timings.recoverEveryMs * EXPIRE_EVERY_ROUNDS, inBatches(expire)),
    inBatches((client) => freeReleased(client, BATCH)),
    inBatches(expireRefs),
    inBatches((client) => purgeAttempts(client, REFS_KEPT_MS, BATCH)),
    inBatches((client) => purgeSetAside(client, REFS_KEPT_MS, BATCH)),
    inBatches((client) => purgeTroubles(client, REFS_KEPT_MS, BATCH)),
    async () => {
      lookedAt = (await transaction(pool, (client) => lookAgain(client, lookedAt))) ?? FIRST_ID;
    },
    atMostEvery(FORGOTTEN_EVERY_MS, inBatches(endForgotten)),
  ];

  return startLoop({ name: 'recovery', log, everyMs: timings.recoverEveryMs, round: () => doEach(steps) });
}

/** A step that is left out for so long after it last went well. */
function atMostEvery(ms: number, step: () => Promise<void>): () => Promise<void> {
  let doneMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - doneMs < ms) return;
    await step();
    doneMs = performance.now();
  };
}

/** A lease that ran out may have been written or not: both look the same from here, so the message is in doubt. */
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

/** Sends a message in doubt once more if its sender is transactional: late twice beats never. A promotional one is given up. */
async function settleDoubtful(client: PoolClient): Promise<number> {
  const rows = await pickOverdue(client, 'doubt_until', BATCH);
  const again = (row: OpenRow) => !row.promotional && row.attempts <= SENT_ONCE;
  const resent = rows.filter(again).map((row) => ({ ...row, afterMs: 0, written: true }));
  const givenUp = rows.filter((row) => !again(row));
  await releaseRows(client, resent);
  await deleteRows(client, givenUp);
  const failures = givenUp.map((row) => ({ ...row, code: 'UNKNOWN' as const }));
  await applyTransitions(client, { queued: resent, failed: await unsentFailures(client, failures) });
  return rows.length;
}

async function expire(client: PoolClient): Promise<number> {
  const rows = await pickOverdue(client, 'expires_at', BATCH);
  await deleteRows(client, rows);
  const failures = rows.map((row) => ({ ...row, code: 'EXPIRED' as const }));
  await applyTransitions(client, { failed: await unsentFailures(client, failures) });
  return rows.length;
}

/** Messages whose refs are deleted end by what is known of them; for the others no receipt came in time. */
export async function expireRefs(client: PoolClient): Promise<number> {
  const refs = await purgeRefs(client, REFS_KEPT_MS, BATCH);
  // A copy without a receipt by now will get none: the receipts of the others count.
  const ended = endedBy(refs.filter(({ outcome }) => outcome !== null));
  const known = new Set(ended.map(({ id }) => id));
  const withoutReceipt = new Map(refs.map(({ teamId, messageId: id }) => [id, { teamId, id }]));
  const unknown = [...withoutReceipt.values()].filter(({ id }) => !known.has(id));
  await applyTransitions(client, endsOf(ended, unknown));
  return refs.length;
}

/** Ends messages that were open when the last of their receipts was noted; returns where to look next, null at the end. */
async function lookAgain(client: PoolClient, after: string): Promise<string | null> {
  const { open, last } = await openAfter(client, after, LOOKED_AT_AGAIN);
  const ended = endedBy(await lockRefs(client, open));
  await leaveQueue(client, ended);
  await applyTransitions(client, endsOf(ended));
  return last;
}

/** Fails messages that have no ref by which a receipt could still be matched. */
async function endForgotten(client: PoolClient): Promise<number> {
  const forgotten = await forgottenMessages(client, FORGOTTEN_AFTER_MS, BATCH);
  return (await failMessages(client, 'NO_RECEIPT', forgotten)).length;
}
