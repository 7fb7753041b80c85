// Price lists of the regions as staff read and change them.
import type { RegionCode } from '@godwit/contract/accounts';
import type { PricesPreview, StaffPrices } from '@godwit/contract/staffOperations';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { openFile, request } from './client.ts';

/** The list that counts now, or at an instant, and those to come. */
export const pricesQuery = (region: RegionCode, at: string | null) =>
  queryOptions({
    queryKey: ['staff', 'prices', region, at],
    queryFn: ({ signal }) =>
      request<StaffPrices>({ path: '/prices', query: { region, at: at ?? undefined }, signal }),
    placeholderData: keepPreviousData,
  });

/** The list that counts now as a file. */
export const openPrices = (region: RegionCode, signal: AbortSignal) =>
  openFile({ path: '/prices/export', query: { region }, signal });

/** A whole list; `valid_from` null is now. */
export type PricesUpload = { region: RegionCode; valid_from: string | null; csv: string };

export const previewPrices = (upload: PricesUpload): Promise<PricesPreview> =>
  request({ method: 'POST', path: '/prices/preview', json: upload });

/** Applies what was previewed, which `digest` stands for. */
export const applyPrices = (upload: PricesUpload, digest: string): Promise<StaffPrices> =>
  request({ method: 'POST', path: '/prices', json: { ...upload, digest } });

export const cancelPrices = (region: RegionCode, validFrom: string): Promise<StaffPrices> =>
  request({ method: 'POST', path: '/prices/cancel', json: { region, valid_from: validFrom } });
