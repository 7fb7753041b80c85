// SQL that reads messages of an archived block as if they were in the database: the block is a table of the
// same columns, given as a value.
import type { Pool } from 'pg';
import { ARCHIVED, type Loaded } from '../../db/archived.ts';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import type { MessageListRow } from '../accept/queries.ts';
import type { WalkFilter } from './cursorQueries.ts';
import { type LogFilter, ORDERS, type ReportedRow, ROW } from './queries.ts';

/** The messages of a block to list: a range of ids, or some ids, and filters; null does not filter. */
export type BlockFilter = Pick<LogFilter, 'states' | 'direction' | 'failures'> &
  Pick<WalkFilter, 'recipient' | 'sender' | 'campaignId'> & {
    first: string;
    past: string;
    ids: readonly string[] | null;
  };

const MATCHES = fragment`m.id >= ${'first'} and m.id < ${'past'} and (${'ids'}::uuid[] is null or m.id = any(${'ids'}::uuid[]))
      and (${'states'}::message_state[] is null or m.state = any(${'states'}::message_state[]))
      and (${'direction'}::message_direction is null or m.direction = ${'direction'}::message_direction)
      and (${'failures'}::failure_code[] is null or m.failure = any(${'failures'}::failure_code[]))
      and (${'recipient'}::text is null or m.recipient = ${'recipient'}::text)
      and (${'sender'}::text is null or lower(m.sender) = lower(${'sender'}::text))
      and (${'campaignId'}::uuid is null or m.campaign_id = ${'campaignId'}::uuid)`;
const OF_REPORT = fragment`, m.carrier_error as "carrierError", m.charged_micros as "chargedMicros", m.body,
    (select c.name from campaigns c where c.team_id = m.team_id and c.id = m.campaign_id) as campaign`;

const listed = (order: 'ASC' | 'DESC') => ({
  rows: prepared<MessageListRow>(`archived-rows-${order}`)`
    select ${ROW} from ${ARCHIVED} as m where ${MATCHES} order by m.id ${ORDERS[order]} limit ${'limit'}`,
  reported: prepared<ReportedRow>(`archived-report-${order}`)`
    select ${ROW} ${OF_REPORT} from ${ARCHIVED} as m where ${MATCHES} order by m.id ${ORDERS[order]} limit ${'limit'}`,
});
const LISTED = { ASC: listed('ASC'), DESC: listed('DESC') };

type Wanted = { order: 'ASC' | 'DESC'; limit: number };

/** The messages of a block for a log. */
export async function listOfBlock(
  pool: Pool,
  block: Loaded,
  filter: BlockFilter,
  { order, limit }: Wanted,
): Promise<MessageListRow[]> {
  const { rows } = await LISTED[order].rows.run(pool, { ...block, ...filter, texts: null, limit });
  return rows;
}

/** The messages of a block for a report. */
export async function reportOfBlock(
  pool: Pool,
  block: Loaded,
  filter: BlockFilter,
  { order, limit }: Wanted,
): Promise<ReportedRow[]> {
  const { rows } = await LISTED[order].reported.run(pool, { ...block, ...filter, limit });
  return rows;
}

const TEXTS = unprepared<{ id: string; body: string | null }>('archived-texts')`
  select m.id, case when m.body = '' and m.characters > 0 then null else m.body end as body from ${ARCHIVED} as m where m.id = any(${'ids'}::uuid[])`;

/** The texts of messages of a block; null if it was removed. */
export async function selectBlockTexts(
  pool: Pool,
  block: Loaded,
  ids: readonly string[],
): Promise<{ id: string; body: string | null }[]> {
  const { rows } = await TEXTS.run(pool, { ...block, ids });
  return rows;
}
