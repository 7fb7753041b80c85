// Lists of addresses and ranges that may use credentials.
import { z } from 'zod';
import { commaList } from './common.ts';
import { ADDRESSES_INVALID } from './sentences/settings.ts';

/** Whether a text is an IP address or a range such as 203.0.113.0/24. */
function isNetwork(text: string): boolean {
  return z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success;
}

/** At most `most` addresses and ranges between commas. Missing or empty: none. */
export const networkList = (most: number) =>
  commaList
    .default([])
    .refine((networks) => networks.length <= most, { error: `At most ${most} addresses and ranges` })
    .refine((networks) => networks.every(isNetwork), { error: ADDRESSES_INVALID });
