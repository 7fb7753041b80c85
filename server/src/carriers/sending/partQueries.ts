// SQL of messages in several parts: their references, and the parts that carriers have taken.

import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';

// By the primary key of send_queue.
const SELECT_REFERENCES = prepared<{ id: string; reference: number }>('select-references')`
  select message_id as id, reference from send_queue
    where message_id = any(${'ids'}::uuid[]) and reference is not null`;

/** The references of those of these messages that have one. */
export async function selectReferences(client: ClientBase, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await SELECT_REFERENCES.run(client, { ids });
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** The number of references of 16 bits. */
export const REFERENCES = 65_536;

// In the order of slots, so that two processes never wait for each other in a circle.
const ADVANCE_REFERENCES = prepared<{ slot: number; last: number }>('advance-references')`
  insert into concat_references as c (slot, last)
    select slot, n from unnest(${'slot'}::integer[], ${'count'}::integer[]) as key (slot, n) order by slot
    on conflict (slot) do update set last = (c.last + excluded.last) % ${'references'}::integer
    returning slot, last`;

/** Advances slots, each by its `count`; returns the last value of each. They wrap at `REFERENCES`. */
export async function advanceReferences(
  client: ClientBase,
  slots: { slot: number; count: number }[],
): Promise<Map<number, number>> {
  const { rows } = await ADVANCE_REFERENCES.run(client, {
    ...listsOf(slots, 'slot', 'count'),
    references: REFERENCES,
  });
  return new Map(rows.map(({ slot, last }) => [slot, last]));
}

// By the primary key of send_queue.
const UPDATE_REFERENCES = prepared('update-references')`
  update send_queue q set reference = key.reference
    from unnest(${'id'}::uuid[], ${'reference'}::integer[]) as key (id, reference) where q.message_id = key.id`;

/** Stores the references of queued messages. */
export async function updateReferences(
  client: ClientBase,
  references: { id: string; reference: number }[],
): Promise<void> {
  await UPDATE_REFERENCES.run(client, listsOf(references, 'id', 'reference'));
}

/** `sender`: as recipients see it; '' for a part that a version before 0084 sent. */
export type TakenPart = { id: string; linkId: string; part: number; parts: number; sender: string };

// By the primary key of carrier_refs.
const SELECT_TAKEN = prepared<TakenPart>('select-taken')`
  select distinct message_id as id, link_id as "linkId", part, parts, sender from carrier_refs
    where message_id = any(${'ids'}::uuid[])`;

/** The parts of these messages that carriers have taken. */
export async function selectTaken(client: ClientBase, ids: string[]): Promise<TakenPart[]> {
  if (ids.length === 0) return [];
  const { rows } = await SELECT_TAKEN.run(client, { ids });
  return rows;
}

// By the primary key of send_queue, in the order in which all statements lock its rows.
const LOCK_ATTEMPTS = prepared<LockedAttempts & { id: string }>('lock-attempts')`
  select message_id as id, attempts, own_codes as "ownCodes",
      (extract(epoch from expires_at - now()) * 1000)::double precision as "leftMs"
    from send_queue where message_id = any(${'id'}::uuid[]) order by message_id for update`;

/**
 * A message's number of attempts with one in progress, how many ended with a code of the carrier's own, and
 * the time until it expires.
 */
export type LockedAttempts = { attempts: number; ownCodes: number; leftMs: number };

/** Locks the queue rows of these messages; returns the attempts of each. */
export async function lockAttempts(
  client: ClientBase,
  messages: readonly { id: string }[],
): Promise<Map<string, LockedAttempts>> {
  if (messages.length === 0) return new Map();
  const { rows } = await LOCK_ATTEMPTS.run(client, listsOf(messages, 'id'));
  return new Map(rows.map((row) => [row.id, row]));
}
