// Search and paging of lists.
import { isId } from '@godwit/contract/common';
import type { SelectQueryBuilder, Simplify } from 'kysely';

/** A search: a LIKE pattern, null for all, and an id if the text is one. */
export type Search = { like: string | null; id: string | null };

/** A requested page: pages count from zero, `q` is the search field's text. */
export type PageQuery = { q?: string | undefined; page_num: number; page_size: number };

/** Which rows of a list. */
export type Rows = { offset: number; limit: number };

/** A text as typed into a search field. */
export function searchOf(q: string | undefined): Search {
  if (!q) return { like: null, id: null };
  const lower = q.toLowerCase();
  return { like: containing(q), id: isId(lower) ? lower : null };
}

/** A LIKE pattern for texts that contain this one; pattern characters are escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The rows of a page. */
export function rowsOf({ page_num, page_size }: PageQuery): Rows {
  return { offset: page_num * page_size, limit: page_size };
}

/** Reads a page of what a query lists, as an answer; `show` makes a result of a row. */
export async function pageOf<Tables, From extends keyof Tables, Row, Result>(
  listed: SelectQueryBuilder<Tables, From, Row>,
  asked: PageQuery,
  show: (row: Simplify<Row>) => Result,
) {
  const page = rowsOf(asked);
  const count = listed
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<bigint>().as('total'));
  const [rows, { total }] = await Promise.all([
    listed.offset(page.offset).limit(page.limit).execute(),
    count.executeTakeFirstOrThrow() as Promise<{ total: bigint }>,
  ]);
  return toPage(rows.map(show), Number(total), page);
}

/** The cursor of a call, as `cursorQuery` in the contract reads it. */
export type Walk = { after?: string | undefined; before?: string | undefined; limit: number };

/** Rows after a cursor, from the first on if it is null; or those just before it if `isBack`. */
export type FromCursor = { cursor: string | null; isBack: boolean; limit: number };

/**
 * Reads a page from a cursor on. `read` returns its rows in the order of the list. `next`: the cursor to go
 * on with in the same direction, null at the end.
 */
export async function pageFromCursor<Row extends { id: string }>(
  { after, before, limit }: Walk,
  read: (asked: FromCursor) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string | null }> {
  const isBack = before !== undefined;
  // One more than asked tells whether there is a next page.
  const found = await read({ cursor: after ?? before ?? null, isBack, limit: limit + 1 });
  const isMore = found.length > limit;
  const rows = isBack && isMore ? found.slice(1) : found.slice(0, limit);
  return { rows, next: isMore ? rows.at(isBack ? 0 : -1)!.id : null };
}

/** A page as an answer. */
export function toPage<Row>(results: Row[], total: number, { limit }: Rows) {
  return { results, total, total_pages: Math.ceil(total / limit) };
}
