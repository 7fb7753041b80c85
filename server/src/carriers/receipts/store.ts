// Stores submit results and receipts in batches, one transaction each. A receipt often follows its submit
// response closely; the message then moves only once. A receipt is matched and applied before it is
// acknowledged. If it finds no message yet, or cannot be stored with the batch, it goes to the inbox and is
// processed from there.
import { encodePdu } from '@godwit/smpp/codec/encode';
import type { DeliverSm } from '@godwit/smpp/codec/pdu';
import { trimReceipt } from '@godwit/smpp/codec/receipt';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { batchCommit, isDatabaseAway, whileAway } from '../../db/commit/batchCommit.ts';
import { groupCommit } from '../../db/commit/groupCommit.ts';
import { transaction } from '../../db/transaction.ts';
import { openGathering } from '../../jobs/interval.ts';
import { joinTransitions } from '../../messages/state/transitions.ts';
import type { LinkCounters } from '../counts/counters.ts';
import type { LinkConfig } from '../links/config.ts';
import type { Timings } from '../sending/dispatch.ts';
import { justTaken, refsOf, type SendResult, storeSubmitResults } from '../sending/submitResults.ts';
import { FIRST_RETRY_MS, startInbox } from './inbox.ts';
import { type InboxRow, insertUnmatched } from './inboxQueries.ts';
import { openInboxWriter } from './inboxWriter.ts';
import { type Final, type IdBases, matchJustTaken, matchReceipts, readFinal } from './match.ts';
import { applyEnds, type Ended, endsOf } from './outcome.ts';
import { isPolled } from './poll.ts';
import { insertPolls } from './pollQueries.ts';

const MAX_BATCH = 1_000;

type Receipt = { pdu: Buffer; final: Final | null };
type StoredItem = { linkId: string; stored: PromiseWithResolvers<void> } & (
  | { result: SendResult }
  | { receipt: Receipt }
);
type StoredItemOf<Kind> = Extract<StoredItem, Kind>;

const isSubmitResult = (item: StoredItem): item is StoredItemOf<{ result: SendResult }> => 'result' in item;
const isReceipt = (item: StoredItem): item is StoredItemOf<{ receipt: Receipt }> => 'receipt' in item;

type Parts = {
  pool: Pool;
  log: Logger;
  links: readonly LinkConfig[];
  counters: LinkCounters;
  timings: Pick<Timings, 'doubtMs' | 'pollMs' | 'receiptPollMs'>;
};

/**
 * Starts storing submit results and receipts, and processing the inbox. `links` give the id base of each
 * carrier.
 */
export function startStore({ pool, log, links, counters, timings }: Parts) {
  const { pollMs } = timings;
  const rules = { ...timings, counters, links: new Map(links.map((link) => [link.id, link])) };
  const idBases = new Map(links.map((link) => [link.id, link.message_id]));
  const processing = startInbox({ pool, log, links, idBases, pollMs, counters });
  const inbox = { ...processing, ...openInboxWriter(pool, processing.wake) };
  const gathering = openGathering();
  let isAway = false;

  async function store(batch: readonly StoredItem[]): Promise<void> {
    try {
      const kept = await transaction(pool, (client) => storeBatch(client, batch, rules));
      for (const { stored } of batch) stored.resolve();
      if (kept > 0) inbox.wake();
    } catch (error) {
      if (!isDatabaseAway(error))
        log.warn({ err: error, results: batch.length }, 'results of carriers are stored one by one');
      // One item may be at fault. Receipts go to the inbox, because each one can fail alone there.
      for (const { linkId, receipt, stored } of batch.filter(isReceipt))
        inbox.add(linkId, receipt.pdu).then(stored.resolve, stored.reject);
      isAway = true;
      await storeResultsOneByOne(pool, batch.filter(isSubmitResult), rules);
      isAway = false;
    }
  }

  const batches = groupCommit<StoredItem, null>(
    async (batch) => {
      gathering.taken();
      await store(batch);
      await gathering.rest();
      return batch.map(() => null);
    },
    // Submit results and receipts of a link queue separately. Behind a flood of receipts, the leases of sent
    // messages would run out.
    { maxBatch: MAX_BATCH, concurrency: 1, ownerOf: (item) => `${isSubmitResult(item)} ${item.linkId}` },
  );

  function add(item: StoredItem): Promise<void> {
    void batches.add(item);
    return item.stored.promise;
  }

  return {
    /** Stores a submit result. Rejects if it cannot. */
    submitResult(result: SendResult) {
      counters.submitted(result);
      return add({ linkId: result.linkId, result, stored: Promise.withResolvers() });
    },
    /** Commits a receipt, with its message's outcome if known. Resolves with the SMPP status to answer. */
    async receipt(linkId: string, deliver: DeliverSm): Promise<number> {
      const trimmed = trimReceipt(deliver);
      const pdu = encodePdu(trimmed);
      const final = readReceipt(idBases, { ...JUST_COME, linkId, pdu }, trimmed);
      gathering.came();
      // A carrier repeats a receipt that cannot be stored now, so it need not wait for the database as submit
      // results do.
      if (isAway || final === 'unreadable') await inbox.add(linkId, pdu);
      else await add({ linkId, receipt: { pdu, final }, stored: Promise.withResolvers() });
      return commandStatus.ESME_ROK;
    },
    /** Stops processing the inbox. Receipts that still arrive are stored. */
    async stop() {
      await inbox.stop();
      await batches.drained();
      await inbox.drained();
    },
  };
}

