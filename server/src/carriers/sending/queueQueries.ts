// SQL of the queue: finds teams with work, and picks, leases and releases their rows. A transaction that also
// touches a message locks the queue row first: see the order of locks in docs/architecture.md.

import type { ContentClass } from '@godwit/contract/contentClass';
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { classOf } from '../../db/contentClass.ts';
import { stoppedBy } from '../../db/optedOut.ts';
import { REGISTERED_IN, type Registered, SUBSTITUTE, type Substitute } from '../../db/senderSent.ts';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import { FREE } from '../../jobs/claim.ts';
import { revealText } from '../../messages/accept/hiddenText.ts';
import type { Secrets } from '../../secrets.ts';
import type { TraceParent } from '../../tracing.ts';
import type { SenderProof } from '../link.ts';
import { wireSender } from '../links/wireSender.ts';
import { patternsOf, type SeenNow, type SenderRules, seenNow } from './seenNow.ts';

/** A queued message with the data to check and submit it. */
export type ClaimedMessage = SeenNow & {
  id: string;
  teamId: string;
  projectId: string;
  mode: 'TEST' | 'LIVE';
  sender: string;
  /** The sender that the recipient sees: one for all parts that a phone may join. */
  senderSent: string;
  /** The proof that the recipient may see it; null if there is none, or none is needed. */
  proof: SenderProof | null;
  /**
   * The sender with which a link has taken parts; null for a message that begins now. The stored one may be
   * of a link that wrote nothing.
   */
  senderBegun: string | null;
  /** The stored `senderSent`; null if none is. */
  senderStored: string | null;
  /** The places where the name is registered; null if no register concerns the message. */
  registeredIn: Registered | null;
  /** No link may carry the message: networks block the name, and it is registered for none of the links. */
  refusedSender: boolean;
  contentClass: ContentClass;
  recipient: string;
  /** As the phone gets it. */
  body: string;
  linkGroup: string;
  attempts: number;
  /** The link of the last attempt; null before the first attempt. */
  triedLink: string | null;
  /** The link that has taken parts of it; null if none has. */
  begunLink: string | null;
  expired: boolean;
  /** The remaining validity, in seconds. */
  validForS: number;
  optedOut: boolean;
  cancelled: boolean;
  /** Null if it is of no campaign. */
  campaignId: string | null;
  /** Optional parameters of SMPP, packed; null for none. */
  tlvs: Buffer | null;
  traceparent: TraceParent;
};

/** Rows of the queue, identified by message. */
type Rows = readonly { id: string }[];
const idsOf = (rows: Rows) => rows.map(({ id }) => id);

/** A priority of a link group, and the team that was served last. */
export type RoundRobin = { priority: number; lastTeam: string };

/** A team with due rows in a priority, and how long the first has been due. */
export type Waiting = { priority: number; teamId: string; waitedMs: number };

// Steps from team to team through the index on (link_group, priority, team_id, due_at), once for each
// priority: the cost depends on the number of teams, not of messages.
const TEAMS_WITH_MESSAGES = prepared<Waiting>('teams-with-messages')`
  select turn.priority, due.team_id as "teamId", due.waited_ms as "waitedMs"
    from unnest(${'priority'}::smallint[], ${'lastTeam'}::uuid[]) as turn (priority, last_team)
    cross join lateral (
      with recursive first (team_id, due_at) as (
        (select team_id, due_at from send_queue where link_group = ${'linkGroup'} and priority = turn.priority and ${FREE}
          order by team_id, due_at limit 1)
        union all
        select next.* from first cross join lateral (
          select team_id, due_at from send_queue where link_group = ${'linkGroup'} and priority = turn.priority and ${FREE}
            and team_id > first.team_id order by team_id, due_at limit 1) as next
      )
      select team_id, extract(epoch from now() - due_at)::float8 * 1000 as waited_ms from first where due_at <= now()
        and not exists (select from teams t where t.id = first.team_id and t.paused_at is not null)
      order by team_id <= turn.last_team, team_id limit ${'limit'}
    ) as due
    order by turn.priority, due.team_id <= turn.last_team, due.team_id`;

/**
 * Teams with due rows, by priority and then in round robin: teams after the priority's `lastTeam` come first.
 * Without paused teams, and at most `limit` of each priority.
 */
export async function teamsWithMessages(
  client: ClientBase | Pool,
  { linkGroup, roundRobins, limit }: { linkGroup: string; roundRobins: readonly RoundRobin[]; limit: number },
): Promise<Waiting[]> {
  const { rows } = await TEAMS_WITH_MESSAGES.run(client, {
    linkGroup,
    ...listsOf(roundRobins, 'priority', 'lastTeam'),
    limit,
  });
  return rows;
}

