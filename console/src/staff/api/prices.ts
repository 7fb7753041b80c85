// Price lists and tax of the regions as staff read and change them.
import { type RegionCode, regionCode } from '@godwit/contract/accounts/accounts';
import type { TaxChange } from '@godwit/contract/staff/payments';
import { keepPreviousData } from '@tanstack/react-query';
import { openFile, readQuery, request } from './client.ts';

export const REGIONS = regionCode.options;
const FIRST_REGION: RegionCode = 'LK';

/** Reads the region of an address; the first one for anything that is none. */
export const regionOf = (text: string | null): RegionCode =>
  REGIONS.find((one) => one === text) ?? FIRST_REGION;

/** The list that counts now, or at an instant, and those to come. */
export const pricesQuery = (region: RegionCode, at: string | null) => ({
  ...readQuery(['staff', 'prices', region, at], 'GET /prices', { query: { region, at: at ?? undefined } }),
  placeholderData: keepPreviousData,
});

/** The list that counts now as a file. */
export const openPrices = (region: RegionCode, signal: AbortSignal) =>
  openFile('GET /prices/export', { query: { region }, signal });

/** A whole list; `valid_from` null is now. */
export type PricesUpload = { region: RegionCode; valid_from: string | null; csv: string };

export const previewPrices = (json: PricesUpload) => request('POST /prices/preview', { json });

/** Applies what was previewed, which `digest` stands for. */
export const applyPrices = (upload: PricesUpload, digest: string) =>
  request('POST /prices', { json: { ...upload, digest } });

/** The tax of a region as it counted, counts and is to count, the newest first. */
export const taxQuery = (region: RegionCode) =>
  readQuery(['staff', 'tax', region], 'GET /tax', { query: { region } });

export const setTax = (json: TaxChange) => request('POST /tax', { json });

export const cancelTax = (region: RegionCode, validFrom: string) =>
  request('POST /tax/cancel', { json: { region, valid_from: validFrom } });

export const cancelPrices = (region: RegionCode, validFrom: string) =>
  request('POST /prices/cancel', { json: { region, valid_from: validFrom } });
