// What carriers say, stored in batches: answers to submits and receipts, in one transaction. A receipt often comes right behind the answer
// that names its message; the message then moves once. A receipt is matched and applied before it is answered; one that finds no
// message yet, and whatever cannot be stored so, goes to the inbox and is worked off from there.
import { encodePdu } from '@godwit/smpp/encode';
import type { DeliverSm } from '@godwit/smpp/pdu';
import { trimReceipt } from '@godwit/smpp/receipt';
import { commandStatus } from '@godwit/smpp/status';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import { commitTogether, isDatabaseAway, whileAway } from '../db/together.ts';
import { openGathering } from '../jobs/interval.ts';
import { applyTransitions, joinTransitions } from '../messages/transitions.ts';
import { type Answer, justTaken, noteAnswers } from './answers.ts';
import type { LinkConfig } from './config.ts';
import type { Timings } from './dispatch.ts';
import { endsOf } from './fate.ts';
import { insertReceipts, insertUnmatched } from './inboxQueries.ts';
import { type Final, matchJustTaken, matchReceipts, readFinal } from './match.ts';
import { FIRST_RETRY_MS, startReceipts } from './receipts.ts';

const MAX_BATCH = 1_000;

type Receipt = { pdu: Buffer; final: Final | null };
type Said = { linkId: string; stored: PromiseWithResolvers<void> } & (
  | { answer: Answer }
  | { receipt: Receipt }
);
type SaidOf<Kind> = Extract<Said, Kind>;

const isAnswer = (said: Said): said is SaidOf<{ answer: Answer }> => 'answer' in said;
const isReceipt = (said: Said): said is SaidOf<{ receipt: Receipt }> => 'receipt' in said;

type Parts = {
  pool: Pool;
  log: Logger;
  links: readonly LinkConfig[];
  timings: Pick<Timings, 'doubtMs' | 'pollMs'>;
};

/** Starts storing what carriers say, and working off what is in the inbox; `links` name how each carrier writes its ids. */
export function startResults({ pool, log, links, timings: { doubtMs, pollMs } }: Parts) {
  const idBases = new Map(links.map((link) => [link.id, link.message_id]));
  const inbox = startInbox({ pool, log, links, idBases, pollMs });
  const gathering = openGathering();
  let isAway = false;

  async function store(batch: readonly Said[]): Promise<void> {
    try {
      const kept = await transaction(pool, (client) => storeTogether(client, batch, doubtMs));
      for (const { stored } of batch) stored.resolve();
      if (kept > 0) inbox.wake();
    } catch (error) {
      if (!isDatabaseAway(error))
        log.warn({ err: error, results: batch.length }, 'results of carriers are stored apart');
      // One of them may be at fault: receipts are worked off later, where each can fail by itself, and so do answers here.
      for (const { linkId, receipt, stored } of batch.filter(isReceipt))
        inbox.add(linkId, receipt.pdu).then(stored.resolve, stored.reject);
      isAway = true;
      await storeAnswers(pool, batch.filter(isAnswer), doubtMs);
      isAway = false;
    }
  }

  const batches = groupCommit<Said, null>(
    async (batch) => {
      gathering.taken();
      await store(batch);
      await gathering.rest();
      return batch.map(() => null);
    },
    // Answers and receipts of a link in lines of their own: behind a flood of receipts the leases of what it has taken would run out.
    { maxBatch: MAX_BATCH, concurrency: 1, ownerOf: (said) => `${isAnswer(said)} ${said.linkId}` },
  );

  /** A receipt that cannot be read is set aside from the inbox; a carrier that it was refused to would repeat it for ever. */
  function read(linkId: string, pdu: Buffer, deliver: DeliverSm): Final | null | 'unreadable' {
    try {
      return readFinal({ ...JUST_COME, linkId, pdu }, deliver, idBases);
    } catch {
      return 'unreadable';
    }
  }

  function add(said: Said): Promise<void> {
    void batches.add(said);
    return said.stored.promise;
  }

  return {
    /** Stores what a carrier answered; rejects where it cannot be. */
    answer: (answer: Answer) => add({ linkId: answer.linkId, answer, stored: Promise.withResolvers() }),
    /** Commits a receipt, and what it says of its message where that is known; resolves with the status to answer the carrier. */
    async receipt(linkId: string, deliver: DeliverSm): Promise<number> {
      const trimmed = trimReceipt(deliver);
      const pdu = encodePdu(trimmed);
      const final = read(linkId, pdu, trimmed);
      gathering.came();
      // A carrier may repeat what cannot be stored now; it does not have to wait for the database as answers do.
      if (isAway || final === 'unreadable') await inbox.add(linkId, pdu);
      else await add({ linkId, receipt: { pdu, final }, stored: Promise.withResolvers() });
      return commandStatus.ESME_ROK;
    },
    /** Stops working receipts off; what comes all the same is stored. */
    async stop() {
      await inbox.stop();
      await batches.drained();
      await inbox.drained();
    },
  };
}

