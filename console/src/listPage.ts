// Which page of a list is shown, as its address carries it.

export const PAGE_SIZES = [25, 50, 75, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** `page` is counted from one, as on screen. */
export type ListPage = { page: number; pageSize: PageSize };

const MAX_PAGE = 100_000;

/** Reads an address; what it leaves out or spells wrong takes its default. */
export function parsePage(params: URLSearchParams): ListPage {
  const page = Number(params.get('page'));
  const pageSize = Number(params.get('page_size'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    pageSize: PAGE_SIZES.find((size) => size === pageSize) ?? PAGE_SIZES[0],
  };
}

/** Writes it into an address, whole: a link that leaves out defaults would change its meaning with them. */
export function setPage(params: URLSearchParams, { page, pageSize }: ListPage): void {
  params.set('page', String(page));
  params.set('page_size', String(pageSize));
}

/** The page as the server counts, from zero. */
export const toPageQuery = ({ page, pageSize }: ListPage) => ({ page_num: page - 1, page_size: pageSize });
