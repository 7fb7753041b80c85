// SQL that removes the data of closed teams in small batches.
import type { Pool } from 'pg';
import { IS_EVIDENCE } from '../db/registrations.ts';
import { raw, unprepared } from '../db/sql.ts';

/**
 * Links for opting out work for so many days after a team's last message, as the Australian Spam Act
 * requires. Its opt-outs stay as long.
 */
const LINK_DAYS = 30;

// Reads all closed teams, of which there are few.
const NEXT_CLOSED = unprepared<ClosedTeam>('closed-next-team')`
  select id, links_end <= now() as "isLast" from teams
    cross join lateral (select closed_at + make_interval(days => ${'linkDays'}::integer) as links_end) as of
    where (closed_at <= ${'before'} and purged_at is null)
      or (purged_at is not null and links_purged_at is null and links_end <= now())
    order by closed_at limit 1`;

/** A closed team with data to remove. `isLast`: its links and opt-outs go too, so nothing is left. */
export type ClosedTeam = { id: string; isLast: boolean };

/** The team that was closed first, before an instant, and still has such data; null if there is none. */
export async function nextClosed(pool: Pool, before: Date): Promise<ClosedTeam | null> {
  const { rows } = await NEXT_CLOSED.run(pool, { before, linkDays: LINK_DAYS });
  return rows[0] ?? null;
}

/** The tables that a link for opting out reads and writes. */
const OF_LINKS: ReadonlySet<string> = new Set(['opt_outs', 'scoped_opt_outs', 'opt_out_changes']);

/**
 * The tables of a closed team, in the order of deletion. Tables that the ledger, statements and the audit log
 * need are left out. Progress is stored as an index into this list.
 */
const PURGES = [
  ...[
    'contact_group_members',
    'contacts',
    'contact_groups',
    'contact_deletions',
    'consents',
    'scoped_opt_outs',
    'opt_outs',
    'conversation_reads',
    'log_filters',
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
    'named_keys',
    'key_days',
    'key_uses',
    'blocked_names',
    'team_sign_on',
    'team_domains',
    'former_members',
    'client_references',
    'drop_ins',
    'send_urls',
    'callback_formats',
    'message_tlvs',
    'verifications',
    'verify_days',
    'verify_blocks',
    'verify_profiles',
    'verify_profile_days',
    'message_feedback',
    'code_messages',
    'webhook_outbox',
    'webhook_deliveries',
    'webhook_endpoints',
    'webhook_mails',
    'event_inbox',
    'events',
    'event_streams',
    'event_resends',
    'opt_out_changes',
    'sender_mails',
    'stamped_deltas',
    'stamped_days',
  ],
].map((table) => ({
  isOfLinks: OF_LINKS.has(table),
  purge: unprepared(`closed-purge-${table}`)`
    delete from ${raw(table)} where ctid = any(array(select ctid from ${raw(table)} where team_id = ${'teamId'} limit ${'limit'}))`,
}));

/**
 * Removes up to `limit` rows of a closed team from the table with this index. Continue with the `table`
 * returned; it is null at the end. Opt-outs stay unless this is the last time.
 */
export async function purgeClosed(
  pool: Pool,
  { id: teamId, isLast }: ClosedTeam,
  table: number,
  limit: number,
): Promise<{ removed: number; table: number | null }> {
  const one = PURGES[table];
  if (one === undefined) return { removed: 0, table: null };
  if (one.isOfLinks && !isLast) return { removed: 0, table: table + 1 };
  const { rowCount } = await one.purge.run(pool, { teamId, limit });
  const removed = rowCount ?? 0;
  return { removed, table: removed < limit ? table + 1 : table };
}

const PURGE_LINKS = unprepared<{ removed: number; seen: number; last: string | null }>('closed-purge-links')`
  with piece as materialized (select token, team_id from opt_out_links where token > ${'after'} order by token limit ${'limit'}),
      gone as (delete from opt_out_links l using piece where l.token = piece.token and piece.team_id = ${'teamId'} returning 1)
    select (select count(*) from gone)::integer as removed, (select count(*) from piece)::integer as seen,
      (select token from piece order by token desc limit 1) as last`;

/**
 * Reads the next `limit` links of all teams, as only tokens have an index, and removes those of a closed
 * team. Continue after `last`; it is null at the end.
 */
export async function purgeClosedLinks(
  pool: Pool,
  teamId: string,
  after: string,
  limit: number,
): Promise<{ removed: number; last: string | null }> {
  const { rows } = await PURGE_LINKS.run(pool, { teamId, after, limit });
  const { removed, seen, last } = rows[0]!;
  return { removed, last: seen < limit ? null : last };
}

const CLOSED_MESSAGES = unprepared<{ id: string; ended: boolean }>('closed-select-messages')`
  select id, state in ('sent', 'delivered', 'failed') as ended from messages where team_id = ${'teamId'} and id > ${'after'} order by id limit ${'limit'}`;

/** The next messages of a closed team after an id. `ended`: no part of it will be sent any more. */
export async function selectClosedMessages(
  pool: Pool,
  teamId: string,
  after: string,
  limit: number,
): Promise<{ id: string; ended: boolean }[]> {
  const { rows } = await CLOSED_MESSAGES.run(pool, { teamId, after, limit });
  return rows;
}

const PURGE_MESSAGES = unprepared('closed-purge-messages')`
  update messages set body = '', recipient = case when direction = 'OUTGOING' then '+' || destination_of(recipient) else recipient end,
      sender = case when direction = 'INCOMING' then '+' || destination_of(sender) else sender end
    where team_id = ${'teamId'} and id = any(${'ids'}::uuid[]) and id >= ${'first'} and id <= ${'last'} and state in ('sent', 'delivered', 'failed')`;

/**
 * Removes the texts of those of these messages that have ended, and shortens the other party's number to its
 * destination. The ids are in order.
 */
export async function purgeMessages(pool: Pool, teamId: string, ids: readonly string[]): Promise<number> {
  const { rowCount } = await PURGE_MESSAGES.run(pool, { teamId, ids, first: ids[0], last: ids.at(-1) });
  return rowCount ?? 0;
}

const MARK_PURGED = unprepared('closed-mark-purged')`
  update teams set purged_at = coalesce(purged_at, now()), links_purged_at = case when ${'isLast'}::boolean then now() end
    where id = ${'id'}`;

/** Marks a closed team whose data is removed. */
export async function markPurged(pool: Pool, team: ClosedTeam): Promise<void> {
  await MARK_PURGED.run(pool, team);
}

const FORGET_DOCUMENTS = unprepared<{ stored: string }>('closed-forget-documents')`
  with old as materialized (
      select f.team_id, f.id, f.stored_as from files f
        left join sender_id_requests s on f.purpose = 'SENDER_ID' and s.team_id = f.team_id and s.id = f.subject_id
      where f.team_id = ${'teamId'} and f.removed_at is null and f.purpose is distinct from 'BANK_SLIP'
        and not ${IS_EVIDENCE}
      limit ${'limit'} for update of f skip locked
    ) update files f set removed_at = now(), sealed_key = '', stored_as = '', name = '' from old
    where f.team_id = old.team_id and f.id = old.id returning old.stored_as as stored`;

/**
 * Forgets documents of a closed team and returns the names of the stored contents. Slips stay, because they
 * belong to its payments, and so does the evidence of names that a register holds or held: `forgetDocuments`
 * forgets it later.
 */
export async function forgetClosedDocuments(pool: Pool, teamId: string, limit: number): Promise<string[]> {
  const { rows } = await FORGET_DOCUMENTS.run(pool, { teamId, limit });
  return rows.map(({ stored }) => stored);
}
