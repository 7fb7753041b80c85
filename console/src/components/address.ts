// What a list shows, as its address carries it, so that reload, back and a shared link show the same.

export const PAGE_SIZES = [25, 50, 75, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** `page` is counted from one, as on screen. */
export type ListPage = { page: number; page_size: PageSize };

const MAX_PAGE = 100_000;

/** What an address leaves out or spells wrong takes its default. */
export function parsePage(params: URLSearchParams): ListPage {
  const page = Number(params.get('page'));
  const size = Number(params.get('page_size'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    page_size: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
  };
}

/** The same with a search, of which the server takes no more than `longest` characters. */
export const parseSearch = (params: URLSearchParams, longest = 100): ListPage & { q: string } => ({
  q: (params.get('q') ?? '').slice(0, longest),
  ...parsePage(params),
});

/** One of several words, or null. */
export const oneOf = <Word extends string>(all: readonly Word[], text: string | null): Word | null =>
  all.find((one) => one === text) ?? null;

/**
 * The address of a state, whole: a link that leaves out defaults would change its meaning with them. What is null or empty has no
 * place in it; what has parts, as days have, goes by the names of those.
 */
export function formatAddress(state: object): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value === null || value === '') continue;
    const parts = typeof value === 'object' ? Object.entries(value) : [[name, value]];
    for (const [part, text] of parts) params.set(String(part), String(text));
  }
  return params;
}

/** The page as the server counts, from zero. */
export const toPageQuery = ({ page, page_size }: ListPage) => ({ page_num: page - 1, page_size });
