// SQL of the inbox that incoming parts are committed to before the carrier gets its answer, and of what was refused.
import type { Mode } from '@godwit/contract/statuses';
import type { ClientBase, Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { dueTeams } from '../jobs/claim.ts';

/** A part as it came. `sender` is the phone, `recipient` the project's number. */
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

/** Commits parts as they came; each is an encoded deliver_sm. */
export async function insertParts(pool: Pool, parts: readonly NewPart[]): Promise<void> {
  await pool.query({
    name: 'insert-incoming-parts',
    text: `insert into incoming_inbox (link_id, team_id, project_id, mode, sender, recipient, pdu, part_key, handle)
      select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::message_mode[], $5::text[], $6::text[], $7::bytea[], $8::text[], $9::bytea[])`,
    values: [
      ...columnsOf(parts, 'linkId', 'teamId', 'projectId', 'mode', 'sender', 'recipient', 'pdu'),
      ...columnsOf(parts, 'partKey', 'handle'),
    ],
  });
}

const LOCK = 72_110_019;
const ROW = `i.id, i.link_id as "linkId", i.team_id as "teamId", i.project_id as "projectId", i.mode, i.sender, i.recipient, i.pdu,
  i.part_key as "partKey", i.handle, i.waits, (extract(epoch from now() - i.received_at) * 1000)::double precision as "ageMs"`;

/** Whether this transaction may work off the inbox: one at a time does, as the parts of a message may come over several processes. */
export async function lockInbox(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${LOCK}) as locked`);
  return rows[0].locked;
}

/**
 * Parts that are due, of each team that has some as many, in the order they came; at most `limit` in all.
 */
export async function pickParts(client: ClientBase, limit: number): Promise<InboxPart[]> {
  const { rows } = await client.query<InboxPart>({
    name: 'pick-incoming-parts',
    text: `with recursive ${dueTeams('incoming_inbox', { limit: '$1' })}
      select r.* from due cross join lateral (
        select ${ROW} from incoming_inbox i where i.team_id = due.id and i.due_at <= now() order by i.due_at, i.id limit due.most
      ) as r order by r.id`,
    values: [limit],
  });
  return rows;
}

/** All parts that are there of the messages of these keys, and these ones, in the order they came. */
export async function selectParts(
  client: ClientBase,
  { ids, partKeys }: { ids: readonly bigint[]; partKeys: readonly string[] },
): Promise<InboxPart[]> {
  const { rows } = await client.query<InboxPart>({
    name: 'select-incoming-parts',
    text: `select ${ROW} from incoming_inbox i where i.failure is null
        and i.id = any(array(
          select id from incoming_inbox where part_key = any($2::text[])
          union select unnest($1::bigint[])))
      order by i.id`,
    values: [ids, partKeys],
  });
  return rows;
}

/** Notes what names parts; returns the places of those that were not noted before. */
export async function noteSeen(
  client: ClientBase,
  handles: readonly { linkId: string; handle: Buffer }[],
): Promise<Set<string>> {
  if (handles.length === 0) return new Set();
  const { rows } = await client.query<{ key: string }>({
    name: 'note-incoming-seen',
    text: `insert into incoming_seen (link_id, handle)
      select distinct * from unnest($1::text[], $2::bytea[]) as input (link_id, handle) order by 1, 2
      on conflict do nothing returning link_id || ' ' || encode(handle, 'hex') as key`,
    values: columnsOf(handles, 'linkId', 'handle'),
  });
  return new Set(rows.map(({ key }) => key));
}

export async function deleteParts(client: ClientBase, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'delete-incoming-parts',
    text: 'delete from incoming_inbox where id = any($1::bigint[])',
    values: [ids],
  });
}

/** Has parts wait for the others of their message, until `waitMs` after they came. */
export async function holdParts(client: ClientBase, ids: readonly bigint[], waitMs: number): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'hold-incoming-parts',
    text: `update incoming_inbox set waits = true, due_at = received_at + make_interval(secs => $2::bigint / 1000.0)
      where id = any($1::bigint[])`,
    values: [ids, waitMs],
  });
}

/** Has a part that could not be worked off looked at again later. */
export async function putPartOff(pool: Pool, id: bigint, afterMs: number): Promise<void> {
  await pool.query(
    `update incoming_inbox set due_at = now() + make_interval(secs => $2::bigint / 1000.0) where id = $1`,
    [id, afterMs],
  );
}

/** Sets a part aside that cannot be worked off: it is not picked again. */
export async function setPartAside(pool: Pool, id: bigint, failure: string): Promise<void> {
  await pool.query(`update incoming_inbox set due_at = 'infinity', failure = $2 where id = $1`, [
    id,
    failure,
  ]);
}

/** What was refused of a link and a number, by why; `count` more of them. `recipient` is empty for those of many numbers together. */
export type Refused = {
  linkId: string;
  recipient: string;
  reason: 'UNKNOWN_NUMBER' | 'TOO_MANY' | 'TOO_LONG';
  sender: string;
  count: number;
};

const COUNT_REFUSED = `on conflict (link_id, recipient, reason) do update
  set sender = excluded.sender, count = r.count + excluded.count, last_at = excluded.last_at`;

/** Counts what was refused. Of each link the newest `most` numbers are kept; what others had is counted together. */
export async function addRefused(
  client: ClientBase,
  refused: readonly Refused[],
  most: number,
): Promise<void> {
  await client.query(
    `insert into refused_incoming as r (link_id, recipient, reason, sender, count)
      select * from unnest($1::text[], $2::text[], $3::incoming_refusal[], $4::text[], $5::bigint[]) order by 1, 2, 3
      ${COUNT_REFUSED}`,
    columnsOf(refused, 'linkId', 'recipient', 'reason', 'sender', 'count'),
  );
  await client.query(
    `with gone as (
        delete from refused_incoming r using (
          select link_id, recipient, reason,
            row_number() over (partition by link_id order by last_at desc, recipient, reason) as place
          from refused_incoming where recipient <> ''
        ) as old
        where old.place > $1 and (r.link_id, r.recipient, r.reason) = (old.link_id, old.recipient, old.reason)
        returning r.*
      )
      insert into refused_incoming as r (link_id, recipient, reason, sender, count, first_at, last_at)
      select link_id, '', reason, max(sender), sum(count), min(first_at), max(last_at) from gone group by link_id, reason
      ${COUNT_REFUSED}`,
    [most],
  );
}

/** Drops what has been kept for long enough: what names parts, what was refused or set aside, and keywords that are done. */
export async function purgeIncoming(pool: Pool): Promise<void> {
  await pool.query(`delete from incoming_seen where seen_at < now() - interval '15 minutes'`);
  await pool.query(`delete from refused_incoming where last_at < now() - interval '30 days'`);
  await pool.query(
    `delete from incoming_inbox where failure is not null and received_at < now() - interval '30 days'`,
  );
  await pool.query(`delete from keyword_actions where done_at < now() - interval '1 day'`);
}
