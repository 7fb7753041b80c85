// Stores parts of a long message until it is complete. Each part is answered once stored, with the id of the
// whole message: many clients wait for each answer before they send the next part.
import { createHash } from 'node:crypto';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { pauseAfter } from '../../jobs/interval.ts';
import { doEach, type Loop, startLoop } from '../../jobs/loop.ts';
import type { SmppAddress } from '../../messages/accept/draft.ts';
import type { Account } from '../binds/authenticate.ts';
import { dropOldIncoming, dropOldReceipts } from '../deliver/queries.ts';
import {
  countParts,
  deleteParts,
  emptyParts,
  expireParts,
  lockParts,
  moveParts,
  type PartGroup,
  type Position,
  putPart,
  START,
  type StoredPart,
} from './partQueries.ts';
import { type Content, textOf } from './read.ts';

/** Incomplete parts that an account may have. */
const MOST_WAITING = 1_000;
/** How long parts are kept after the latest one of their message. */
const KEPT_MINUTES = 10;
const EXPIRE = { everyMs: 60_000, atOnce: 500 };

/**
 * A stored part. `whole`: its message, with the strongest receipt request of its parts and the optional
 * parameters of the first part that has some; null while parts are missing.
 */
export type Kept = {
  messageId: string;
  whole: { group: PartGroup; text: string | null; wanted: number; tlvs: Buffer | null } | null;
};

/** Stores a part. A number is the status to refuse it with. */
export function keepPart(
  pool: Pool,
  { systemId, teamId }: Account,
  content: Content,
  destination: SmppAddress,
): Promise<Kept | number> {
  const { reference, total, part } = content.place!;
  const { source, octets, dataCoding, wanted, tlvs } = content;
  const group = JSON.stringify([source.address, destination.address, reference, total]);
  const digest = createHash('sha256')
    .update(octets)
    .update(String(dataCoding))
    .update(tlvs ?? '')
    .digest();
  return transaction(pool, async (client) => {
    let stored = await lockParts(client, { systemId, group });
    let messageId = stored[0]?.messageId ?? newId();
    const same = stored.find((one) => one.part === part);
    if (same && !same.digest.equals(digest)) {
      // The reference was reused: this part starts another message, with the repeated parts of the one
      // before.
      messageId = newId();
      const isEnded = stored.some((one) => one.octets === null);
      stored = await moveParts(client, { systemId, group }, { messageId, before: isEnded ? part : 0 });
    }
    if (!stored.some((one) => one.part === part && one.octets !== null)) {
      if ((await countParts(client, systemId, MOST_WAITING)) >= MOST_WAITING)
        return commandStatus.ESME_RMSGQFUL;
      const row = { part, messageId, digest, octets, dataCoding, wanted, tlvs };
      await putPart(client, { systemId, group, teamId, ...row, source, destination });
      const cameBefore = stored.some((one) => one.part === part);
      // Later parts were repeated after a lost answer, so this one may start another message.
      if (cameBefore) await emptyParts(client, { systemId, group }, messageId, part);
      stored = [...stored.filter((one) => one.part < part || (one.part > part && !cameBefore)), row];
    }
    return { messageId, whole: wholeOf(stored, total, { systemId, group }) };
  });
}

function wholeOf(stored: readonly StoredPart[], total: number, group: PartGroup): Kept['whole'] {
  const inOrder = stored.toSorted((a, b) => a.part - b.part);
  const parts = inOrder.flatMap(({ octets, dataCoding }) => (octets ? [{ octets, dataCoding }] : []));
  if (parts.length < total) return null;
  const wishes = new Set(stored.map(({ wanted }) => wanted));
  wishes.delete(0);
  const [only = 0, ...others] = wishes;
  const tlvs = inOrder.find((part) => part.tlvs !== null)?.tlvs ?? null;
  return { group, text: textOf(parts), wanted: others.length > 0 ? 1 : only, tlvs };
}

/**
 * Ends the parts of a message. Accepted parts stay known, so repetitions are recognized; refused parts may be
 * sent again.
 */
export function endParts(
  pool: Pool,
  group: PartGroup,
  messageId: string,
  isAccepted: boolean,
): Promise<void> {
  return isAccepted ? emptyParts(pool, group, messageId) : deleteParts(pool, group, messageId);
}

/**
 * Expires the parts of incomplete messages, and receipts and incoming messages that were not delivered, also
 * if SMPP_PORT is no longer set.
 */
export function startExpiry({ pool, log }: { pool: Pool; log: Logger }, everyMs = EXPIRE.everyMs): Loop {
  return startLoop({
    name: 'giving up what SMPP clients did not take',
    log,
    everyMs,
    round: ({ signal }) =>
      doEach([
        () => endOldParts(pool, signal),
        () => dropAll((limit) => dropOldReceipts(pool, limit), signal),
        () => dropAll((limit) => dropOldIncoming(pool, limit), signal),
      ]),
  });
}

async function endOldParts(pool: Pool, signal: AbortSignal): Promise<void> {
  const next = (after: Position) => expireParts(pool, { minutes: KEPT_MINUTES, after, limit: EXPIRE.atOnce });
  let after: Position | null = START;
  while (after !== null && !signal.aborted) {
    const from: Position = after;
    after = await pauseAfter(() => next(from), signal);
  }
}

async function dropAll(drop: (limit: number) => Promise<number>, signal: AbortSignal): Promise<void> {
  const next = () => drop(EXPIRE.atOnce);
  while (!signal.aborted && (await pauseAfter(next, signal)) === EXPIRE.atOnce);
}
