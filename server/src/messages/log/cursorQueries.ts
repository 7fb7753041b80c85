// SQL that reads the log from a message on, in either direction, without counting it.
import type { MessageState } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { type Fragment, fragment, prepared } from '../../db/sql.ts';
import { FIRST_ID, idFloor } from '../../ids.ts';
import type { MessageListRow } from '../accept/queries.ts';
import { LOOKED_THROUGH, type LogFilter, ORDERS, ROW } from './queries.ts';

type Order = keyof typeof ORDERS;
type InLog = Pick<LogFilter, 'teamId' | 'projectId' | 'mode'>;

/** The filters of a walk; null does not filter. */
export type WalkFilter = {
  recipient: string | null;
  /** In upper or lower case. */
  sender: string | null;
  states: readonly MessageState[] | null;
  campaignId: string | null;
  reference: string | null;
};

/** The messages to read. `cursor`: null starts at the end of the log. */
export type Walk = InLog & Pick<LogFilter, 'stretch'> & { filter: WalkFilter; cursor: string | null };

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const IN_RANGE = fragment`project_id = ${'projectId'} and mode = ${'mode'}`;
const OF_LOG = fragment`messages where ${IN_RANGE}
      and id >= ${'first'} and id < ${'past'} and id > ${'above'} and id < ${'below'}`;
const OF_REFERENCE = fragment`client_references where ${IN_RANGE} and reference = ${'reference'}
      and message_id >= ${'first'} and message_id < ${'past'} and message_id > ${'above'} and message_id < ${'below'}`;
const OF_RECIPIENT = fragment`${OF_LOG} and recipient = ${'recipient'}`;
const OF_SENDER = fragment`${OF_LOG} and lower(sender) = lower(${'sender'})`;

const inBothOrders = <Of>(make: (order: Order) => Of) => ({ ASC: make('ASC'), DESC: make('DESC') });

// Each is written to read one index in its order, and no more of it than it returns. If the statistics have
// an empty month, PostgreSQL may sort all of the range instead.
function walk<Name extends string>(name: string, ids: Fragment<Name>) {
  return inBothOrders(
    (order) => prepared<MessageListRow>(`walk-${name}-${order}`)`
    with page as materialized (${ids} ${ORDERS[order]} limit ${'limit'})
      select m.* from page cross join lateral (
        select ${ROW} from messages m where m.team_id = ${'teamId'} and m.id = page.id ${FENCE}
      ) as m order by m.id ${ORDERS[order]}`,
  );
}
const LOG = walk('log', fragment`select id from ${OF_LOG} order by id`);
const REFERENCED = walk(
  'referenced',
  fragment`select message_id as id from ${OF_REFERENCE} order by message_id`,
);

const MATCHES = fragment`(${'recipient'}::text is null or recipient = ${'recipient'}::text)
        and (${'sender'}::text is null or lower(sender) = lower(${'sender'}::text))
        and (${'states'}::message_state[] is null or state = any(${'states'}::message_state[]))
        and (${'campaignId'}::uuid is null or campaign_id = ${'campaignId'}::uuid)`;

type Filtered = MessageListRow & { stoppedAt: string | null };

// Reads one index in its order until the page is full, but at most `most` messages of it: `stoppedAt` is the
// last of these, and null if the page is full or the index has no more.
function filteredWalk<Ids extends string, Read extends string>(
  name: string,
  { ids, read }: { ids: Fragment<Ids>; read: (inOrder: Fragment) => Fragment<Read> },
) {
  return inBothOrders(
    (order) => prepared<Filtered>(`walk-filtered-${name}-${order}`)`
    with page as materialized (
        select id from (${read(ORDERS[order])}) as read where ${MATCHES}
        order by id ${ORDERS[order]} limit ${'limit'}
      ), stopped as materialized (
        select case when (select count(*) from page) < ${'limit'}::integer
          then (${ids} ${ORDERS[order]} offset ${'most'}::integer - 1 limit 1) end as id
      )
      select stopped.id as "stoppedAt", m.* from stopped left join lateral (
        select row.* from page cross join lateral (
          select ${ROW} from messages m where m.team_id = ${'teamId'} and m.id = page.id ${FENCE}
        ) as row
      ) as m on true order by m.id ${ORDERS[order]}`,
  );
}
const ofMessages = <Names extends string>(name: string, source: Fragment<Names>) =>
  filteredWalk(name, {
    ids: fragment`select id from ${source} order by id`,
    read: (inOrder) =>
      fragment`select id, recipient, sender, state, campaign_id from ${source} order by id ${inOrder} limit ${'most'}`,
  });
