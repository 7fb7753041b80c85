// GET /v1/web/prices: what a segment costs, for the screen to show before anything is sent.
import { pricesAnswer } from '@godwit/contract/prices';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { toRows } from './lists.ts';
import { selectPrices } from './queries.ts';

/** The price list of the team's region. */
export function priceRoutes(signedIn: App, { kysely }: Services): void {
  signedIn.get('/prices', { schema: { response: { 200: pricesAnswer } } }, async ({ member }) => {
    return toRows(await selectPrices(kysely, member.regionId));
  });
}
