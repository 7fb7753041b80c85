// Lists that are searched and turned page by page: what is looked for, and which rows.
import { isId } from '../ids.ts';

/** What is looked for: a pattern of LIKE, null for all, and an id where the text is one. */
export type Search = { like: string | null; id: string | null };

/** Which rows of a list. */
export type Rows = { offset: number; limit: number };

/** A text as typed into a search field. */
export function searchOf(q: string | undefined): Search {
  if (!q) return { like: null, id: null };
  const lower = q.toLowerCase();
  return { like: containing(q), id: isId(lower) ? lower : null };
}

/** A pattern for texts that contain this one; its own signs stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The rows of a page; pages count from zero. */
export function rowsOf({ page_num, page_size }: { page_num: number; page_size: number }): Rows {
  return { offset: page_num * page_size, limit: page_size };
}

/** A page as an answer. */
export function toPage<Row>(results: Row[], total: number, { limit }: Rows) {
  return { results, total, total_pages: Math.ceil(total / limit) };
}
