// One page of a list that is known whole.

/** Rows on a page of the profile's tables. */
const PAGE_SIZE = 10;

/** The rows of the page that an address asks for; pages count from one, and one that is not there is the nearest that is. */
export function pageOf<Row>(rows: readonly Row[] | undefined, asked: string | null) {
  const pages = Math.max(1, Math.ceil((rows?.length ?? 0) / PAGE_SIZE));
  const number = Number(asked ?? 1);
  const page = Number.isInteger(number) ? Math.min(Math.max(1, number), pages) : 1;
  return { shown: rows?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pages };
}
