// GET /v1/web/prices: what a segment costs, for the screen to show before anything is sent.
import { priceCalls } from '@godwit/contract/payments/priceByPrefix';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { toRows } from './lists.ts';
import { pricesAt } from './queries.ts';

/** The price list of the team's region. */
export function priceRoutes(signedIn: App, { kysely }: Services): void {
  const on = serve(signedIn, priceCalls);
  on('GET /prices', async ({ member }) => {
    return toRows(await pricesAt(kysely, member.regionId));
  });
}
