// Calls about prices.
import type { PriceRow } from '@godwit/contract/prices';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** The team's price list: per segment and destination, in the team's currency. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => request<PriceRow[]>({ path: '/prices', signal }),
});
