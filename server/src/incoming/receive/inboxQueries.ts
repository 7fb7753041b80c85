// SQL of the inbox of incoming parts, which are committed before the carrier gets its answer, and of refused
// messages.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { fragment, prepared, unprepared } from '../../db/sql.ts';

/** A received part. `sender` is the phone, `recipient` the project's number. */
export type NewPart = {
  linkId: string;
  teamId: string;
  projectId: string;
  mode: Mode;
  sender: string;
  recipient: string;
  pdu: Buffer;
  partKey: string | null;
  handle: Buffer | null;
};

export type InboxPart = NewPart & { id: bigint; waits: boolean; ageMs: number };

// One insert for a batch of parts.
const INSERT_PARTS = prepared('insert-incoming-parts')`
  insert into incoming_inbox (link_id, team_id, project_id, mode, sender, recipient, pdu, part_key, handle)
    select * from unnest(${'linkId'}::text[], ${'teamId'}::uuid[], ${'projectId'}::uuid[], ${'mode'}::message_mode[], ${'sender'}::text[], ${'recipient'}::text[], ${'pdu'}::bytea[], ${'partKey'}::text[], ${'handle'}::bytea[])`;

/** Stores received parts; each is an encoded deliver_sm. */
export async function insertParts(pool: Pool, parts: readonly NewPart[]): Promise<void> {
  await INSERT_PARTS.run(pool, {
    ...listsOf(parts, 'linkId', 'teamId', 'projectId', 'mode', 'sender', 'recipient', 'pdu'),
    ...listsOf(parts, 'partKey', 'handle'),
  });
}

const LOCK = fragment`72110019`;
const ROW = fragment`i.id, i.link_id as "linkId", i.team_id as "teamId", i.project_id as "projectId", i.mode, i.sender, i.recipient, i.pdu,
  i.part_key as "partKey", i.handle, i.waits, (extract(epoch from now() - i.received_at) * 1000)::double precision as "ageMs"`;

const LOCK_INBOX = unprepared<{ locked: boolean }>('lock-inbox')`
  select pg_try_advisory_xact_lock(${LOCK}) as locked`;

/**
 * Locks the inbox until the transaction ends; false if another one has it. Only one may process the inbox,
 * because several processes may receive parts of one message.
 */
export async function lockInbox(client: ClientBase): Promise<boolean> {
  const { rows } = await LOCK_INBOX.run(client);
  return rows[0]!.locked;
}

// Steps from team to team through the index on (team_id, due_at): the cost depends on the number of teams,
// not of parts.
const PICK_PARTS = prepared<InboxPart>('pick-incoming-parts')`
  with recursive team (id, due_at) as (
      (select team_id, due_at from incoming_inbox order by team_id, due_at limit 1)
      union all
      select next.* from team cross join lateral (
        select team_id, due_at from incoming_inbox where team_id > team.id order by team_id, due_at limit 1) as next
    ), due as (
      select id, ((${'limit'} + count(*) over () - 1) / count(*) over ())::integer as most from team where due_at <= now()
    )
    select r.* from due cross join lateral (
      select ${ROW} from incoming_inbox i where i.team_id = due.id and i.due_at <= now() order by i.due_at, i.id limit due.most
    ) as r order by r.id`;

/** About `limit` due parts, divided equally among the teams that have some, in the order of arrival. */
export async function pickParts(client: ClientBase, limit: number): Promise<InboxPart[]> {
  const { rows } = await PICK_PARTS.run(client, { limit });
  return rows;
}

// By the index on part_key and the primary key.
const SELECT_PARTS = prepared<InboxPart>('select-incoming-parts')`
  select ${ROW} from incoming_inbox i where i.failure is null
      and i.id = any(array(
        select id from incoming_inbox where part_key = any(${'partKeys'}::text[])
        union select unnest(${'ids'}::bigint[])))
    order by i.id`;

/** The parts with these ids, and all stored parts with these keys, in the order of arrival. */
export async function selectParts(
  client: ClientBase,
  { ids, partKeys }: { ids: readonly bigint[]; partKeys: readonly string[] },
): Promise<InboxPart[]> {
  const { rows } = await SELECT_PARTS.run(client, { ids, partKeys });
  return rows;
}

// In the order of keys, so that two processes never wait for each other in a circle.
const INSERT_SEEN = prepared<{ key: string }>('insert-incoming-seen')`
  insert into incoming_seen (link_id, handle)
    select distinct * from unnest(${'linkId'}::text[], ${'handle'}::bytea[]) as input (link_id, handle) order by 1, 2
    on conflict do nothing returning link_id || ' ' || encode(handle, 'hex') as key`;

/** Stores the handles of parts; returns the keys of those that are new. */
export async function insertSeen(
  client: ClientBase,
  handles: readonly { linkId: string; handle: Buffer }[],
): Promise<Set<string>> {
  if (handles.length === 0) return new Set();
  const { rows } = await INSERT_SEEN.run(client, listsOf(handles, 'linkId', 'handle'));
  return new Set(rows.map(({ key }) => key));
}

