// Tracks how far a message in several parts has come. A part that a carrier took is never sent again: it
// stays taken across attempts, links and processes, under one reference. From then on the message is not
// refunded.
import type { FailureCode } from '@godwit/contract/messages/failures';
import type { Pool, PoolClient } from 'pg';
import { groupCommit } from '../../db/commit/groupCommit.ts';
import { transaction } from '../../db/transaction.ts';
import type { Outgoing, ReadProgress } from '../link.ts';
import { isHttp, type LinkConfig } from '../links/config.ts';
import {
  advanceReferences,
  REFERENCES,
  selectReferences,
  selectTaken,
  type TakenPart,
  updateReferences,
} from './partQueries.ts';

type Message = Pick<Outgoing, 'id' | 'recipient' | 'sender'>;

const MAX_BATCH = 500;
const COUNTERS = 65_536;

/**
 * Reads the progress of many messages in one transaction. Draws the recipient's next reference for messages
 * without one.
 */
export function openProgress(pool: Pool, configOf: (linkId: string) => LinkConfig | undefined): ReadProgress {
  const known = groupCommit<Message, { reference: number; taken: TakenPart[] }>(
    (messages) => transaction(pool, (client) => readAll(client, messages)),
    { maxBatch: MAX_BATCH, concurrency: 1 },
  );
  return async (message, link, parts) => {
    const { reference, taken } = await known.add(message);
    // Parts of two links combine only if both split the text at the same places, with the same kind of
    // header, and the same sender.
    const fitting = taken.filter(
      ({ linkId, sender, ...one }) =>
        one.parts === parts &&
        isSplitAlike(configOf(linkId), link) &&
        (sender === message.sender || sender === ''),
    );
    return { reference, taken: new Set(fitting.map(({ part }) => part)) };
  };
}

/**
 * Whether a phone joins the parts that one link took with those of another: both split the text alike.
 * Undefined is a link that was removed.
 */
export const isSplitAlike = (one: LinkConfig | undefined, other: LinkConfig): boolean =>
  splitOf(one) === splitOf(other);

/** How a link splits a text. An HTTP carrier splits it itself, in its own way. */
const splitOf = (link: LinkConfig | undefined) =>
  link && (isHttp(link) ? link.id : `${link.charset} ${link.long_messages}`);

async function readAll(client: PoolClient, messages: Message[]) {
  const ids = messages.map(({ id }) => id);
  const references = await selectReferences(client, ids);
  const without = messages.filter(({ id }) => !references.has(id));
  const drawn = await drawReferences(client, without);
  const taken = Map.groupBy(await selectTaken(client, ids), ({ id }) => id);
  return ids.map((id) => ({ reference: references.get(id) ?? drawn.get(id)!, taken: taken.get(id) ?? [] }));
}

/**
 * Draws references. Phones join parts by sender, reference and count, so messages to one number must differ
 * while any part may be in flight.
 * Recipients whose numbers are 65,536 apart share a counter, which keeps the table small. A reference repeats
 * after 256 long messages to these recipients with an 8-bit header, and after 65,536 with 16 bits.
 */
async function drawReferences(client: PoolClient, messages: Message[]): Promise<Map<string, number>> {
  if (messages.length === 0) return new Map();
  const byCounter = Map.groupBy(messages, ({ recipient }) => Number(recipient.slice(1)) % COUNTERS);
  const counters = [...byCounter].map(([slot, some]) => ({ slot, count: some.length }));
  const last = await advanceReferences(client, counters);
  const drawn = [...byCounter].flatMap(([slot, some]) =>
    some.map(({ id }, index) => ({ id, reference: (last.get(slot)! - index + REFERENCES) % REFERENCES })),
  );
  await updateReferences(client, drawn);
  return new Map(drawn.map(({ id, reference }) => [id, reference]));
}

/**
 * Of these messages: those of which one carrier has every part with one sender, and those of which any
 * carrier has a part.
 */
export async function progressOf(
  client: PoolClient,
  messages: readonly { id: string }[],
): Promise<{ whole: Set<string>; begun: Set<string> }> {
  const ids = messages.map(({ id }) => id);
  const taken = await selectTaken(client, ids);
  const splits = Map.groupBy(taken, (one) => [one.id, one.linkId, one.parts, one.sender].join(' ')).values();
  const whole = [...splits].filter((some) => some.length === some[0]!.parts);
  return { whole: new Set(whole.map(([one]) => one!.id)), begun: new Set(taken.map(({ id }) => id)) };
}

/**
 * The failures of unsent messages: as given, or UNDELIVERED if a carrier has taken a part. UNDELIVERED stays
 * charged.
 */
export async function unsentFailures<Failure extends { id: string; code: FailureCode }>(
  client: PoolClient,
  failures: readonly Failure[],
): Promise<Failure[]> {
  const { begun } = await progressOf(client, failures);
  return failures.map((failure) => (begun.has(failure.id) ? { ...failure, code: 'UNDELIVERED' } : failure));
}
