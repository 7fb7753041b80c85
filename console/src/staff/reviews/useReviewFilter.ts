// What of a queue is shown, as the address carries it.
import { REQUEST_STATUSES } from '@godwit/contract/verification';
import { useSearchParams } from 'react-router';
import type { ReviewFilter } from '../api/reviews.ts';

/** The filter of the address, how to change it (back to the first page), and the part of the address that keeps it. */
export function useReviewFilter() {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get('page'));
  const filter: ReviewFilter = {
    status: REQUEST_STATUSES.find((one) => one === params.get('status')) ?? 'PENDING',
    q: params.get('q') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  const change = (next: Partial<ReviewFilter>) => {
    const { status, q, page } = { ...filter, page: 1, ...next };
    setParams(
      { status, ...(q ? { q } : {}), ...(page > 1 ? { page: String(page) } : {}) },
      { replace: true },
    );
  };
  const search = params.size > 0 ? `?${params}` : '';
  return { filter, change, search };
}
