// The way in for what phones send: a deliver_sm that is no receipt is committed as it came before the carrier gets its answer, or refused.
import { createHash } from 'node:crypto';
import { fromAddress } from '@godwit/contract/incoming';
import type { Mode } from '@godwit/contract/statuses';
import { encodePdu } from '@godwit/smpp/encode';
import type { DeliverSm } from '@godwit/smpp/pdu';
import { readPart } from '@godwit/smpp/split';
import { commandStatus } from '@godwit/smpp/status';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { freshCache } from '../db/freshCache.ts';
import { groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import { isDatabaseAway } from '../db/together.ts';
import { startLoop } from '../jobs/loop.ts';
import { type Budget, openBudgets } from './budgets.ts';
import { addRefused, insertParts, type NewPart, type Refused } from './inboxQueries.ts';
import { selectNumberOwner } from './queries.ts';

/** Wakes what works the inbox off. */
export const INCOMING_TOPIC = 'incoming';

/** A link that something came over. */
export type From = { id: string; mode: Mode };

/** Takes what came over a link; resolves with the status to answer the carrier. */
export type Receiver = { take(from: From, pdu: DeliverSm): Promise<number>; stop(): Promise<void> };

/** Parts a second. A phone sends a long text in a burst; nobody writes twenty a second. */
export const BUDGETS = {
  phone: { perSecond: 20, burst: 100 },
  team: { perSecond: 500, burst: 1_000 },
  link: { perSecond: 2_000, burst: 4_000 },
} as const satisfies Record<string, Budget>;

const OWNER_MAX_AGE_MS = 500;
const OWNERS = 10_000;
const KNOWN_KEYS = 50_000;
/** More parts than these are no text of a person (SMPP allows 255); the longest text fits `messages.characters`. */
export const MAX_PARTS = 64;
const LONGEST_PART = 400;
const LONGEST_WHOLE = 16_384;
/** SMPP 3.4 §4.6.1 allows 20 characters. */
const LONGEST_ADDRESS = 64;
/** What waits for the database is turned away after so long: the carrier has it still and sends it again. */
const LINE = { maxWaiting: 5_000, maxWaitMs: 5_000 };
const MAX_BATCH = 500;
const MAX_REFUSED = 1_000;
const NOTE_EVERY_MS = 1_000;

/** Opens the way in. */
export function openReceiver({
  pool,
  signals,
  log,
}: {
  pool: Pool;
  signals: Pick<Signals, 'on' | 'send'>;
  log: Logger;
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
    // A number of TEST is no carrier's, and one of LIVE not the simulator's.
    if (owner?.mode !== from.mode) return refuse('UNKNOWN_NUMBER', commandStatus.ESME_RINVDSTADR);
    // First, so that a flood costs little: what is too long is read only where it is within the budgets.
    if (!spend(budgetsOf(from, owner.teamId, sender)))
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
      // Nothing of it may be stored; where it is all the same, its handle tells the second one, if it has any.
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

/** All that one more takes from. */
function budgetsOf({ id }: From, teamId: string, sender: string) {
  return [
    [`phone ${teamId} ${sender}`, BUDGETS.phone],
    [`team ${teamId}`, BUDGETS.team],
    [`link ${id}`, BUDGETS.link],
  ] as const;
}

/** An address as it is kept: of bounded length and without what a database or a page refuses. */
function addressOf(address: string): string {
  return fromAddress(address.slice(0, LONGEST_ADDRESS).replace(/\p{Cc}/gu, ''));
}

/** The place of a part in its message; null for a whole one, also where what its header says cannot be, as part 3 of 2. */
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
 * What tells a part or message that the carrier repeats because our answer was lost: of a part its place and text, of a whole one the id that some
 * carriers give it. SMPP has no other handle: without one, two equal texts are two messages, as a person may well send 'yes' twice.
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

/** Counts what was refused and stores it from time to time, for staff to see. */
function openRefused(pool: Pool, log: Logger) {
  let counted = new Map<string, Refused>();

  function add({ linkId, recipient, reason, sender, count }: Refused): void {
    const known = counted.get(`${linkId} ${reason} ${recipient}`);
    if (known) known.count += count;
    // Of more numbers than are kept, the others are counted together.
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
      await store().catch((err: unknown) => log.warn({ err }, 'refused incoming messages are not noted'));
    },
  };
}
