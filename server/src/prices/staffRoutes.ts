// Price lists of the regions, under /v1/staff.
import { MAX_PRICES_CSV, operationCalls } from '@godwit/contract/staff/operations';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { applyPrices, cancelPrices, exportPrices, previewPrices, priceLists } from './lists.ts';

// A character takes up to four bytes, and line breaks are escaped in JSON.
const BODY_LIMIT_BYTES = 4 * MAX_PRICES_CSV + 65_536;

/** Reading lists, and changing them in two steps. */
export function staffPriceRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, operationCalls);

  on('GET /prices', async ({ query }) => priceLists(services, query.region, query.at));

  on('GET /prices/export', async ({ staff, query: { region } }, reply) => {
    const csv = await exportPrices(services, staff, region);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="prices-${region.toLowerCase()}.csv"`)
      .send(csv);
  });

  on('POST /prices/preview', { bodyLimit: BODY_LIMIT_BYTES }, async ({ body }) =>
    orThrow(await previewPrices(services, body)),
  );

  on('POST /prices', { bodyLimit: BODY_LIMIT_BYTES }, async ({ staff, body }) =>
    orThrow(await applyPrices(services, staff, body)),
  );

  on('POST /prices/cancel', async ({ staff, body }) => orThrow(await cancelPrices(services, staff, body)));
}
