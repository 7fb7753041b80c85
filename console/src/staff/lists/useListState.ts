// What of a list is shown, as the address carries it.
import { useLocation, useSearchParams } from 'react-router';

export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
/** Pages count from one. */
export type Paging = {
  page: number;
  size: PageSize;
  change: (next: { page?: number; size?: PageSize }) => void;
};

/**
 * The filter of the address, the page, and how to change either; whatever changes, the list begins at its first page again.
 * `prefix` keeps two lists of one address apart.
 */
export function useListState<Filter extends Record<string, string>>(defaults: Filter, prefix = '') {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const read = (name: string) => params.get(prefix + name);
  const page = Number(read('page'));
  const filter = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, read(name) ?? value]),
  ) as Filter;
  const shown = {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.find((one) => one === Number(read('size'))) ?? PAGE_SIZES[0],
  };

  function change(next: Partial<Filter & { page: number; size: PageSize }>): void {
    const plain: Record<string, string | number> = { ...defaults, page: 1, size: PAGE_SIZES[0] };
    const wanted: Record<string, string | number | undefined> = { ...filter, ...shown, page: 1, ...next };
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(plain)) {
          if (wanted[name] === value) now.delete(prefix + name);
          else now.set(prefix + name, String(wanted[name]));
        }
        return now;
      },
      // The list is one of several things on the page, and the page keeps its way back.
      { replace: true, preventScrollReset: true, state },
    );
  }

  return { filter, ...shown, change };
}
