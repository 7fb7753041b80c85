// How far a message in several parts has come. What a carrier took is not sent again: it stays taken across attempts, links and
// processes, under one reference, and from then on nothing is refunded.
import type { FailureCode } from '@godwit/contract/statuses';
import type { Pool, PoolClient } from 'pg';
import { groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import type { LinkConfig } from './config.ts';
import {
  advanceReferences,
  selectReferences,
  selectTaken,
  type TakenPart,
  updateReferences,
} from './progressQueries.ts';

type Message = { id: string; recipient: string };

/** The reference that ties the parts of a message together, 16 bits, and the numbers of those that a carrier has. */
export type Progress = { reference: number; taken: ReadonlySet<number> };

/** Reads how far a message is for a link that cuts it into `parts`. */
export type ReadProgress = (message: Message, link: LinkConfig, parts: number) => Promise<Progress>;

const MAX_BATCH = 500;
const SLOTS = 65_536;
const REFERENCES = 65_536;

/** Reads the progress of messages, many in one transaction, and draws the next one of the recipient for those without a reference. */
export function openProgress(pool: Pool, configOf: (linkId: string) => LinkConfig | undefined): ReadProgress {
  const known = groupCommit<Message, { reference: number; taken: TakenPart[] }>(
    (messages) => transaction(pool, (client) => readAll(client, messages)),
    { maxBatch: MAX_BATCH, concurrency: 1 },
  );
  return async (message, link, parts) => {
    const { reference, taken } = await known.add(message);
    // Another link's parts fit the others only if it cuts the same text at the same places, under the same kind of header.
    const fitting = taken.filter((one) => one.parts === parts && cutOf(configOf(one.linkId)) === cutOf(link));
    return { reference, taken: new Set(fitting.map(({ part }) => part)) };
  };
}

const cutOf = (link: LinkConfig | undefined) => link && `${link.charset} ${link.long_messages}`;

async function readAll(client: PoolClient, messages: Message[]) {
  const ids = messages.map(({ id }) => id);
  const references = await selectReferences(client, ids);
  const without = messages.filter(({ id }) => !references.has(id));
  const drawn = await drawReferences(client, without);
  const taken = Map.groupBy(await selectTaken(client, ids), ({ id }) => id);
  return ids.map((id) => ({ reference: references.get(id) ?? drawn.get(id)!, taken: taken.get(id) ?? [] }));
}

/**
 * Draws references. Phones join parts by sender, reference and count, so that messages to one number must differ while any of their
 * parts may be on its way. Recipients whose numbers are 65,536 apart share a counter, which keeps the table small: with an 8-bit header
 * a reference comes back to a recipient after 256 long messages to all of these, with 16 bits after 65,536.
 */
async function drawReferences(client: PoolClient, messages: Message[]): Promise<Map<string, number>> {
  if (messages.length === 0) return new Map();
  const bySlot = Map.groupBy(messages, ({ recipient }) => Number(recipient.slice(1)) % SLOTS);
  const slots = [...bySlot].map(([slot, some]) => ({ slot, count: some.length }));
  const last = await advanceReferences(client, slots);
  const drawn = [...bySlot].flatMap(([slot, some]) =>
    some.map(({ id }, index) => ({ id, reference: (last.get(slot)! - index + REFERENCES) % REFERENCES })),
  );
  await updateReferences(client, drawn);
  return new Map(drawn.map(({ id, reference }) => [id, reference]));
}

/** Of these messages, those of which one carrier has every part, and those of which any has some. */
export async function progressOf(
  client: PoolClient,
  messages: readonly { id: string }[],
): Promise<{ whole: Set<string>; begun: Set<string> }> {
  const ids = messages.map(({ id }) => id);
  const taken = await selectTaken(client, ids);
  const cuts = Map.groupBy(taken, ({ id, linkId, parts }) => `${id} ${linkId} ${parts}`).values();
  const whole = [...cuts].filter((some) => some.length === some[0]!.parts);
  return { whole: new Set(whole.map(([one]) => one!.id)), begun: new Set(taken.map(({ id }) => id)) };
}

/** What becomes of messages that are not sent: they fail as given, or, where a carrier has taken a part, as UNDELIVERED, which stays charged. */
export async function unsentFailures<Failure extends { id: string; code: FailureCode }>(
  client: PoolClient,
  failures: readonly Failure[],
): Promise<Failure[]> {
  const { begun } = await progressOf(client, failures);
  return failures.map((failure) => (begun.has(failure.id) ? { ...failure, code: 'UNDELIVERED' } : failure));
}
