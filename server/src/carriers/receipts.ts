// Receipts: committed as they come, answered then, and worked off afterwards. A receipt may come before the answer that names
// its message, twice, out of order, or for a message whose answer was lost; each finds its message or is kept until it does.
import { decodePdu } from '@godwit/smpp/decode';
import { encodePdu } from '@godwit/smpp/encode';
import type { DeliverSm } from '@godwit/smpp/pdu';
import { normaliseMessageId, parseReceipt } from '@godwit/smpp/receipt';
import { commandStatus } from '@godwit/smpp/status';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { openBell } from '../bell.ts';
import { groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import { failMessages, moveMessages } from '../messages/moves.ts';
import type { LinkConfig } from './config.ts';
import { deleteRows } from './queries.ts';
import {
  deleteReceipts,
  doubtfulMessages,
  type InboxRow,
  insertReceipts,
  lockRefs,
  type MatchedRef,
  noteOutcomes,
  type Outcome,
  pickReceipts,
  postponeReceipts,
  wholeDeliveries,
} from './receiptQueries.ts';
import { openRest } from './rest.ts';
import { insertAttempts } from './traceQueries.ts';

export type Receipts = {
  /** Commits a receipt; resolves with the status to answer the carrier. */
  store(linkId: string, pdu: DeliverSm): Promise<number>;
  stop(): Promise<void>;
};

/** A receipt that says how a part ended, under the id that the submit answer gave it. */
type Final = {
  row: InboxRow;
  carrierId: string;
  outcome: Outcome;
  error: string | null;
  sender: string;
  recipient: string;
};
type Ended = { teamId: string; id: string; outcome: Outcome; carrierError: string | null };

const MAX_BATCH = 500;
// An unmatched receipt is looked at again soon, for its answer is usually just being stored, and then ever less often.
const FIRST_RETRY_MS = 20;
const SLOWEST_RETRY_MS = 600_000;
const KEPT_MS = 72 * 3_600_000;
// By then the answers of everything that was submitted with it are stored, so that only messages in doubt are left to match.
const MATCH_BY_ADDRESS_AFTER_MS = 5_000;

/** Starts working receipts off; `links` tell how each carrier writes its ids. */
export function startReceipts({
  pool,
  links,
  log,
  pollMs,
}: {
  pool: Pool;
  links: readonly LinkConfig[];
  log: Logger;
  pollMs: number;
}): Receipts {
  const idBases = new Map(links.map((link) => [link.id, link.message_id]));
  const news = openBell();
  const inbox = groupCommit<{ linkId: string; pdu: Buffer }, null>(
    async (rows) => {
      await insertReceipts(pool, rows);
      news.ring();
      return rows.map(() => null);
    },
    { maxBatch: MAX_BATCH, concurrency: 1 },
  );
  let stopping = false;

  async function loop() {
    const rest = openRest();
    while (!stopping) {
      const next = news.next();
      const waitMs = await workOff(pool, idBases, pollMs).catch((error) => {
        log.error({ err: error }, 'could not work receipts off');
        return pollMs;
      });
      await next.within(waitMs);
      await rest();
    }
  }

  const running = loop();
  return {
    async store(linkId, pdu) {
      await inbox.add({ linkId, pdu: encodePdu(pdu) });
      return commandStatus.ESME_ROK;
    },
    async stop() {
      stopping = true;
      news.ring();
      await running;
      await inbox.drained();
    },
  };
}

type IdBases = ReadonlyMap<string, LinkConfig['message_id']>;

/** Works a batch off; gives how long to wait before the next one, if nothing comes in. */
function workOff(pool: Pool, idBases: IdBases, pollMs: number): Promise<number> {
  return transaction(pool, async (client) => {
    const rows = await pickReceipts(client, MAX_BATCH);
    const finals = rows.flatMap((row) => readFinal(row, idBases));
    const unmatched = await settle(client, finals);
    const kept = new Set(unmatched.filter(({ row }) => row.ageMs < KEPT_MS).map(({ row }) => row));
    const delays = [...kept].map(({ id, tries }) => ({ id, afterMs: retryAfterMs(tries) }));
    const done = rows.filter((row) => !kept.has(row));
    await deleteReceipts(
      client,
      done.map((row) => row.id),
    );
    await postponeReceipts(client, delays);
    return rows.length === MAX_BATCH ? 0 : Math.min(pollMs, ...delays.map(({ afterMs }) => afterMs));
  });
}

function retryAfterMs(tries: number): number {
  return Math.min(SLOWEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(tries, 20));
}

/** Reads an inbox row; gives nothing for what is no receipt, or says only that the message is on its way. */
function readFinal(row: InboxRow, idBases: IdBases): Final[] {
  const decoded = decodePdu(row.pdu);
  if (decoded.kind !== 'pdu' || decoded.pdu.command !== 'deliver_sm') return [];
  const receipt = parseReceipt(decoded.pdu);
  if (!receipt?.final) return [];
  return [
    {
      row,
      carrierId: normaliseMessageId(receipt.messageId, 'receipt', idBases.get(row.linkId) ?? 'text'),
      outcome: receipt.state === 'DELIVERED' ? 'delivered' : 'undelivered',
      error: receipt.error ?? receipt.state,
      // A receipt comes from the phone and goes to the sender (SMPP 3.4 appendix B).
      sender: decoded.pdu.destinationAddr,
      recipient: `+${decoded.pdu.sourceAddr.replace(/^\+/, '')}`,
    },
  ];
}

/** Moves the messages that these receipts end; gives the receipts that found none. */
async function settle(client: PoolClient, finals: Final[]): Promise<Final[]> {
  const keyOf = ({ linkId, carrierId }: { linkId: string; carrierId: string }) => `${linkId} ${carrierId}`;
  const keys = finals.map(({ row, carrierId }) => ({ linkId: row.linkId, carrierId }));
  const refs = new Map((await lockRefs(client, keys)).map((ref) => [keyOf(ref), ref]));

  const matched = new Map<MatchedRef, Final>();
  const unmatched: Final[] = [];
  for (const final of finals) {
    const ref = refs.get(keyOf({ linkId: final.row.linkId, carrierId: final.carrierId }));
    if (!ref) unmatched.push(final);
    // The first final receipt of a part holds; a second one, whatever it says, comes too late.
    else if (!ref.outcome && !matched.has(ref)) matched.set(ref, final);
  }
  await endMessages(client, await endedBy(client, matched));
  return settleDoubtful(client, unmatched);
}

/** The messages whose fate the matched receipts decide: failed with any part, delivered with the last one. */
async function endedBy(client: PoolClient, matched: Map<MatchedRef, Final>): Promise<Ended[]> {
  const parts = [...matched].map(([ref, { row, outcome, error }]) => ({
    ...ref,
    outcome,
    receipt: row.pdu,
    receivedAt: row.receivedAt,
    carrierError: outcome === 'undelivered' ? error : null,
  }));
  await noteOutcomes(client, parts);
  const split = parts.filter((part) => part.parts > 1 && part.outcome === 'delivered');
  const whole = await wholeDeliveries(client, [...new Set(split.map((part) => part.messageId))]);
  return parts
    .filter((part) => part.parts === 1 || part.outcome === 'undelivered' || whole.has(part.messageId))
    .map(({ teamId, messageId, outcome, carrierError }) => ({
      teamId,
      id: messageId,
      outcome,
      carrierError,
    }));
}

async function endMessages(client: PoolClient, ended: Ended[]) {
  await moveMessages(
    client,
    'delivered',
    ended.filter(({ outcome }) => outcome === 'delivered'),
  );
  await failMessages(
    client,
    'UNDELIVERED',
    ended.filter(({ outcome }) => outcome === 'undelivered'),
  );
}

/** Matches receipts with unknown ids to messages in doubt by their addresses, where exactly one fits; gives the rest. */
async function settleDoubtful(client: PoolClient, unmatched: Final[]): Promise<Final[]> {
  const old = unmatched.filter(({ row }) => row.ageMs > MATCH_BY_ADDRESS_AFTER_MS);
  const doubtful = await doubtfulMessages(client, [...new Set(old.map(({ recipient }) => recipient))]);
  const found = new Map<Final, Ended>();
  for (const final of old) {
    const fitting = doubtful.filter(
      ({ linkId, sender, recipient, queuedAt }) =>
        linkId === final.row.linkId &&
        sender === final.sender &&
        recipient === final.recipient &&
        // A receipt that was here before the message was submitted is about an earlier one.
        queuedAt <= final.row.receivedAt,
    );
    const taken = [...found.values()].some(({ id }) => id === fitting[0]?.id);
    if (fitting.length !== 1 || taken) continue;
    const { teamId, id } = fitting[0]!;
    found.set(final, {
      teamId,
      id,
      outcome: final.outcome,
      carrierError: final.outcome === 'undelivered' ? final.error : null,
    });
  }
  await deleteRows(
    client,
    [...found.values()].map(({ id }) => id),
  );
  await insertAttempts(
    client,
    [...found].map(([{ row, carrierId }, { id }]) => ({
      messageId: id,
      linkId: row.linkId,
      outcome: 'MATCHED',
      detail: carrierId,
    })),
  );
  await endMessages(client, [...found.values()]);
  return unmatched.filter((final) => !found.has(final));
}
