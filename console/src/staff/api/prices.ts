// Calls about price lists and taxes of regions.
import { type RegionCode, regionCode } from '@godwit/contract/accounts/accounts';
import type { TaxChange } from '@godwit/contract/staff/payments';
import { keepPreviousData } from '@tanstack/react-query';
import { openFile, readQuery, request } from './client.ts';

export const REGIONS = regionCode.options;
const FIRST_REGION: RegionCode = 'LK';

/** Reads the region of an address. An invalid one becomes the first region. */
export const regionOf = (text: string | null): RegionCode =>
  REGIONS.find((one) => one === text) ?? FIRST_REGION;

/** The current price list or the one at an instant, and the scheduled ones. */
export const pricesQuery = (region: RegionCode, at: string | null) => ({
  ...readQuery(['staff', 'prices', region, at], 'GET /prices', { query: { region, at: at ?? undefined } }),
  placeholderData: keepPreviousData,
});

/** The current price list, as a file. */
export const openPrices = (region: RegionCode, signal: AbortSignal) =>
  openFile('GET /prices/export', { query: { region }, signal });

/** A whole price list; a null `valid_from` applies it now. */
export type PricesUpload = { region: RegionCode; valid_from: string | null; csv: string };

export const previewPrices = (json: PricesUpload) => request('POST /prices/preview', { json });

/** Applies a previewed list, identified by `digest`. */
export const applyPrices = (upload: PricesUpload, digest: string) =>
  request('POST /prices', { json: { ...upload, digest } });

/** Past, current and scheduled taxes of a region, newest first. */
export const taxQuery = (region: RegionCode) =>
  readQuery(['staff', 'tax', region], 'GET /tax', { query: { region } });

export const setTax = (json: TaxChange) => request('POST /tax', { json });

export const cancelTax = (region: RegionCode, validFrom: string) =>
  request('POST /tax/cancel', { json: { region, valid_from: validFrom } });

export const cancelPrices = (region: RegionCode, validFrom: string) =>
  request('POST /prices/cancel', { json: { region, valid_from: validFrom } });
