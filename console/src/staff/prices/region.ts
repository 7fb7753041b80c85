// The region whose prices are shown, as the address carries it.
import { type RegionCode, regionCode } from '@godwit/contract/accounts';

export const REGIONS = regionCode.options;
const FIRST_REGION: RegionCode = 'LK';

/** Reads a region; the first one for anything that is none. */
export const regionOf = (text: string | null): RegionCode =>
  REGIONS.find((one) => one === text) ?? FIRST_REGION;
