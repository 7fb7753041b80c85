// The mobile networks of a country, by the prefixes of their numbers.

/** The network of a registration that holds in the whole country. */
export const EVERY_NETWORK = '*';

/** A mobile network: digits with the country code, without `+`, with which its numbers begin. */
export type MobileNetwork = { name: string; prefixes: readonly string[] };

/**
 * Returns the network of a number (E.164) by the longest prefix; null if none fits. A number that was ported
 * counts as one of the network that it was given by.
 */
export function networkOf(networks: readonly MobileNetwork[], number: string): string | null {
  let found: { name: string; length: number } | null = null;
  for (const { name, prefixes } of networks)
    for (const prefix of prefixes)
      if (number.startsWith(prefix, 1) && prefix.length > (found?.length ?? 0))
        found = { name, length: prefix.length };
  return found?.name ?? null;
}
