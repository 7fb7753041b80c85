// SQL of teams that were closed: removing what they kept, a small batch at a time.
import type { Pool } from 'pg';

/** A team that was closed so long ago and still has what it kept. */
export async function nextClosed(pool: Pool, before: Date): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from teams where closed_at <= $1 and purged_at is null order by closed_at limit 1',
    [before],
  );
  return rows[0]?.id ?? null;
}

/**
 * The data of a closed team, in the order of deletion. It omits the rows that the ledger, statements and the
 * audit log need.
 */
const OF_CLOSED = [
  ...[
    'contact_group_members',
    'contacts',
    'contact_groups',
    'contact_deletions',
    'scoped_opt_outs',
    'opt_outs',
    'conversation_reads',
  ],
  ...[
    'conversations',
    'campaign_recipients',
    'templates',
    'keywords',
    'keyword_actions',
    'incoming_settings',
  ],
  ...['two_way_numbers', 'callback_outbox', 'callback_attempts', 'callback_replays', 'callback_secrets'],
  ...[
    'team_destinations',
    'idempotency_keys',
    'invitations',
    'smpp_accounts',
    'api_keys',
    'team_sign_on',
    'team_domains',
    'former_members',
  ],
] as const;

/**
 * Removes so many rows of a closed team from the table that comes next; `table` is where to go on, null at
 * the end.
 */
export async function purgeClosed(
  pool: Pool,
  teamId: string,
  table: number,
  limit: number,
): Promise<{ removed: number; table: number | null }> {
  const name = OF_CLOSED[table];
  if (name === undefined) return { removed: 0, table: null };
  const { rowCount } = await pool.query(
    `delete from ${name} where ctid = any(array(select ctid from ${name} where team_id = $1 limit $2))`,
    [teamId, limit],
  );
  const removed = rowCount ?? 0;
  return { removed, table: removed < limit ? table + 1 : table };
}

/**
 * Removes a closed team's links out of so many of all teams' in the order of their tokens, by which alone
 * they are found.
 */
export async function purgeClosedLinks(
  pool: Pool,
  teamId: string,
  after: string,
  limit: number,
): Promise<{ removed: number; last: string | null }> {
  const { rows } = await pool.query<{ removed: number; seen: number; last: string | null }>(
    `with piece as materialized (select token, team_id from opt_out_links where token > $2 order by token limit $3),
       gone as (delete from opt_out_links l using piece where l.token = piece.token and piece.team_id = $1 returning 1)
     select (select count(*) from gone)::integer as removed, (select count(*) from piece)::integer as seen,
       (select token from piece order by token desc limit 1) as last`,
    [teamId, after, limit],
  );
  const { removed, seen, last } = rows[0]!;
  return { removed, last: seen < limit ? null : last };
}

/** A closed team's messages, so many after one of them; `ended`: nothing will be sent of it any more. */
export async function selectClosedMessages(
  pool: Pool,
  teamId: string,
  after: string,
  limit: number,
): Promise<{ id: string; ended: boolean }[]> {
  const { rows } = await pool.query(
    `select id, state in ('sent', 'delivered', 'failed') as ended from messages where team_id = $1 and id > $2 order by id limit $3`,
    [teamId, after, limit],
  );
  return rows;
}

/**
 * Removes the texts of these messages and their numbers, but for where they went to, of those that have
 * ended; the ids are in order.
 */
export async function purgeMessages(pool: Pool, teamId: string, ids: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query(
    `update messages set body = '', recipient = case when direction = 'OUTGOING' then '+' || destination_of(recipient) else recipient end,
       sender = case when direction = 'INCOMING' then '+' || destination_of(sender) else sender end
     where team_id = $1 and id = any($2::uuid[]) and id >= $3 and id <= $4 and state in ('sent', 'delivered', 'failed')`,
    [teamId, ids, ids[0], ids.at(-1)],
  );
  return rowCount ?? 0;
}

/** Notes that nothing of a closed team is left, and forgets the names it had. */
export async function markPurged(pool: Pool, teamId: string): Promise<void> {
  await pool.query(`update teams set purged_at = now() where id = $1`, [teamId]);
}

/** The documents of a closed team, as above, but for slips, which belong to its payments. */
export async function forgetClosedDocuments(pool: Pool, teamId: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ stored: string }>(
    `with old as materialized (
       select team_id, id, stored_as from files where team_id = $1 and removed_at is null and purpose is distinct from 'BANK_SLIP'
       limit $2 for update skip locked
     ) update files f set removed_at = now(), sealed_key = '', stored_as = '', name = '' from old
     where f.team_id = old.team_id and f.id = old.id returning old.stored_as as stored`,
    [teamId, limit],
  );
  return rows.map(({ stored }) => stored);
}
