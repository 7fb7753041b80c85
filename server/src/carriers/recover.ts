// Looks after what nobody else will: messages whose worker died, messages in doubt, messages past their validity, and carrier
// ids that no receipt came for. With it every message ends in a final state, whatever fails.
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../db/pool.ts';
import { failMessages, moveMessages } from '../messages/moves.ts';
import type { Timings } from './dispatch.ts';
import {
  deleteRows,
  doubtRows,
  type OpenRow,
  pickAbandoned,
  pickDoubtful,
  pickExpired,
  releaseRows,
} from './queries.ts';
import { purgeRefs } from './receiptQueries.ts';
import { insertAttempts, purgeAttempts } from './traceQueries.ts';

const BATCH = 500;
const REFS_KEPT_MS = 72 * 3_600_000;
const SENT_ONCE = 1;

/** Starts looking, every `recoverEveryMs`; several processes may, as each row is taken by one of them. */
export function startRecovery({ pool, log, timings }: { pool: Pool; log: Logger; timings: Timings }): {
  stop(): Promise<void>;
} {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = Promise.resolve();

  async function round() {
    try {
      await everyBatch(pool, (client) => doubtAbandoned(client, timings.doubtMs));
      await everyBatch(pool, settleDoubtful);
      await everyBatch(pool, expire);
      await everyBatch(pool, forgetRefs);
      await everyBatch(pool, (client) => purgeAttempts(client, REFS_KEPT_MS, BATCH));
    } catch (error) {
      log.error({ err: error }, 'recovery failed; it is tried again');
    }
    if (!stopped) timer = setTimeout(start, timings.recoverEveryMs);
  }
  function start() {
    running = round();
  }

  start();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Repeats a step, each time in a transaction of its own, until it finds less than a batch. */
async function everyBatch(pool: Pool, step: (client: PoolClient) => Promise<number>) {
  while ((await transaction(pool, step)) === BATCH);
}

/** A lease that ran out may have been written or not: both look the same from here, so the message is in doubt. */
async function doubtAbandoned(client: PoolClient, doubtMs: number): Promise<number> {
  const rows = await pickAbandoned(client, BATCH);
  await doubtRows(
    client,
    rows.map(({ id }) => id),
    doubtMs,
  );
  await insertAttempts(
    client,
    rows.map(({ id }) => ({ messageId: id, linkId: null, outcome: 'ABANDONED', detail: null })),
  );
  await moveMessages(client, 'in_doubt', rows);
  return rows.length;
}

/** Sends a message in doubt once more if its sender is transactional: late twice beats never. A promotional one is given up. */
async function settleDoubtful(client: PoolClient): Promise<number> {
  const rows = await pickDoubtful(client, BATCH);
  const again = (row: OpenRow) => !row.promotional && row.attempts <= SENT_ONCE;
  const resent = rows.filter(again);
  const given = rows.filter((row) => !again(row));
  await releaseRows(
    client,
    resent.map(({ id }) => ({ id, afterMs: 0, written: true })),
  );
  await deleteRows(
    client,
    given.map(({ id }) => id),
  );
  await moveMessages(client, 'queued', resent);
  await failMessages(client, 'UNKNOWN', given);
  return rows.length;
}

async function expire(client: PoolClient): Promise<number> {
  const rows = await pickExpired(client, BATCH);
  await deleteRows(
    client,
    rows.map(({ id }) => id),
  );
  await failMessages(client, 'EXPIRED', rows);
  return rows.length;
}

async function forgetRefs(client: PoolClient): Promise<number> {
  const refs = await purgeRefs(client, REFS_KEPT_MS, BATCH);
  await failMessages(
    client,
    'NO_RECEIPT',
    refs.filter(({ outcome }) => outcome === null),
  );
  return refs.length;
}
