// Price lists of the regions, under /v1/staff.
import {
  applyPricesRequest,
  cancelPricesRequest,
  MAX_PRICES_CSV,
  pricesPreview,
  pricesUpload,
  staffPricesAnswer,
  staffPricesQuery,
} from '@godwit/contract/staffOperations';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { applyPrices, cancelPrices, exportPrices, previewPrices, priceLists } from './lists.ts';

// A character takes up to four bytes, and line breaks are escaped in JSON.
const BODY_LIMIT_BYTES = 4 * MAX_PRICES_CSV + 65_536;

/** Reading lists, and changing them in two steps. */
export function staffPriceRoutes(signedIn: App, services: Services): void {
  const config = { staffAction: 'prices' } as const;
  const reads = { staffAction: 'read' } as const;
  const response = { 200: staffPricesAnswer };

  signedIn.get(
    '/prices',
    { config: reads, schema: { querystring: staffPricesQuery, response } },
    async ({ query }) => priceLists(services, query.region, query.at),
  );

  signedIn.get(
    '/prices/export',
    { config: reads, schema: { querystring: staffPricesQuery.omit({ at: true }) } },
    async ({ staff, query: { region } }, reply) => {
      const csv = await exportPrices(services, staff, region);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="prices-${region.toLowerCase()}.csv"`)
        .send(csv);
    },
  );

  signedIn.post(
    '/prices/preview',
    {
      config,
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { body: pricesUpload, response: { 200: pricesPreview } },
    },
    async ({ body }) => orThrow(await previewPrices(services, body)),
  );

  signedIn.post(
    '/prices',
    { config, bodyLimit: BODY_LIMIT_BYTES, schema: { body: applyPricesRequest, response } },
    async ({ staff, body }) => orThrow(await applyPrices(services, staff, body)),
  );

  signedIn.post(
    '/prices/cancel',
    { config, schema: { body: cancelPricesRequest, response } },
    async ({ staff, body }) => orThrow(await cancelPrices(services, staff, body)),
  );
}
