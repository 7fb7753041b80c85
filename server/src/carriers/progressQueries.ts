// SQL of messages in several parts: their references, and which parts carriers have taken.
import type { ClientBase } from 'pg';
import { columnsOf } from '../db/columns.ts';

/** The references of these messages that have one. */
export async function selectReferences(client: ClientBase, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; reference: number }>({
    name: 'select-references',
    text: `select message_id as id, reference from send_queue
      where message_id = any($1::uuid[]) and reference is not null`,
    values: [ids],
  });
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** Advances slots, each by its `count`; returns the last value of each. They wrap at 65,536. */
export async function advanceReferences(
  client: ClientBase,
  slots: { slot: number; count: number }[],
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ slot: number; last: number }>({
    name: 'advance-references',
    // In the order of slots, so that two processes never wait for each other in a circle.
    text: `insert into concat_references as c (slot, last)
      select slot, n from unnest($1::integer[], $2::integer[]) as key (slot, n) order by slot
      on conflict (slot) do update set last = (c.last + excluded.last) & 65535
      returning slot, last`,
    values: columnsOf(slots, 'slot', 'count'),
  });
  return new Map(rows.map(({ slot, last }) => [slot, last]));
}

/** Keeps the references of queued messages. */
export async function updateReferences(
  client: ClientBase,
  references: { id: string; reference: number }[],
): Promise<void> {
  await client.query({
    name: 'update-references',
    text: `update send_queue q set reference = key.reference
      from unnest($1::uuid[], $2::integer[]) as key (id, reference) where q.message_id = key.id`,
    values: columnsOf(references, 'id', 'reference'),
  });
}

export type TakenPart = { id: string; linkId: string; part: number; parts: number };

/** The parts of these messages that carriers have taken. */
export async function selectTaken(client: ClientBase, ids: string[]): Promise<TakenPart[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<TakenPart>({
    name: 'select-taken',
    text: `select distinct message_id as id, link_id as "linkId", part, parts from carrier_refs
      where message_id = any($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** Locks the queue rows of these messages; returns how often each has been written or is being so. */
export async function lockAttempts(
  client: ClientBase,
  messages: readonly { id: string }[],
): Promise<Map<string, number>> {
  if (messages.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; attempts: number }>({
    name: 'lock-attempts',
    text: `select message_id as id, attempts from send_queue where message_id = any($1::uuid[])
      order by message_id for update`,
    values: columnsOf(messages, 'id'),
  });
  return new Map(rows.map(({ id, attempts }) => [id, attempts]));
}
