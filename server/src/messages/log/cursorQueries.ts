// SQL that reads the log from a message on, in either direction, without counting it.
import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { type Fragment, fragment, prepared } from '../../db/sql.ts';
import { FIRST_ID, idFloor } from '../../ids.ts';
import type { MessageListRow } from '../accept/queries.ts';
import { type LogFilter, ORDERS, ROW } from './queries.ts';

type Order = keyof typeof ORDERS;

/**
 * The messages to read: all of a log, or those with a reference. `cursor`: null starts at the end of the log.
 */
export type Walk = Pick<LogFilter, 'teamId' | 'projectId' | 'mode' | 'stretch'> & {
  reference: string | null;
  cursor: string | null;
};

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const IN_RANGE = fragment`project_id = ${'projectId'} and mode = ${'mode'}`;
const OF_LOG = fragment`select id from messages where ${IN_RANGE}
      and id >= ${'first'} and id < ${'past'} and id > ${'above'} and id < ${'below'} order by id`;
const OF_REFERENCE = fragment`select message_id as id from client_references where ${IN_RANGE} and reference = ${'reference'}
      and message_id >= ${'first'} and message_id < ${'past'} and message_id > ${'above'} and message_id < ${'below'} order by message_id`;

// Each is written to read one index in its order, and no more of it than it returns. If the statistics have
// an empty month, PostgreSQL may sort all of the range instead.
function walk<Name extends string>(name: string, page: Fragment<Name>) {
  const inOrder = (order: Order) => prepared<MessageListRow>(`walk-${name}-${order}`)`
    with page as materialized (${page} ${ORDERS[order]} limit ${'limit'})
      select m.* from page cross join lateral (
        select ${ROW} from messages m where m.team_id = ${'teamId'} and m.id = page.id ${FENCE}
      ) as m order by m.id ${ORDERS[order]}`;
  return { ASC: inOrder('ASC'), DESC: inOrder('DESC') };
}
const LOG = walk('log', OF_LOG);
const REFERENCED = walk('referenced', OF_REFERENCE);

/** The next messages after the cursor: newer ones with ASC, older ones with DESC. */
export async function listFromCursor(
  pool: Pool,
  { teamId, projectId, mode, stretch, reference, cursor }: Walk,
  { order, limit }: { order: Order; limit: number },
): Promise<MessageListRow[]> {
  const values = {
    ...{ teamId, projectId, mode, limit },
    ...{ first: idFloor(stretch.from), past: idFloor(stretch.before) },
    above: (order === 'ASC' && cursor) || FIRST_ID,
    below: (order === 'DESC' && cursor) || LAST_ID,
  };
  const { rows } =
    reference === null
      ? await LOG[order].run(pool, values)
      : await REFERENCED[order].run(pool, { ...values, reference });
  return rows;
}
