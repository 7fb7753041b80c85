// The public API's call about prices, under /v1.
import { listPricesAnswer } from '@godwit/contract/publicApi/prices';
import { selectRegionOfTeam } from '../db/regionOfTeam.ts';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { toRows } from './lists.ts';
import { pricesAt } from './queries.ts';

/** GET /prices: the price list of the team of the key. */
export function publicPriceRoute(api: App, { kysely }: Services): void {
  api.get('/prices', { schema: { response: { 200: listPricesAnswer } } }, async ({ key: { teamId } }) => {
    const { id, currency } = await selectRegionOfTeam(kysely, teamId);
    return { currency, results: toRows(await pricesAt(kysely, id)) };
  });
}