/** Receipts as they come, committed without being looked at, and worked off from there. */
function startInbox(parts: Parameters<typeof startReceipts>[0]) {
  const receipts = startReceipts(parts);
  const inserts = groupCommit<{ linkId: string; pdu: Buffer }, null>(
    async (rows) => {
      await insertReceipts(parts.pool, rows);
      receipts.wake();
      return rows.map(() => null);
    },
    { maxBatch: MAX_BATCH, concurrency: 1, ownerOf: ({ linkId }) => linkId },
  );
  return {
    ...receipts,
    add: async (linkId: string, pdu: Buffer) => void (await inserts.add({ linkId, pdu })),
    drained: inserts.drained,
  };
}

/**
 * Stores answers, each by itself where they cannot be stored together. While the database is away they are kept and tried again: what a carrier
 * took would be sent once more. There are never more than the links' windows hold.
 */
async function storeAnswers(
  pool: Pool,
  batch: readonly SaidOf<{ answer: Answer }>[],
  doubtMs: number,
): Promise<void> {
  if (batch.length === 0) return;
  const outcomes = await commitTogether([...batch], (some) =>
    whileAway(() =>
      transaction(pool, async (client) => {
        await storeTogether(client, some, doubtMs);
        return some.map(() => null);
      }),
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') batch[index]!.stored.resolve();
    else batch[index]!.stored.reject(outcome.reason);
  }
}

/** After every id of the inbox, and now by the database's clock. */
const JUST_COME = { id: 2n ** 63n - 1n, attempts: 0, receivedAt: null, ageMs: 0 };

/** Stores a batch; returns how many receipts found no message yet and are in the inbox. */
async function storeTogether(client: PoolClient, batch: readonly Said[], doubtMs: number): Promise<number> {
  const answers = batch.filter(isAnswer).map(({ answer }) => answer);
  const finals = batch.filter(isReceipt).flatMap(({ receipt: { final } }) => final ?? []);
  const atOnce = await matchJustTaken(client, answers.flatMap(justTaken), finals);
  const answered = await noteAnswers(client, answers, atOnce, doubtMs);
  const matched = new Set(atOnce.values());
  const { ended, unmatched } = await matchReceipts(
    client,
    finals.filter((final) => !matched.has(final)),
  );
  const unmatchedRows = unmatched.map(({ row, ...named }) => ({ ...named, ...row }));
  await insertUnmatched(client, unmatchedRows, FIRST_RETRY_MS);
  const endedAtOnce = [...atOnce].map(([{ teamId, messageId: id }, { outcome, error: carrierError }]) => {
    return { teamId, id, outcome, carrierError };
  });
  await applyTransitions(client, joinTransitions(answered, endsOf([...endedAtOnce, ...ended])));
  return unmatched.length;
}
