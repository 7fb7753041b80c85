// Pages of a list that is known whole.
import { parsePage } from '../../components/useAddress.ts';

/** Rows on a page of the profile's lists. */
const PAGE_SIZE = 10;

export const parseOwnPage = (params: URLSearchParams) => ({ page: parsePage(params).page });

/** The rows of a page, as the server gives those of other lists; pages count from one. */
export const pageOf = <Row>(rows: readonly Row[], page: number) => ({
  results: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  total: rows.length,
  total_pages: Math.ceil(rows.length / PAGE_SIZE),
});
