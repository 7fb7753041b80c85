// Reads the log of a project from a message on. Unlike pages, no position shifts when messages arrive: a walk
// lists each message that was stored when it began exactly once.
import type { Mode } from '@godwit/contract/messages/statuses';
import { isRefusal, type Refusal, refuseField } from '../../refusal.ts';
import type { Connections } from '../../services.ts';
import type { AskedDays } from '../../stats/periods.ts';
import { findMessage, type MessageListRow } from '../accept/queries.ts';
import { listFromCursor } from './cursorQueries.ts';
import { filterOf, keptOf, type LogProject } from './log.ts';

/** At most one of `after` and `before` is given; without both, the list starts at its first message. */
type CursorQuery = AskedDays & {
  sort_order: 'ASC' | 'DESC';
  limit: number;
  after?: string | undefined;
  before?: string | undefined;
  reference?: string | undefined;
};

/**
 * Reads up to `limit` messages after or before a message, in the requested order. `next`: the cursor to
 * continue with in the same direction, null at the end.
 * Refusals: invalidDate, invalidArgument; notFound if the cursor is no message of the project and mode.
 */
export async function readFromCursor(
  connections: Connections,
  project: LogProject,
  mode: Mode,
  { after, before, limit, reference, ...query }: CursorQuery,
): Promise<{ rows: MessageListRow[]; next: string | null } | Refusal> {
  const { pool } = connections;
  const filter = await keptOf(connections, filterOf(project, mode, query));
  if (isRefusal(filter)) return filter;
  const cursor = after ?? before ?? null;
  const place = { teamId: project.team_id, projectId: project.id, mode };
  if (cursor !== null && !(await findMessage(pool, { ...place, id: cursor })))
    return refuseField('notFound', before === undefined ? 'after' : 'before', NO_CURSOR);
  const isNewestFirst = query.sort_order === 'DESC';
  const order = isNewestFirst === (before === undefined) ? 'DESC' : 'ASC';
  // One more than asked tells whether there is a next page.
  const walk = { ...filter, reference: reference ?? null, cursor };
  const found = await listFromCursor(pool, walk, { order, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const next = found.length > limit ? rows.at(-1)!.id : null;
  return { rows: before === undefined ? rows : rows.reverse(), next };
}

const NO_CURSOR = 'There is no message with this id in the log. Start again without a cursor.';
