// Price lists and tax of the regions as staff read and change them.
import { type RegionCode, regionCode } from '@godwit/contract/accounts';
import type { PricesPreview, StaffPrices } from '@godwit/contract/staffOperations';
import type { TaxChange, TaxRates } from '@godwit/contract/staffPayments';
import { keepPreviousData } from '@tanstack/react-query';
import { openFile, post, readQuery } from './client.ts';

export const REGIONS = regionCode.options;
const FIRST_REGION: RegionCode = 'LK';

/** Reads the region of an address; the first one for anything that is none. */
export const regionOf = (text: string | null): RegionCode =>
  REGIONS.find((one) => one === text) ?? FIRST_REGION;

/** The list that counts now, or at an instant, and those to come. */
export const pricesQuery = (region: RegionCode, at: string | null) => ({
  ...readQuery<StaffPrices>(['staff', 'prices', region, at], '/prices', { region, at: at ?? undefined }),
  placeholderData: keepPreviousData,
});

/** The list that counts now as a file. */
export const openPrices = (region: RegionCode, signal: AbortSignal) =>
  openFile({ path: '/prices/export', query: { region }, signal });

/** A whole list; `valid_from` null is now. */
export type PricesUpload = { region: RegionCode; valid_from: string | null; csv: string };

export const previewPrices = (upload: PricesUpload) => post<PricesPreview>('/prices/preview', upload);

/** Applies what was previewed, which `digest` stands for. */
export const applyPrices = (upload: PricesUpload, digest: string) =>
  post<StaffPrices>('/prices', { ...upload, digest });

/** The tax of a region as it counted, counts and is to count, the newest first. */
export const taxQuery = (region: RegionCode) =>
  readQuery<TaxRates>(['staff', 'tax', region], '/tax', { region });

export const setTax = (change: TaxChange) => post<TaxRates>('/tax', change);

export const cancelTax = (region: RegionCode, validFrom: string) =>
  post<TaxRates>('/tax/cancel', { region, valid_from: validFrom });

export const cancelPrices = (region: RegionCode, validFrom: string) =>
  post<StaffPrices>('/prices/cancel', { region, valid_from: validFrom });