/** The columns of a message that OPTED_OUT and CANCELLED read. */
const CHECKED = fragment`m.id, m.team_id, m.mode, m.recipient, m.promotional, m.content_class, m.platform, m.accepted_at, m.campaign_id`;
// The confirmation of a STOP is accepted after the opt-out that it confirms. Other answers to keywords are
// accepted before an opt-out, or not at all.
const OPTED_OUT = fragment`(select true ${stoppedBy({ team: 'm.team_id', mode: 'm.mode', number: 'm.recipient', promotional: 'm.promotional' })}
          and (m.platform <> 'KEYWORD' or o.created_at > m.accepted_at + interval '5 seconds') limit 1) is not null`;
const CANCELLED = fragment`(select c.state = 'cancelled' from campaigns c where c.team_id = m.team_id and c.id = m.campaign_id)
          is not distinct from true`;

// Takes the due rows of each team by the same index, then reads their messages by key.
type Claimed = Omit<
  ClaimedMessage,
  'linkGroup' | 'senderSent' | 'proof' | keyof SeenNow | 'refusedSender'
> & {
  substitute: Substitute | null;
  hidden: Buffer | null;
};
const CLAIM_MESSAGES = prepared<Claimed>('claim-messages')`
  with picked as materialized (
      select free.*, turn.place from unnest(${'teams'}::uuid[], ${'parts'}::integer[]) with ordinality as turn (team_id, part, place)
      cross join lateral (
        select message_id, team_id, attempts, link_id, reference, expires_at, due_at, hidden, has_tlvs from send_queue q
        where q.link_group = ${'linkGroup'} and q.priority = ${'priority'} and q.team_id = turn.team_id and q.due_at <= now() and ${FREE}
        order by q.due_at limit turn.part for update skip locked
      ) as free
    ), m as materialized (
      select ${CHECKED}, m.project_id, m.sender, m.sender_sent, m.body, m.traceparent,
        picked.attempts, picked.link_id, picked.expires_at, picked.reference, picked.place, picked.due_at, picked.hidden,
        picked.has_tlvs
      from picked join messages m on m.team_id = picked.team_id and m.id = picked.message_id
    )
    select m.id, m.team_id as "teamId", m.project_id as "projectId", m.mode, m.sender, ${classOf('m')} as "contentClass", m.recipient, m.body, m.hidden,
      m.attempts, m.link_id as "triedLink", m.expires_at < now() as expired,
      extract(epoch from m.expires_at - now())::float8 as "validForS",
      case when m.reference is not null then (
        select r.link_id from carrier_refs r where r.message_id = m.id order by r.created_at desc limit 1
      ) end as "begunLink",
      ${OPTED_OUT} as "optedOut", ${CANCELLED} as cancelled, m.campaign_id as "campaignId", m.traceparent,
      m.sender_sent as "senderStored",
      case when m.has_tlvs then (select t.tlvs from message_tlvs t where t.team_id = m.team_id and t.message_id = m.id) end as tlvs,
      case when m.reference is not null then (
        select coalesce(nullif(r.sender, ''), m.sender_sent) from carrier_refs r where r.message_id = m.id order by r.created_at desc limit 1
      ) end as "senderBegun",
      ${REGISTERED_IN} as "registeredIn", ${SUBSTITUTE} as substitute
    from m order by m.place, m.due_at`;

/**
 * Locks due rows of these teams, at most as many of each as its part. Skips rows locked by others. `telcos`:
 * those of the links that may carry the messages.
 * A hidden text that no secret of this process opens has expired: it can never be sent.
 */
export async function claimMessages(
  client: ClientBase,
  {
    telcos,
    ...from
  }: {
    linkGroup: string;
    priority: number;
    teams: readonly string[];
    parts: readonly number[];
    telcos: readonly (string | null)[];
  },
  rules: SenderRules,
  secrets: Pick<Secrets, 'open'>,
): Promise<ClaimedMessage[]> {
  const { rows } = await CLAIM_MESSAGES.run(client, { ...from, registerPatterns: patternsOf(rules) });
  return rows.map(({ hidden, substitute, ...row }) => {
    const seen = seenNow({ ...row, substitute }, rules);
    const body = revealText(secrets, { body: row.body, hidden });
    return {
      ...row,
      body: body ?? row.body,
      expired: row.expired || body === null,
      linkGroup: from.linkGroup,
      ...{ ...seen, proof: null },
      senderSent: row.senderBegun ?? row.sender,
      refusedSender:
        row.senderBegun === null &&
        row.registeredIn !== null &&
        telcos.every((telco) => seen.seenOver(telco) === null),
    };
  });
}