const FILTERED_LOG = ofMessages('log', OF_LOG);
const FILTERED_RECIPIENT = ofMessages('recipient', OF_RECIPIENT);
const FILTERED_SENDER = ofMessages('sender', OF_SENDER);
const FILTERED_REFERENCE = filteredWalk('reference', {
  ids: fragment`select message_id from ${OF_REFERENCE} order by message_id`,
  read: (inOrder) => fragment`select r.message_id as id, m.* from (
          select message_id from ${OF_REFERENCE} order by message_id ${inOrder} limit ${'most'}
        ) as r cross join lateral (
          select recipient, sender, state, campaign_id from messages m
          where m.team_id = ${'teamId'} and m.id = r.message_id ${FENCE}
        ) as m order by r.message_id ${inOrder}`,
});

/**
 * The next messages after the cursor: newer ones with ASC, older ones with DESC. `next`: the cursor to
 * continue with, null at the end. It looks through at most `most` messages for a filter that no index holds,
 * so a page may have fewer than `limit` although others follow.
 */
export async function listFromCursor(
  pool: Pool,
  { teamId, projectId, mode, stretch, filter, cursor }: Walk,
  { order, limit, most = LOOKED_THROUGH }: { order: Order; limit: number; most?: number },
): Promise<{ rows: MessageListRow[]; next: string | null }> {
  const { recipient, sender, states, campaignId, reference } = filter;
  const values = {
    // One more than asked tells whether there is a next page.
    ...{ teamId, projectId, mode, limit: limit + 1 },
    ...{ first: idFloor(stretch.from), past: idFloor(stretch.before) },
    above: (order === 'ASC' && cursor) || FIRST_ID,
    below: (order === 'DESC' && cursor) || LAST_ID,
  };
  if (recipient === null && sender === null && states === null && campaignId === null) {
    const { rows } =
      reference === null
        ? await LOG[order].run(pool, values)
        : await REFERENCED[order].run(pool, { ...values, reference });
    return cut(rows, limit, null);
  }
  const filtered = { ...values, recipient, sender, states, campaignId, most };
  const { rows } =
    reference !== null
      ? await FILTERED_REFERENCE[order].run(pool, { ...filtered, reference })
      : await filteredOf({ recipient, sender })[order].run(pool, filtered);
  const [first] = rows;
  const page = rows.filter(({ id }) => id !== null).map(({ stoppedAt: _, ...row }) => row);
  return cut(page, limit, first?.stoppedAt ?? null);
}

/** The statement that reads the smallest of the indexes. */
function filteredOf({ recipient, sender }: Pick<WalkFilter, 'recipient' | 'sender'>) {
  if (recipient !== null) return FILTERED_RECIPIENT;
  return sender === null ? FILTERED_LOG : FILTERED_SENDER;
}

function cut(found: MessageListRow[], limit: number, stoppedAt: string | null) {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)!.id : stoppedAt };
}

const SELECT_CAMPAIGN_CREATED = prepared<{ at: Date }>('campaign-created-at')`
  select created_at as at from campaigns where team_id = ${'teamId'} and id = ${'id'}
    and project_id = ${'projectId'} and mode = ${'mode'}`;

/** When a campaign was created, or null if the project has none with this id in the mode. */
export async function selectCampaignCreated(
  pool: Pool,
  campaign: InLog & { id: string },
): Promise<Date | null> {
  const { rows } = await SELECT_CAMPAIGN_CREATED.run(pool, campaign);
  return rows[0]?.at ?? null;
}