/**
 * An unreadable receipt is set aside from the inbox. If it were refused, the carrier would repeat it for
 * ever.
 */
function readReceipt(idBases: IdBases, row: InboxRow, deliver: DeliverSm): Final | null | 'unreadable' {
  try {
    return readFinal(row, deliver, idBases);
  } catch {
    return 'unreadable';
  }
}

/**
 * Stores submit results, one by one if the batch fails. They are kept and retried while the database is away;
 * otherwise messages the carrier took would be sent twice. Their number never exceeds the links' windows.
 */
async function storeResultsOneByOne(
  pool: Pool,
  batch: readonly StoredItemOf<{ result: SendResult }>[],
  rules: Rules,
): Promise<void> {
  if (batch.length === 0) return;
  const outcomes = await batchCommit([...batch], (some) =>
    whileAway(() =>
      transaction(pool, async (client) => {
        await storeBatch(client, some, rules);
        return some.map(() => null);
      }),
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') batch[index]!.stored.resolve();
    else batch[index]!.stored.reject(outcome.reason);
  }
}

type Rules = Pick<Timings, 'doubtMs' | 'receiptPollMs'> & {
  links: ReadonlyMap<string, LinkConfig>;
  counters: LinkCounters;
};

/** After every id of the inbox, and now by the database's clock. */
const JUST_COME = { id: 2n ** 63n - 1n, attempts: 0, receivedAt: null, ageMs: 0 };

/** Stores a batch. Returns how many receipts found no message yet and are in the inbox. */
async function storeBatch(
  client: PoolClient,
  batch: readonly StoredItem[],
  { doubtMs, receiptPollMs, links, counters }: Rules,
): Promise<number> {
  const results = batch.filter(isSubmitResult).map(({ result }) => result);
  const finals = batch.filter(isReceipt).flatMap(({ receipt: { final } }) => final ?? []);
  const atOnce = await matchJustTaken(client, results.flatMap(justTaken), finals);
  const ends = new Map(
    [...atOnce].map(([taken, { outcome, error, row }]) => [taken, { outcome, error, receipt: row.pdu }]),
  );
  const byResults = await storeSubmitResults(client, results, ends, doubtMs);
  const polled = results.flatMap(refsOf).filter((ref) => isPolled(links.get(ref.linkId), ref.carrierId));
  await insertPolls(client, polled, receiptPollMs);
  const matched = new Set(atOnce.values());
  const { ended, unmatched } = await matchReceipts(
    client,
    finals.filter((final) => !matched.has(final)),
  );
  const unmatchedRows = unmatched.map(({ row, ...named }) => ({ ...named, ...row }));
  await insertUnmatched(client, unmatchedRows, FIRST_RETRY_MS);
  const endedAtOnce = [...atOnce].map(([{ teamId, messageId: id, linkId }, final]): Ended => {
    return { teamId, id, outcome: final.outcome, carrierError: final.error, linkId, afterMs: 0 };
  });
  const all = [...endedAtOnce, ...ended];
  await applyEnds(client, joinTransitions(byResults, endsOf(all)), all, counters);
  return unmatched.length;
}
