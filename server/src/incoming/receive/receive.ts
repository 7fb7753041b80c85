// Receives incoming messages. A deliver_sm that is no receipt is either refused, or committed as received
// before the carrier gets its response.
import { createHash } from 'node:crypto';
import { fromAddress } from '@godwit/contract/incoming';
import type { Mode } from '@godwit/contract/messages/statuses';
import { encodePdu } from '@godwit/smpp/codec/encode';
import type { DeliverSm } from '@godwit/smpp/codec/pdu';
import { readPart } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../../db/commit/batchCommit.ts';
import { groupCommit } from '../../db/commit/groupCommit.ts';
import { freshCache } from '../../db/freshCache.ts';
import { SETTINGS_TOPIC, type Signals } from '../../db/signals.ts';
import { transaction } from '../../db/transaction.ts';
import { startLoop } from '../../jobs/loop.ts';
import { selectNumberOwner } from '../queries.ts';
import { type Budget, openBudgets } from './budgets.ts';
import { addRefused, insertParts, type NewPart, type Refused } from './inboxQueries.ts';

/** Signals on this topic wake the inbox worker. */
export const INCOMING_TOPIC = 'incoming';

/** The link over which a message came. */
export type From = { id: string; mode: Mode };

/** Receives from a link. Resolves with the SMPP status to answer the carrier. */
export type Receiver = { take(from: From, pdu: DeliverSm): Promise<number>; stop(): Promise<void> };

/** Parts per second. A phone sends a long text in a burst; nobody writes twenty per second. */
export const BUDGETS = {
  phone: { perSecond: 20, burst: 100 },
  team: { perSecond: 500, burst: 1_000 },
  link: { perSecond: 2_000, burst: 4_000 },
} as const satisfies Budgets;

/** Limits of one phone, of all phones of a team, and of a link; separate for each mode. */
export type Budgets = Record<'phone' | 'team' | 'link', Budget>;

const OWNER_MAX_AGE_MS = 500;
const OWNERS = 10_000;
const KNOWN_KEYS = 50_000;
/** No person's text has more parts (SMPP allows 255). The longest text fits `messages.characters`. */
export const MAX_PARTS = 64;
const LONGEST_PART = 400;
const LONGEST_WHOLE = 16_384;
/** SMPP 3.4 §4.6.1 allows 20 characters. */
const LONGEST_ADDRESS = 64;
/** Messages that wait longer for the database are refused. The carrier keeps them and sends them again. */
const LINE = { maxWaiting: 5_000, maxWaitMs: 5_000 };
const MAX_BATCH = 500;
const MAX_REFUSED = 1_000;
const NOTE_EVERY_MS = 1_000;

/** Opens the receiver of incoming messages. */
export function openReceiver({
  pool,
  signals,
  log,
  budgets = BUDGETS,
}: {
  pool: Pool;
  signals: Pick<Signals, 'on' | 'send'>;
  log: Logger;
  budgets?: Budgets;
}): Receiver {
  const owners = freshCache((number: string) => selectNumberOwner(pool, number), {
    maxAgeMs: OWNER_MAX_AGE_MS,
    capacity: OWNERS,
  });
  signals.on(SETTINGS_TOPIC, () => owners.expire(() => true));
  const spend = openBudgets(KNOWN_KEYS);
  const refused = openRefused(pool, log);
  const commits = groupCommit<NewPart, null>(
    async (parts) => {
      await insertParts(pool, parts);
      signals.send(INCOMING_TOPIC);
      return parts.map(() => null);
    },
    { maxBatch: MAX_BATCH, concurrency: 1, ownerOf: ({ teamId }) => teamId, line: LINE },
  );

  async function take(from: From, pdu: DeliverSm): Promise<number> {
    const sender = addressOf(pdu.sourceAddr);
    const recipient = addressOf(pdu.destinationAddr);
    const refuse = (reason: Refused['reason'], status: number) => {
      refused.note({ linkId: from.id, recipient, reason, sender });
      return status;
    };
    const owner = await owners(recipient);
    // No carrier may deliver to a TEST number, and not the simulator to a LIVE one.
    if (owner?.mode !== from.mode) return refuse('UNKNOWN_NUMBER', commandStatus.ESME_RINVDSTADR);
    // Checked first, so a flood costs little: parts beyond the budgets are not even parsed for length.
    if (!spend(budgetsOf(budgets, from, owner.teamId, sender)))
      return refuse('TOO_MANY', commandStatus.ESME_RTHROTTLED);
    const place = placeOf(pdu);
    if (place === 'tooLong') return refuse('TOO_LONG', commandStatus.ESME_RINVMSGLEN);
    const named = { linkId: from.id, sender, recipient };
    try {
      await commits.add({
        ...named,
        ...owner,
        pdu: encodePdu(pdu),
        partKey: place && [from.id, sender, recipient, place.reference, place.total].join(' '),
        handle: handleOf(pdu, sender, recipient),
      });
    } catch (error) {
      // Probably nothing is stored. If it is, its handle identifies the carrier's repetition, if it has one.
      if (!isDatabaseAway(error)) throw error;
      return refuse('TOO_MANY', commandStatus.ESME_RTHROTTLED);
    }
    return commandStatus.ESME_ROK;
  }

  return {
    take,
    async stop() {
      await commits.drained();
      await refused.stop();
    },
  };
}

