// Reads the messages of a project that have one reference of its customer.
import { MAX_FOUND } from '@godwit/contract/messages/messages';
import type { Mode } from '@godwit/contract/messages/statuses';
import { type Rows, toPage } from '../../http/paging.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import type { MessageListRow } from '../accept/queries.ts';
import { type LogSource, listArchived } from './archived.ts';
import { filterOf, keptOf, type LogProject, type LogQuery } from './log.ts';
import { countReferenced, listReferenced } from './referenceQueries.ts';

export { selectReferences } from './referenceQueries.ts';

/**
 * Reads a page of the messages with a reference, each row mapped by `toRow`. The totals count at most
 * MAX_FOUND. Refusals: invalidDate, invalidArgument.
 */
export async function readReferenced<Row>(
  source: LogSource,
  project: LogProject,
  mode: Mode,
  { reference, ...query }: LogQuery & { reference: string },
  { toRow, ...page }: Rows & { toRow: (row: MessageListRow) => Row },
): Promise<ReturnType<typeof toPage<Row>> | Refusal> {
  const filter = await keptOf(source, filterOf(project, mode, query));
  if (isRefusal(filter)) return filter;
  const { pool } = source;
  const referenced = { ...filter, reference };
  const found = await countReferenced(pool, referenced, MAX_FOUND);
  const limit = Math.min(page.limit, found - page.offset);
  const wanted = { order: query.sort_order, offset: page.offset, limit };
  const listed = limit > 0 ? await listReferenced(pool, referenced, wanted) : [];
  const missing = listed.filter(({ id }) => id === null).map(({ key }) => key);
  const archived = await listArchived(source, filter, missing);
  const rows = listed.flatMap((row): MessageListRow[] => {
    const found = row.id === null ? archived.get(row.key) : row;
    return found ? [found] : [];
  });
  return toPage(rows.map(toRow), found, page);
}
