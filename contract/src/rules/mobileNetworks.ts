// The mobile networks of a country, by the prefixes of their numbers.

/** The network of a registration that holds in the whole country. */
export const EVERY_NETWORK = '*';

/** A mobile network: digits with the country code, without `+`, with which its numbers begin. */
export type MobileNetwork = { name: string; prefixes: readonly string[] };

/** Returns the network that a number (E.164) was ported to; null if it was not, or if that is not known. */
export type PortedTo = (number: string) => string | null;

const NOBODY_KNOWS: PortedTo = () => null;

/**
 * Returns the network of a number (E.164): the one that it was ported to, otherwise the one with the longest
 * prefix; null if none fits. A ported number whose network is none of these counts by its prefix.
 */
export function networkOf(
  networks: readonly MobileNetwork[],
  number: string,
  portedTo: PortedTo = NOBODY_KNOWS,
): string | null {
  const ported = portedTo(number);
  if (ported !== null && networks.some(({ name }) => name === ported)) return ported;
  let found: { name: string; length: number } | null = null;
  for (const { name, prefixes } of networks)
    for (const prefix of prefixes)
      if (number.startsWith(prefix, 1) && prefix.length > (found?.length ?? 0))
        found = { name, length: prefix.length };
  return found?.name ?? null;
}