/** The budgets that one more part takes from. */
function budgetsOf(budgets: Budgets, { id, mode }: From, teamId: string, sender: string) {
  return [
    [`phone ${mode} ${teamId} ${sender}`, budgets.phone],
    [`team ${mode} ${teamId}`, budgets.team],
    [`link ${id}`, budgets.link],
  ] as const;
}

/** An address as stored: bounded in length, and without characters that PostgreSQL or a page refuses. */
function addressOf(address: string): string {
  return fromAddress(address.slice(0, LONGEST_ADDRESS).replace(/\p{Cc}/gu, ''));
}

/**
 * The part number of a part. Null for a whole message, or if the header is impossible, such as part 3 of 2.
 */
function placeOf(pdu: DeliverSm) {
  const { concatenation } = readPart(pdu);
  const size = (pdu.tlvs.messagePayload ?? pdu.shortMessage).length;
  const isPart =
    concatenation !== null &&
    concatenation.total > 1 &&
    concatenation.sequence >= 1 &&
    concatenation.sequence <= concatenation.total;
  if (size > (isPart ? LONGEST_PART : LONGEST_WHOLE)) return 'tooLong';
  if (!isPart) return null;
  return concatenation.total > MAX_PARTS ? 'tooLong' : concatenation;
}

/**
 * Identifies a part or message that the carrier repeats because our response was lost: a part by number and
 * text, a whole message by the id that some carriers give.
 * SMPP has no other handle. Without one, two equal texts are two messages, since a person may send 'yes'
 * twice.
 */
function handleOf(pdu: DeliverSm, sender: string, recipient: string): Buffer | null {
  const { concatenation } = readPart(pdu);
  const { receiptedMessageId: id } = pdu.tlvs;
  if (!id && !concatenation) return null;
  const place = concatenation && [concatenation.reference, concatenation.total, concatenation.sequence];
  const hash = createHash('sha256').update(
    JSON.stringify([sender, recipient, id ?? null, place, pdu.dataCoding]),
  );
  return hash.update(pdu.tlvs.messagePayload ?? pdu.shortMessage).digest();
}

/** Counts refusals and stores the counts periodically for staff. */
function openRefused(pool: Pool, log: Logger) {
  let counted = new Map<string, Refused>();

  function add({ linkId, recipient, reason, sender, count }: Refused): void {
    const known = counted.get(`${linkId} ${reason} ${recipient}`);
    if (known) known.count += count;
    // Numbers beyond the remembered ones are counted together.
    else if (recipient !== '' && counted.size >= MAX_REFUSED)
      add({ linkId, recipient: '', reason, sender, count });
    else counted.set(`${linkId} ${reason} ${recipient}`, { linkId, recipient, reason, sender, count });
  }

  async function store() {
    if (counted.size === 0) return;
    const refused = [...counted.values()];
    counted = new Map();
    try {
      await transaction(pool, (client) => addRefused(client, refused, MAX_REFUSED));
    } catch (error) {
      for (const one of refused) add(one);
      throw error;
    }
  }
  const loop = startLoop({
    name: 'noting refused incoming messages',
    log,
    everyMs: NOTE_EVERY_MS,
    async round() {
      await store();
      return undefined;
    },
  });
  return {
    note: (one: Omit<Refused, 'count'>) => add({ ...one, count: 1 }),
    async stop() {
      await loop.stop();
      await store().catch((err: unknown) =>
        log.warn({ err }, 'refused incoming messages could not be counted'),
      );
    },
  };
}