// Reads messages by key and applies the rules of `claim-messages` again.
type Sendable = Parameters<typeof seenNow>[0] & { id: string; seen: string };
const SELECT_SENDABLE = prepared<Sendable>('select-sendable')`
  with m as materialized (
      select ${CHECKED}, m.project_id, m.sender, asked.sender as seen
      from unnest(${'id'}::uuid[], ${'teamId'}::uuid[], ${'sender'}::text[]) as asked (id, team_id, sender)
      join messages m on m.team_id = asked.team_id and m.id = asked.id
    )
    select m.id, m.sender, m.mode, m.recipient, m.seen, ${REGISTERED_IN} as "registeredIn", ${SUBSTITUTE} as substitute
      from m where not (${OPTED_OUT}) and not (${CANCELLED})
      and not exists (select from teams t where t.id = m.team_id and t.paused_at is not null)`;

/**
 * The messages among these that may still be sent: their team is not paused, they are not cancelled, the
 * recipient has not opted out, and sees the same `sender` over a link of `telco` as when they were claimed.
 */
export async function selectSendable(
  pool: Pool,
  messages: readonly (Pick<ClaimedMessage, 'id' | 'teamId' | 'sender'> & { telco: string | null })[],
  rules: SenderRules,
): Promise<Set<string>> {
  const asked = listsOf(messages, 'id', 'teamId', 'sender');
  const { rows } = await SELECT_SENDABLE.run(pool, { ...asked, registerPatterns: patternsOf(rules) });
  const telcos = new Map(messages.map(({ id, telco }) => [id, telco]));
  const isSame = (row: Sendable) => {
    const telco = telcos.get(row.id) ?? null;
    const { seenOver, proofOver } = seenNow(row, rules);
    const sender = seenOver(telco);
    return sender !== null && row.seen === wireSender({ ...row, sender, proof: proofOver(telco) });
  };
  return new Set(rows.filter(isSame).map(({ id }) => id));
}

// By the primary key.
const POSTPONE_ROWS = prepared('postpone-rows')`
  update send_queue set due_at = now() + make_interval(secs => ${'afterMs'}::integer / 1000.0) where message_id = any(${'ids'}::uuid[])`;

/** Postpones locked rows by `afterMs`. */
export async function postponeRows(client: ClientBase, rows: Rows, afterMs: number): Promise<void> {
  if (rows.length === 0) return;
  await POSTPONE_ROWS.run(client, { ids: idsOf(rows), afterMs });
}

// By the primary key and not by a join: a join planned while the queue is empty reads all of a full queue for
// each row.
const LEASE_ROWS = prepared('lease-rows')`
  update send_queue set attempts = attempts + 1, link_id = ${'linkId'}, batch_reference = null,
    lease_until = now() + make_interval(secs => ${'leaseMs'}::integer / 1000.0)
    where message_id = any(${'ids'}::uuid[])`;

/** Leases rows to a link: until the lease ends, only this process submits them. */
export async function leaseRows(
  client: ClientBase,
  linkId: string,
  rows: Rows,
  leaseMs: number,
): Promise<void> {
  await LEASE_ROWS.run(client, { ids: idsOf(rows), linkId, leaseMs });
}

// By the primary key.
const DELETE_ROWS = prepared('delete-rows')`
  delete from send_queue where message_id = any(${'ids'}::uuid[])`;

/** Deletes rows from the queue. */
export async function deleteRows(client: ClientBase, rows: Rows): Promise<void> {
  if (rows.length === 0) return;
  await DELETE_ROWS.run(client, { ids: idsOf(rows) });
}

// By the primary key, each row with its own time. Does not change rows that are free already.
const RELEASE_ROWS = prepared('release-rows')`
  update send_queue q set lease_until = null, doubt_until = null, due_at = now() + make_interval(secs => key.after_ms / 1000.0),
      attempts = q.attempts - case when key.written then 0 else 1 end,
      own_codes = q.own_codes + case when key.own_code then 1 else 0 end
    from unnest(${'ids'}::uuid[], ${'afterMs'}::integer[], ${'written'}::boolean[], ${'ownCode'}::boolean[])
      as key (id, after_ms, written, own_code)
    where q.message_id = key.id and (q.lease_until is not null or q.doubt_until is not null)`;

/**
 * Releases leased rows, due after `afterMs`. An attempt counts if `written`: the carrier may have the
 * message. `ownCode`: the carrier answered with a code of its own, which is counted.
 */
export async function releaseRows(
  client: ClientBase,
  rows: { id: string; afterMs: number; written: boolean; ownCode: boolean }[],
): Promise<void> {
  if (rows.length === 0) return;
  await RELEASE_ROWS.run(client, {
    ids: rows.map((r) => r.id),
    afterMs: rows.map((r) => Math.round(r.afterMs)),
    written: rows.map((r) => r.written),
    ownCode: rows.map((r) => r.ownCode),
  });
}