// By the primary key.
const DELETE_PARTS = prepared('delete-incoming-parts')`
  delete from incoming_inbox where id = any(${'ids'}::bigint[])`;

export async function deleteParts(client: ClientBase, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await DELETE_PARTS.run(client, { ids });
}

// By the primary key.
const HOLD_PARTS = prepared('hold-incoming-parts')`
  update incoming_inbox set waits = true, due_at = received_at + make_interval(secs => ${'waitMs'}::bigint / 1000.0)
    where id = any(${'ids'}::bigint[])`;

/** Lets parts wait for the other parts of their message, until `waitMs` after they arrived. */
export async function holdParts(client: ClientBase, ids: readonly bigint[], waitMs: number): Promise<void> {
  if (ids.length === 0) return;
  await HOLD_PARTS.run(client, { ids, waitMs });
}

// By the primary key.
const PUT_PART_OFF = unprepared('put-part-off')`
  update incoming_inbox set due_at = now() + make_interval(secs => ${'afterMs'}::bigint / 1000.0) where id = ${'id'}`;

/** Postpones a part that could not be processed. */
export async function putPartOff(pool: Pool, id: bigint, afterMs: number): Promise<void> {
  await PUT_PART_OFF.run(pool, { id, afterMs });
}

// By the primary key; a part that is never due is never picked.
const SET_PART_ASIDE = unprepared('set-part-aside')`
  update incoming_inbox set due_at = 'infinity', failure = ${'failure'} where id = ${'id'}`;

/** Sets aside a part that cannot be processed: it is not picked again. */
export async function setPartAside(pool: Pool, id: bigint, failure: string): Promise<void> {
  await SET_PART_ASIDE.run(pool, { id, failure });
}

/**
 * `count` further refused messages of a link to a number, for one reason. `recipient` is empty for the sum of
 * many numbers.
 */
export type Refused = {
  linkId: string;
  recipient: string;
  reason: 'UNKNOWN_NUMBER' | 'TOO_MANY' | 'TOO_LONG';
  sender: string;
  count: number;
};

const COUNT_REFUSED = fragment`on conflict (link_id, recipient, reason) do update
  set sender = excluded.sender, count = r.count + excluded.count, last_at = excluded.last_at`;

// In the order of keys, so that two processes never wait for each other in a circle.
const COUNT_MORE_REFUSED = unprepared('count-refused')`
  insert into refused_incoming as r (link_id, recipient, reason, sender, count)
    select * from unnest(${'linkId'}::text[], ${'recipient'}::text[], ${'reason'}::incoming_refusal[], ${'sender'}::text[], ${'count'}::bigint[]) order by 1, 2, 3
    ${COUNT_REFUSED}`;

// Deletes the oldest numbers of each link and adds their counts to its row without a number.
const MERGE_REFUSED = unprepared('merge-refused')`
  with gone as (
      delete from refused_incoming r using (
        select link_id, recipient, reason,
          row_number() over (partition by link_id order by last_at desc, recipient, reason) as place
        from refused_incoming where recipient <> ''
      ) as old
      where old.place > ${'most'} and (r.link_id, r.recipient, r.reason) = (old.link_id, old.recipient, old.reason)
      returning r.*
    )
    insert into refused_incoming as r (link_id, recipient, reason, sender, count, first_at, last_at)
    select link_id, '', reason, max(sender), sum(count), min(first_at), max(last_at) from gone group by link_id, reason
    ${COUNT_REFUSED}`;

/**
 * Counts refused messages. Keeps the newest `most` numbers of each link, and sums up the counts of the
 * others.
 */
export async function addRefused(
  client: ClientBase,
  refused: readonly Refused[],
  most: number,
): Promise<void> {
  await COUNT_MORE_REFUSED.run(client, listsOf(refused, 'linkId', 'recipient', 'reason', 'sender', 'count'));
  await MERGE_REFUSED.run(client, { most });
}

const DELETE_OLD_SEEN = unprepared('delete-old-seen')`
  delete from incoming_seen where seen_at < now() - interval '15 minutes'`;

const DELETE_OLD_REFUSED = unprepared('delete-old-refused')`
  delete from refused_incoming where last_at < now() - interval '30 days'`;

const DELETE_OLD_ASIDE = unprepared('delete-old-parts-aside')`
  delete from incoming_inbox where failure is not null and received_at < now() - interval '30 days'`;

const DELETE_OLD_ACTIONS = unprepared('delete-old-keyword-actions')`
  delete from keyword_actions where done_at < now() - interval '1 day'`;

/** Deletes old handles, refused messages, parts that were set aside, and finished keyword actions. */
export async function purgeIncoming(pool: Pool): Promise<void> {
  await DELETE_OLD_SEEN.run(pool);
  await DELETE_OLD_REFUSED.run(pool);
  await DELETE_OLD_ASIDE.run(pool);
  await DELETE_OLD_ACTIONS.run(pool);
}