// By the primary key. Does not change rows that are no longer leased.
const DOUBT_ROWS = prepared('doubt-rows')`
  update send_queue set lease_until = null, doubt_until = now() + make_interval(secs => ${'doubtMs'}::integer / 1000.0)
    where message_id = any(${'ids'}::uuid[]) and lease_until is not null`;

/**
 * Marks leased rows as in doubt: written, but not answered. They wait `doubtMs` for a late result or receipt.
 */
export async function doubtRows(client: ClientBase, rows: Rows, doubtMs: number): Promise<void> {
  if (rows.length === 0) return;
  await DOUBT_ROWS.run(client, { ids: idsOf(rows), doubtMs });
}

// Steps from group to group through the index on link_group: the cost depends on the number of groups, not of
// messages.
const SELECT_WAITING_GROUPS = unprepared<{ link_group: string }>('select-waiting-groups')`
  with recursive first (link_group) as (
      (select link_group from send_queue where ${FREE} order by link_group limit 1)
      union all
      select next.* from first cross join lateral (
        select link_group from send_queue where ${FREE} and link_group > first.link_group
        order by link_group limit 1) as next
    )
    select link_group from first`;

/** The link groups of free rows. */
export async function selectWaitingGroups(client: ClientBase | Pool): Promise<string[]> {
  const { rows } = await SELECT_WAITING_GROUPS.run(client);
  return rows.map((row) => row.link_group);
}

// Reads the primary key a page at a time, so that the plan depends neither on the number of rows in the
// groups nor on statistics.
const SELECT_PAGE_END = unprepared<{ last: string }>('select-page-end')`
  select message_id as last from (
      select message_id from send_queue where message_id > ${'after'} order by message_id limit ${'limit'}) as page
    order by message_id desc limit 1`;

/** A waiting message. `isBegun`: a link may have parts of it. */
export type QueuedOfGroup = Pick<ClaimedMessage, 'id' | 'teamId' | 'mode' | 'sender' | 'contentClass'> &
  Pick<ClaimedMessage, 'recipient' | 'linkGroup'> & { isBegun: boolean };

// Reads one page of the primary key, without rows locked by others.
const PICK_OF_GROUPS = unprepared<QueuedOfGroup>('pick-of-groups')`
  with q as materialized (
      select message_id, team_id, link_group, reference from send_queue
      where message_id > ${'after'} and message_id <= ${'last'} and link_group = any(${'groups'}::text[]) and ${FREE} for update skip locked
    )
    select q.message_id as id, q.link_group as "linkGroup", q.reference is not null as "isBegun",
      m.team_id as "teamId", m.mode, m.sender, ${classOf('m')} as "contentClass", m.recipient
    from q join messages m on m.team_id = q.team_id and m.id = q.message_id`;

/**
 * Locks the rows of these groups in the next page of the queue, in the order of ids. Skips rows locked by
 * others.
 */
export async function pickOfGroups(
  client: ClientBase,
  { groups, after, limit }: { groups: string[]; after: string; limit: number },
): Promise<{ last: string | null; rows: QueuedOfGroup[] }> {
  const { rows: page } = await SELECT_PAGE_END.run(client, { after, limit });
  const last = page[0]?.last ?? null;
  if (last === null) return { last, rows: [] };
  const { rows } = await PICK_OF_GROUPS.run(client, { after, last, groups });
  return { last, rows };
}

// By the primary key.
const REROUTE_ROWS = unprepared('reroute-rows')`
  update send_queue q set link_group = key.link_group
    from unnest(${'id'}::uuid[], ${'linkGroup'}::text[]) as key (id, link_group) where q.message_id = key.id`;

/** Moves rows to other link groups. */
export async function rerouteRows(
  client: ClientBase,
  moved: { id: string; linkGroup: string }[],
): Promise<void> {
  if (moved.length === 0) return;
  await REROUTE_ROWS.run(client, listsOf(moved, 'id', 'linkGroup'));
}

// Counts all due rows; only the status page needs this.
const QUEUE_AGE = unprepared<{ due: number; oldestSeconds: number }>('queue-age')`
  select count(*)::integer as due,
  coalesce(extract(epoch from now() - min(due_at)), 0)::integer as "oldestSeconds"
  from send_queue q join teams t on t.id = q.team_id where due_at <= now() and t.paused_at is null`;

/** The number of due rows of teams that are not paused, and the age of the oldest. */
export async function queueAge(pool: Pool): Promise<{ due: number; oldestSeconds: number }> {
  const { rows } = await QUEUE_AGE.run(pool);
  return rows[0]!;
}
